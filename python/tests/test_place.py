"""Placement: frames, pictures, wrong tables."""

import numpy as np
import pandas as pd
import pytest

import slicewise as sw

NODES = pd.DataFrame(
    {"name": [f"n{i}" for i in range(6)], "cpu_milli": 32000, "memory_mib": 65536, "gpu": [4] * 5 + [2], "model": ["T4"] * 3 + ["V100"] * 3}
)  # fmt: skip
PODS = pd.DataFrame(
    {
        "name": [f"p{i}" for i in range(34)],
        "cpu_milli": 2000,
        "memory_mib": 2048,
        "num_gpu": [1] * 30 + [2] * 4,
        "gpu_milli": [600] * 20 + [1000] * 14,
    }
)


def test_one_run_has_all_frames():
    placement = sw.place(NODES, PODS, seeds=7)
    assert placement.verdict.startswith("fgd places ")
    assert placement.frame().loc[0, "runs"] == 1
    run = placement.runs_frame().iloc[0]
    assert run["placed"] + run["failed"] == run["arrivals"] == 34
    pods = placement.placements_frame()
    assert len(pods) == 34
    assert int(pods["node"].isna().sum()) == run["failed"]
    nodes = placement.nodes_frame()
    left = nodes["gpu_milli_left"].map(sum).sum()
    assert 100 * (1 - left / 22000) == pytest.approx(run["allocation_pct"], abs=0.006)
    assert placement.refused_frame()["pods"].sum() == run["failed"]


def test_policies_are_compared_on_the_same_arrivals():
    placement = sw.place(NODES, PODS, policies=["fgd", "random"], seeds=range(3), tune=1.3)
    frame = placement.frame()
    assert list(frame["policy"]) == ["fgd", "random"]
    assert np.isnan(frame.loc[0, "allocation_over_first"])
    assert frame.loc[1, "allocation_over_first_low"] <= frame.loc[1, "allocation_over_first"]
    assert len(placement.runs_frame()) == 6
    assert set(placement.curves_frame()["policy"]) == {"fgd", "random"}
    with pytest.raises(ValueError, match="single run"):
        placement.nodes_frame()
    assert sw.place(NODES, PODS, policies=["fgd", "random"], seeds=range(3), tune=1.3, threads=1).json == placement.json


def test_files_and_other_headings_are_read(tmp_path):
    path = tmp_path / "nodes.csv"
    NODES.rename(columns={"name": "host"}).to_csv(path, index=False)
    placement = sw.place(path, PODS, node_columns={"name": "host"}, order="listed")
    assert list(placement.placements_frame()["pod"]) == list(PODS["name"])
    assert placement.json == sw.place(NODES, PODS, order="listed").json


def test_pods_are_drawn_from_kinds():
    kinds = PODS.iloc[[0, 33]].assign(weight=[3, 1])
    assert len(sw.place(NODES, kinds, draw=40).placements_frame()) == 40


def test_all_bad_rows_are_told():
    nodes = NODES.assign(gpu=[4, -1, 4, 99, 4, 2])
    with pytest.raises(sw.ScenarioError) as caught:
        sw.place(nodes, PODS.drop(columns="num_gpu"), policies="fdg")
    assert [issue.where for issue in caught.value.issues] == ["policies", "nodes:3", "nodes:5", "pods:1"]


def test_wrong_arguments_are_told():
    with pytest.raises(ValueError, match="order"):
        sw.place(NODES, PODS, order="sorted")
    with pytest.raises(sw.ScenarioError):
        sw.place(NODES, PODS, tune=float("nan"))
    with pytest.raises(sw.ScenarioError):
        sw.place("no-such.csv", PODS)


def test_the_pictures_have_axes_with_units():
    left, right = sw.place(NODES, PODS, policies=["fgd", "best-fit"], seeds=[1, 2], tune=1.3).plot.curves()
    assert "%" in left.get_ylabel()
    assert "%" in right.get_xlabel()
    assert len(left.get_lines()) == 2
    ax = sw.place(NODES, PODS).plot.nodes()
    assert ax.images[0].get_array().shape == (4, 6)


def test_policies_are_listed_with_sources():
    frame = sw.policies()
    assert {"fgd", "best-fit", "random"} <= set(frame["name"])
    assert frame["source"].str.len().min() > 0
