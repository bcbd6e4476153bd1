/* The P-positions of Wythoff's game, ranks 0..COUNT-1, by the sum of 64-bit fractions. Usage: wythoff_ranks COUNT.
   Prints seconds and the sum of the larger heaps. The arrays ask for large pages, as numpy's do. */
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static uint32_t *array(size_t items) {
    void *memory;
    if (posix_memalign(&memory, 1 << 21, items * sizeof(uint32_t))) exit(1);
#ifdef MADV_HUGEPAGE
    madvise(memory, items * sizeof(uint32_t), MADV_HUGEPAGE);
#endif
    return memory;
}

int main(int count, char **argument) {
    size_t ranks = count > 1 ? strtoull(argument[1], 0, 10) : 1000000;
    struct timespec begun, done;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    uint32_t *lower = array(ranks), *upper = array(ranks);
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
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &done);
    unsigned long long sum = 0;
    for (size_t n = 0; n < ranks; n++) sum += upper[n];
    printf("%.9f %llu\n", done.tv_sec - begun.tv_sec + (done.tv_nsec - begun.tv_nsec) * 1e-9, sum);
    return 0;
}
