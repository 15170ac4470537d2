// libFuzzer target: a node list and a pod list, divided by a line "---"; where both are good and short, one policy
// places them: which, the number of bytes decides, since all in each run would leave few runs for the readers.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <libsched/place/policies.hpp>
#include <libsched/plan/placement.hpp>

#include "check_issues.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace plan = libsched::plan;
  const std::string text{reinterpret_cast<const char*>(data), size};
  const std::size_t cut = text.find("---\n");
  plan::PlacementQuestion question;
  question.nodes = {text.substr(0, cut), "nodes.csv", {}, "--node-columns"};
  question.pods = {cut == std::string::npos ? "" : text.substr(cut + 4), "pods.csv", {}, "--pod-columns"};
  const auto& policies = libsched::place::policies();
  question.policies = {std::string{policies[size % policies.size()].name}};
  question.threads = 1;
  const auto nodes = libsched::place::read_nodes(question.nodes);
  const auto pods = libsched::place::read_pods(question.pods);
  check(nodes);
  check(pods);
  check(libsched::place::draw_pods(question.pods, 10, 1));
  if (!nodes || !pods || nodes->size() * pods->size() > 100) return 0;
  const auto report = plan::place_pods(question);
  check(report);
  if (!report) return 0;
  for (const plan::PlacementRun& run : report->runs) {
    if (run.placed > run.arrivals || run.usage.allocation_pct > 100.005) std::abort();
  }
  if (to_text(*report).empty() || to_json(*report, true).empty() || curve_csv(*report).empty()) std::abort();
  return 0;
}
