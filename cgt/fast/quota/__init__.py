"""Take-away games: the nim-values of a heap at every quota at once.

State (n, q): take k with 1 <= k <= min(n, q), leaving (n - k, f(k)). The nim-value is a nondecreasing step function of
the quota q. For a nondecreasing f, heap m offers each value v to the heaps of one interval, m + [g(T_{v-1}), g(T_v)),
where T_v is the least quota with a value above v and g(t) the least k with f(k) >= t. Going up the heaps, only the
latest heap that offers v counts, so T_v(n) = n - min over u <= v of the latest heap that offers u. The faster f grows,
the fewer of these there are and the fewer change from a heap to the next: at a million heaps a row has 11 steps for
f(x) = 2x, 58 for f(x) = x. For any other f, every move is tried.
"""

from cgt.fast.quota.rule import CROSSOVER

__all__ = ["CROSSOVER"]
