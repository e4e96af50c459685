#include "apps/cli/outcome.h"

#include <cstdio>
#include <utility>

#include "apps/cli/draw/terminal.h"

namespace kine::cli {

void stop_usage(std::string sentence) { throw Stop{ExitCode::Usage, std::move(sentence)}; }
void stop_bad_file(std::string sentence) { throw Stop{ExitCode::BadFile, std::move(sentence)}; }

int fail(const std::string& sentence, ExitCode code) {
  progress("");
  std::fflush(stdout);
  std::fprintf(stderr, "kine: %s\n", sentence.c_str());
  return static_cast<int>(code);
}

}  // namespace kine::cli
