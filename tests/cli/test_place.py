"""`slicewise place`: many pods on a cluster."""

import csv
import hashlib
import io
import json
import os
import pathlib

import pytest

NODES = "name,cpu_milli,memory_mib,gpu,model\n" + "".join(f"n{i},32000,65536,4,T4\n" for i in range(6))
PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\n" + "".join(
    [f"share-{i},2000,2048,1,600\n" for i in range(20)]
    + [f"whole-{i},4000,4096,1,1000\n" for i in range(10)]
    + [f"pair-{i},8000,8192,2,1000\n" for i in range(4)]
)
FILES = ["--nodes", "nodes.csv", "--pods", "pods.csv"]


@pytest.fixture
def lists(tmp_path):
    (tmp_path / "nodes.csv").write_text(NODES)
    (tmp_path / "pods.csv").write_text(PODS)
    return tmp_path


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_first_line_is_the_verdict_and_the_same_command_gives_the_same_bytes(slicewise, lists):
    first, second = (slicewise("place", *FILES, "--seed", "7") for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stderr == ""
    assert first.stdout.startswith("fgd places ")
    assert first.stdout == second.stdout


def test_json_and_curve_have_the_keys_of_the_contract(slicewise, lists):
    done = slicewise("place", *FILES, "--policy", "best-fit", "--tune", "1.3", "--json", "--curve", "out.csv")
    document = json.loads(done.stdout)
    assert document["policy"] == "best-fit"
    assert document["placed"] + document["failed"] == document["arrivals"]
    curve = rows((lists / "out.csv").read_text())
    assert list(curve[0]) == [
        "arrived_pct", "allocation_pct", "fragmentation_pct_of_capacity", "fragmentation_pct_of_idle",
    ]  # fmt: skip
    assert [row["arrived_pct"] for row in curve] == [str(i) for i in range(len(curve))]
    assert 128 <= int(curve[-1]["arrived_pct"]) <= 130


def test_every_pod_went_somewhere_or_has_a_reason(slicewise, lists):
    done = slicewise("place", *FILES, "--policy", "worst-fit", "--placements", "where.csv")
    assert done.returncode == 0, done.stderr
    where = rows((lists / "where.csv").read_text())
    assert len(where) == 34
    for row in where:
        assert bool(row["node"]) != bool(row["short_of"])
        if row["short_of"]:
            assert int(row["nodes_short_of_" + row["short_of"]]) > 0


def test_several_policies_and_seeds_make_one_table(slicewise, lists):
    done = slicewise("place", *FILES, "--policy", "all", "--seeds", "1-3", "--json", "--curve", "out.csv")
    document = json.loads(done.stdout)
    names = [one["name"] for one in json.loads(slicewise("catalog", "policies", "--json").stdout)["policies"]]
    assert [one["policy"] for one in document["policies"]] == names
    assert len(document["runs"]) == 3 * len(names)
    assert all(one["allocation_pct"]["low"] <= one["allocation_pct"]["value"] for one in document["policies"])
    assert {row["policy"] for row in rows((lists / "out.csv").read_text())} == set(names)
    text = slicewise("place", *FILES, "--policy", "fgd,random", "--seeds", "1-3", "--threads", "1").stdout
    assert text == slicewise("place", *FILES, "--policy", "fgd,random", "--seeds", "1-3", "--threads", "2").stdout
    assert text.splitlines()[0].startswith("fgd allocates most: ")


def test_both_engines_give_the_same_bytes(slicewise, lists):
    arguments = ["place", *FILES, "--policy", "all", "--seeds", "5-6", "--tune", "1.5", "--json"]
    assert slicewise(*arguments).stdout == slicewise(*arguments, "--engine", "full").stdout


def test_other_headings_and_drawn_pods(slicewise, lists):
    (lists / "nodes.csv").write_text(NODES.replace("name,cpu_milli", "host,millicores"))
    (lists / "kinds.csv").write_text("cores,ram,gpus,part,often\n1,1,1,0.5,3\n2,2,2,1,1\n")
    done = slicewise(
        "place", "--nodes", "nodes.csv", "--node-columns", "name=host,cpu_milli=millicores",
        "--pods", "kinds.csv", "--pod-columns", "cpu=cores,memory_gib=ram,num_gpu=gpus,gpu_share=part,weight=often",
        "--draw", "50", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["arrivals"] == 50


def test_all_bad_rows_of_both_files_are_told_and_nothing_is_written(slicewise, lists):
    (lists / "nodes.csv").write_text(NODES + "n0,1,1,1,T4\nx,1,1,-1,T4\n")
    (lists / "pods.csv").write_text(PODS + "a,x,1,1,1000\nb,1,1,1,0\nc,1,1\n")
    done = slicewise("place", *FILES, "--policy", "fdg", "--curve", "out.csv", "--placements", "where.csv")
    assert done.returncode == 2
    assert done.stdout == ""
    places = [line.split(": ")[0] for line in done.stderr.splitlines()]
    assert places == ["--policy", "nodes.csv:8", "nodes.csv:9", "pods.csv:36", "pods.csv:37", "pods.csv:38"]
    assert not (lists / "out.csv").exists()
    assert not (lists / "where.csv").exists()


def test_problems_with_options_and_files_are_told_at_once(slicewise, lists):
    (lists / "pods.csv").write_text(PODS + "a,x,1,1,1000\n")
    done = slicewise("place", "--nodes", "missing.csv", *FILES[2:], "--policy", "fdg", "--seeds", "5-1", "--tune", "0",
                     "--draw", "0", "--curve", "/no/such/folder/out.csv", "--placements", "w.csv",
                     "--node-columns", "cpu")  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    places = [line.split(": ")[0] for line in done.stderr.splitlines()]
    assert places[0] == "--seeds"
    assert places[1].startswith("missing.csv")
    assert places[2:] == ["--node-columns", "--curve /no/such/folder/out.csv", "--policy", "--draw", "--tune",
                          "pods.csv:36"]  # fmt: skip


def test_lists_the_wrong_way_round_are_refused(slicewise, lists):
    done = slicewise("place", "--nodes", "pods.csv", "--pods", "nodes.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pods.csv:1: this looks like a list of pods: it has a column 'gpu_milli'; give the two lists" in done.stderr
    assert "nodes.csv:1: this looks like a list of nodes: it has a column 'model'; give the two lists" in done.stderr


@pytest.mark.parametrize("heading", ["name,cpu_milli,memory_mib,gpu", "name,cpu_milli,memory_mib,num_gpu"])
def test_one_list_is_not_both(slicewise, tmp_path, heading):
    (tmp_path / "same.csv").write_text(f"{heading}\na,1000,2048,1\nb,1000,2048,1\n")
    done = slicewise("place", "--nodes", "same.csv", "--pods", "./same.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "./same.csv: the pods are the same list as the nodes; give a list of each\n"


def test_all_policies_and_one_are_too_many(slicewise, lists):
    done = slicewise("place", *FILES, "--policy", "all,fgd")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--policy: 'all' names every policy and stands alone; leave out the others, or 'all'\n"


def test_one_seed_is_no_list(slicewise, lists):
    for word in ("5-6", "1,2", "x", "-1"):
        done = slicewise("place", *FILES, f"--seed={word}")
        assert done.returncode == 2
        assert done.stderr == f"--seed: '{word}' is no seed; write one whole number, e.g. 42; --seeds takes several\n"


@pytest.mark.parametrize(
    "arguments",
    [["--seeds", "5-1"], ["--seeds", "1", "--seed", "1"], ["--tune", "0"], ["--tune", "nan"], ["--tune", "x"],
     ["--policy", ""], ["--curve", "/no/such/folder/out.csv"], ["--draw", "0"], ["--pod-columns", "cpu"],
     ["--placements", "w.csv", "--seeds", "1-2"], ["--nodes", "missing.csv"], ["--threads", "0"]],
    ids=" ".join,
)  # fmt: skip
def test_a_wrong_option_is_refused(slicewise, lists, arguments):
    base = FILES[2:] if arguments[0] == "--nodes" else FILES
    done = slicewise("place", *base, *arguments)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.strip()


def openb():
    """The published trace, beside a checkout or in $SLICEWISE_DATA."""
    roots = [os.environ.get("SLICEWISE_DATA"), pathlib.Path(__file__).resolve().parents[2] / "../shared/data"]
    for root in filter(None, roots):
        folder = pathlib.Path(root) / "openb"
        if (folder / "openb_node_list_gpu_node.csv").exists():
            return folder
    pytest.skip("the openb trace is neither in $SLICEWISE_DATA nor in ../shared/data beside the checkout")


def test_the_order_of_the_published_experiment_is_the_recorded_one(slicewise, tmp_path):
    folder = openb()
    files = ["--nodes", folder / "openb_node_list_gpu_node.csv", "--pods", folder / "openb_pod_list_multigpu30.csv"]
    done = slicewise("place", *files, "--seed", "47", "--tune", "1.3", "--placements", "where.csv")
    assert done.returncode == 0, done.stderr
    index = {pod["name"]: i for i, pod in enumerate(rows((folder / "openb_pod_list_multigpu30.csv").read_text()))}
    order = " ".join(str(index[row["pod"]]) for row in rows((tmp_path / "where.csv").read_text()))
    recorded = rows((folder / "arrival-order-checksums.csv").read_text())
    expected = next(r for r in recorded if (r["trace"], r["seed"]) == ("multigpu30", "47"))
    assert hashlib.sha256(order.encode()).hexdigest()[:16] == expected["sha256_arrival_rows"]
