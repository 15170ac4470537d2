#pragma once

namespace slicewise {

/// The contract with scripts.
enum ExitCode { kDone = 0, kInternalError = 1, kWrongInput = 2, kNoPlan = 3 };

}  // namespace slicewise
