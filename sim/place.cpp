#include <fmt/format.h>

#include <libsched/base/text_file.hpp>
#include <libsched/plan/placement.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "verbs.hpp"

namespace slicewise {
namespace {

namespace plan = libsched::plan;
using libsched::Issue;
using libsched::Issues;

struct PlaceArguments {
  std::string nodes;
  std::string pods;
  std::string node_columns;
  std::string pod_columns;
  std::string seed;
  std::string seeds;
  std::string order = "shuffled";
  std::string engine = "indexed";
  std::string curve_file;
  std::string placements_file;
  bool json = false;
  plan::PlacementQuestion question;
};

/// A file and its headings; nothing, and what is wrong, where one of the two cannot be read.
std::optional<libsched::place::ListText> read_list(const std::string& file, const std::string& columns,
                                                   const char* option, Issues& issues) {
  constexpr std::size_t kLongest = std::size_t{256} << 20;
  const std::size_t before = issues.size();
  const auto keep = [&](const Issues& more) { issues.insert(issues.end(), more.begin(), more.end()); };
  libsched::place::ListText list{{}, file, {}, option};
  auto text = libsched::read_text_file(file, kLongest, false);
  if (text) {
    list.text = *std::move(text);
  } else {
    keep(text.error());
  }
  if (!columns.empty()) {
    auto names = libsched::place::read_column_names(columns, option);
    if (names) {
      list.columns = *std::move(names);
    } else {
      keep(names.error());
    }
  }
  if (issues.size() > before) return std::nullopt;
  return list;
}

/// `--seed` is one of what `--seeds` lists.
void read_seeds(const PlaceArguments& arguments, plan::PlacementQuestion& question, Issues& issues) {
  if (arguments.seed.empty() && arguments.seeds.empty()) return;
  auto seeds = plan::read_seeds(arguments.seeds.empty() ? arguments.seed : arguments.seeds);
  if (!arguments.seed.empty() && (!seeds || seeds->size() != 1)) {
    issues.push_back({"--seed", fmt::format("'{}' is no seed", arguments.seed),
                      "write one whole number, e.g. 42; --seeds takes several"});
  } else if (!seeds) {
    issues.insert(issues.end(), seeds.error().begin(), seeds.error().end());
  } else {
    question.seeds = *std::move(seeds);
  }
}

/// The question in full, or all that is wrong with the options and files.
libsched::Result<plan::PlacementQuestion> read_question(const PlaceArguments& arguments) {
  Issues issues;
  plan::PlacementQuestion question = arguments.question;
  const auto keep = [&](const Issues& more) { issues.insert(issues.end(), more.begin(), more.end()); };
  read_seeds(arguments, question, issues);
  if (arguments.order == "listed") question.order = libsched::place::Order::kListed;
  if (arguments.engine == "full") question.engine = libsched::place::Engine::kFull;
  auto nodes = read_list(arguments.nodes, arguments.node_columns, "--node-columns", issues);
  auto pods = read_list(arguments.pods, arguments.pod_columns, "--pod-columns", issues);
  keep(problems_with_outputs({{"--curve", arguments.curve_file}, {"--placements", arguments.placements_file}},
                             {{"the file of --nodes", arguments.nodes}, {"the file of --pods", arguments.pods}}));
  if (!arguments.placements_file.empty() &&
      (question.seeds.size() != 1 || question.policies.size() != 1 || question.policies.front() == "all")) {
    issues.push_back({"--placements", "several runs do not go into one file", "give one policy and one seed"});
  }
  if (issues.empty()) {
    question.nodes = *std::move(nodes);
    question.pods = *std::move(pods);
    return question;
  }
  // place_pods will not be asked, so what it would refuse is told here: one call tells all.
  keep(plan::option_issues(question));
  if (nodes) {
    if (const auto read = libsched::place::read_nodes(*nodes); !read) keep(read.error());
  }
  if (pods) {
    if (const auto read = libsched::place::read_pods(*pods); !read) keep(read.error());
  }
  return issues;
}

int place(const PlaceArguments& arguments) {
  auto question = read_question(arguments);
  if (!question) return report_issues(question.error());
  question->interrupt = watch_interrupt();
  const auto report = [&] {
    Progress progress;
    question->progress = [&](double fraction) { progress.show(fraction); };
    return plan::place_pods(*question);
  }();
  if (!report) return report_issues(report.error());
  Issues problems;
  const auto write = [&](const char* option, const std::string& path, const std::string& text) {
    if (auto problem = write_output(option, path, text)) problems.push_back(*problem);
  };
  if (!arguments.curve_file.empty()) write("--curve", arguments.curve_file, curve_csv(*report));
  if (!arguments.placements_file.empty()) write("--placements", arguments.placements_file, placements_csv(*report));
  const int done = report->interrupted ? kInterrupted : kDone;
  const int code = problems.empty() ? done : report_issues(problems);
  return print_result(arguments.json ? to_json(*report) : to_text(*report), code);
}

}  // namespace

Action add_place(CLI::App& verb) {
  auto arguments = std::make_shared<PlaceArguments>();
  plan::PlacementQuestion& question = arguments->question;
  verb.add_option("--nodes", arguments->nodes, "CSV with a heading: sn or name, cpu_milli, memory_mib, gpu, model")
      ->required()
      ->type_name("FILE");
  verb.add_option("--pods", arguments->pods,
                  "CSV with a heading: name, cpu_milli, memory_mib, num_gpu, gpu_milli, gpu_spec")
      ->required()
      ->type_name("FILE");
  verb.add_option("--policy", question.policies, "one or more, or all; see `slicewise catalog policies`")
      ->delimiter(',')
      ->type_name("NAME,...")
      ->capture_default_str();
  auto* seed = verb.add_option("--seed", arguments->seed, "of the order of arrival and of ties (default: 1)");
  verb.add_option("--seeds", arguments->seeds, "several runs, e.g. 42-51 or 1,2,5")->type_name("SEEDS")->excludes(seed);
  verb.add_option("--tune", question.tune,
                  "GPU demand / GPU capacity: repeat pods, or leave some out, at random (default: each pod once)")
      ->type_name("RATIO");
  verb.add_option("--order", arguments->order, "shuffled by the seed, or listed as in the file")
      ->check(CLI::IsMember({"shuffled", "listed"}))
      ->capture_default_str();
  verb.add_option("--draw", question.draw, "take the pods as kinds with a column weight, and draw N pods from them")
      ->type_name("N");
  verb.add_option("--node-columns", arguments->node_columns, "other headings, e.g. name=host,cpu=cores,memory_gib=ram")
      ->type_name("FIELD=HEADING,...");
  verb.add_option("--pod-columns", arguments->pod_columns, "the same for pods; FIELD=none leaves a field out")
      ->type_name("FIELD=HEADING,...");
  verb.add_option("--curve", arguments->curve_file, "write usage against arrived demand as CSV, a row a whole percent")
      ->type_name("OUT.CSV");
  verb.add_option("--placements", arguments->placements_file, "write where each pod went, or what was short, as CSV")
      ->type_name("OUT.CSV");
  verb.add_option("--engine", arguments->engine, "indexed, or full: score every node for every pod (slow, same answer)")
      ->check(CLI::IsMember({"indexed", "full"}))
      ->capture_default_str();
  verb.add_option("--threads", question.threads, "threads to run on (default: one for each core)")
      ->check(CLI::Range(1, 1024));
  verb.add_flag("--json", arguments->json, "print one JSON document (schema slicewise.place/1)");
  return [arguments] { return place(*arguments); };
}

}  // namespace slicewise
