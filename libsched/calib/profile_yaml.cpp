#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <libsched/calib/fit.hpp>

namespace libsched::calib {

std::string to_yaml(const Fit& fit) {
  YAML::Emitter out;
  out.SetDoublePrecision(10);
  out << YAML::BeginMap;
  out << YAML::Key << "schema" << YAML::Value << "slicewise.profile/1";
  out << YAML::Key << "gpu" << YAML::Value << YAML::DoubleQuoted << fit.device.name;
  std::string note = fmt::format("fitted to {} records", fit.records.size());
  if (!fit.driver.empty()) note += fmt::format("; {} {}", fit.device.kind == "cpu" ? "kernel" : "driver", fit.driver);
  if (!fit.scheduler.empty()) note += "; " + fit.scheduler;
  out << YAML::Key << "note" << YAML::Value << YAML::DoubleQuoted << note;
  for (const FittedParameter& parameter : fit.parameters) {
    out << YAML::Key << parameter.name << YAML::Value << YAML::BeginMap;
    out << YAML::Key << "low" << YAML::Value << parameter.estimate.low;
    out << YAML::Key << "nominal" << YAML::Value << parameter.estimate.nominal;
    out << YAML::Key << "high" << YAML::Value << parameter.estimate.high;
    out << YAML::Key << "source" << YAML::Value << YAML::DoubleQuoted << parameter.estimate.source;
    out << YAML::EndMap;
  }
  out << YAML::Key << "ring" << YAML::Value << name(fit.profile.ring);
  out << YAML::Comment(fit.ring_identified ? fit.ring_basis : "not identified: " + fit.ring_basis);
  out << YAML::Key << "assumed" << YAML::Value << fit.profile.assumed;
  out << YAML::EndMap;
  return std::string{out.c_str()} + "\n";
}

}  // namespace libsched::calib
