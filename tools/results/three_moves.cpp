// Subtraction games with three moves a < b < c: their periods, and the duality of wall and sink.
//
//     g++ -O2 -o three_moves three_moves.cpp && ./three_moves 100
//
// For every set with c at most the argument, from the definition alone:
//  - c != a + b: the nim-values come round with period a + b, a + c or b + c. A window of c values that comes again proves
//    it for ever; the period that is printed is the least, a divisor of that one.
//  - c == a + b: purely periodic, with b = 2ha - r, 0 <= r <= a: 2b + r, or b = 2ha + r, 0 < r < a: a(2b + r) / gcd(a, b)
//    (both after division by gcd(a, b) in the first case: r and b have the factor anyway).
//  - c == a + b: in the sink game, where a move may end at any number below 1 and wins there, the value of x is that of
//    -b - x in the wall game (modulo the period), with 0 and 2 exchanged.
// Prints each exception, and counts.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

typedef std::vector<unsigned char> Values;

static int mex(int seen) {
  int value = 0;
  while (seen >> value & 1) value++;
  return value;
}

static void wall(Values &values, size_t count, int a, int b, int c) {
  for (size_t x = values.size(); x < count; x++) {
    int seen = 0;
    if (x >= (size_t)a) seen |= 1 << values[x - a];
    if (x >= (size_t)b) seen |= 1 << values[x - b];
    if (x >= (size_t)c) seen |= 1 << values[x - c];
    values.push_back(mex(seen));
  }
}

static Values sink(size_t count, int a, int b, int c) {  // of 0, 1, ...
  Values values(1, 0);
  for (size_t x = 1; x < count; x++) {
    int seen = 0;
    for (int move : {a, b, c}) seen |= 1 << (x > (size_t)move ? values[x - move] : 0);
    values.push_back(mex(seen));
  }
  return values;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  int most = atoi(argv[1]);
  long others = 0, additive = 0, exceptions = 0, latest = -1;
  for (int c = 3; c <= most; c++)
    for (int b = 2; b < c; b++)
      for (int a = 1; a < b; a++) {
        Values values;
        if (a + b != c) {
          others++;
          bool found = false;
          for (size_t count = 200 * c; !found && count < 100000000; count *= 4) {
            wall(values, count, a, b, c);
            for (int period : {a + b, a + c, b + c}) {
              if (memcmp(&values[count - c], &values[count - c - period], c)) continue;
              size_t start = count - c - period;
              while (start > 0 && values[start - 1] == values[start - 1 + period]) start--;
              if ((long)start > latest) {
                latest = start;
                int least = 1;
                while (period % least || memcmp(&values[count - c], &values[count - c - least], c)) least++;
                printf("preperiod %zu: {%d, %d, %d}, period %d\n", start, a, b, c, least);
              }
              found = true;
              break;
            }
          }
          if (!found && ++exceptions) printf("no sum of two moves: {%d, %d, %d}\n", a, b, c);
          continue;
        }
        additive++;
        int r = b % (2 * a);  // b = 2ha + r, or 2(h + 1)a - (2a - r)
        size_t period = r == 0 ? 2 * b : r >= a ? 2 * b + (2 * a - r) : (size_t)a * (2 * b + r) / std::gcd(a, b);
        size_t count = period + 2 * c;
        wall(values, count, a, b, c);
        Values other = sink(count, a, b, c);
        bool right = !memcmp(&values[0], &values[period], c) && !memcmp(&other[1], &other[1 + period], c);
        for (size_t less = 1; less < period && right; less++)
          if (period % less == 0 && !memcmp(&values[0], &values[less], c)) right = false;  // not the least
        for (size_t x = 1; x <= period && right; x++) {
          int value = values[(2 * period - b - x) % period];
          right = other[x] == (value == 0 ? 2 : value == 2 ? 0 : value);
        }
        if (!right && ++exceptions) printf("additive, otherwise: {%d, %d, %d}\n", a, b, c);
      }
  printf("moves to %d: %ld sets that are not additive, %ld that are, %ld exceptions\n", most, others, additive, exceptions);
}
