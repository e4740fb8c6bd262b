"""Carries out rows: plays on until somebody has to decide, or offers what may be chosen. Rows: `cardgen.rules.rows`."""

from __future__ import annotations

from cardgen.play import chance
from cardgen.play.clauses import moves
from cardgen.play.compiled import compiled
from cardgen.play.records import dead_end, silent, use
from cardgen.rules.code import ACTION, IDLE, IT, PLAYERS, RESUME, YOU
from cardgen.rules.rows import (
    ADD,
    BEGIN_MOVE,
    BIT,
    CHOOSE,
    COUNT,
    COUNT_CARD,
    DEAD_END,
    DIE,
    DIV,
    END_MOVE,
    FIELD,
    IS_IN,
    JUMP,
    JUMP_EQ,
    JUMP_GE,
    JUMP_LT,
    JUMP_NE,
    JUMP_TO,
    KEEP,
    LOAD,
    LOAD_NUMBER,
    MAX,
    MIN,
    MOVE_ALL,
    MOVE_CARD,
    MOVE_SOME,
    MUL,
    NEXT_COMBO,
    NEXT_ID,
    NEXT_NUMBER,
    NEXT_OPTION,
    NEXT_TYPE,
    OFFER,
    OFFER_COMBOS,
    OFFER_TYPES,
    OFFERED,
    OVER,
    PACK,
    PASS,
    ROUND,
    RUNS,
    SEAT,
    SET,
    SET_BIT,
    SEVERAL,
    SHUFFLE,
    SILENT,
    STOP,
    STORE,
    SUB,
    TALLY,
    TURN,
    UNPACK,
    USE,
    VALUE_AT,
)  # fmt: skip
from cardgen.rules.rows import (
    IDLE as IDLES,
)

STUCK = 2_000  # times round without a decision


@compiled
def execute(table, state, pc, options):
    """From a row on: until a decision is due (returns 1), the game is over (0), or offers are complete (their number).

    `options` takes the offers of the rows of a section's choices, and is not touched by others.
    """
    rows, v, m, size = table.rows, state.v, state.m, state.sizes
    asking, after, count = 0, 0, 0  # whether it is only asked if there is any offer, and where to go on if not
    moved, last = 0, -1
    while True:
        row = rows[pc]
        op = row[0]
        a, b, c = row[1], row[2], row[3]
        pc += 1
        if op == SET:
            v[a] = v[b]
        elif op == LOAD_NUMBER:
            v[a] = b
        elif op == ADD:
            v[a] = v[b] + v[c]
        elif op == SUB:
            v[a] = v[b] - v[c]
        elif op == MUL:
            v[a] = v[b] * v[c]
        elif op == DIV:
            v[a] = v[b] // v[c] if v[c] else 0
        elif op == MIN:
            v[a] = min(v[b], v[c])
        elif op == MAX:
            v[a] = max(v[b], v[c])
        elif op == JUMP:
            pc = a
        elif op == JUMP_EQ:
            if v[a] == v[b]:
                pc = c
        elif op == JUMP_NE:
            if v[a] != v[b]:
                pc = c
        elif op == JUMP_LT:
            if v[a] < v[b]:
                pc = c
        elif op == JUMP_GE:
            if v[a] >= v[b]:
                pc = c
        elif op == JUMP_TO:
            pc = v[a]
        elif op == COUNT:
            v[a] = moves.count(table, state, b + v[c], row[4])
        elif op == COUNT_CARD:
            card = v[row[4]]
            v[a] = m[table.counts[b + v[c]] + card] if card >= 0 else 0
        elif op == NEXT_TYPE:
            at, group, card = table.counts[b + v[c]], row[4], v[a] + 1
            while card < table.cards and not (m[at + card] and table.members[group, card]):
                card += 1
            v[a] = card
            if card == table.cards:
                pc = row[5]
        elif op == NEXT_ID:
            card = v[a] + 1
            while card < table.cards and not table.members[b, card]:
                card += 1
            v[a] = card
            if card == table.cards:
                pc = c
        elif op == NEXT_NUMBER:
            v[a] += 1
            if v[a] >= v[b]:
                pc = c
        elif op == FIELD:
            v[a] = table.fields[b, v[c]] if v[c] >= 0 else 0
        elif op == IS_IN:
            v[a] = table.members[c, v[b]] if v[b] >= 0 else 0
        elif op == SEAT:
            v[a] = (v[b] + v[c]) % v[PLAYERS]
        elif op == LOAD:
            v[a] = v[b + v[c]]
        elif op == STORE:
            v[a + v[b]] = v[c]
        elif op == BEGIN_MOVE:
            moved, last = 0, -1
        elif op == END_MOVE:
            v[IT] = last if moved == 1 else -1
        elif op == MOVE_CARD:
            card = v[row[5]]
            found = moves.move_card(table, state, a + v[b], c + v[row[4]], card, v[row[6]])
            moved += found
            last = card if found else last
        elif op == MOVE_ALL:
            before = size[c + v[row[4]]]
            found = moves.move_all(table, state, a + v[b], c + v[row[4]], row[5])
            moved += size[c + v[row[4]]] - before
            last = found if found >= 0 else last
        elif op == MOVE_SOME:
            before = size[c + v[row[4]]]
            found = moves.move_some(table, state, a + v[b], c + v[row[4]], v[row[5]], row[6], row[7])
            before = size[c + v[row[4]]] - before
            moved += before
            last = found if found >= 0 else last
            if before < v[row[5]] and row[8] >= 0:
                silent(state, row[8])
        elif op == SHUFFLE:
            moves.shuffle(table, state, a + v[b])
        elif op == PASS:
            moves.hand_on(table, state, a, b)
        elif op == CHOOSE:
            v[RESUME] = pc - 1
            asking, after, pc = 1, pc, a
        elif op == STOP:
            if not asking:
                return count
            asking, pc = 0, after
        elif op == OFFERED:
            v[a] = count
        elif op == OFFER:
            if asking:
                state.to_act = v[YOU]
                return 1
            if count < len(options):
                options[count] = v[a]
                count += 1
        elif op == OFFER_TYPES:
            at, group = table.counts[a + v[b]], c
            for place in range(table.class_sizes[group]):
                card = table.classes[group, place]
                if m[at + card]:
                    if asking:
                        state.to_act = v[YOU]
                        return 1
                    if count < len(options):
                        options[count] = v[row[4]] | card << row[5]
                        count += 1
        elif op == OFFER_COMBOS:
            if asking:
                if moves.count(table, state, a + v[b], c) >= v[row[4]]:
                    state.to_act = v[YOU]
                    return 1
            else:
                count = moves.offer_combos(
                    table, state, a + v[b], c, v[row[4]], v[row[5]], row[6], row[7], options, count
                )
        elif op == NEXT_OPTION:
            v[a] += 1
            if v[a] >= count:
                if v[c] > v[b]:
                    count = v[c]
                pc = row[4]
            else:
                v[ACTION] = options[v[a]]
        elif op == KEEP:
            options[v[a]] = v[ACTION]
            v[a] += 1
        elif op == PACK:
            v[a] |= v[b] << c
        elif op == UNPACK:
            v[a] = v[b] >> c & (1 << row[4]) - 1
        elif op == NEXT_COMBO:
            if not moves.next_combo(table, state, a, b + v[c], row[4], v[row[5]]):
                pc = row[6]
        elif op == VALUE_AT:
            v[a] = table.values[b, v[c]]
        elif op == RUNS:
            v[a] = moves.runs(table, state, b + v[c], row[4])
        elif op == BIT:
            v[a] = v[b] >> v[c] & 1
        elif op == SET_BIT:
            v[a] |= 1 << v[b]
        elif op == SEVERAL:
            v[a] = (v[b] & (v[b] - 1)) != 0
        elif op == DIE:
            v[a] = 1 + chance.below(state.streams, chance.CHANCE, max(v[b], 1))
        elif op == TURN:
            state.turns += 1
        elif op == ROUND:
            state.rounds += 1
        elif op == TALLY:
            state.tallies[a] += 1
        elif op == USE:
            use(state, v[YOU], v[a])
        elif op == SILENT:
            silent(state, a)
        elif op == DEAD_END:
            dead_end(state)
        elif op == IDLES:
            v[IDLE] += 1
            if v[IDLE] > STUCK:
                state.terminal, state.ended = 1, table.stuck
                return 0
        elif op == OVER:
            state.terminal, state.ended = 1, a
            return 0
