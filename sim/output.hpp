#pragma once

#include <string>
#include <string_view>

#include <libsched/base/result.hpp>

namespace slicewise {

/// Call first: a write to a closed pipe ends no program, and a closed stdout stays closed when files are opened.
void prepare_output();

/// The whole result on stdout. Returns `code`, also where a pipe's reader has gone; kInternalError with a message where
/// it cannot be written.
int print_result(std::string_view text, int code);

/// One line on stderr, after "slicewise: ".
void complain(std::string_view message);

/// Every issue on stderr as `where: what; fix`. Returns kWrongInput.
int report_issues(const libsched::Issues& issues);

}  // namespace slicewise
