#pragma once

#include <optional>
#include <string>
#include <vector>

#include <libsched/base/estimate.hpp>
#include <libsched/base/result.hpp>
#include <libsched/calib/record.hpp>
#include <libsched/hw/profile.hpp>

namespace libsched::calib {

/// One way in which a record tells a parameter. In the unit of the parameter.
struct Evidence {
  double value = 0;
  double half_width = 0;  ///< of a 95 % interval
  double spread_low = 0;  ///< quartiles of single observations, where there are such; else the interval's ends
  double spread_high = 0;
  std::string how;     ///< "median of 120 turns"
  std::string run;     ///< "records/slice.json slice/processes:2"
  bool direct = true;  ///< false: a difference of longer times, which counts only where nothing direct is there
};

/// True where some of it is direct: then only that counts.
bool any_direct(const std::vector<Evidence>& evidence);

/// One parameter of the profile and what stands behind it.
struct FittedParameter {
  std::string name;   ///< as the profile file spells it: "slice_us"
  Estimate estimate;  ///< with the source line of the profile file
  bool identified = false;
  std::string basis;  ///< how it was found, or why the records cannot tell it
  std::vector<Evidence> evidence;
  std::optional<double> residual_pct;  ///< the evidence's root mean square distance from the nominal value, in % of it
};

/// What the fitted profile says about one run, beside what was measured there.
struct FitResidual {
  std::string run;
  std::string quantity;  ///< "gap_us"
  double predicted = 0;
  double measured = 0;
  double error_pct() const { return measured == 0 ? 0 : (predicted / measured - 1) * 100; }
};

/// Something that was given and sets no parameter.
struct SetAside {
  std::string where;
  std::string why;
};

/// A profile with all that stands behind it.
struct Fit {
  Device device;
  std::string driver;
  std::string scheduler;  ///< of a CPU; empty on a GPU
  std::vector<std::string> records;
  hw::GpuProfile profile;
  std::vector<FittedParameter> parameters;  ///< in the order of the profile file
  bool ring_identified = false;
  std::string ring_basis;
  std::vector<FitResidual> residuals;
  std::vector<SetAside> set_aside;
  std::vector<std::string> warnings;  ///< what the records warn of
};

/// Fits the profile of the device that all `records` measured (docs/models/calibration.md). Parameters that the records
/// cannot tell keep the value of the catalogue, or of the assumed profile where the catalogue does not have the device.
/// Issues: records of different devices, drivers, modes or schedulers; nothing that tells the slice.
Result<Fit> fit_profile(const std::vector<Record>& records);

/// What keeps `records` from being of one device in one state; each place is a file.
Issues differences(const std::vector<Record>& records);

/// The records but those that are an earlier one again: the same measurement, start, tool and device. A copy is no
/// second measurement. What is left out goes to `repeats`. Records without a start all stay.
std::vector<Record> without_repeats(std::vector<Record> records, std::vector<SetAside>& repeats);

/// The profile file (YAML, schema slicewise.profile/1), ending in a newline; `hw::read_profile` reads it.
std::string to_yaml(const Fit& fit);

}  // namespace libsched::calib
