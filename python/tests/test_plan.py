"""Plans: the answer, the files, the picture."""

import matplotlib.pyplot as plt
import pytest
import yaml
from conftest import detector

import slicewise as sw


@pytest.fixture(scope="module")
def answer():
    scenario = sw.scenario(instance="g4dn.xlarge", workloads=[detector(pods=12)])
    return sw.plan(scenario, modes=["time-slicing"], max_replicas=8)


def test_four_detectors_share_a_t4(answer):
    best = answer.recommended
    assert (best.mode, best.replicas, best.gpus) == ("time-slicing", 4, 3)
    assert best.usd_per_hour == pytest.approx(3 * 0.526)
    assert best.meets_slo
    assert best.binding == "none"
    assert best.p99_ms.value <= 60


def test_the_frame_has_every_candidate_once_and_one_answer(answer):
    frame = answer.frame()
    assert len(frame) == len(answer.candidates)
    assert frame["recommended"].sum() == 1
    assert frame["p99_ms"].dtype == "float64"
    assert "exclusive" in set(frame["mode"])
    time_slicing = frame[frame["mode"] == "time-slicing"]
    assert list(time_slicing["replicas"]) == sorted(set(time_slicing["replicas"]))
    assert frame.loc[frame["recommended"], "usd_per_hour"].iloc[0] == frame.loc[frame["meets_slo"], "usd_per_hour"].min()


def test_the_files_can_be_applied(answer, tmp_path):
    paths = answer.write(tmp_path / "out")
    assert paths
    documents = [document for path in paths if path.endswith(".yaml") for document in yaml.safe_load_all(open(path))]
    maps = [document for document in documents if document and document["kind"] == "ConfigMap"]
    configs = [yaml.safe_load(text) for config_map in maps for text in config_map["data"].values()]
    resources = [r for config in configs for r in config["sharing"]["timeSlicing"]["resources"]]
    assert resources == [{"name": "nvidia.com/gpu", "replicas": 4}]


def test_writing_where_nothing_can_be_written_is_an_issue(answer, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(sw.ScenarioError):
        answer.write(tmp_path / "file")


def test_a_plan_is_not_written_over_the_scenario(tmp_path):
    file = tmp_path / "device-plugin-config.yaml"
    file.write_text(sw.scenario(instance="g4dn.xlarge", workloads=[detector()]).text)
    plan = sw.plan(sw.Scenario.from_yaml(file), modes=["time-slicing"], max_replicas=4)
    before = file.read_text()
    with pytest.raises(sw.ScenarioError, match="is the scenario .*, which is read; choose another"):
        plan.write(tmp_path / ".")
    assert file.read_text() == before
    assert plan.write(tmp_path / "out")


def test_where_nothing_is_recommended_nothing_is_written(tmp_path):
    plan = sw.plan(sw.scenario(gpu="T4", workloads=[detector(slo=sw.Slo(p99_ms=5))]), max_replicas=2)
    with pytest.raises(sw.ScenarioError, match="nothing to write: no candidate is recommended"):
        plan.write(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_no_plan_is_an_answer():
    scenario = sw.scenario(gpu="T4", workloads=[detector(slo=sw.Slo(p99_ms=5))])
    plan = sw.plan(scenario, max_replicas=3)
    assert plan.recommended is None
    assert plan.verdict.startswith("no plan meets the SLO")
    assert "<table" in plan._repr_html_()
    plan.plot.tradeoff()


def test_wrong_options_are_issues(small):
    with pytest.raises(sw.ScenarioError, match="no sharing mode"):
        sw.plan(small, modes=["time-sliced"])
    with pytest.raises(sw.ScenarioError):
        sw.plan(small, instances=["g4dn.tiny"])
    with pytest.raises(sw.ScenarioError):
        sw.plan(sw.scenario(gpu="T4", workloads=[detector(slo=None)]))


def test_a_price_can_be_replaced():
    scenario = sw.scenario(instance="g4dn.xlarge", workloads=[detector(pods=2)])
    plan = sw.plan(scenario, max_replicas=2, modes=["time-slicing"], usd_per_hour={"g4dn.xlarge": 0.2})
    assert plan.recommended.usd_per_hour == pytest.approx(0.2)


def test_the_tradeoff_shows_slo_and_answer_with_units(answer):
    axes = answer.plot.tradeoff()
    assert "(ms)" in axes.get_ylabel()
    assert "replicas" in axes.get_xlabel()
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert "SLO 60 ms" in labels
    assert any("4 replicas" in text.get_text() for text in axes.texts)
    plt.close("all")


@pytest.mark.parametrize("name", ["a$b$", "_hidden", "a-name-that-goes-on-" * 8])
@pytest.mark.parametrize("pods", [2, 12])
def test_no_label_runs_off_the_picture(name, pods):
    workload = detector(name=name, pods=pods, request=sw.Request(gpu_ms=2.0 if pods == 2 else 8.0))
    scenario = sw.scenario(instance="g4dn.xlarge", workloads=[workload], run=sw.Run(precision=0.3))
    whole = scenario.with_(sharing={"mode": "time-slicing", "replicas": 4}, **{"workloads[0].pods": 2})
    for axes in (sw.plan(scenario, max_replicas=4).plot.tradeoff(), sw.simulate(whole).plot.latency()):
        figure = axes.figure
        figure.canvas.draw()
        legend = axes.get_legend()
        assert legend.get_texts()
        for part in (axes.xaxis.label, axes.yaxis.label, legend, *axes.texts):
            box = part.get_window_extent()
            assert figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1, part
            assert figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1, part
        for text in axes.texts:
            assert axes.bbox.x0 <= text.get_window_extent().x0 and text.get_window_extent().x1 <= axes.bbox.x1
    plt.close("all")


def test_a_name_is_no_markup_in_a_notebook():
    scenario = sw.scenario(instance="g4dn.xlarge", workloads=[detector(name="<b>x", slo=sw.Slo(p99_ms=1), pods=2)])
    assert "<b>x" not in sw.plan(scenario, max_replicas=2)._repr_html_()


def test_it_shows_itself_in_a_notebook(answer):
    assert "4 replicas" in answer._repr_html_()
    assert "4 replicas" in repr(answer)


def test_two_workloads_say_who_harms_whom_and_what_apart_would_cost():
    small = detector(name="small", pods=2, request=sw.Request(gpu_ms=2.0), slo=sw.Slo(p99_ms=80))
    plan = sw.plan(sw.scenario(instance="g4dn.xlarge", workloads=[detector(pods=2), small]), max_replicas=3)
    harms = plan.harms()
    assert set(zip(harms["workload"], harms["neighbour"], strict=True)) >= {("small", "detector")}
    assert (harms["added_p99_ms"].dropna() >= -1).all()
    assert plan.pooled is not None and len(plan.pooled["pools"]) == 2
    changes = plan.sensitivity()
    assert {"rate", "gpu_ms"} <= set(changes["parameter"])
    assert set(changes["factor"]) == {0.8, 1.2}
