"""Rules as data: reads rules files of one sentence a clause, and compiles them into instructions.

The steps in order, with their modules:

- `read.py`, `declare.py`, `flow.py`, `sentences.py`: YAML to sentences with places;
- `parse.py`, `grammar/`, `tree.py`: a sentence to a tree;
- `program.py`, `clauses.py`: the clauses of a game, frozen (`Program`);
- `compile.py`, `compiling/`, `layout.py`: clauses to instructions over registers (`code.py`, `instructions.py`);
- `simplify.py`, with `families.py`, `having.py`, `offers.py`: passes over instructions, for both backends;
- `rows.py`, `jump_threading.py`: the backend for the interpreter, and passes over its rows;
- `python.py`, `card_lines.py`: the backend for machine code, which `cardgen.play.lowering` compiles.

`coverage.py` and `instrumented.py` instrument a game through `compiling/observer.py`. `bounds.py` (over the states of
`abstract_state.py`), `rounds.py`, `extent.py`, `circles.py`, `doubts.py`, `foresight.py`, `settled.py` and `alike.py`
are static analyses.
"""
