# Every C++ dependency, found from Debian packages (the apt line is in scripts/setup). Nothing is downloaded here.
find_package(Threads REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(yaml-cpp 0.7 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Boost 1.74 REQUIRED)  # headers only: Graph, Math
if(SLICEWISE_TESTS)
  find_package(Catch2 2.13 REQUIRED)
endif()
if(SLICEWISE_BENCH)
  find_package(benchmark 1.7 REQUIRED)
endif()
