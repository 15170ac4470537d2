#include "verbs.hpp"

namespace slicewise {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> rows = {
      {"simulate", &add_simulate, "run one scenario: latency, throughput, GPU time"},
      {"plan", &add_plan, "the cheapest mode, replicas and instance that keep the SLOs"},
      {"sweep", &add_sweep, "a grid of scenarios, as CSV"},
      {"place", &add_place, "place many pods on a cluster, by one policy or several"},
      {"calibrate", &add_calibrate, "fit a GPU profile to measurement records"},
      {"validate", &add_validate, "predict what others measured: the error table"},
      {"catalog", &add_catalog, "list known GPUs, instances, modes or policies"},
  };
  return rows;
}

}  // namespace slicewise
