"""Sums of rows of a table, some for each of many sums: embedding bags whose way back is sorted only once."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch
from torch import Tensor

warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta state")


@dataclass(frozen=True)
class Sums:
    """Which rows of a table each sum takes, and how often."""

    rows: Tensor  # [N]
    owner: Tensor  # [N] the sum that each belongs to
    offsets: Tensor  # [sums] first of `rows` of each sum
    weights: Tensor | None  # [N] of each row; 1 where there is none
    n_rows: int
    """Of the table."""

    @cached_property
    def transposed(self) -> Tensor:
        """[rows of the table, sums] sparse: how often each row stands in each sum. The gradient of a table is this
        times that of its sums.
        """
        with torch.inference_mode(False), torch.no_grad():
            order = torch.argsort(self.rows, stable=True)
            first = torch.nn.functional.pad(torch.bincount(self.rows, minlength=self.n_rows).cumsum(0), (1, 0))
            weights = torch.ones(len(order), device=order.device) if self.weights is None else self.weights[order]
            size = (self.n_rows, len(self.offsets))
            return torch.sparse_csr_tensor(first, self.owner[order], weights, size, check_invariants=False)


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
