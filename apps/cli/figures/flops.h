#pragma once

namespace kine::cli {

/// Prints tables 1.1 and 1.2 and figure 1.2 of Meredith & Maddock, "Real-Time Inverse Kinematics: The Return of the
/// Jacobian": as printed, as corrected (docs/errata.md), and as counted by running the text. Returns the exit code.
int flops();

}  // namespace kine::cli
