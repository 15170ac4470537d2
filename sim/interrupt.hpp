#pragma once

#include <atomic>

namespace slicewise {

/// Becomes true at the first Ctrl-C after this call; a second one ends the program as usual.
const std::atomic<bool>* watch_interrupt();

}  // namespace slicewise
