#pragma once

#include <sys/types.h>

#include <string>

namespace slicewise::bench::host {

/// One line of a file, without its end; empty if it cannot be read.
std::string read_line(const std::string& path);

/// Settings of the kernel, changed for as long as this lives. A watchman process puts the old values back when this
/// process is gone, however it went. Only one program of a machine holds them at a time, so that nobody takes the
/// other's value for the old one, and nobody measures beside another.
class BorrowedSettings {
 public:
  /// Waits up to `patience_s` for others to finish; throws if they do not.
  explicit BorrowedSettings(double patience_s);
  ~BorrowedSettings();
  BorrowedSettings(const BorrowedSettings&) = delete;
  BorrowedSettings& operator=(const BorrowedSettings&) = delete;
  /// False if this process may not change it; true also if it has that value already.
  bool set(const std::string& path, const std::string& value);

 private:
  int lock_ = -1;
  int to_watchman_ = -1;
  pid_t watchman_ = -1;
};

}  // namespace slicewise::bench::host
