// Periods of octal games, worked out again from the definition: every way to take and to split each heap.
// It shares nothing with the library: no sparse spaces, no search for a value, no certificates.
//
//     g++ -O2 -o octal_periods octal_periods.cpp && ./octal_periods < ../../docs/assets/results/octal-periods.txt
//
// Reads lines `code period preperiod`. By Guy and Smith the period lasts for ever if it holds for the heaps from the
// preperiod to twice the preperiod, the period and the last digit's place together; that many heaps are worked out.
// Prints `code the same`, or what differs: a heap that breaks the period, a smaller period, or a smaller preperiod.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

int main() {
  char code[64];
  long period, preperiod;
  int differing = 0;
  while (scanf("%63s %ld %ld", code, &period, &preperiod) == 3) {
    const char *digits = strchr(code, '.') + 1;  // "0.": removing nothing is no move
    const long places = strlen(digits), start = preperiod > 0 ? preperiod : 1;
    const long stop = 2 * start + 2 * period + places + 1;
    std::vector<int> value(stop, 0);
    std::vector<long> met;  // the heap at which a value was met last
    for (long heap = 1; heap < stop; heap++) {
      auto meet = [&](int option) {
        if (option >= (int)met.size()) met.resize(2 * option + 2, 0);
        met[option] = heap;
      };
      for (long taken = 1; taken <= places && taken <= heap; taken++) {
        const int digit = digits[taken - 1] - '0';
        const long left = heap - taken;
        if ((digit & 1) && left == 0) meet(0);
        if ((digit & 2) && left > 0) meet(value[left]);
        if (digit & 4)
          for (long part = 1; 2 * part <= left; part++) meet(value[part] ^ value[left - part]);
      }
      int least = 0;
      while (least < (int)met.size() && met[least] == heap) least++;
      value[heap] = least;
    }
    std::string told = "the same";
    if (preperiod > 0 && value[preperiod - 1] == value[preperiod - 1 + period]) told = "the preperiod is less";
    for (long less = period - 1; less > 0; less--)
      if (period % less == 0 && !memcmp(&value[preperiod], &value[preperiod + less], sizeof(int) * period))
        told = "the period is " + std::to_string(less);
    for (long heap = stop - period - 1; heap >= preperiod; heap--)
      if (value[heap] != value[heap + period]) told = "broken at heap " + std::to_string(heap + period);
    if (told != "the same") differing++;
    printf("%s %s\n", code, told.c_str());
    fflush(stdout);
  }
  return differing != 0;
}
