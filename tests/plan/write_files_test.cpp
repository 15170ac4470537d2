#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <libsched/plan/plan.hpp>

namespace libsched::plan {
namespace {

namespace fs = std::filesystem;

class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "slicewise-plan-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::permissions(path_, fs::perms::owner_all, ignored);
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Plan two_files() {
  Plan plan;
  plan.files = {{"a.yaml", "a: 1\n"}, {"b.yaml", "b: 2\n"}};
  return plan;
}

std::string text_of(const fs::path& path) {
  std::ifstream file{path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

std::size_t entries(const fs::path& path) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator{path}, fs::directory_iterator{}));
}

}  // namespace

TEST_CASE("a plan's files are written into a folder that is made on the way", "[plan][unit]") {
  const Scratch scratch;
  for (const char* name : {"out", "deep/er/out/"}) {
    const fs::path out = scratch.path() / name;
    REQUIRE(write_files(two_files(), out.string()).empty());
    CHECK(text_of(out / "a.yaml") == "a: 1\n");
    CHECK(text_of(out / "b.yaml") == "b: 2\n");
    CHECK(entries(out) == 2);
    // Again: what stands there is replaced, and said to be.
    fs::remove(out / "b.yaml");
    std::vector<WrittenFile> written;
    CHECK(write_files(two_files(), out.string(), &written).empty());
    REQUIRE(written.size() == 2);
    CHECK(written[0].path == (out / "a.yaml").string());
    CHECK(written[0].replaced);
    CHECK_FALSE(written[1].replaced);
    const std::string text = to_text(two_files(), {"slicewise", "simulate", "FILE"}, written);
    CHECK(text.find("written, replacing what stood there: " + written[0].path + "\n") != std::string::npos);
    CHECK(text.find("written: " + written[1].path + "\n") != std::string::npos);
    CHECK(text.find("-o DIR") == std::string::npos);
  }
}

TEST_CASE("where one file cannot be written none is, and no folder stays", "[plan][unit]") {
  const Scratch scratch;
  const fs::path out = scratch.path() / "out";
  fs::create_directories(out / "b.yaml");
  const Issues issues = write_files(two_files(), out.string());
  REQUIRE(issues.size() == 1);
  CHECK(issues[0].where == (out / "b.yaml").string());
  CHECK(entries(out) == 1);

  Plan impossible = two_files();
  impossible.files[1].path = "no/such/folder/b.yaml";
  CHECK(write_files(impossible, (scratch.path() / "new" / "folder").string()).size() == 1);
  CHECK(!fs::exists(scratch.path() / "new"));
}

TEST_CASE("a path that is a file, or below one, is an issue", "[plan][unit]") {
  const Scratch scratch;
  std::ofstream{scratch.path() / "file"} << "x";
  for (const char* name : {"file", "file/below"}) {
    const Issues issues = write_files(two_files(), (scratch.path() / name).string());
    REQUIRE(issues.size() == 1);
    CHECK(!issues[0].fix.empty());
  }
  CHECK(text_of(scratch.path() / "file") == "x");
}

TEST_CASE("a symbolic link in the folder stays, and what it leads to is written", "[plan][unit]") {
  const Scratch scratch;
  const fs::path out = scratch.path() / "out", kept = scratch.path() / "kept";
  fs::create_directories(out);
  fs::create_directories(kept);
  std::ofstream{kept / "old.yaml"} << "old";
  fs::create_symlink("../kept/old.yaml", out / "a.yaml");
  fs::create_symlink(kept / "new.yaml", out / "b.yaml");  // leads to nothing yet
  REQUIRE(write_files(two_files(), out.string()).empty());
  CHECK(fs::is_symlink(out / "a.yaml"));
  CHECK(fs::is_symlink(out / "b.yaml"));
  CHECK(text_of(kept / "old.yaml") == "a: 1\n");
  CHECK(text_of(kept / "new.yaml") == "b: 2\n");
  CHECK(entries(out) == 2);
  CHECK(entries(kept) == 2);
  fs::remove(out / "b.yaml");
  fs::create_symlink("b.yaml", out / "b.yaml");  // leads to itself
  CHECK(write_files(two_files(), out.string()).size() == 1);
  CHECK(fs::is_symlink(out / "b.yaml"));
}

TEST_CASE("a pipe or a device in the folder stays, and nothing is written", "[plan][unit]") {
  const Scratch scratch;
  const fs::path pipe = scratch.path() / "b.yaml";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const Issues issues = write_files(two_files(), scratch.path().string());
  REQUIRE(issues.size() == 1);
  CHECK(issues[0].where == pipe.string());
  CHECK(issues[0].what == "is no regular file");
  CHECK(fs::is_fifo(pipe));
  CHECK(entries(scratch.path()) == 1);
}

TEST_CASE("a plan without files makes no folder", "[plan][unit]") {
  const Scratch scratch;
  const Issues issues = write_files(Plan{}, (scratch.path() / "out").string());
  REQUIRE(issues.size() == 1);
  CHECK(issues[0].what == "there is nothing to write: no candidate is recommended");
  CHECK(entries(scratch.path()) == 0);
}

TEST_CASE("a folder that may not be written is an issue", "[plan][unit]") {
  if (::geteuid() == 0) return;  // root may write everywhere
  const Scratch scratch;
  fs::permissions(scratch.path(), fs::perms::owner_read | fs::perms::owner_exec);
  CHECK(write_files(two_files(), scratch.path().string()).size() == 1);
  CHECK(write_files(two_files(), (scratch.path() / "out").string()).size() == 1);
}

}  // namespace libsched::plan
