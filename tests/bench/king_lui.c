/* King Lui played at random in C: the reference of `make bench`. Default rules; facts K1-K37.
   gcc -O3 -shared -fPIC king_lui.c; `play` returns the number of decisions, so that nothing is optimised away. */
#include <stdint.h>

enum { DISHES = 7, EMERALD = 7, COPIES = 15, EMERALDS = 5, CARDS = DISHES * COPIES + EMERALDS, SEATS = 5 };

static inline uint32_t below(uint64_t *stream, uint32_t n) {
    uint64_t x = *stream;
    x ^= x << 13; x ^= x >> 7; x ^= x << 17;
    *stream = x;
    return (uint32_t)(((x >> 32) * n) >> 32);
}

static int feedings(const int *king, int *options, int count) {
    for (int a = 0; a < DISHES; a++) {
        if (!king[a]) continue;
        for (int b = a; b < DISHES; b++)
            if (king[b] >= 1 + (a == b)) options[count++] = 100 + a * DISHES + b;
    }
    return count;
}

static void eat(int *king, int *king_size, int action) {
    king[(action - 100) / DISHES]--;
    king[(action - 100) % DISHES]--;
    *king_size -= 2;
}

static long game(int players, uint64_t seed, long *points) {
    int8_t supply[CARDS];
    int king[DISHES] = {0}, king_size = 0, hands[SEATS][DISHES] = {{0}}, table[DISHES] = {0};
    int size = 0, emeralds = 0, laid = 0, chef = 0, options[64];
    long decisions = 0;
    uint64_t stream = seed * 0x9E3779B97F4A7C15ull + 1;
    for (int dish = 0; dish < DISHES; dish++)
        for (int copy = 0; copy < COPIES; copy++) supply[size++] = dish;
    for (int copy = 0; copy < EMERALDS; copy++) supply[size++] = EMERALD;
    for (int last = CARDS - 1; last > 0; last--) {
        int other = below(&stream, last + 1);
        int8_t kept = supply[last];
        supply[last] = supply[other];
        supply[other] = kept;
    }
    for (; size >= 2 * players; chef = (chef + 1) % players) {
        for (int dealt = 0; dealt < 2 * players; dealt++) {
            int card = supply[--size];
            if (card == EMERALD) emeralds++;
            else { table[card]++; laid |= 1 << card; }
        }
        for (int turn = 0; turn < players; turn++) {
            int player = (chef + turn) % players, count = 0;
            for (int dish = 0; dish < DISHES; dish++)
                if (table[dish]) options[count++] = dish;
            if (size) options[count++] = 50;
            if (emeralds && king_size >= 2 && (laid || !size)) count = feedings(king, options, count);
            if (!count) continue;
            int action = options[below(&stream, count)];
            decisions++;
            if (action >= 100) {
                eat(king, &king_size, action);
                emeralds--;
            } else if (action == 50) {
                int card = supply[--size];
                if (card != EMERALD) { hands[player][card]++; continue; }
                count = 0;
                options[count++] = 51;
                if (king_size >= 2) count = feedings(king, options, count);
                action = options[below(&stream, count)];
                decisions++;
                if (action == 51) emeralds++;
                else eat(king, &king_size, action);
            } else {
                hands[player][action] += table[action];
                table[action] = 0;
                laid &= ~(1 << action);
            }
        }
        for (int dish = 0; dish < DISHES; dish++) {
            king[dish] += table[dish];
            king_size += table[dish];
            table[dish] = 0;
        }
        laid = 0;
    }
    for (int player = 0; player < players; player++)
        for (int dish = 0; dish < DISHES; dish++)
            if (hands[player][dish] <= king[dish]) *points += hands[player][dish] * king[dish];
    return decisions;
}

long play(int players, long games, long first, long *points) {
    long decisions = 0;
    *points = 0;
    for (long seed = first; seed < first + games; seed++) decisions += game(players, (uint64_t)seed, points);
    return decisions;
}
