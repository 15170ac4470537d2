#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace libsched::plan {

/// What the catalogue can list: gpus, instances, modes, policies.
const std::vector<std::string>& catalog_kinds();

/// The JSON document of `slicewise catalog WHAT --json` (schema slicewise.catalog/1), ending in a newline. Facts that
/// nobody published are null. Precondition: `what` is one of catalog_kinds().
std::string catalog_json(std::string_view what);

/// The same for people: a first line that sums up, then an aligned table. Precondition as above.
std::string catalog_text(std::string_view what);

}  // namespace libsched::plan
