/* Nim-values of a subtraction game, value by value: subtraction HEAPS MOVE...

   Moves below 64: sixty-four heaps at a time; pending[v] has bit i set when heap i of the block has an option of value v.
   Larger moves, at most 32 of them: the one-hot words of the options OR-ed heap by heap. Prints seconds and a checksum. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void fill_by_blocks(uint8_t *restrict values, uint64_t stop, uint64_t moves, int count) {
    uint64_t pending[64] = {0};
    for (uint64_t base = 0; base < stop; base += 64) {
        uint64_t rest = stop - base >= 64 ? ~0ull : (1ull << (stop - base)) - 1;
        int value = 0;
        for (; rest; value++) {
            uint64_t reached = pending[value], later = 0, free;
            while ((free = rest & ~reached)) {
                int heap = __builtin_ctzll(free);
                values[base + heap] = value;
                rest &= ~(free & -free);
                reached |= moves << heap;
                later |= (moves >> 1) >> (63 - heap);
            }
            pending[value] = later;
        }
        for (; value <= count; value++) pending[value] = 0;
    }
}

static void fill_by_options(uint8_t *restrict values, long stop, const long *moves, int count) {
    for (long heap = 0; heap < stop; heap++) {
        uint64_t reached = 0;
        for (int j = 0; j < count && moves[j] <= heap; j++) reached |= 1ull << values[heap - moves[j]];
        values[heap] = __builtin_ctzll(~reached);
    }
}

int main(int argc, char **argv) {
    long stop = atol(argv[1]), moves[64];
    int count = argc - 2;
    uint64_t bits = 0;
    for (int j = 0; j < count; j++) {
        moves[j] = atol(argv[j + 2]);
        if (moves[j] < 64) bits |= 1ull << moves[j];
    }
    uint8_t *values = calloc(stop + 64, 1);
    memset(values, 1, stop + 64); /* the pages are there before the clock starts */
    double start = now();
    if (moves[count - 1] < 64)
        fill_by_blocks(values, stop, bits, count);
    else
        fill_by_options(values, stop, moves, count);
    double seconds = now() - start;
    uint64_t sum = 0;
    for (long heap = 0; heap < stop; heap++) sum += (uint64_t)(heap % 251 + 1) * values[heap];
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
    return 0;
}
