/* Wythoff nim-values (a = 1) of a square table: bitsets, 64 rows at a time, the algorithm of
   cgt/fast/wythoff_loops.py. Usage: wythoff_table SIDE. Prints seconds and the sum of the values. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 64 };

static size_t words;

static void include(uint64_t *line, int *full, int value) {
    line[value >> 6] |= 1ull << (value & 63);
    while (!~line[*full]) ++*full;
}

static void *array(size_t items, size_t size) {
    void *memory = calloc(items, size);
    if (!memory) exit(1);
    return memory;
}

int main(int count, char **argument) {
    int side = count > 1 ? atoi(argument[1]) : 2000;
    struct timespec begun, done;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    words = 2 * (size_t)side / 64 + 3;
    uint64_t *rows = array(BLOCK * words, 8), *columns = array(side * words, 8), *diagonals = array(side * words, 8);
    int full_rows[BLOCK], *full_columns = array(side, sizeof(int)), *full_diagonals = array(side, sizeof(int));
    uint16_t *values = array((size_t)side * side, sizeof *values);
    for (int begin = 0; begin < side; begin += BLOCK) {
        int end = begin + BLOCK < side ? begin + BLOCK : side;
        for (int j = begin; j < side; j++) {
            uint64_t *column = columns + j * words;
            for (int i = begin; i < end && i <= j; i++) {
                int r = i - begin, d = j - i;
                uint64_t *row = rows + r * words, *diagonal = diagonals + d * words;
                if (!d) {
                    memcpy(row, column, words * 8);
                    full_rows[r] = full_columns[j];
                }
                int word = full_rows[r] > full_columns[j] ? full_rows[r] : full_columns[j];
                if (full_diagonals[d] > word) word = full_diagonals[d];
                uint64_t reached;
                while (!~(reached = row[word] | column[word] | diagonal[word])) word++;
                int value = word * 64 + __builtin_ctzll(~reached);
                values[(size_t)i * side + j] = value;
                include(row, &full_rows[r], value);
                include(column, &full_columns[j], value);
                include(diagonal, &full_diagonals[d], value);
            }
        }
    }
    for (int strip = 0; strip < side; strip += 64)
        for (int j = strip; j < side; j++)
            for (int i = strip; i < strip + 64 && i < j; i++)
                values[(size_t)j * side + i] = values[(size_t)i * side + j];
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &done);
    long long sum = 0;
    for (size_t i = 0; i < (size_t)side * side; i++) sum += values[i];
    printf("%.9f %lld\n", done.tv_sec - begun.tv_sec + (done.tv_nsec - begun.tv_nsec) * 1e-9, sum);
    return 0;
}
