"""Pictures of placements (matplotlib)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from slicewise.placement import Placement

PANELS = {
    "allocation_pct": "GPUs allocated (% of capacity)",
    "fragmentation_pct_of_capacity": "expected fragment (% of capacity)",
}


class PlacementPlots:
    """Pictures of a placement."""

    def __init__(self, placement: Placement) -> None:
        self._placement = placement

    def curves(self, axes: tuple[Axes, Axes] | None = None) -> tuple[Axes, Axes]:
        """Draw allocation and fragmentation against arrived demand: the median over the seeds, and the band of 25-75 %."""
        import matplotlib.pyplot as plt

        if axes is None:
            _, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
            axes = (left, right)
        frame = self._placement.curves_frame()
        colours = plt.get_cmap("tab20" if frame["policy"].nunique() > 10 else "tab10")
        for ax, (column, label) in zip(axes, PANELS.items(), strict=True):
            for index, (policy, curve) in enumerate(frame.groupby("policy", sort=False)):
                at = curve.groupby("arrived_pct")[column]
                median = at.median()
                ax.plot(median.index, median.to_numpy(), color=colours(index), label=str(policy))
                ax.fill_between(
                    median.index, at.quantile(0.25).to_numpy(), at.quantile(0.75).to_numpy(), color=colours(index), alpha=0.2
                )
            ax.set_xlabel("GPU demand arrived so far (% of capacity)")
            ax.set_ylabel(label)
            ax.set_xlim(left=0)
            ax.set_ylim(bottom=0)
        axes[0].legend()
        return axes

    def nodes(self, ax: Axes | None = None) -> Axes:
        """Draw every GPU of the cluster after a single run: a column per node, the fullest first within each model.

        Dark is in use, yellow is free, white is no GPU.
        """
        import matplotlib.pyplot as plt

        if ax is None:
            ax = plt.subplots(figsize=(11, 3), layout="constrained")[1]
        frame = self._placement.nodes_frame()
        frame = frame[frame["gpu_milli_left"].map(len) > 0]
        frame = frame.assign(left=frame["gpu_milli_left"].map(lambda left: sum(left) / len(left)))
        frame = frame.sort_values(["model", "left"], kind="stable")
        height = int(frame["gpu_milli_left"].map(len).max())
        cells = np.full((height, len(frame)), np.nan)
        for column, left in enumerate(frame["gpu_milli_left"]):
            cells[: len(left), column] = np.sort(np.asarray(left, dtype="float64")) / 10.0
        image = ax.imshow(
            cells, aspect="auto", interpolation="nearest", cmap="viridis", vmin=0, vmax=100, origin="lower",
            extent=(0, len(frame), 0, height),
        )  # fmt: skip
        start = 0
        for model, group in frame.groupby("model", sort=False):
            ax.axvline(start, color="black", linewidth=0.8)
            narrow = len(group) < 0.06 * len(frame)
            ax.text(
                start + len(group) / 2, height * 1.02, str(model) or "?", fontsize="small", va="bottom",
                ha="left" if narrow else "center", rotation=45 if narrow else 0,
            )  # fmt: skip
            start += len(group)
        ax.set_xlabel("nodes, by GPU model, the fullest first")
        ax.set_ylabel("GPUs of the node")
        ax.figure.colorbar(image, ax=ax, label="left on the GPU (%)")
        return ax
