/* The P-positions of Wythoff's game, ranks 0..COUNT-1, by the sum of 64-bit fractions. Usage: wythoff_ranks COUNT.
   Prints seconds and the sum of the larger heaps. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **argument) {
    size_t ranks = count > 1 ? strtoull(argument[1], 0, 10) : 1000000;
    struct timespec begun, done;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    uint32_t *lower = malloc(ranks * 4), *upper = malloc(ranks * 4);
    if (!lower || !upper) return 1;
    const uint64_t fraction = 0x9E3779B97F4A7C15ull;
    uint64_t remainder = 0;
    uint32_t a = 0;
    for (size_t n = 0; n < ranks; n++) {
        lower[n] = a;
        upper[n] = a + n;
        uint64_t after = remainder + fraction;
        a += 1 + (after < remainder);
        remainder = after;
    }
    clock_gettime(CLOCK_MONOTONIC, &done);
    unsigned long long sum = 0;
    for (size_t n = 0; n < ranks; n++) sum += upper[n];
    printf("%.9f %llu\n", done.tv_sec - begun.tv_sec + (done.tv_nsec - begun.tv_nsec) * 1e-9, sum);
    return 0;
}
