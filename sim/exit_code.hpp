#pragma once

namespace slicewise {

/// The contract with scripts. Ctrl-C ends with what a shell says of a command that it ended (128 + SIGINT): what was
/// printed is not the answer to the question.
enum ExitCode { kDone = 0, kInternalError = 1, kWrongInput = 2, kNoPlan = 3, kInterrupted = 130 };

}  // namespace slicewise
