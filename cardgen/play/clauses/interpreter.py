"""The interpreter of rows (`cardgen.rules.ops`): plays until somebody must decide, or offers the legal actions."""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses import counts, moves
from cardgen.play.clauses.numbers import within
from cardgen.play.compiled import compiled
from cardgen.play.records import dead_end, silent, use
from cardgen.rules import ops
from cardgen.rules.code import (
    ACTION,
    AFTER,
    ASKING,
    IDLE,
    IT,
    LAST,
    MAX_IDLE,
    MAX_PICKED,
    MOVED,
    PLAYERS,
    RESUME,
    YOU,
)

ONE_ROW = np.uint64(1)


@compiled
def execute(table, state, pc, options):
    """Runs rows until a decision is due (returns 1), the game is over (0), or offers are complete (their number).

    Only rows that offer actions write to `options`. The position's registers hold all values between rows: with the row
    number as the only variable, play is a sixth faster.
    """
    rows, v, m, size = table.rows, state.v, state.m, state.sizes
    pc = np.uint64(pc)  # an unsigned index needs no test for negative values
    v[ASKING], count = 0, 0
    while True:
        row = rows[pc]
        op = row[0]
        a, b, c = row[1], row[2], row[3]
        pc += ONE_ROW
        if op == ops.SET:
            v[a] = v[b]
        elif op == ops.LOAD_NUMBER:
            v[a] = np.int32(b)
        elif op == ops.ADD:
            v[a] = within(table, state, v[b] + v[c])
        elif op == ops.SUB:
            v[a] = within(table, state, v[b] - v[c])
        elif op == ops.MUL:
            v[a] = within(table, state, np.int64(v[b]) * v[c])
        elif op == ops.ADD_PRODUCT:
            v[a] = within(table, state, v[a] + np.int64(v[b]) * v[c])
        elif op == ops.DIV:
            v[a] = v[b] // v[c] if v[c] else 0
        elif op == ops.MIN:
            v[a] = min(v[b], v[c])
        elif op == ops.MAX:
            v[a] = max(v[b], v[c])
        elif op == ops.JUMP:
            pc = a
        elif op == ops.JUMP_EQ:
            if v[a] == v[b]:
                pc = c
        elif op == ops.JUMP_NE:
            if v[a] != v[b]:
                pc = c
        elif op == ops.JUMP_LT:
            if v[a] < v[b]:
                pc = c
        elif op == ops.JUMP_GE:
            if v[a] >= v[b]:
                pc = c
        elif op == ops.JUMP_TO:
            pc = np.uint64(v[a])
        elif op == ops.COUNT:
            v[a] = counts.count(table, state, b + v[c], row[4]) if row[4] else size[b + v[c]]
        elif op == ops.COUNT_CARD:
            card = v[row[4]]
            v[a] = m[np.uint64(table.counts[np.uint64(b + v[c])] + card)] if card >= 0 else 0
        elif op == ops.NEXT_TYPE or op == ops.FIRST_TYPE:
            at, group, card = table.counts[np.uint64(b + v[c])], row[4], v[a] + 1 if op == ops.NEXT_TYPE else 0
            while card < table.cards and not (m[np.uint64(at + card)] and table.members[group, np.uint64(card)]):
                card += 1
            v[a] = card
            pc = row[6] if card == table.cards else row[5]
        elif op == ops.NEXT_WHERE or op == ops.FIRST_WHERE:
            card = v[a] + 1 if op == ops.NEXT_WHERE else 0
            card = counts.next_where(table, state, b + v[c], row[4], row[5], v[row[6]], card)
            v[a] = card
            pc = row[8] if card == table.cards else row[7]
        elif op == ops.COUNT_WHERE:
            v[a] = counts.count_where(table, state, b + v[c], row[4], row[5], v[row[6]])
        elif op == ops.COUNT_ALL:
            v[a] = counts.count_all(table, state, b + v[c], row[4], v[row[5]])
        elif op == ops.COUNT_CARD_ALL:
            v[a] = counts.count_card_all(table, state, b + v[c], v[row[4]], v[row[5]])
        elif op == ops.NEXT_ID or op == ops.FIRST_ID:
            card = v[a] + 1 if op == ops.NEXT_ID else 0
            while card < table.cards and not table.members[b, np.uint64(card)]:
                card += 1
            v[a] = card
            pc = row[4] if card == table.cards else c
        elif op == ops.NEXT_NUMBER or op == ops.FIRST_NUMBER:
            v[a] = v[a] + 1 if op == ops.NEXT_NUMBER else v[row[5]]
            pc = row[4] if v[a] >= v[b] else c
        elif op == ops.FIELD:
            v[a] = table.fields[b, v[c]]  # the last one is for no card, -1
        elif op == ops.IS_IN:
            v[a] = table.members[c, v[b]] if v[b] >= 0 else 0
        elif op == ops.SEAT:
            v[a] = (v[b] + v[c]) % v[PLAYERS]
        elif op == ops.LOAD:
            v[a] = v[b + v[c]]
        elif op == ops.STORE:
            v[a + v[b]] = v[c]
        elif op == ops.BEGIN_MOVE:
            v[MOVED], v[LAST] = 0, -1
        elif op == ops.END_MOVE:
            v[IT] = v[LAST] if v[MOVED] == 1 else -1
        elif op == ops.MOVE_CARD:
            card = v[row[5]]
            moved = moves.move_card(table, state, a + v[b], c + v[row[4]], card, v[row[6]])
            v[MOVED] += moved
            if moved:
                v[LAST] = card
        elif op == ops.MOVE_ALL:
            before = size[c + v[row[4]]]
            moved = moves.move_all(table, state, a + v[b], c + v[row[4]], row[5])
            v[MOVED] += size[c + v[row[4]]] - before
            if moved >= 0:
                v[LAST] = moved
        elif op == ops.MOVE_SOME:
            before = size[c + v[row[4]]]
            moved = moves.move_some(table, state, a + v[b], c + v[row[4]], v[row[5]], row[6], row[7])
            before = size[c + v[row[4]]] - before
            v[MOVED] += before
            if moved >= 0:
                v[LAST] = moved
            if before < v[row[5]] and np.int32(row[8]) >= 0:
                silent(state, row[8])
        elif op == ops.GATHER:
            before = size[a + v[b]]
            moved = moves.gather(table, state, a + v[b], c)
            v[MOVED] += size[a + v[b]] - before
            if moved >= 0:
                v[LAST] = moved
        elif op == ops.SHUFFLE:
            moves.shuffle(table, state, a + v[b])
        elif op == ops.PASS:
            moves.hand_on(table, state, np.int32(a), np.int32(b))
        elif op == ops.PUT_ASIDE:
            moves.put_aside(table, state, np.int32(a), np.int32(b))
        elif op == ops.BRING_BACK:
            moves.bring_back(table, state, np.int32(a), np.int32(b))
        elif op == ops.CHOOSE:
            v[RESUME] = np.int32(pc - ONE_ROW)
            v[ASKING], v[AFTER], pc = 1, np.int32(pc), a
        elif op == ops.STOP:
            if not v[ASKING]:
                return count
            v[ASKING], pc = 0, np.uint64(v[AFTER])
        elif op == ops.OFFERED:
            v[a] = count
        elif op == ops.OFFER:
            if v[ASKING]:
                state.to_act = v[YOU]
                return 1
            if count < len(options):
                options[count] = v[a]
                count += 1
        elif op == ops.OFFER_TYPES:
            at, group = table.counts[np.uint64(a + v[b])], c
            for place in range(table.class_sizes[group]):
                card = table.classes[group, np.uint64(place)]
                if m[np.uint64(at + card)]:
                    if v[ASKING]:
                        state.to_act = v[YOU]
                        return 1
                    if count < len(options):
                        options[count] = v[row[4]] | card << row[5]
                        count += 1
        elif op == ops.OFFER_COMBOS:
            if v[ASKING]:
                if 0 < v[row[4]] <= min(counts.count(table, state, a + v[b], c), MAX_PICKED):
                    state.to_act = v[YOU]
                    return 1
            else:
                count = counts.offer_combos(
                    table, state, a + v[b], c, v[row[4]], v[row[5]], row[6], row[7], options, count
                )
        elif op == ops.NEXT_OPTION:
            v[a] += 1
            if v[a] >= count:
                if v[c] > v[b]:
                    count = v[c]
                pc = row[4]
            else:
                v[ACTION] = options[v[a]]
        elif op == ops.KEEP:
            options[v[a]] = v[ACTION]
            v[a] += 1
        elif op == ops.PACK:
            v[a] |= v[b] << c
        elif op == ops.UNPACK:
            v[a] = v[b] >> c & (1 << row[4]) - 1
        elif op == ops.NEXT_COMBO:
            if not counts.next_combo(table, state, a, b + v[c], row[4], v[row[5]]):
                pc = row[6]
        elif op == ops.VALUE_AT:
            v[a] = table.values[b, v[c]]
        elif op == ops.VALUE_INDEX:
            v[a] = counts.value_index(table, b, v[c], row[4])
        elif op == ops.CARD_AT:
            v[a] = m[table.listed[b + v[c]] + v[row[4]] - 1]
        elif op == ops.TOP:
            v[a] = counts.top(table, state, b + v[c], row[4])
        elif op == ops.RUNS:
            v[a] = counts.runs(table, state, b + v[c], row[4])
        elif op == ops.SUM_OF:
            v[a] = counts.sum_of(table, state, b + v[c], row[4], row[5])
        elif op == ops.DIFFERENT:
            v[a] = counts.different(table, state, b + v[c], row[4], row[5], row[6])
        elif op == ops.BIT:
            v[a] = v[b] >> v[c] & 1
        elif op == ops.SET_BIT:
            v[a] |= 1 << v[b]
        elif op == ops.SEVERAL:
            v[a] = 1 if v[b] & (v[b] - 1) else 0
        elif op == ops.DIE:
            v[a] = 1 + chance.below(state.streams, chance.CHANCE, max(v[b], 1))
        elif op == ops.TURN:
            state.turns += 1
        elif op == ops.ROUND:
            state.rounds += 1
        elif op == ops.TALLY:
            state.tallies[a] += 1
        elif op == ops.TALLY_BY:
            state.tallies[a] = within(table, state, state.tallies[a] + v[b])
        elif op == ops.USE:
            use(state, v[YOU], v[a])
        elif op == ops.SILENT:
            silent(state, a)
        elif op == ops.WITHHELD:
            if not v[ASKING] and not state.silences[a]:  # counted once, however often options are computed
                silent(state, a)
        elif op == ops.DEAD_END:
            dead_end(state)
        elif op == ops.IDLE:
            v[IDLE] += 1
            if v[IDLE] > MAX_IDLE:
                if not state.terminal:
                    state.terminal, state.ended = 1, table.stuck
                state.searched += MAX_IDLE
                return 0
        elif op == ops.OVER:
            if not state.terminal:
                state.terminal, state.ended = 1, a
            return 0
