#include "Deflate.h"

#include <string.h>

enum { MOST_SYMBOLS = 288, MOST_BITS = 15 };

// Symbols that occur, the rarest first.
static int sorted_symbols(const uint32_t *counts, int symbols, int *sorted) {
  int used = 0;
  for (int symbol = 0; symbol < symbols; symbol++) {
    if (counts[symbol] > 0) sorted[used++] = symbol;
  }
  for (int gap = used / 2; gap > 0; gap /= 2) {
    for (int i = gap; i < used; i++) {
      int symbol = sorted[i], place = i;
      for (; place >= gap && counts[sorted[place - gap]] > counts[symbol]; place -= gap) {
        sorted[place] = sorted[place - gap];
      }
      sorted[place] = symbol;
    }
  }
  return used;
}

// How many codes have each length. Huffman's tree by two queues: leaves are sorted, and so are the nodes as they are made.
static void count_lengths(const uint32_t *counts, const int *sorted, int used, int limit, int *of_length) {
  uint64_t weight[2 * MOST_SYMBOLS];
  int parent[2 * MOST_SYMBOLS], depth[2 * MOST_SYMBOLS];
  for (int i = 0; i < used; i++) weight[i] = counts[sorted[i]];
  int leaf = 0, node = used, last = 2 * used - 2;
  for (int next = used; next <= last; next++) {
    weight[next] = 0;
    for (int child = 0; child < 2; child++) {
      int taken = leaf < used && (node >= next || weight[leaf] <= weight[node]) ? leaf++ : node++;
      weight[next] += weight[taken];
      parent[taken] = next;
    }
  }
  depth[last] = 0;
  for (int i = last - 1; i >= 0; i--) {
    depth[i] = depth[parent[i]] + 1;
    if (i < used) of_length[depth[i] < limit ? depth[i] : limit]++;
  }
}

// Cutting lengths makes more codes than there is room for. Each step takes the longest code above the limit's length, and
// hangs one of the longest codes beside it.
static void make_room(int *of_length, int limit) {
  uint32_t taken = 0;
  for (int length = 1; length <= limit; length++) taken += (uint32_t)of_length[length] << (limit - length);
  for (; taken > 1u << limit; taken--) {
    int length = limit - 1;
    while (of_length[length] == 0) length--;
    of_length[length]--;
    of_length[length + 1] += 2;
    of_length[limit]--;
  }
}

static void number_codes(cc_prefix_code *code, int symbols) {
  int of_length[MOST_BITS + 1] = {0}, next[MOST_BITS + 1] = {0};
  for (int symbol = 0; symbol < symbols; symbol++) of_length[code->length[symbol]]++;
  of_length[0] = 0;
  for (int length = 1; length <= MOST_BITS; length++) next[length] = (next[length - 1] + of_length[length - 1]) << 1;
  for (int symbol = 0; symbol < symbols; symbol++) {
    int length = code->length[symbol], turned = 0;
    if (length == 0) continue;
    int number = next[length]++;
    for (int bit = 0; bit < length; bit++) turned |= (number >> bit & 1) << (length - 1 - bit);
    code->code[symbol] = (uint16_t)turned;
  }
}

void cc_prefix_code_make(cc_prefix_code *code, const uint32_t *counts, int symbols, int limit) {
  memset(code, 0, sizeof *code);
  int sorted[MOST_SYMBOLS], of_length[MOST_SYMBOLS] = {0};
  int used = sorted_symbols(counts, symbols, sorted);
  if (used == 0) return;
  if (used == 1) {
    of_length[1] = 1;
  } else {
    count_lengths(counts, sorted, used, limit, of_length);
    make_room(of_length, limit);
  }
  int next = 0;
  for (int length = limit; length >= 1; length--) {
    for (int i = 0; i < of_length[length]; i++) code->length[sorted[next++]] = (uint8_t)length;
  }
  number_codes(code, symbols);
}
