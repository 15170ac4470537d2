#include <libsched/base/nearest.hpp>

#include <catch2/catch.hpp>

using libsched::nearest;

TEST_CASE("a misspelt word is answered with the nearest known one", "[base][unit]") {
  const std::vector<std::string> keys = {"arrivals", "request", "memory_mib", "slo", "pods", "name"};
  CHECK(nearest("arrival", keys) == "arrivals");
  CHECK(nearest("requst", keys) == "request");
  CHECK(nearest("memoryMiB", keys) == "memory_mib");
  CHECK(nearest("sol", keys) == "slo");
  CHECK(nearest("nmae", keys) == "name");
}

TEST_CASE("no suggestion is made where nothing is near", "[base][unit]") {
  CHECK(nearest("temperature", {"arrivals", "request", "slo"}).empty());
  CHECK(nearest("x", {"y"}).empty());
  CHECK(nearest("", {"y", ""}).empty());
  CHECK(nearest(std::string(100000, 'a'), {"aaa"}).empty());
  CHECK(nearest("slo", {}).empty());
}

TEST_CASE("of equally near words the first is suggested", "[base][unit]") {
  CHECK(nearest("cat", {"bat", "rat"}) == "bat");
}
