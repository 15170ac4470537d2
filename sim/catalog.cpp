#include <fmt/format.h>

#include <algorithm>
#include <libsched/base/nearest.hpp>
#include <libsched/plan/catalog_report.hpp>
#include <memory>
#include <string>

#include "exit_code.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace slicewise {
namespace {

struct CatalogOptions {
  std::string what;
  bool json = false;
};

int catalog(const CatalogOptions& options) {
  const std::vector<std::string>& kinds = libsched::plan::catalog_kinds();
  if (std::find(kinds.begin(), kinds.end(), options.what) == kinds.end()) {
    const std::string near = libsched::nearest(options.what, kinds);
    return report_issues({{"WHAT", fmt::format("the catalogue has no '{}'", options.what),
                           near.empty() ? fmt::format("choose among {}", fmt::join(kinds, ", "))
                                        : fmt::format("did you mean {}?", near)}});
  }
  return print_result(
      options.json ? libsched::plan::catalog_json(options.what) : libsched::plan::catalog_text(options.what), kDone);
}

}  // namespace

Action add_catalog(CLI::App& verb) {
  auto options = std::make_shared<CatalogOptions>();
  verb.add_option("WHAT", options->what, fmt::format("{}", fmt::join(libsched::plan::catalog_kinds(), ", ")))
      ->required();
  verb.add_flag("--json", options->json, "print one JSON document (schema slicewise.catalog/1)");
  return [options] { return catalog(*options); };
}

}  // namespace slicewise
