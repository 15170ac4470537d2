#include "program.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>

namespace slicewise::bench {
namespace {

enum ExitCode { kDone = 0, kFailed = 1, kWrongArguments = 2, kNoDevice = 77, kInterrupted = 130 };

Vocabulary vocabulary(const Program& program) {
  Vocabulary known{program.name, program.about, {}, program.numbers, {}};
  known.numbers.insert(known.numbers.begin(),
                       {{"seconds", "time for all measurements together", 60, 0.1, 86400},
                        {"keep", "samples kept of one series; quantiles are of all", 20000, 1, 1e9}});
  for (const Measurement& one : program.measurements) known.measurements.push_back(one.name);
  known.check = [&program](const CommandLine& asked) {
    auto problems = program.check ? program.check(asked) : std::vector<std::string>{};
    // Tried before anything is measured: minutes would be lost for a folder that cannot take the records.
    const auto problem = asked.out.empty() ? std::nullopt : try_folder(asked.out);
    if (problem) problems.push_back("--out " + *problem + "; choose a folder that can be written to");
    return problems;
  };
  return known;
}

int list(const Program& program) {
  for (const Measurement& one : program.measurements) std::printf("%-8s %s\n", one.name.c_str(), one.about.c_str());
  return std::fflush(stdout) == 0 ? kDone : kFailed;
}

void complain(const Program& program, const std::string& what) {
  std::fprintf(stderr, "%s: %s\n", program.name.c_str(), what.c_str());
}

std::string now_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Measures and writes one record; false if either failed.
bool measure(const Program& program, const Measurement& one, const Platform& platform, double seconds,
             const CommandLine& asked) {
  Record record{one.name,         program.name,  now_utc(),           0, platform.device, platform.driver,
                platform.runtime, platform.mode, platform.conditions, {}};
  std::fprintf(stderr, "%s: up to %.1f s\n", one.name.c_str(), seconds);
  const double start = seconds_now();
  bool good = true;
  try {
    one.measure(record, Deadline{seconds}, asked);
  } catch (const std::exception& error) {
    good = false;
    complain(program, one.name + ": " + error.what());
    record.conditions.warnings.push_back(std::string{"ended early: "} + error.what());
  }
  record.elapsed_s = seconds_now() - start;
  for (const std::string& warning : record.conditions.warnings)
    std::fprintf(stderr, "%s: warning: %s\n", one.name.c_str(), warning.c_str());
  if (const auto problem = write_record(record, asked.out, static_cast<std::size_t>(asked.number("keep")))) {
    complain(program, *problem);
    return false;
  }
  return good;
}

int say_interrupted(const Program& program, const CommandLine& asked) {
  complain(program, std::string{"interrupted by "} + strsignal(interrupting_signal()) + " (signal " +
                        std::to_string(interrupting_signal()) + "); what there is lies in " + asked.out);
  return kInterrupted;
}

int measure_all(const Program& program, const Platform& platform, const CommandLine& asked) {
  std::vector<const Measurement*> chosen;
  for (const std::string& name : asked.measurements) {
    for (const Measurement& one : program.measurements) {
      if (one.name == name) chosen.push_back(&one);
    }
  }
  double weight = 0;
  for (const Measurement* one : chosen) weight += one->weight;
  const Deadline end{asked.number("seconds")};
  bool good = true;
  for (const Measurement* one : chosen) {  // what one leaves over is shared by those after it
    if (interrupted()) break;
    good &= measure(program, *one, platform, end.seconds_left() * one->weight / weight, asked);
    weight -= one->weight;
  }
  if (interrupted()) return say_interrupted(program, asked);
  return good ? kDone : kFailed;
}

}  // namespace

int run_program(const Program& program, int argc, char** argv) {
  const auto parsed = parse(vocabulary(program), {argv + 1, argv + argc});
  if (const auto* text = std::get_if<PrintAndStop>(&parsed)) {
    std::fputs(text->text.c_str(), stdout);
    return std::fflush(stdout) == 0 ? kDone : kFailed;
  }
  if (const auto* wrong = std::get_if<WrongArguments>(&parsed)) {
    for (const std::string& problem : wrong->problems) complain(program, problem);
    return kWrongArguments;
  }
  const auto& asked = std::get<CommandLine>(parsed);
  if (asked.list) return list(program);
  catch_interrupts();
  try {
    const auto platform = program.platform(asked);
    if (const auto* none = std::get_if<NoDevice>(&platform)) {
      complain(program, none->why);
      return kNoDevice;
    }
    return measure_all(program, std::get<Platform>(platform), asked);
  } catch (const std::exception& error) {
    if (interrupted()) return say_interrupted(program, asked);  // while it waited for what another one holds
    complain(program, error.what());
    return kFailed;
  }
}

}  // namespace slicewise::bench
