// Nim-values of Node Kayles on strips of r rows and n columns, by pairs (Lemoine and Viennot): is a position together
// with a nim-heap of k lost? It shares nothing with the library: other language, other search, other words for a board.
//
//     g++ -O2 -o node_kayles node_kayles.cpp && ./node_kayles grid 3 40 600
//
// prints `n value opened kept seconds` for n = 1, 2, ..., up to 128 squares, until one n took more seconds than given
// or the table would have more than 2^26 entries. Boards: grid (rook's step), king (and diagonals), triangle (one
// diagonal).
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

typedef unsigned __int128 Board;  // square (row, column) is bit column * rows + row

static int rows;
static std::string kind;
static Board column_mask, top_row;
static std::vector<Board> around;  // a square and its neighbours

static int lowest(Board b) {
  uint64_t low = (uint64_t)b;
  return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(b >> 64));
}
static int count(Board b) { return __builtin_popcountll((uint64_t)b) + __builtin_popcountll((uint64_t)(b >> 64)); }

static Board pushed(Board b) {  // into the corner
  b >>= lowest(b) / rows * rows;
  while (!(b & top_row)) b >>= 1;
  return b;
}
static Board reversed(Board b) {  // columns from right to left
  Board result = 0;
  for (; b; b >>= rows) result = (result << rows) | (b & column_mask);
  return result;
}
static Board flipped(Board b) {  // rows from bottom to top
  Board result = 0;
  for (int row = 0; row < rows; row++) {
    Board line = (b >> row) & top_row;
    result |= line << (rows - 1 - row);
  }
  return result;
}
static Board canonical(Board b) {
  Board best = pushed(b), other = pushed(reversed(flipped(b)));
  if (other < best) best = other;
  if (kind != "triangle") {  // whose mirror image is another lattice
    Board more[] = {pushed(reversed(b)), pushed(flipped(b))};
    for (Board one : more)
      if (one < best) best = one;
  }
  return best;
}

struct Entry {
  Board board;
  uint64_t refused;  // bit k: the value is not k
  int value;         // or -1
};
static std::vector<Entry> table;
static size_t used;
static long long opened;

static Entry *find(Board b) {
  uint64_t hash = (uint64_t)b * 0x9E3779B97F4A7C15ull ^ (uint64_t)(b >> 64) * 0xC2B2AE3D27D4EB4Full;
  size_t mask = table.size() - 1, place = (hash ^ hash >> 31) & mask;
  while (table[place].board && table[place].board != b) place = (place + 1) & mask;
  return &table[place];
}
static Entry *entry(Board b) {
  Entry *found = find(b);
  if (found->board) return found;
  if (2 * ++used > table.size()) {
    if (table.size() >= (size_t)1 << 27) exit(3);
    std::vector<Entry> old(table.size() * 2, Entry{0, 0, -1});
    old.swap(table);
    for (Entry &one : old)
      if (one.board) *find(one.board) = one;
    found = find(b);
  }
  found->board = b;
  return found;
}

static std::vector<Board> parts(Board b) {
  std::vector<Board> result;
  while (b) {
    Board part = b & -b, edge = part;
    while (edge) {
      Board next = 0;
      for (; edge; edge &= edge - 1) next |= around[lowest(edge)];
      edge = next & b & ~part;
      part |= edge;
    }
    b &= ~part;
    result.push_back(canonical(part));
  }
  return result;
}

static int value(Board b);

struct Option {  // what a move leaves
  int known, size;  // the nim-sum of the parts whose values are known, and the squares of the largest other one
  std::vector<Board> open;
};

static bool refused(Board b, int k) {
  entry(b)->refused |= (uint64_t)1 << k;
  return false;
}

static bool lost(Board b, int k) {  // is b + *k lost for who is to move?
  Entry *known = entry(b);
  if (known->value >= 0) return known->value == k;
  if (known->refused >> k & 1) return false;
  for (int less = 0; less < k; less++)
    if (lost(b, less)) return false;
  if ((known = entry(b))->value >= 0) return known->value == k;
  opened++;
  std::vector<Option> options;
  for (Board left = b; left; left &= left - 1) {
    Option option{0, 0, {}};
    for (Board part : parts(b & ~around[lowest(left)])) {
      Entry *part_known = find(part);
      if (part_known->board && part_known->value >= 0) option.known ^= part_known->value;
      else option.open.push_back(part);
    }
    for (Board &part : option.open)  // the largest comes last
      if (count(part) > option.size) option.size = count(part), std::swap(part, option.open.back());
    if (option.open.empty() && option.known == k) return refused(b, k);
    if (!option.open.empty()) options.push_back(option);
  }
  std::stable_sort(options.begin(), options.end(), [](const Option &a, const Option &b) { return a.size < b.size; });
  for (Option &option : options) {
    int wanted = k ^ option.known;
    for (size_t i = 0; i + 1 < option.open.size(); i++) wanted ^= value(option.open[i]);
    if (lost(option.open.back(), wanted)) return refused(b, k);
  }
  entry(b)->value = k;  // every less number was refused
  return true;
}

static int value(Board b) {
  Entry *known = entry(b);
  if (known->value >= 0) return known->value;
  int k = 0;
  while (!lost(b, k)) k++;
  return k;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  kind = argv[1];
  rows = atoi(argv[2]);
  int most = atoi(argv[3]);
  double seconds = atof(argv[4]);
  column_mask = ((Board)1 << rows) - 1;
  for (int column = 0; column * rows < 128; column++) top_row |= (Board)1 << column * rows;
  int columns = 128 / rows;
  for (int square = 0; square < columns * rows; square++) {
    Board reach = 0;
    for (int dc = -1; dc <= 1; dc++)
      for (int dr = -1; dr <= 1; dr++) {
        int row = square % rows + dr, column = square / rows + dc;
        bool near = !dc || !dr || kind == "king" || (kind == "triangle" && dc == dr);
        if (near && row >= 0 && row < rows && column >= 0 && column < columns) reach |= (Board)1 << (column * rows + row);
      }
    around.push_back(reach);
  }
  table.assign(1 << 16, Entry{0, 0, -1});
  for (int n = 1; n <= most && n <= columns; n++) {
    auto begin = std::chrono::steady_clock::now();
    Board all = n * rows == 128 ? ~(Board)0 : ((Board)1 << n * rows) - 1;
    int found = value(canonical(all));
    double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    printf("%d %d %lld %zu %.2f\n", n, found, opened, used, took);
    fflush(stdout);
    if (took > seconds) break;
  }
}
