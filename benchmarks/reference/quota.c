/* Take-away tables for the quota f(x) = kx, event by event: the algorithm of cgt/fast/quota.
   Usage: quota LIMIT K. Prints seconds and the sum of threshold * value over the steps. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct { int origin, end, next, value; } Node;

static Node *node;
static int freed;

static void *array(size_t items, size_t size) {
    void *memory = calloc(items, size);
    if (!memory) exit(1);
    return memory;
}

static int drop_ended(int head, int end) {
    while (head && node[head].end <= end) {
        int after = node[head].next;
        node[head].next = freed;
        freed = head;
        head = after;
    }
    return head;
}

int main(int count, char **argument) {
    int limit = atoi(argument[1]), k = count > 2 ? atoi(argument[2]) : 2;
    struct timespec begun, done;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    int *inverse = array(limit + 1, sizeof(int)), *bucket = array(limit + 1, sizeof(int));
    size_t *first = array(limit + 2, sizeof(size_t));
    int *live = array(limit + 2, sizeof(int));
    int *origin = array(limit + 2, sizeof(int)), *end = array(limit + 2, sizeof(int));
    size_t room = (size_t)limit * 32 + 1024;
    int *threshold = array(room, sizeof(int));
    unsigned short *worth = array(room, sizeof(unsigned short));
    node = array((size_t)limit * 2 + 1024, sizeof(Node));
    size_t steps = 0;
    int nodes = 1, values = 0;
    for (int t = 0; t <= limit; t++) inverse[t] = t <= k ? 1 : (t + k - 1) / k;

    for (int row = 0; row <= limit; row++) {
        for (int new = bucket[row], after; new; new = after) {
            after = node[new].next;
            int value = node[new].value, head = drop_ended(live[value], row);
            if (value >= values) values = value + 1;
            if (!head || node[head].origin < node[new].origin) {
                node[new].next = drop_ended(head, node[new].end);
                head = new;
            } else {
                int place = head;
                while (node[place].end < node[new].end && node[place].next &&
                       node[node[place].next].origin > node[new].origin)
                    place = node[place].next;
                if (node[place].end >= node[new].end) {
                    node[new].next = freed;
                    freed = new;
                } else {
                    node[new].next = drop_ended(node[place].next, node[new].end);
                    node[place].next = new;
                }
            }
            live[value] = head, origin[value] = node[head].origin, end[value] = node[head].end;
        }
        int best = INT_MAX, value;
        for (value = 0; value < values; value++) {
            if (end[value] <= row) {
                int head = live[value] = drop_ended(live[value], row);
                origin[value] = head ? node[head].origin : 0, end[value] = head ? node[head].end : 0;
                if (!head) break;
            }
            if (origin[value] < best) {
                if (steps > first[row]) worth[steps - 1] = value;
                threshold[steps++] = row + 1 - (best = origin[value]);
            }
        }
        if (steps > first[row]) worth[steps - 1] = value;
        first[row + 1] = steps;

        int least = 0;
        value = 0;
        for (size_t i = first[row]; i <= steps; i++) {
            int begins = row + inverse[least], ends = limit + 1;
            if (begins > limit) break;
            if (i < steps) {
                least = threshold[i];
                if (row + inverse[least] < ends) ends = row + inverse[least];
            }
            if (begins < ends) {
                int new = freed ? freed : nodes++;
                if (freed) freed = node[new].next;
                node[new] = (Node){row + 1, ends, bucket[begins], value};
                bucket[begins] = new;
            }
            if (i < steps) value = worth[i];
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &done);
    long long sum = 0;
    for (size_t i = 0; i < steps; i++) sum += (long long)threshold[i] * worth[i];
    printf("%.9f %lld\n", done.tv_sec - begun.tv_sec + (done.tv_nsec - begun.tv_nsec) * 1e-9, sum);
    return 0;
}
