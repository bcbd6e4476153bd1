// Which single heaps of Dawson's Kayles (0.07) are lost in misère play? By search over sums of heaps, outcomes only.
// It shares nothing with the library's misère quotients.
//
//     g++ -O2 -o misere_dawson misere_dawson.cpp && ./misere_dawson 60 40000000
//
// prints `heap outcome sums` for heap = 0, 1, ..., with the number of sums remembered so far, until there would be more
// than the second argument. A move takes two adjacent counters of a row and leaves the rows on both sides.
// Heaps 0 and 1 have no move and are left out; heaps 2 and 3 have the one move to nothing, and two such heaps cancel in
// misère play beside any others (they are nim-heaps of 1).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>

typedef std::string Sum;  // the heaps, descending; heaps 2 and 3 are a 2

static std::unordered_map<Sum, bool> won;
static size_t most;

static Sum tidy(Sum heaps) {
  Sum kept;
  bool odd = false;
  for (unsigned char heap : heaps)
    if (heap == 2 || heap == 3) odd = !odd;
    else if (heap > 3) kept += (char)heap;
  if (odd) kept += 2;
  std::sort(kept.begin(), kept.end(), [](unsigned char a, unsigned char b) { return a > b; });
  return kept;
}

static bool is_won(const Sum &heaps) {  // by who is to move; who makes the last move loses
  if (heaps.empty()) return true;
  auto known = won.find(heaps);
  if (known != won.end()) return known->second;
  bool result = false;
  for (size_t at = 0; at < heaps.size() && !result; at++) {
    if (at && heaps[at] == heaps[at - 1]) continue;
    int heap = (unsigned char)heaps[at];
    for (int left = (heap - 2) / 2; left >= 0 && !result; left--) {  // halves first: they are known soonest
      Sum option = heaps;
      option[at] = left;
      option += (char)(heap - 2 - left);
      result = !is_won(tidy(option));
    }
  }
  if (won.size() >= most) exit(0);
  return won[heaps] = result;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  most = atol(argv[2]);
  for (int heap = 0; heap <= atoi(argv[1]) && heap < 256; heap++) {
    bool result = is_won(tidy(Sum(1, (char)heap)));
    printf("%d %s %zu\n", heap, result ? "N" : "P", won.size());
    fflush(stdout);
  }
}
