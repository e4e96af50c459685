#include "apps/cli/outcome.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <system_error>
#include <utility>

#include "apps/cli/draw/terminal.h"
#include "kine/io/text/sentence.h"

namespace kine::cli {

void stop_usage(std::string sentence) { throw Stop{ExitCode::Usage, std::move(sentence)}; }
void stop_bad_file(std::string sentence) { throw Stop{ExitCode::BadFile, std::move(sentence)}; }

int finish_output(int code) {
  errno = 0;
  const bool all_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (all_written) return code;
  const std::string reason = errno == 0 ? "" : ": " + std::error_code(errno, std::generic_category()).message();
  return fail("cannot write to standard output" + reason, ExitCode::BadFile);
}

void say_when_memory_ends() {
  // Nothing here may allocate. Destructors that allocate would end in std::terminate if this threw instead.
  std::set_new_handler([] {
    std::fputs("kine: there is not enough memory for this\n", stderr);
    std::_Exit(static_cast<int>(ExitCode::Failed));
  });
}

int fail(const std::string& sentence, ExitCode code) {
  progress("");
  std::fflush(stdout);
  std::fprintf(stderr, "kine: %s\n", kine::detail::one_line(sentence).c_str());
  return static_cast<int>(code);
}

}  // namespace kine::cli
