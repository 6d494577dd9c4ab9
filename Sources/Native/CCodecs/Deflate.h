// A fast way into RFC 1951 for bytes that a filter of PNG has made small.
#ifndef CCODECS_DEFLATE_H
#define CCODECS_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

// Code lengths and codes of an alphabet, the codes turned round as the stream has them.
typedef struct {
  uint8_t length[288];
  uint16_t code[288];
} cc_prefix_code;

// The shortest prefix code whose lengths are at most `limit` bits, or nearly that; RFC 1951, 3.2.2. Symbols that do not
// occur get none.
void cc_prefix_code_make(cc_prefix_code *code, const uint32_t *counts, int symbols, int limit);

// The most bytes that cc_deflate_runs writes, which are more than it needs in the end.
size_t cc_deflate_runs_bound(size_t count);

// One block that is not the last, and an empty stored one behind it, so that it ends with a whole byte. Looks for bytes
// that repeat themselves, and for nothing else. Returns how many bytes it wrote.
size_t cc_deflate_runs(const uint8_t *bytes, size_t count, uint8_t *to);

#endif
