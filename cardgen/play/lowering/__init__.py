"""Lowering: translates functions of whole numbers over a table, a position and its options from Python source to LLVM
IR.

It takes the functions of `play.clauses.counts` and `moves`, `play.chance` and the like, and those that `rules.python`
writes for a game. Every number is 64 bits wide: narrower ones of records are widened when read and cut when written.
Arithmetic wraps at 64 bits, as numba's does; Python's own does not wrap. `//` and `%` round down, as in Python, and
nobody divides by 0: the source asks first. Shifts to the right keep the sign, except for unsigned numbers. Games of
clauses never come near these bounds (`play.clauses.numbers`).

Known fields of the table become constants, and known branches disappear. Each function is specialised for each
combination of known arguments.

`module.py` collects what one function needs. `function.py` lowers statements and calls, `vectors.py` intrinsics,
`arithmetic.py` operators and branches, `writer.py` blocks and memory; each is a subclass of the next.

Its contract: a function takes and returns whole numbers, reads and writes records of fixed layout, calls functions of
the same kind, and has loops and conditions over these, no objects, no exceptions and no memory of its own. So the same
source can be lowered to another target; the interpreter of rows (`play.clauses.interpreter`) plays every game that a
machine without this target has, from the same instructions. `make bench ONLY=play` shows what it earns: two to six
times as many games as the interpreter under numba.
"""
