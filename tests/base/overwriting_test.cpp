#include <libsched/base/overwriting.hpp>

#include <catch2/catch.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace libsched {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for a test, gone afterwards.
class Folder {
 public:
  Folder() : path_{fs::temp_directory_path() / ("slicewise-over-" + std::to_string(::getpid()))} {
    fs::create_directories(path_ / "sub");
    std::ofstream{path_ / "in"} << "given";
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string relative(const std::string& name) const { return fs::relative(path_ / name).string(); }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("an output that is an input is found under every spelling and through every link", "[base][unit]") {
  const Folder folder;
  fs::create_symlink("in", folder.path("link"));
  fs::create_symlink("link", folder.path("link-to-link"));
  fs::create_directory_symlink(".", folder.path("here"));
  fs::create_hard_link(folder.path("in"), folder.path("hard"));
  for (const char* name : {"in", "./in", "sub/../in", "link", "link-to-link", "here/in", "hard"}) {
    CAPTURE(name);
    for (const std::string& output : {folder.path(name), folder.relative(name)}) {
      const Issues issues =
          overwriting({{"--trace", output}}, {{"--nodes", "nowhere"}, {"the scenario", folder.path("in")}});
      REQUIRE(issues.size() == 1);
      CHECK(issues[0].where == "--trace " + output);
      CHECK(issues[0].what == "is the scenario " + folder.path("in") + ", which is read");
      CHECK(issues[0].fix == "choose another file");
      CHECK(overwriting({{"--trace", folder.path("in")}}, {{"the scenario", output}}).size() == 1);
    }
  }
  CHECK(overwriting({{"--trace", folder.path("other")}}, {{"the scenario", folder.path("in")}}).empty());
  CHECK(overwriting({{"--trace", ""}}, {{"the scenario", ""}}).empty());
}

TEST_CASE("two outputs that are one file are found before the file is there", "[base][unit]") {
  const Folder folder;
  fs::create_symlink("new", folder.path("dangling"));
  fs::create_symlink("none/new", folder.path("lost"));
  const std::string first = folder.path("new");
  for (const char* name : {"new", "./new", "sub/../new", "dangling"}) {
    CAPTURE(name);
    const Issues issues = overwriting({{"--curve", first}, {"--placements", folder.path(name)}}, {});
    REQUIRE(issues.size() == 1);
    CHECK(issues[0].where == "--placements " + folder.path(name));
    CHECK(issues[0].what == "is the file of --curve " + first);
  }
  CHECK(overwriting({{"--curve", first}, {"--placements", folder.path("newer")}}, {}).empty());
  CHECK(overwriting({{"--curve", first}, {"--placements", folder.path("lost")}}, {}).empty());
  CHECK(overwriting({{"--curve", ""}, {"--placements", ""}}, {}).empty());
}

TEST_CASE("what is no regular file may be named as often as one likes", "[base][unit]") {
  CHECK(overwriting({{"--curve", "/dev/null"}, {"--placements", "/dev/null"}}, {{"--nodes", "/dev/null"}}).empty());
}

}  // namespace libsched
