#include "apps/cli/commands/retarget.h"
#include "apps/cli/outcome.h"

namespace kine::cli {

int retarget_all(const RetargetCommand&) { stop_usage("--all: not there yet"); }

}  // namespace kine::cli
