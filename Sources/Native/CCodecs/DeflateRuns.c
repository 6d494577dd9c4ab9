#include "Deflate.h"

#include <string.h>

// zlib's strategy Z_RLE, with comparisons of eight bytes, and codes short enough that four of them are stored at once:
// 50 million filtered bytes of a photograph take 50 ms, 430 ms in zlib (docs/decisions/0004-files.md).

enum {
  LITERALS = 256,       // the end of a block, and the first symbol after the literals
  FIRST_LENGTH = 257,
  SYMBOLS = 286,
  CODE_BITS = 12,       // of literals and lengths: four codes and a partial byte fit in 64 bits
  LENGTH_CODE_BITS = 7,
  MIN_LENGTH = 3,
  MAX_LENGTH = 258,
};

// RFC 1951, 3.2.5: the first length of each symbol from 257 on, and the number of extra bits.
static const uint16_t first_length[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                          31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

typedef struct {
  uint8_t *to;
  uint64_t bits;
  unsigned count;
} bit_sink;

static inline uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

// At most 57 bits may be pending.
static inline void put(bit_sink *sink, uint64_t bits, unsigned count) {
  sink->bits |= bits << sink->count;
  sink->count += count;
}

static inline void store(bit_sink *sink) {
  uint64_t word = sink->bits;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  memcpy(sink->to, &word, sizeof word);
  sink->to += sink->count >> 3;
  sink->bits >>= sink->count & 56;
  sink->count &= 7;
}

// Returns the number of bytes that equal the byte before `from`.
static inline size_t run_length(const uint8_t *from, const uint8_t *end) {
  const uint8_t *next = from;
  for (; end - next >= 8; next += 8) {
    uint64_t difference = load(next) ^ load(next - 1);
    if (difference) return (size_t)(next - from) + (size_t)(__builtin_ctzll(difference) >> 3);
  }
  while (next < end && *next == next[-1]) next++;
  return (size_t)(next - from);
}

// Returns the length of the next match of a run: never so long that the remainder is shorter than a match.
static inline size_t match_length(size_t run) {
  if (run <= MAX_LENGTH) return run;
  return run - MAX_LENGTH < MIN_LENGTH ? run - MIN_LENGTH : MAX_LENGTH;
}

static inline int symbol_of(size_t length) {
  if (length == MAX_LENGTH) return 28;
  if (length < 11) return (int)length - MIN_LENGTH;
  int magnitude = 63 - __builtin_clzll(length - MIN_LENGTH);
  return 4 * (magnitude - 1) + (int)((length - MIN_LENGTH) >> (magnitude - 2) & 3);
}

static void count_symbols(const uint8_t *bytes, size_t count, uint32_t *counts) {
  // Four tables, because increments of the same counter depend on each other, and bytes often repeat.
  uint32_t parts[4][LITERALS];
  memset(parts, 0, sizeof parts);
  memset(counts, 0, SYMBOLS * sizeof *counts);
  const uint8_t *next = bytes, *end = bytes + count;
  if (next < end) parts[0][*next++]++;
  while (end - next >= 8) {
    uint64_t word = load(next);
    if (word == load(next - 1)) {
      size_t run = run_length(next, end);
      next += run;
      while (run > 0) {
        size_t length = match_length(run);
        counts[FIRST_LENGTH + symbol_of(length)]++;
        run -= length;
      }
      continue;
    }
    for (int i = 0; i < 8; i++) parts[i & 3][word >> (8 * i) & 255]++;
    next += 8;
  }
  while (next < end) parts[0][*next++]++;
  for (int i = 0; i < LITERALS; i++) counts[i] = parts[0][i] + parts[1][i] + parts[2][i] + parts[3][i];
  counts[LITERALS] = 1;
}

typedef struct {
  uint8_t symbol, value, bits;
} length_step;

// RFC 1951, 3.2.7: encodes code lengths with repetitions.
static int encode_lengths(const uint8_t *lengths, int count, length_step *steps) {
  int used = 0;
  for (int i = 0; i < count;) {
    int run = 1;
    while (i + run < count && lengths[i + run] == lengths[i]) run++;
    if (lengths[i] == 0 && run >= 11) {
      if (run > 138) run = 138;
      steps[used++] = (length_step){18, (uint8_t)(run - 11), 7};
    } else if (lengths[i] == 0 && run >= 3) {
      steps[used++] = (length_step){17, (uint8_t)(run - 3), 3};
    } else if (i > 0 && lengths[i] == lengths[i - 1] && run >= 3) {
      if (run > 6) run = 6;
      steps[used++] = (length_step){16, (uint8_t)(run - 3), 2};
    } else {
      steps[used++] = (length_step){lengths[i], 0, 0};
      run = 1;
    }
    i += run;
  }
  return used;
}

static void put_codes(bit_sink *sink, const cc_prefix_code *code) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  uint8_t lengths[SYMBOLS + 1];
  memcpy(lengths, code->length, SYMBOLS);
  lengths[SYMBOLS] = 1;  // the code of the only distance, 1: one bit
  length_step steps[SYMBOLS + 1];
  int step_count = encode_lengths(lengths, SYMBOLS + 1, steps);
  uint32_t counts[19] = {0};
  for (int i = 0; i < step_count; i++) counts[steps[i].symbol]++;
  cc_prefix_code shorter;
  cc_prefix_code_build(&shorter, counts, 19, LENGTH_CODE_BITS);
  int used = 19;
  while (used > 4 && shorter.length[order[used - 1]] == 0) used--;
  // Not the last block, dynamic codes; the numbers of lengths, distances and lengths of lengths.
  put(sink, 0 | 2 << 1 | (SYMBOLS - 257) << 3 | (1 - 1) << 8 | (uint64_t)(used - 4) << 13, 17);
  store(sink);
  for (int i = 0; i < used; i++) {
    put(sink, shorter.length[order[i]], 3);
    store(sink);
  }
  for (int i = 0; i < step_count; i++) {
    put(sink, shorter.code[steps[i].symbol], shorter.length[steps[i].symbol]);
    put(sink, steps[i].value, steps[i].bits);
    store(sink);
  }
}

// Code and length are packed into one integer, so that one load reads both.
static inline void put_symbol(bit_sink *sink, uint32_t entry) { put(sink, entry & 0xffff, entry >> 16); }

static void put_run(bit_sink *sink, const uint32_t *entries, size_t run) {
  while (run > 0) {
    size_t length = match_length(run);
    int symbol = symbol_of(length);
    put_symbol(sink, entries[FIRST_LENGTH + symbol]);
    // followed by the distance, whose code is 0
    put(sink, length - first_length[symbol], length_bits[symbol] + 1u);
    store(sink);
    run -= length;
  }
}

static void put_bytes(bit_sink *to, const uint32_t *entries, const uint8_t *bytes, size_t count) {
  bit_sink sink = *to;
  const uint8_t *next = bytes, *end = bytes + count;
  if (next < end) {
    put_symbol(&sink, entries[*next++]);
    store(&sink);
  }
  while (end - next >= 8) {
    uint64_t word = load(next);
    if (word == load(next - 1)) {
      size_t run = run_length(next, end);
      put_run(&sink, entries, run);
      next += run;
      continue;
    }
    for (int half = 0; half < 2; half++) {
      for (int i = 0; i < 4; i++) put_symbol(&sink, entries[word >> (32 * half + 8 * i) & 255]);
      store(&sink);
    }
    next += 8;
  }
  for (; next < end; next++) {
    put_symbol(&sink, entries[*next]);
    store(&sink);
  }
  put_symbol(&sink, entries[LITERALS]);
  store(&sink);
  *to = sink;
}

size_t cc_deflate_runs_bound(size_t count) {
  // 12 bits a byte, the codes, and the excess of stores of eight bytes.
  return count + count / 2 + 1024;
}

size_t cc_deflate_runs(const uint8_t *bytes, size_t count, uint8_t *to) {
  uint32_t counts[SYMBOLS], entries[SYMBOLS];
  count_symbols(bytes, count, counts);
  cc_prefix_code code;
  cc_prefix_code_build(&code, counts, SYMBOLS, CODE_BITS);
  for (int i = 0; i < SYMBOLS; i++) entries[i] = code.code[i] | (uint32_t)code.length[i] << 16;
  bit_sink sink = {to, 0, 0};
  put_codes(&sink, &code);
  put_bytes(&sink, entries, bytes, count);
  // An empty stored block starts with three bits and continues at the next byte boundary.
  put(&sink, 0, 3);
  sink.count = (sink.count + 7) & ~7u;
  store(&sink);
  memcpy(sink.to, "\0\0\xff\xff", 4);
  return (size_t)(sink.to - to) + 4;
}
