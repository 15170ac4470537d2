#include "bench/cuda/mps_control.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "bench/cuda/mps_alive.hpp"

using namespace slicewise::bench::cuda;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/slicewise-test-XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// A stand-in with the daemon's manners: -f serves a pipe until "quit"; without arguments it passes commands on.
std::string stand_in(const Folder& folder, const std::string& on_quit) {
  const fs::path program = folder.path() / "mps-control";
  std::ofstream{program} << R"(#!/usr/bin/env bash
log=)" << folder.path().string()
                         << R"(/calls
echo "$*|$CUDA_MPS_PIPE_DIRECTORY|$CUDA_MPS_LOG_DIRECTORY" >>"$log"
if [[ "${1:-}" == -f ]]; then
  echo "device: ${CUDA_VISIBLE_DEVICES:-}" >>"$log"
  mkfifo "$CUDA_MPS_PIPE_DIRECTORY/control"
  exec 3<>"$CUDA_MPS_PIPE_DIRECTORY/control"
  while read -r line <&3; do
    echo "daemon: $line" >>"$log"
    case $line in quit*) )"
                         << on_quit << R"( ;; esac
  done
else
  while read -r line; do
    [[ "$line" == get_server_list ]] && echo "Server is not found"
    echo "$line" >"$CUDA_MPS_PIPE_DIRECTORY/control"
  done
fi
)";
  fs::permissions(program, fs::perms::owner_all);
  return program;
}

std::string text_of(const fs::path& path) {
  std::ifstream in{path};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace

TEST_CASE("a pipe directory counts as MPS only while somebody reads from it", "[bench][cuda][unit]") {
  const Folder folder;
  CHECK_FALSE(mps_alive(folder.path()));
  SECTION("a pipe") {
    const fs::path control = folder.path() / "control";
    REQUIRE(mkfifo(control.c_str(), 0600) == 0);
    CHECK_FALSE(mps_alive(folder.path()));  // what a killed daemon leaves behind
    const int reader = open(control.c_str(), O_RDONLY | O_NONBLOCK);
    CHECK(mps_alive(folder.path()));
    close(reader);
  }
  SECTION("a socket") {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, (folder.path() / "control").c_str());
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    CHECK_FALSE(mps_alive(folder.path()));
    REQUIRE(listen(server, 4) == 0);
    CHECK(mps_alive(folder.path()));
    close(server);
    CHECK_FALSE(mps_alive(folder.path()));
  }
  SECTION("a plain file") {
    std::ofstream{folder.path() / "control"} << "x";
    CHECK_FALSE(mps_alive(folder.path()));
  }
}

TEST_CASE("our own MPS daemon runs in a private folder and is told to quit", "[bench][cuda][unit]") {
  const Folder folder;
  std::string pipe;
  {
    const MpsControl control{stand_in(folder, "exit 0")};
    pipe = control.pipe_directory();
    CHECK(mps_alive(pipe));
    CHECK(pipe.size() < 60);  // a socket in it must fit in 107 characters
  }
  CHECK_FALSE(fs::exists(pipe));
  const std::string calls = text_of(folder.path() / "calls");
  CHECK(calls.find("-f|" + pipe + "|") != std::string::npos);
  CHECK(calls.find("daemon: quit -t 5") != std::string::npos);
}

TEST_CASE("our own MPS daemon gets only the GPU that is measured", "[bench][cuda][unit]") {
  const Folder folder;
  { const MpsControl control{stand_in(folder, "exit 0"), "GPU-1234"}; }
  CHECK(text_of(folder.path() / "calls").find("device: GPU-1234\n") != std::string::npos);
}

TEST_CASE("an MPS daemon that does not start is told with its own words", "[bench][cuda][unit]") {
  const Folder folder;
  const fs::path program = folder.path() / "mps-control";
  std::ofstream{program} << "#!/bin/sh\necho 'Cannot find MPS control daemon process' >&2\nexit 1\n";
  fs::permissions(program, fs::perms::owner_all);
  CHECK_THROWS_WITH(MpsControl{program},
                    "the MPS control daemon ended at once: Cannot find MPS control daemon process");
  CHECK_THROWS_WITH(MpsControl{"no-such-program-anywhere"}, "no-such-program-anywhere is not installed here");
}
