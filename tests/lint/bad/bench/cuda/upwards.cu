// Reads what it should only write, for the test of the lint.
#include <libsched/base/time.hpp>
#include <libsched/calib/record.hpp>
