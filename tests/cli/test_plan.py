"""`slicewise plan`: the verdict, the document, the files, the exit codes."""

import json
import shlex

import pytest

CANDIDATE_KEYS = {
    "gpu", "instance", "mode", "replicas", "gpus", "usd_per_hour", "p99_ms", "workloads", "meets_slo", "robust",
    "stable", "estimated", "binding", "reason",
}  # fmt: skip


def test_the_document_has_the_keys_of_the_contract(slicewise, scenario):
    done = slicewise("plan", scenario(), "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["schema"] == "slicewise.plan/1"
    assert document["recommended"] in document["candidates"]
    for candidate in document["candidates"]:
        assert CANDIDATE_KEYS <= candidate.keys()
        assert candidate["binding"] in {"slo", "load", "memory", "replicas-limit", "price", "none"}
        assert {"name", "p99_ms", "met"} <= candidate["workloads"][0].keys()
        if candidate["p99_ms"] is not None:
            assert candidate["p99_ms"]["low"] <= candidate["p99_ms"]["value"] <= candidate["p99_ms"]["high"]
    # Exclusive first, then 2..6 replicas of each mode: the fleet has six pods, and a T4 knows no MIG.
    candidates = [(c["mode"], c["replicas"], c["gpus"]) for c in document["candidates"]]
    shared = list(zip(range(2, 7), [3, 2, 2, 2, 1], strict=True))
    assert candidates == [("exclusive", 1, 6), *(("time-slicing", *s) for s in shared), *(("mps", *s) for s in shared)]
    assert {"path", "text"} <= document["files"][0].keys()


def test_the_recommendation_is_the_cheapest_that_keeps_the_slo(slicewise, scenario):
    document = json.loads(slicewise("plan", scenario(), "--json").stdout)
    best = document["recommended"]
    keeps = [c for c in document["candidates"] if c["meets_slo"]]
    assert min((c["usd_per_hour"], c["replicas"]) for c in keeps) == (best["usd_per_hour"], best["replicas"])
    assert best["p99_ms"]["value"] <= 60
    assert best["binding"] == "none"


def test_the_first_line_is_the_verdict(slicewise, scenario):
    done = slicewise("plan", scenario())
    verdict = done.stdout.splitlines()[0]
    assert "replicas per T4 on" in verdict
    assert "<= 60 ms" in verdict
    assert "USD/h" in verdict


def test_no_plan_exits_with_3_and_names_the_nearest_miss(slicewise, scenario, tmp_path):
    done = slicewise("plan", scenario("p99_ms: 60", "p99_ms: 5"), "-o", "out")
    assert done.returncode == 3
    assert done.stdout.splitlines()[0].startswith("no plan meets the SLO; nearest is exclusive T4")
    assert not (tmp_path / "out").exists()
    document = json.loads(slicewise("plan", "fleet.yaml", "--json").stdout)
    assert document["recommended"] is None
    assert document["nearest_miss"]["binding"] == "slo"
    assert document["files"] == []


def test_replicas_that_do_not_fit_in_memory_are_refused_for_that(slicewise, scenario):
    done = slicewise("plan", scenario("slo:", "memory_mib: 6000\n    slo:"), "--json")
    by_replicas = {c["replicas"]: c for c in json.loads(done.stdout)["candidates"]}
    assert by_replicas[2]["binding"] != "memory"
    assert by_replicas[3]["binding"] == "memory"
    assert not by_replicas[3]["meets_slo"]


def test_an_overloaded_gpu_is_an_answer(slicewise, scenario):
    done = slicewise("plan", scenario("rate_per_s: 15", "rate_per_s: 130"), "--json")
    assert done.returncode == 3
    for candidate in json.loads(done.stdout)["candidates"]:
        assert not candidate["stable"]
        assert candidate["p99_ms"] is None
        assert candidate["binding"] == "load"


def test_modes_instances_and_prices_shape_the_candidates(slicewise, scenario):
    done = slicewise(
        "plan", scenario(), "--json", "--modes", "exclusive", "--instances", "g4dn.xlarge,g4dn.12xlarge",
        "--price", "g4dn.12xlarge=0.1",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert [(c["instance"], c["mode"]) for c in document["candidates"]] == [
        ("g4dn.xlarge", "exclusive"), ("g4dn.12xlarge", "exclusive"),
    ]  # fmt: skip
    # Six pods on instances of four GPUs: two of them, eight GPUs.
    assert document["recommended"]["gpus"] == 8
    assert document["recommended"]["usd_per_hour"] == pytest.approx(0.2)
    assert document["candidates"][0]["binding"] == "price"


def test_an_unmeasured_card_is_estimated_and_recommended_only_on_request(slicewise, scenario):
    arguments = ["plan", scenario(), "--json", "--max-replicas", "2", "--instances", "g5.xlarge"]
    strict = slicewise(*arguments)
    assert strict.returncode == 3
    assert all(c["estimated"] for c in json.loads(strict.stdout)["candidates"])
    allowed = slicewise(*arguments, "--allow-estimates")
    assert allowed.returncode == 0
    assert json.loads(allowed.stdout)["recommended"]["estimated"]


def test_the_files_to_apply_are_written(slicewise, scenario, tmp_path):
    done = slicewise("plan", scenario(), "--json", "-o", "some/out")
    assert done.returncode == 0, done.stderr
    files = json.loads(done.stdout)["files"]
    written = {path.name: path.read_text() for path in (tmp_path / "some/out").iterdir()}
    assert written == {file["path"]: file["text"] for file in files}
    config = written["device-plugin-config.yaml"]
    assert "kind: ConfigMap" in config
    assert f"replicas: {json.loads(done.stdout)['recommended']['replicas']}" in config


def test_same_input_same_bytes(slicewise, scenario):
    for arguments in [["plan", scenario()], ["plan", "fleet.yaml", "--json"], ["simulate", "fleet.yaml", "--json"]]:
        first, second = slicewise(*arguments), slicewise(*arguments)
        assert first.stdout == second.stdout
        assert first.stderr == ""


def test_the_seed_matters(slicewise, scenario):
    documents = [slicewise("simulate", scenario(), "--json", "--set", f"run.seed={seed}").stdout for seed in (1, 2)]
    assert documents[0] != documents[1]


def test_a_total_rate_without_pods_asks_for_the_number_of_pods(slicewise, tmp_path):
    (tmp_path / "total.yaml").write_text(
        "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
        "  - {name: api, arrivals: {kind: poisson, total_rate_per_s: 200, route: random}, request: {gpu_ms: 8},\n"
        "     slo: {p99_ms: 60}}\nrun: {precision: 0.1}\n"
    )
    done = slicewise("plan", "total.yaml", "--max-replicas", "3", "--json")
    assert done.returncode == 0, done.stderr
    for candidate in json.loads(done.stdout)["candidates"]:
        assert candidate["gpus"] == -(-candidate["pods"] // candidate["replicas"])
        assert candidate["gpus"] >= 2


def test_pools_that_are_cheaper_are_the_verdict_and_the_files(slicewise, tmp_path):
    (tmp_path / "two.yaml").write_text(
        "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
        "  - {name: big, pods: 4, arrivals: {kind: poisson, rate_per_s: 5}, request: {gpu_ms: 10},\n"
        "     memory_mib: 6000, slo: {p99_ms: 200}}\n"
        "  - {name: small, pods: 8, arrivals: {kind: poisson, rate_per_s: 5}, request: {gpu_ms: 2},\n"
        "     memory_mib: 300, slo: {p99_ms: 100}}\n"
        "run: {precision: 0.1}\n"
    )
    done = slicewise("plan", "two.yaml", "--max-replicas", "8", "-o", "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("two pools are cheaper: big ")
    assert "who harms whom" in done.stdout
    assert "if the file's numbers are off" in done.stdout
    config = (tmp_path / "out/device-plugin-config.yaml").read_text()
    assert "  big-time-slicing-2" in config
    assert "  small-time-slicing-8" in config


def test_every_workload_stands_against_its_slo_with_a_line_that_shows_it(slicewise, scenario):
    done = slicewise("plan", scenario(), "--set", "run.seed=5")
    line = next(line for line in done.stdout.splitlines() if line.startswith("  slicewise simulate"))
    shown = slicewise(*shlex.split(line)[1:], "--json")
    assert shown.returncode == 0, shown.stderr
    p99 = json.loads(shown.stdout)["workloads"][0]["latency_ms"]["p99"]["value"]
    document = json.loads(slicewise("plan", "fleet.yaml", "--json", "--set", "run.seed=5").stdout)
    assert p99 == document["recommended"]["p99_ms"]["value"]


@pytest.mark.parametrize("folder", ["/proc/slicewise/out", "fleet.yaml/out", "fleet.yaml", "dangling/out"])
def test_a_folder_that_cannot_be_written_is_known_before_planning(slicewise, scenario, tmp_path, folder):
    (tmp_path / "dangling").symlink_to("nowhere")
    # A fleet that takes minutes to plan: the answer must not wait for it.
    done = slicewise("plan", scenario("precision: 0.1", "precision: 0.001"), "-o", folder)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"-o {folder}: ")
    assert "choose a folder" in done.stderr


def test_the_trial_of_a_folder_leaves_nothing_behind(slicewise, scenario, tmp_path):
    done = slicewise("plan", scenario("p99_ms: 60", "p99_ms: 5"), "-o", "deep/out")
    assert done.returncode == 3
    assert [path.name for path in tmp_path.iterdir()] == ["fleet.yaml"]


def test_the_text_says_which_files_were_written_and_which_replaced(slicewise, scenario, tmp_path):
    first = slicewise("plan", scenario(), "-o", "out").stdout
    again = slicewise("plan", "fleet.yaml", "-o", "out").stdout
    assert "\nwritten: out/device-plugin-config.yaml\n" in first
    assert "\nwritten, replacing what stood there: out/device-plugin-config.yaml\n" in again
    assert "-o DIR" not in again
    assert "(-o DIR writes it)" in slicewise("plan", "fleet.yaml").stdout
    text = (tmp_path / "out/device-plugin-config.yaml").read_text()
    assert " plan from fleet.yaml\n" in text.splitlines(keepends=True)[0]


def test_nothing_that_plan_chooses_is_asked_for(slicewise, scenario):
    sharing = "sharing: {mode: time-slicing, replicas: 3}\n"
    name = scenario(sharing)
    change = ["--set", "sharing.active_thread_pct=100"]
    done = slicewise("plan", name, "--modes", "mps", *change)
    assert done.returncode == 0, done.stderr
    line = next(line for line in done.stdout.splitlines() if line.startswith("  slicewise simulate"))
    assert slicewise(*shlex.split(line)[1:]).returncode == 0
    # Who simulates is asked for both, at once.
    refused = slicewise("simulate", name, *change)
    assert refused.returncode == 2
    assert "`sharing.mode` is missing" in refused.stderr
    assert "`sharing.replicas` is missing" in refused.stderr


def test_what_the_file_does_not_say_is_told_below_the_verdict_and_in_the_document(slicewise, scenario):
    done = slicewise("plan", scenario(), "--max-replicas", "2")
    assert done.stdout.splitlines()[1].startswith("warning: detector: memory is not modelled")
    document = json.loads(slicewise("plan", "fleet.yaml", "--max-replicas", "2", "--json").stdout)
    assert document["assumptions"][0].startswith("no memory_mib (detector)")
    assert document["notes"][0]["severity"] == "warning"


@pytest.mark.parametrize(
    ("prices", "what"),
    [
        (["g4dn.xlarge=1e308"], "--price: the price of g4dn.xlarge is 1e+308; give USD per hour, at most 1e+06"),
        (["g4dn.xlarge=0.3", "g4dn.xlarge=0.4"], "--price g4dn.xlarge=0.4: is a second price of g4dn.xlarge; give each"),
        (["g4dn.xlarge=-1"], "--price: the price of g4dn.xlarge is -1; give USD per hour, 0 or more"),
    ],
    ids=str,
)
def test_a_price_that_is_none_or_the_second_is_refused(slicewise, scenario, prices, what):
    done = slicewise("plan", scenario(), *(word for price in prices for word in ("--price", price)))
    assert (done.returncode, done.stdout) == (2, "")
    assert what in done.stderr
