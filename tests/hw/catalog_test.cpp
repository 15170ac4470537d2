#include <libsched/hw/catalog.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <set>

using namespace libsched;

namespace {

void check_estimate(const Estimate& estimate) {
  CHECK(std::isfinite(estimate.high));
  CHECK(estimate.low >= 0);
  CHECK(estimate.low <= estimate.nominal);
  CHECK(estimate.nominal <= estimate.high);
  CHECK(estimate.source.size() > 10);
}

}  // namespace

TEST_CASE("the compiled-in catalogue has no problems", "[hw][unit]") {
  const auto catalog = hw::load_catalog("");
  if (!catalog) {
    for (const Issue& issue : catalog.error()) UNSCOPED_INFO(issue.where << ": " << issue.what << "; " << issue.fix);
  }
  REQUIRE(catalog.has_value());
}

TEST_CASE("every GPU that the design names is in the catalogue", "[hw][unit]") {
  for (const char* name :
       {"T4",   "A10G",      "L4",          "L40S",     "V100-16GB", "V100-32GB",    "A10",
        "A30",  "A100-40GB", "A100-80GB",   "H100",     "H200",      "GH200",        "H20",
        "B200", "B300",      "RTX-2080-Ti", "RTX-3090", "RTX-4090",  "RTX-PRO-4500", "RTX-PRO-6000"}) {
    INFO(name);
    const hw::GpuModel* gpu = hw::find_gpu(name);
    REQUIRE(gpu != nullptr);
    CHECK(gpu->name == name);
  }
}

TEST_CASE("every fact and parameter of the catalogue has a source and lies in its range", "[hw][unit]") {
  for (const hw::GpuModel& gpu : hw::gpus()) {
    INFO(gpu.name);
    CHECK_FALSE(gpu.compute_capability.empty());
    REQUIRE(gpu.memory_mib.value.has_value());  // without it no memory could be checked
    CHECK(*gpu.memory_mib.value >= 1024);
    for (const hw::Fact* fact : {&gpu.sms, &gpu.boost_mhz, &gpu.memory_mib, &gpu.bandwidth_gb_per_s, &gpu.fp32_tflops,
                                 &gpu.fp16_tflops, &gpu.l2_mib, &gpu.tdp_w, &gpu.mig_slices, &gpu.driver_reserve_mib}) {
      if (fact->value) CHECK(fact->source.size() > 10);
    }
    REQUIRE(gpu.mig_slices.value.has_value());
    CHECK((*gpu.mig_slices.value == 0 || *gpu.mig_slices.value == 4 || *gpu.mig_slices.value == 7));
    const hw::GpuProfile& profile = gpu.profile;
    for (const Estimate* estimate :
         {&profile.slice_us, &profile.preempt_us, &profile.voluntary_us, &profile.idle_us, &profile.refill_us,
          &profile.switch_jitter_us, &profile.idle_gap_us, &profile.host_contention}) {
      check_estimate(*estimate);
    }
    CHECK(profile.slice_us.low > 0);
    std::set<std::string> frameworks;
    for (const hw::ContextMemory& context : gpu.contexts) {
      frameworks.insert(context.framework);
      check_estimate(context.mib);
      CHECK(context.mib.low > 0);
    }
    CHECK(frameworks == std::set<std::string>{"cuda", "pytorch", "jax", "tensorflow", "vllm", "onnxruntime"});
  }
}

TEST_CASE("the A100's profile is the measured one and the T4's says that it is assumed", "[hw][unit]") {
  const hw::GpuModel* a100 = hw::find_gpu("A100-40GB");
  CHECK(a100->profile.slice_us.nominal == 2097.152);
  CHECK(a100->profile.preempt_us.nominal == 190);
  CHECK(a100->profile.voluntary_us.high == 180);
  CHECK(a100->profile.switch_jitter_us.high == 2);
  CHECK_FALSE(a100->profile.assumed);
  const hw::GpuModel* t4 = hw::find_gpu("T4");
  CHECK(t4->profile.assumed);
  CHECK(t4->profile.preempt_us.source.find("assumed") != std::string::npos);
  CHECK(t4->memory_mib.value == 15360.0);
  CHECK(t4->contexts.at(0).mib.nominal == 110);  // bare
  CHECK(t4->contexts.at(1).mib.nominal == 410);  // 110 + 300 for PyTorch
  CHECK(t4->contexts.at(1).mib.low == 205);      // half of it
}

TEST_CASE("names of NVML, GPU feature discovery and people find the same model", "[hw][unit]") {
  const std::vector<std::pair<const char*, const char*>> names = {
      {"Tesla T4", "T4"},
      {"Tesla-T4-SHARED", "T4"},
      {"t4", "T4"},
      {"NVIDIA A10G", "A10G"},
      {"NVIDIA-A10G-SHARED", "A10G"},
      {"NVIDIA-A100-SXM4-40GB", "A100-40GB"},
      {"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb", "A100-40GB"},
      {"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb-SHARED", "A100-40GB"},
      {"A100-PCIE-40GB", "A100-40GB"},
      {"NVIDIA A100 80GB PCIe", "A100-80GB"},
      {"a100_80gb", "A100-80GB"},
      {"NVIDIA-H100-80GB-HBM3", "H100"},
      {"NVIDIA H100 PCIe", "H100-PCIe"},
      {"NVIDIA H100 NVL", "H100-NVL"},
      {"NVIDIA GH200 480GB", "GH200"},
      {"Tesla-V100-SXM2-16GB", "V100-16GB"},
      {"Tesla V100-PCIE-32GB", "V100-32GB"},
      {"NVIDIA GeForce RTX 3090", "RTX-3090"},
      {"GeForce RTX 2080 Ti", "RTX-2080-Ti"},
      {"rtx 4090", "RTX-4090"},
      {"NVIDIA RTX PRO 6000 Blackwell Server Edition", "RTX-PRO-6000"},
      {"rtx-pro-server-6000", "RTX-PRO-6000"},
      {"NVIDIA L4", "L4"},
      {"NVIDIA L40S", "L40S"},
      {"NVIDIA B300 SXM6 AC", "B300"},
  };
  for (const auto& [spelling, name] : names) {
    INFO(spelling);
    const hw::GpuModel* gpu = hw::find_gpu(spelling);
    REQUIRE(gpu != nullptr);
    CHECK(gpu->name == name);
  }
}

TEST_CASE("a name that fits no model, or several, finds none", "[hw][unit]") {
  for (const char* name : {"", "NVIDIA", "A100", "V100", "H200 NVL", "H20-3e", "RTX 5090", "MIG 1g.5gb", "-SHARED"}) {
    INFO(name);
    CHECK(hw::find_gpu(name) == nullptr);
  }
  CHECK(hw::nearest_gpu("A100") == "A100-40GB");
  CHECK(hw::nearest_gpu("L40") == "L40S");
  CHECK(hw::nearest_gpu("NVIDIA A10H") == "A10G");
  CHECK(hw::nearest_gpu("something else").empty());
  CHECK(hw::nearest_instance("g4dn.xlrage") == "g4dn.xlarge");
}
