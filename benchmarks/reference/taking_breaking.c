/* Nim-values of a taking-and-breaking game with at most two heaps left: taking_breaking HEAPS UNEQUAL DIGIT...

   The same algorithm as the compiled route: the values of the first pairs of parts noted, missing ones sought eight at a
   time, within a sparse space chosen anew at each doubling where there is one. Prints seconds and a checksum. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 65536, STRETCH = 1024, SHORTEST = 128, FIRST_CHOICE = 512, LEVELS = 17 };
static const double RARE_ENOUGH = 0.05;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static long stop, length, unequal, digits[64];
static int64_t seen[SIZE], histogram[2 * SIZE];
static uint8_t odd[SIZE];
static long *rare, rare_count = -1, use_position, opening = SHORTEST;

static long count_of_pairs(long total) { return unequal ? (total - 1) / 2 : total / 2; }
static int parity(unsigned x) { return __builtin_parity(x); }

#define LOOPS(T)                                                                                                       \
    static T *values_##T, *mirror_##T;                                                                                 \
    static int found_##T(long total, long low, long high, const T *sought) {                                           \
        const T *restrict first = values_##T + low, *restrict second = mirror_##T + (stop - 1 - total) + low;          \
        T d0 = 1, d1 = 1, d2 = 1, d3 = 1, d4 = 1, d5 = 1, d6 = 1, d7 = 1;                                              \
        T s0 = sought[0], s1 = sought[1], s2 = sought[2], s3 = sought[3];                                              \
        T s4 = sought[4], s5 = sought[5], s6 = sought[6], s7 = sought[7];                                              \
        for (long i = 0; i < high - low; i++) {                                                                        \
            T x = first[i] ^ second[i], y;                                                                             \
            y = x ^ s0, d0 = y < d0 ? y : d0, y = x ^ s1, d1 = y < d1 ? y : d1;                                        \
            y = x ^ s2, d2 = y < d2 ? y : d2, y = x ^ s3, d3 = y < d3 ? y : d3;                                        \
            y = x ^ s4, d4 = y < d4 ? y : d4, y = x ^ s5, d5 = y < d5 ? y : d5;                                        \
            y = x ^ s6, d6 = y < d6 ? y : d6, y = x ^ s7, d7 = y < d7 ? y : d7;                                        \
        }                                                                                                              \
        return 255 - (d0 | d1 << 1 | d2 << 2 | d3 << 3 | d4 << 4 | d5 << 5 | d6 << 6 | d7 << 7);                       \
    }                                                                                                                  \
    static int seek_##T(long heap, long low, const T *sought, long *looked) {                                          \
        int found = 0, pending = 1;                                                                                    \
        for (long width = STRETCH; pending && found != 255; low += width, width *= 2) {                                \
            pending = 0;                                                                                               \
            for (long k = 0; k < length && k < heap; k++) {                                                            \
                if (!(digits[k] & 4)) continue;                                                                        \
                long high = count_of_pairs(heap - k) + 1;                                                              \
                if (low + width < high) high = low + width;                                                            \
                if (low >= high) continue;                                                                             \
                found |= found_##T(heap - k, low, high, sought);                                                       \
                *looked += high - low;                                                                                 \
                pending = 1;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
        return found;                                                                                                  \
    }                                                                                                                  \
    static long fill_##T(long start, long end, long size) {                                                            \
        T *values = values_##T, *mirror = mirror_##T;                                                                  \
        int sparse = rare_count >= 0;                                                                                  \
        long first_split = 0;                                                                                          \
        while (!(digits[first_split] & 4)) first_split++;                                                              \
        for (long heap = start; heap < end; heap++) {                                                                  \
            long noted = 0, looked = 0, value = 0;                                                                     \
            int settled = 0;                                                                                           \
            for (long k = 0; k < length && k <= heap; k++) {                                                           \
                long left = heap - k;                                                                                  \
                if (digits[k] & 1 && !left) seen[0] = heap;                                                            \
                if (digits[k] & 2 && left) seen[values[left]] = heap;                                                  \
                if (!(digits[k] & 4) || left < 2) continue;                                                            \
                long count = count_of_pairs(left) < opening ? count_of_pairs(left) : opening;                          \
                const T *second = mirror + (stop - 1 - left);                                                          \
                for (long i = 1; i <= count; i++) seen[values[i] ^ second[i]] = heap;                                  \
                noted += count;                                                                                        \
                if (!sparse) continue;                                                                                 \
                long within = rare_count;                                                                              \
                while (within > 0 && rare[within - 1] >= left) within--;                                               \
                for (long i = 0; i < within; i++)                                                                      \
                    if (!unequal || 2 * rare[i] != left) seen[values[rare[i]] ^ values[left - rare[i]]] = heap;        \
            }                                                                                                          \
            int flip = use_position & (heap - first_split);                                                            \
            while (!settled) {                                                                                         \
                T sought[8];                                                                                           \
                int group = 0;                                                                                         \
                for (; group < 8 && value < size; value++) {                                                           \
                    if (seen[value] == heap) continue;                                                                 \
                    if (sparse && odd[value] ^ flip) {                                                                 \
                        settled = 1;                                                                                   \
                        break;                                                                                         \
                    }                                                                                                  \
                    sought[group++] = value;                                                                           \
                }                                                                                                      \
                if (!group && value == size) return heap;                                                              \
                if (!group) break;                                                                                     \
                for (int i = group; i < 8; i++) sought[i] = sought[0];                                                 \
                long took = 0;                                                                                         \
                int found = seek_##T(heap, opening + 1, sought, &took);                                                \
                if (found != 255) {                                                                                    \
                    value = sought[__builtin_ctz(~found)];                                                             \
                    settled = 1;                                                                                       \
                    took = 0;                                                                                          \
                    if (sparse) rare[rare_count++] = heap;                                                             \
                }                                                                                                      \
                looked += took;                                                                                        \
            }                                                                                                          \
            values[heap] = value;                                                                                      \
            mirror[stop - 1 - heap] = value;                                                                           \
            if (looked < 3 * noted) {                                                                                  \
                opening -= opening / 16;                                                                               \
                if (opening < SHORTEST) opening = SHORTEST;                                                            \
            } else                                                                                                     \
                opening += opening / 8;                                                                                \
        }                                                                                                              \
        return end;                                                                                                    \
    }
LOOPS(uint8_t)
LOOPS(uint16_t)

static long value_of(long heap) { return values_uint16_t ? values_uint16_t[heap] : values_uint8_t[heap]; }

static void choose_common(long known) {
    long first_split = 0, same_parity = 1, greatest = 0, best = 0;
    while (!(digits[first_split] & 4)) first_split++;
    for (long k = 0; k < length; k++)
        if (digits[k] & 4 && (k - first_split) & 1) same_parity = 0;
    for (long heap = 1; heap < known; heap++)
        if (value_of(heap) > greatest) greatest = value_of(heap);
    long size = 2;
    while (size <= 2 * greatest + 1) size *= 2;
    memset(histogram, 0, size * sizeof *histogram);
    for (long heap = 1; heap < known; heap++) histogram[2 * value_of(heap) + ((heap - first_split) & 1)]++;
    for (long half = 1; half < size; half *= 2)
        for (long block = 0; block < size; block += 2 * half)
            for (long i = block; i < block + half; i++) {
                int64_t a = histogram[i], b = histogram[i + half];
                histogram[i] = a + b, histogram[i + half] = a - b;
            }
    for (long mask = 2; mask < size; mask++)
        if ((same_parity || !(mask & 1)) && (!best || histogram[mask] < histogram[best])) best = mask;
    rare_count = 0;
    for (long heap = 1; heap < known; heap++)
        if (!parity((2 * value_of(heap) + ((heap - first_split) & 1)) & best)) rare[rare_count++] = heap;
    use_position = best & 1;
    for (long value = 0; value < SIZE; value++) odd[value] = parity(value & (best >> 1));
    if (rare_count > RARE_ENOUGH * known) rare_count = -1;
}

int main(int argc, char **argv) {
    stop = atol(argv[1]);
    unequal = atol(argv[2]);
    length = argc - 3;
    for (long k = 0; k < length; k++) digits[k] = atol(argv[k + 3]);
    values_uint8_t = calloc(stop + 64, 1);
    mirror_uint8_t = calloc(stop + 64, 1);
    rare = malloc((stop + 1) * sizeof *rare);
    memset(seen, -1, sizeof seen);
    double start = now();
    for (long known = 0, chosen = 0; known < stop;) {
        if (known >= FIRST_CHOICE && known >= 2 * chosen) choose_common(chosen = known);
        long end = 2 * chosen > FIRST_CHOICE ? 2 * chosen : FIRST_CHOICE;
        if (end > stop) end = stop;
        long reached = values_uint16_t ? fill_uint16_t(known, end, SIZE) : fill_uint8_t(known, end, 256);
        if (reached < end) {
            values_uint16_t = calloc(stop + 64, 2);
            mirror_uint16_t = calloc(stop + 64, 2);
            for (long heap = 0; heap < reached; heap++) {
                values_uint16_t[heap] = mirror_uint16_t[stop - 1 - heap] = values_uint8_t[heap];
            }
            chosen = 0; /* as the library does: the wider loop chooses anew at once */
            rare_count = -1;
        }
        known = reached;
    }
    double seconds = now() - start;
    uint64_t sum = 0;
    for (long heap = 0; heap < stop; heap++) sum += (uint64_t)(heap % 251 + 1) * value_of(heap);
    printf("%.9f %llu\n", seconds, (unsigned long long)sum);
    return 0;
}
