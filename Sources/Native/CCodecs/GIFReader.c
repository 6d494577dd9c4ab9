// Source of the format: "Graphics Interchange Format, version 89a", CompuServe 1990.
#include "Internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CODES = 4096, BLOCK_BYTES = 255 };

typedef struct {
  uint32_t left, top, width, height;
  int is_interlaced;
  int transparent;         // the index of the transparent colour; -1 without one
  uint64_t data;           // the position of the compressed indices
  uint32_t color_count;
  uint8_t colors[256][3];
} cc_gif_frame;

typedef struct {
  cc_reader reader;
  cc_plain_header header;
  cc_gif_frame frame;
} cc_gif_reader;

// The state of the decompression: a stream of codes of growing size, in blocks of up to 255 bytes.
typedef struct {
  cc_reader *reader;
  uint8_t block[BLOCK_BYTES];
  uint32_t block_size, position;
  uint32_t bits, bit_count;
  int is_ended;            // the block of size 0 was read
} cc_gif_codes;

static int read_exactly(cc_source *source, void *into, size_t count, cc_failure *failure) {
  if (cc_source_read(source, into, count) == count) return 1;
  return cc_fail(failure, CC_TRUNCATED, "the GIF ends after %llu bytes, before its image",
                 (unsigned long long)cc_source_size(source));
}

// Skips blocks up to the block of size 0.
static int skip_blocks(cc_source *source, cc_failure *failure) {
  for (;;) {
    uint8_t size;
    if (!read_exactly(source, &size, 1, failure)) return 0;
    if (size == 0) return 1;
    if (cc_source_skip(source, size) != size) return read_exactly(source, &size, 1, failure);
  }
}

// Reads a table of colours if `packed` announces one.
static int read_colors(cc_source *source, uint8_t packed, cc_gif_frame *frame, cc_failure *failure) {
  if (!(packed & 0x80)) return 1;
  frame->color_count = 2u << (packed & 7);
  return read_exactly(source, frame->colors, frame->color_count * 3, failure);
}

// Reads an extension. The graphic control extension before an image announces its transparent colour.
static int read_extension(cc_source *source, int *transparent, cc_failure *failure) {
  uint8_t bytes[2];
  if (!read_exactly(source, bytes, 2, failure)) return 0;
  if (bytes[0] == 0xf9 && bytes[1] == 4) {
    uint8_t control[4];
    if (!read_exactly(source, control, sizeof control, failure)) return 0;
    *transparent = control[0] & 1 ? control[3] : -1;
  } else if (bytes[1] == 0) {
    return 1;
  } else if (cc_source_skip(source, bytes[1]) != bytes[1]) {
    return read_exactly(source, bytes, 1, failure);
  }
  return skip_blocks(source, failure);
}

static int read_frame(cc_source *source, cc_gif_frame *frame, cc_failure *failure) {
  uint8_t bytes[9];
  if (!read_exactly(source, bytes, sizeof bytes, failure) || !read_colors(source, bytes[8], frame, failure)) return 0;
  frame->left = cc_little16(bytes);
  frame->top = cc_little16(bytes + 2);
  frame->width = cc_little16(bytes + 4);
  frame->height = cc_little16(bytes + 6);
  frame->is_interlaced = (bytes[8] & 0x40) != 0;
  frame->data = source->position;
  if (frame->width > 0 && frame->height > 0) return 1;
  return cc_fail(failure, CC_DAMAGED, "the GIF has a frame of %u x %u pixels", frame->width, frame->height);
}

// Counts the frames after the first one. A file that ends within them, or has other bytes there, has fewer.
static uint32_t count_frames(cc_source *source) {
  cc_failure ignored;
  uint32_t count = 1;
  uint8_t kind, bytes[9];
  if (!cc_source_skip(source, 1) || !skip_blocks(source, &ignored)) return count;
  while (cc_source_read(source, &kind, 1) == 1) {
    int unused;
    if (kind == 0x21) {
      if (!read_extension(source, &unused, &ignored)) break;
    } else if (kind == 0x2c) {
      if (cc_source_read(source, bytes, sizeof bytes) != sizeof bytes) break;
      uint64_t colors = bytes[8] & 0x80 ? 3 * (2ull << (bytes[8] & 7)) : 0;
      if (cc_source_skip(source, colors + 1) != colors + 1 || !skip_blocks(source, &ignored)) break;
      count++;
    } else {
      break;
    }
  }
  return count;
}

static int read_header(cc_gif_reader *reader, cc_source *source, cc_failure *failure) {
  uint8_t bytes[13];
  cc_gif_frame *frame = &reader->frame;
  cc_plain_header *header = &reader->header;
  if (!cc_source_seek(source, 0) || !read_exactly(source, bytes, sizeof bytes, failure) ||
      !read_colors(source, bytes[10], frame, failure)) {
    return 0;
  }
  frame->transparent = -1;
  for (;;) {
    uint8_t kind;
    if (!read_exactly(source, &kind, 1, failure)) return 0;
    if (kind == 0x2c) break;
    if (kind == 0x3b) return cc_fail(failure, CC_DAMAGED, "the GIF has no image");
    if (kind != 0x21) return cc_fail(failure, CC_DAMAGED, "the GIF has an unknown block 0x%02x", kind);
    if (!read_extension(source, &frame->transparent, failure)) return 0;
  }
  if (!read_frame(source, frame, failure)) return 0;
  if (frame->color_count == 0) return cc_fail(failure, CC_DAMAGED, "the GIF has no table of colours");
  header->width = cc_little16(bytes + 6);
  header->height = cc_little16(bytes + 8);
  if (header->width == 0 || header->height == 0) {
    header->width = frame->left + frame->width;
    header->height = frame->top + frame->height;
  }
  int covers = frame->left == 0 && frame->top == 0 && frame->width >= header->width && frame->height >= header->height;
  header->channels = frame->transparent >= 0 || !covers ? 4 : 3;
  header->frame_count = count_frames(source);
  // A code of 12 bits stands for at most 4096 pixels.
  reader->reader.minimum_file_bytes = (uint64_t)frame->width * frame->height / MAX_CODES;
  return 1;
}

// Returns the next code; -1 at the end of the blocks, or with a failure.
static int next_code(cc_gif_codes *codes, uint32_t size) {
  while (codes->bit_count < size) {
    if (codes->position == codes->block_size) {
      uint8_t count;
      if (codes->is_ended || !read_exactly(codes->reader->source, &count, 1, &codes->reader->failure)) return -1;
      codes->position = 0;
      codes->block_size = count;
      codes->is_ended = count == 0;
      if (count == 0 || !read_exactly(codes->reader->source, codes->block, count, &codes->reader->failure)) return -1;
    }
    codes->bits |= (uint32_t)codes->block[codes->position++] << codes->bit_count;
    codes->bit_count += 8;
  }
  int code = (int)(codes->bits & ((1u << size) - 1));
  codes->bits >>= size;
  codes->bit_count -= size;
  return code;
}

// Returns the row that the stream stores at an index: interlaced frames have four passes, appendix E.
static uint32_t stored_row(const cc_gif_frame *frame, uint32_t index) {
  static const uint32_t starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  if (!frame->is_interlaced) return index;
  for (int pass = 0; pass < 4; pass++) {
    uint32_t count = frame->height > starts[pass] ? (frame->height - starts[pass] + steps[pass] - 1) / steps[pass] : 0;
    if (index < count) return starts[pass] + index * steps[pass];
    index -= count;
  }
  return 0;
}

typedef struct {
  const cc_gif_reader *gif;
  uint8_t *pixels;
  size_t row_bytes;
  uint32_t x, row, y;  // y: the row of `row` in the frame
} cc_gif_canvas;

// Stores a pixel of the frame, if it is on the screen. Returns 0 after the last pixel.
static int store(cc_gif_canvas *canvas, uint8_t index) {
  const cc_gif_frame *frame = &canvas->gif->frame;
  const cc_plain_header *header = &canvas->gif->header;
  uint32_t x = frame->left + canvas->x, y = frame->top + canvas->y;
  if (x < header->width && y < header->height && index != frame->transparent) {
    uint8_t *pixel = canvas->pixels + y * canvas->row_bytes + 4 * (size_t)x;
    // Indices beyond the table are black.
    if (index < frame->color_count) memcpy(pixel, frame->colors[index], 3);
    pixel[3] = 255;
  }
  if (++canvas->x < frame->width) return 1;
  canvas->x = 0;
  if (++canvas->row == frame->height) return 0;
  canvas->y = stored_row(frame, canvas->row);
  return 1;
}

// Appendix F: codes from `clear + 2` on stand for the string of an earlier code and one more index.
static int decode(cc_gif_reader *reader, cc_gif_canvas *canvas) {
  cc_failure *failure = &reader->reader.failure;
  uint16_t prefixes[MAX_CODES];
  uint8_t last[MAX_CODES], string[MAX_CODES], minimum;
  cc_gif_codes codes = {.reader = &reader->reader};
  if (!cc_source_seek(reader->reader.source, reader->frame.data) ||
      !read_exactly(reader->reader.source, &minimum, 1, failure)) {
    return 0;
  }
  if (minimum < 1 || minimum > 8) {
    return cc_fail(failure, CC_DAMAGED, "the code size of a GIF must be between 1 and 8 (got %u)", minimum);
  }
  int clear = 1 << minimum, next = clear + 2, previous = -1;
  uint32_t size = minimum + 1u;
  for (;;) {
    int code = next_code(&codes, size);
    if (code < 0 || code == clear + 1) {
      if (failure->status != CC_OK) return 0;
      return cc_fail(failure, CC_DAMAGED, "the GIF has only %u of %u rows", canvas->row, reader->frame.height);
    }
    if (code == clear) {
      next = clear + 2;
      size = minimum + 1u;
      previous = -1;
      continue;
    }
    if (code > next || (code == next && previous < 0) || (code >= clear && previous < 0)) {
      return cc_fail(failure, CC_DAMAGED, "the GIF has the undefined code %d", code);
    }
    // The string, from its end on. A code that is not yet defined ends with the first index of the previous string.
    uint32_t start = MAX_CODES;
    int from = code == next ? previous : code;
    if (code == next) start--;
    while (from >= clear) {
      string[--start] = last[from];
      from = prefixes[from];
    }
    string[--start] = (uint8_t)from;
    if (code == next) string[MAX_CODES - 1] = (uint8_t)from;
    if (previous >= 0 && next < MAX_CODES) {
      prefixes[next] = (uint16_t)previous;
      last[next] = (uint8_t)from;
      next++;
      if (next == 1 << size && size < 12) size++;
    }
    previous = code;
    for (; start < MAX_CODES; start++) {
      if (!store(canvas, string[start])) return 1;
    }
  }
}

static int read_rows(cc_reader *base, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  cc_gif_reader *reader = (cc_gif_reader *)base;
  (void)first;
  for (uint32_t y = 0; y < count; y++) memset(pixels + y * row_bytes, 0, (size_t)reader->header.width * 4);
  cc_gif_canvas canvas = {.gif = reader, .pixels = pixels, .row_bytes = row_bytes};
  return decode(reader, &canvas);
}

static void close_reader(cc_reader *base) { free(base); }

cc_reader *cc_gif_open(cc_source *source, cc_failure *failure) {
  cc_gif_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a GIF");
    return NULL;
  }
  reader->reader.rows = read_rows;
  reader->reader.close = close_reader;
  reader->reader.source = source;
  reader->reader.access = CC_WHOLE;
  if (!read_header(reader, source, failure)) {
    close_reader(&reader->reader);
    return NULL;
  }
  reader->reader.height = reader->header.height;
  return &reader->reader;
}

cc_plain_header cc_gif_get_header(const cc_reader *reader) { return ((const cc_gif_reader *)reader)->header; }
