#pragma once

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <libsched/base/text_file.hpp>
#include <libsched/place/arrivals.hpp>
#include <libsched/place/read_lists.hpp>
#include <libsched/place/run.hpp>

namespace libsched::place::test {

/// The folder of the published trace, beside a checkout or in $SLICEWISE_DATA; empty where it is absent.
inline std::string openb_folder() {
  namespace fs = std::filesystem;
  std::vector<fs::path> roots = {fs::path{SLICEWISE_SOURCE_DIR} / "../shared/data"};
  if (const char* given = std::getenv("SLICEWISE_DATA")) roots.insert(roots.begin(), given);
  for (const fs::path& root : roots) {
    if (fs::exists(root / "openb/openb_node_list_gpu_node.csv")) return (root / "openb").string();
  }
  return {};
}

/// Ends the test with a reason where the trace is absent.
#define REQUIRE_OPENB()                                                                                       \
  if (libsched::place::test::openb_folder().empty()) {                                                        \
    WARN("skipped: the openb trace is neither in $SLICEWISE_DATA nor in ../shared/data beside the checkout"); \
    return;                                                                                                   \
  }

inline ListText openb_list(const std::string& file) {
  const std::string path = openb_folder() + "/" + file;
  auto text = read_text_file(path, std::size_t{64} << 20, true);
  REQUIRE(text.has_value());
  return {*std::move(text), file, {}, "--columns"};
}

inline Cluster openb_cluster() {
  auto nodes = read_nodes(openb_list("openb_node_list_gpu_node.csv"));
  REQUIRE(nodes.has_value());
  auto cluster = Cluster::make(*std::move(nodes));
  REQUIRE(cluster.has_value());
  return *std::move(cluster);
}

inline PodTrace openb_trace(const std::string& name) {
  auto pods = read_pods(openb_list("openb_pod_list_" + name + ".csv"));
  REQUIRE(pods.has_value());
  return PodTrace{*std::move(pods)};
}

/// The cells of a CSV file of ours, without its heading.
inline std::vector<std::vector<std::string>> openb_rows(const std::string& file) {
  std::ifstream in{openb_folder() + "/" + file};
  std::vector<std::vector<std::string>> rows;
  std::string line;
  for (std::getline(in, line); std::getline(in, line);) {
    std::vector<std::string> cells;
    std::istringstream fields{line};
    for (std::string cell; std::getline(fields, cell, ',');) cells.push_back(cell);
    rows.push_back(cells);
  }
  REQUIRE(!rows.empty());
  return rows;
}

}  // namespace libsched::place::test
