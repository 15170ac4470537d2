"""Pictures of reports and plans (matplotlib). Each draws on the axes it is given, or on new ones, and returns them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slicewise.results import QUANTILES, Candidate, CandidateWorkload, WorkloadResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from slicewise.plans import Plan
    from slicewise.reports import Report


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=(7, 4), layout="constrained")[1]


def _label(name: str, longest: int = 32) -> str:
    """A name as matplotlib shows it: short enough for the axes, no `$` read as mathematics, no `_` that hides it."""
    if len(name) > longest:
        head = (longest - 1) * 2 // 3
        name = name[:head] + "\N{HORIZONTAL ELLIPSIS}" + name[head - longest + 1 :]
    name = name.replace("$", r"\$")
    return f" {name}" if name.startswith("_") else name


def _whole_numbers(ax: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    ax.xaxis.set_major_locator(MaxNLocator(integer=True))


class ReportPlots:
    """Pictures of a report."""

    def __init__(self, report: Report) -> None:
        self._report = report

    def latency(self, ax: Axes | None = None) -> Axes:
        """Draw which fraction of the requests is answered within how many milliseconds, and the SLOs."""
        ax = _axes(ax)
        for index, result in enumerate(self._report.workloads):
            colour = f"C{index}"
            name = _label(result.name)
            curve = _curve(result)
            if curve:
                ax.plot([ms for _, ms in curve], [part for part, _ in curve], color=colour, label=name)
            else:
                ax.plot([], [], color=colour, label=f"{name} ({'no requests' if result.stable else 'overload'})")
            if result.slo_p99_ms is not None:
                ax.axvline(result.slo_p99_ms, color=colour, linestyle="--", linewidth=1, label=f"SLO of {name}")
        ax.axhline(0.99, color="grey", linewidth=0.8, linestyle=":", label="99 %")
        ax.set_xlabel("response time (ms)")
        ax.set_ylabel("fraction of requests answered within it")
        ax.set_xlim(left=0)
        ax.set_ylim(0, 1.02)
        ax.legend()
        return ax


def _curve(result: WorkloadResult) -> list[tuple[float, float]]:
    if result.distribution_ms:
        return result.distribution_ms
    points = []
    for name, fraction in QUANTILES.items():
        interval = getattr(result.latency_ms, name, None)
        if fraction is not None and interval is not None:
            points.append((fraction, interval.value))
    return points


class PlanPlots:
    """Pictures of a plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def tradeoff(self, ax: Axes | None = None, *, workload: str | None = None) -> Axes:
        """Draw p99 against replicas per GPU: a line per instance and mode, its interval as a band, the SLO, the answer.

        Parameters
        ----------
        workload : str
            Whose p99; by default the one workload with an SLO, or the first.
        """
        ax = _axes(ax)
        name = workload or self._default_workload()
        lines: dict[str, list[tuple[Candidate, CandidateWorkload]]] = {}
        several = len({(c.gpu, c.instance) for c in self._plan.candidates}) > 1
        for candidate in self._plan.candidates:
            where = _label(candidate.instance or candidate.gpu)
            label = f"{where}, {candidate.mode}" if several else candidate.mode
            for part in candidate.workloads:
                if part.name == name:
                    lines.setdefault(label, []).append((candidate, part))
        target = next((p.slo_p99_ms for line in lines.values() for _, p in line if p.slo_p99_ms is not None), None)
        for index, (label, line) in enumerate(lines.items()):
            self._line(ax, f"C{index}", label, line)
        if target is not None:
            ax.axhline(target, color="black", linestyle="--", linewidth=1, label=f"SLO {target:g} ms")
            ax.set_ylim(0, 3 * target)
        self._mark_answer(ax, lines)
        ax.set_xlabel("replicas per GPU")
        ax.set_ylabel(f"p99 of {_label(name)} (ms)")
        _whole_numbers(ax)
        ax.legend()
        return ax

    def _default_workload(self) -> str:
        parts = [part for candidate in self._plan.candidates for part in candidate.workloads]
        return next((part.name for part in parts if part.slo_p99_ms is not None), parts[0].name if parts else "")

    @staticmethod
    def _line(ax: Axes, colour: str, label: str, line: list[tuple[Candidate, CandidateWorkload]]) -> None:
        # The layouts of MIG come by profile.
        line = sorted(line, key=lambda one: one[0].replicas)
        points = [(c.replicas, p.p99_ms) for c, p in line if p.p99_ms is not None]
        replicas = [k for k, _ in points]
        ax.plot(replicas, [p99.value for _, p99 in points], marker="o", markersize=4, color=colour, label=label)
        ax.fill_between(replicas, [p.low for _, p in points], [p.high for _, p in points], color=colour, alpha=0.2)
        overload = [c.replicas for c, p in line if not c.stable]
        if overload:
            ax.axvline(min(overload), color=colour, linestyle=":", label=f"{label}: overload from {min(overload)}")

    def _mark_answer(self, ax: Axes, lines: dict[str, list[tuple[Candidate, CandidateWorkload]]]) -> None:
        """The knee: the last point before the SLO breaks that is also the cheapest."""
        for candidate, part in (pair for line in lines.values() for pair in line):
            if self._plan._is_recommended(candidate) and part.p99_ms is not None:
                k, p99 = candidate.replicas, part.p99_ms.value
                ax.plot([k], [p99], marker="o", markersize=12, fillstyle="none", color="black", linestyle="none")
                self._annotate(ax, k, p99)

    @staticmethod
    def _annotate(ax: Axes, k: int, p99: float) -> None:
        """On the side of the point, and above or below it, where there is more room within the axes."""
        right, top = ax.get_xlim()[1], ax.get_ylim()[1]
        left = k - ax.get_xlim()[0] > right - k
        low = p99 < 0.1 * top
        ax.annotate(
            f"{k} replica{'' if k == 1 else 's'}: {p99:.0f} ms",
            (k, p99),
            textcoords="offset points",
            xytext=(-12 if left else 12, 12 if low else -22 if left else -14),
            horizontalalignment="right" if left else "left",
        )
