#include "Deflate.h"

#include <string.h>

enum { MAX_SYMBOLS = 288, MAX_BITS = 15 };

// Returns the symbols that occur, the rarest first.
static int sorted_symbols(const uint32_t *counts, int symbols, int *sorted) {
  int used = 0;
  for (int symbol = 0; symbol < symbols; symbol++) {
    if (counts[symbol] > 0) sorted[used++] = symbol;
  }
  for (int gap = used / 2; gap > 0; gap /= 2) {
    for (int i = gap; i < used; i++) {
      int symbol = sorted[i], position = i;
      for (; position >= gap && counts[sorted[position - gap]] > counts[symbol]; position -= gap) {
        sorted[position] = sorted[position - gap];
      }
      sorted[position] = symbol;
    }
  }
  return used;
}

// Counts the codes of each length. Builds Huffman's tree with two queues: leaves are sorted, and so are nodes in the
// order of their creation.
static void count_lengths(const uint32_t *counts, const int *sorted, int used, int limit, int *of_length) {
  uint64_t weight[2 * MAX_SYMBOLS];
  int parent[2 * MAX_SYMBOLS], depth[2 * MAX_SYMBOLS];
  for (int i = 0; i < used; i++) weight[i] = counts[sorted[i]];
  int leaf = 0, node = used, last = 2 * used - 2;
  for (int next = used; next <= last; next++) {
    weight[next] = 0;
    for (int child = 0; child < 2; child++) {
      int smaller = leaf < used && (node >= next || weight[leaf] <= weight[node]) ? leaf++ : node++;
      weight[next] += weight[smaller];
      parent[smaller] = next;
    }
  }
  depth[last] = 0;
  for (int i = last - 1; i >= 0; i--) {
    depth[i] = depth[parent[i]] + 1;
    if (i < used) of_length[depth[i] < limit ? depth[i] : limit]++;
  }
}

// Clamping lengths oversubscribes the code space. Each step removes a code of the limit's length and splits the longest
// shorter code.
static void fit_lengths(int *of_length, int limit) {
  uint32_t used = 0;
  for (int length = 1; length <= limit; length++) used += (uint32_t)of_length[length] << (limit - length);
  for (; used > 1u << limit; used--) {
    int length = limit - 1;
    while (of_length[length] == 0) length--;
    of_length[length]--;
    of_length[length + 1] += 2;
    of_length[limit]--;
  }
}

static void number_codes(cc_prefix_code *code, int symbols) {
  int of_length[MAX_BITS + 1] = {0}, next[MAX_BITS + 1] = {0};
  for (int symbol = 0; symbol < symbols; symbol++) of_length[code->length[symbol]]++;
  of_length[0] = 0;
  for (int length = 1; length <= MAX_BITS; length++) next[length] = (next[length - 1] + of_length[length - 1]) << 1;
  for (int symbol = 0; symbol < symbols; symbol++) {
    int length = code->length[symbol], reversed = 0;
    if (length == 0) continue;
    int number = next[length]++;
    for (int bit = 0; bit < length; bit++) reversed |= (number >> bit & 1) << (length - 1 - bit);
    code->code[symbol] = (uint16_t)reversed;
  }
}

void cc_prefix_code_build(cc_prefix_code *code, const uint32_t *counts, int symbols, int limit) {
  memset(code, 0, sizeof *code);
  int sorted[MAX_SYMBOLS], of_length[MAX_SYMBOLS] = {0};
  int used = sorted_symbols(counts, symbols, sorted);
  if (used == 0) return;
  if (used == 1) {
    of_length[1] = 1;
  } else {
    count_lengths(counts, sorted, used, limit, of_length);
    fit_lengths(of_length, limit);
  }
  int next = 0;
  for (int length = limit; length >= 1; length--) {
    for (int i = 0; i < of_length[length]; i++) code->length[sorted[next++]] = (uint8_t)length;
  }
  number_codes(code, symbols);
}
