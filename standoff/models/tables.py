"""Sums of rows of a table, some for each of many sums: embedding bags whose way back is sorted only once."""

# The types of torch and scipy are partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import torch
from scipy.sparse import csr_array
from torch import Tensor

warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta state")


@dataclass(frozen=True)
class Sums:
    """Which rows of a table each sum takes, and how often."""

    rows: Tensor  # [N]
    offsets: Tensor  # [sums] first of `rows` of each sum
    weights: Tensor | None  # [N] of each row; 1 where there is none
    n_rows: int
    """Of the table."""

    @cached_property
    def transposed(self) -> Tensor:
        """[rows of the table, sums] sparse: how often each row stands in each sum. The gradient of a table is this
        times that of its sums.
        """
        device = self.rows.device
        rows, offsets = (each.cpu().numpy() for each in (self.rows, self.offsets))
        weights = np.ones(len(rows), np.float32) if self.weights is None else self.weights.cpu().numpy()
        sums = csr_array((weights, rows, np.append(offsets, len(rows))), shape=(len(offsets), self.n_rows)).tocsc()
        # Products with places of 32 bits take four fifths of the time of those with 64.
        first, owner = (torch.from_numpy(each.astype(np.int32)) for each in (sums.indptr, sums.indices))
        with torch.inference_mode(False), torch.no_grad():
            return torch.sparse_csr_tensor(
                first, owner, torch.from_numpy(sums.data), (self.n_rows, len(offsets)), check_invariants=False
            ).to(device)


def sum_rows(table: Tensor, sums: Sums) -> Tensor:
    """[sums, width] from a table [rows, width]."""
    return _SumOfRows.apply(table, sums)


class _SumOfRows(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, table: Tensor, sums: Sums) -> Tensor:
        ctx.sums = sums
        return torch.nn.functional.embedding_bag(
            sums.rows, table, sums.offsets, mode="sum", per_sample_weights=sums.weights
        )

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        return ctx.sums.transposed @ gradients[0].contiguous(), None
