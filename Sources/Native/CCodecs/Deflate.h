// A fast Deflate encoder (RFC 1951) for filtered PNG rows.
#ifndef CCODECS_DEFLATE_H
#define CCODECS_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

// The code lengths and codes of an alphabet. The codes are bit-reversed, as the stream requires.
typedef struct {
  uint8_t length[288];
  uint16_t code[288];
} cc_prefix_code;

// Builds the shortest prefix code, or nearly so, with lengths of at most `limit` bits; RFC 1951, 3.2.2. Symbols that do
// not occur have no code.
void cc_prefix_code_build(cc_prefix_code *code, const uint32_t *counts, int symbols, int limit);

// Returns an upper bound of the bytes that cc_deflate_runs writes, including its scratch space.
size_t cc_deflate_runs_bound(size_t count);

// Writes one block that is not the last, and an empty stored block, so that the output ends at a byte boundary. Encodes
// repeated bytes as matches, and everything else as literals. Returns the number of bytes written.
size_t cc_deflate_runs(const uint8_t *bytes, size_t count, uint8_t *to);

#endif
