#pragma once
// An arrow that points up, for the test of the lint.
#include <libsched/plan/plan.hpp>
