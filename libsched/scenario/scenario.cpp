#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

const char* name(Mode mode) {
  return share::row(mode).name.data();
}  // rows are string literals

}  // namespace libsched::scenario
