// A libFuzzer harness for the readers of Sources/Native/CCodecs, with the address and undefined behaviour sanitizers.
// scripts/fuzz builds and runs it. FORMAT=png .build/fuzz/codecs FILE repeats one file.
//
// The bytes of a file determine the calls (the rows, memory or a file, the row stride). So a stored file is enough to
// repeat a finding. The libraries are not instrumented: the bytes of the file and the pixels end at an inaccessible
// page.
#define _GNU_SOURCE
#include "CCodecs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);

// The size limit of the harness: larger images are refused, as CodecLimits refuses them.
static const uint64_t MOST_BYTES = 64 << 20;

static const char *format;
static const cc_exr_library *exr;
static const cc_heif_library *heif;

// MARK: Assertions

static void must(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "SUMMARY: failed assertion: %s\n", what);
  abort();
}

static void must_say_why(const cc_failure *failure) {
  must(failure->status != CC_OK, "a failure has a status");
  must(memchr(failure->text, 0, sizeof failure->text) != NULL, "a failure's text ends");
  must(failure->text[0] != 0, "a failure has a text");
}

// MARK: Choices, derived from the bytes

static uint64_t state;

static void choose_from(const uint8_t *bytes, size_t size) {
  state = 0xcbf29ce484222325;
  for (size_t i = 0; i < size; i++) state = (state ^ bytes[i]) * 0x100000001b3;
}

static uint32_t choice(uint32_t count) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return (uint32_t)((z ^ z >> 31) % count);
}

// MARK: Memory that ends at an inaccessible page

typedef struct {
  uint8_t *map;
  size_t mapped;
  uint8_t *bytes;
} block;

static block guarded(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (size + page - 1) / page * page;
  block made = {NULL, whole + page, NULL};
  made.map = mmap(NULL, made.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made.map == MAP_FAILED || mprotect(made.map + whole, page, PROT_NONE) != 0) {
    perror("codecs");
    exit(1);
  }
  made.bytes = made.map + whole - size;
  return made;
}

static void release(block it) { munmap(it.map, it.mapped); }

// MARK: Header data

static volatile uint64_t seen;

static void look_at(const uint8_t *bytes, size_t size) {
  if (!bytes) return;
  for (size_t i = 0; i < size; i++) seen += bytes[i];
}

static void look_at_text(const char *text) {
  if (text) seen += strlen(text);
}

static void look_at_profile(const uint8_t *profile, size_t size) {
  look_at(profile, size);
  cc_icc_info info;
  cc_failure failure = {0};
  double colorants[9], samples[3 * CC_ICC_CURVE_SAMPLES], parameters[3 * CC_ICC_CURVE_PARAMETERS];
  if (!cc_icc_inspect(profile, size, &info, colorants, samples, parameters, &failure)) {
    must_say_why(&failure);
    return;
  }
  must(memchr(info.description, 0, sizeof info.description) != NULL, "a profile's description ends");
  if (info.components != 1 && info.components != 3) return;
  static const double lights[8] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
  static const double colors[12] = {0, 0, 0, 1, 1, 1, 0.2, 0.5, 0.9, -1, 1e30, 2};
  double back[12];
  for (int to = 0; to < 2; to++) {
    if (!cc_icc_convert(profile, size, lights, to, colors, back, 4, &failure)) must_say_why(&failure);
  }
}

static void look_at_metadata(const cc_metadata *metadata) {
  look_at(metadata->exif.bytes, metadata->exif.size);
  look_at(metadata->xmp.bytes, metadata->xmp.size);
  look_at(metadata->photoshop.bytes, metadata->photoshop.size);
}

typedef struct {
  uint64_t width, height, pixel_bytes;
} size_of_image;

static cc_reader *open_reader(cc_source *source, cc_failure *failure) {
  if (!strcmp(format, "png")) return cc_png_open(source, failure);
  if (!strcmp(format, "jpeg")) return cc_jpeg_open(source, failure);
  if (!strcmp(format, "tiff")) return cc_tiff_open(source, 0, failure);
  if (!strcmp(format, "webp")) return cc_webp_open(source, failure);
  if (!strcmp(format, "gif")) return cc_gif_open(source, failure);
  if (!strcmp(format, "bmp")) return cc_bmp_open(source, failure);
  if (!strcmp(format, "exr")) return cc_exr_open(exr, source, failure);
  return cc_heif_open(heif, source, failure);
}

static size_of_image look_at_header(const cc_reader *reader) {
  if (!strcmp(format, "png")) {
    cc_png_header header = cc_png_get_header(reader);
    look_at_profile(header.icc, header.icc_size);
    look_at(header.exif.bytes, header.exif.size);
    for (int32_t i = 0; i < header.text_count; i++) {
      const char *key, *value;
      int32_t utf8;
      cc_png_text(reader, i, &key, &value, &utf8);
      look_at_text(key);
      look_at_text(value);
    }
    return (size_of_image){header.width, header.height, header.bits == 16 ? 8 : 4};
  }
  if (!strcmp(format, "jpeg")) {
    cc_jpeg_header header = cc_jpeg_get_header(reader);
    look_at_profile(header.icc, header.icc_size);
    look_at_metadata(&header.metadata);
    return (size_of_image){header.width, header.height, 4};
  }
  if (!strcmp(format, "tiff")) {
    cc_tiff_header header = cc_tiff_get_header(reader);
    look_at_profile(header.icc, header.icc_size);
    for (int32_t i = -1; i <= CC_TIFF_TEXTS; i++) look_at_text(cc_tiff_text(reader, i));
    return (size_of_image){header.width, header.height, header.bits == 32 ? 16 : header.bits == 16 ? 8 : 4};
  }
  if (!strcmp(format, "webp")) {
    cc_webp_header header = cc_webp_get_header(reader);
    look_at_profile(header.icc, header.icc_size);
    look_at_metadata(&header.metadata);
    return (size_of_image){header.width, header.height, 4};
  }
  if (!strcmp(format, "gif") || !strcmp(format, "bmp")) {
    cc_plain_header header = *format == 'g' ? cc_gif_get_header(reader) : cc_bmp_get_header(reader);
    look_at_profile(header.icc, header.icc_size);
    return (size_of_image){header.width, header.height, 4};
  }
  if (!strcmp(format, "exr")) {
    cc_exr_header header = cc_exr_get_header(reader);
    return (size_of_image){header.width, header.height, header.bits == 32 ? 16 : 8};
  }
  cc_heif_header header = cc_heif_get_header(reader);
  look_at_profile(header.icc, header.icc_size);
  look_at_metadata(&header.metadata);
  return (size_of_image){header.width, header.height, header.bits > 8 ? 8 : 4};
}

// MARK: Rows

static unsigned long images, refused;

static const uint8_t UNUSED = 0xa5;

// Reads rows in an order that `access` permits, and returns their number. Other rows must not change.
static uint32_t read_some(cc_reader *reader, size_of_image size, uint8_t *pixels, size_t row_bytes) {
  cc_failure failure = {0};
  uint32_t height = (uint32_t)size.height, came = 0;
  int32_t access = cc_reader_access(reader);
  must(!cc_reader_rows(reader, height, 1, pixels, row_bytes, &failure), "rows below the image are refused");
  if (access == CC_WHOLE || choice(2)) {
    if (cc_reader_rows(reader, 0, height, pixels, row_bytes, &failure)) return height;
    must_say_why(&failure);
    failure = (cc_failure){0};
    must(!cc_reader_rows(reader, 0, height, pixels, row_bytes, &failure), "calls after a failure fail");
    must_say_why(&failure);
    return 0;
  }
  uint32_t next = 0;
  for (int part = 0; part < 40; part++) {
    uint32_t first = access == CC_ANY ? choice(height) : next;
    if (access == CC_ASCENDING && choice(9) == 0 && first < height) first += choice(height - first);
    if (first >= height) break;
    uint32_t count = 1 + choice(choice(4) ? 7 : 64);
    if (count > height - first) count = height - first;
    if (!cc_reader_rows(reader, first, count, pixels + first * row_bytes, row_bytes, &failure)) {
      must_say_why(&failure);
      break;
    }
    next = first + count;
    came += count;
  }
  return came;
}

static void read_rows(cc_reader *reader, size_of_image size, uint64_t file_bytes) {
  must(size.width > 0 && size.height > 0, "an image has pixels");
  must(size.width <= INT32_MAX && size.height <= INT32_MAX, "the sides of an image fit in 31 bits");
  if (size.width > MOST_BYTES || size.width * size.height > MOST_BYTES / size.pixel_bytes) return;
  if (cc_reader_minimum_file_bytes(reader) > file_bytes) return;
  size_t row = size.width * size.pixel_bytes, spare = choice(3) ? 0 : 16, row_bytes = row + spare;
  // The last row has no padding.
  block pixels = guarded(row_bytes * size.height - spare);
  if (spare) {
    for (uint64_t y = 0; y + 1 < size.height; y++) memset(pixels.bytes + y * row_bytes + row, UNUSED, spare);
  }
  if (read_some(reader, size, pixels.bytes, row_bytes) > 0) images++;
  for (uint64_t y = 0; spare && y + 1 < size.height; y++) {
    for (size_t i = 0; i < spare; i++) {
      must(pixels.bytes[y * row_bytes + row + i] == UNUSED, "padding between rows is not written");
    }
  }
  release(pixels);
}

// Decodes a whole image twice, over different memory contents: every pixel must be written.
static void read_twice(const uint8_t *file, size_t file_bytes) {
  block made[2] = {{0}};
  size_t count = 0;
  int is_read[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    cc_failure failure = {0};
    cc_source *source = cc_source_memory(file, file_bytes, &failure);
    cc_reader *reader = open_reader(source, &failure);
    if (!reader) {
      cc_source_close(source);
      break;
    }
    size_of_image size = look_at_header(reader);
    uint64_t bytes = size.width * size.pixel_bytes;
    if (bytes <= MOST_BYTES && bytes * size.height <= MOST_BYTES / 16 &&
        cc_reader_minimum_file_bytes(reader) <= file_bytes) {
      count = bytes * size.height;
      made[i] = guarded(count);
      memset(made[i].bytes, i ? 0xff : 0, count);
      is_read[i] = cc_reader_rows(reader, 0, (uint32_t)size.height, made[i].bytes, bytes, &failure);
    }
    cc_reader_close(reader);
    cc_source_close(source);
    if (!is_read[i]) break;
  }
  if (is_read[0] && is_read[1]) must(!memcmp(made[0].bytes, made[1].bytes, count), "every pixel is written");
  for (int i = 0; i < 2; i++) {
    if (made[i].map) release(made[i]);
  }
}

// MARK: libFuzzer

static void report(void) { fprintf(stderr, "codecs: %lu images gave rows, %lu files refused\n", images, refused); }

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  format = getenv("FORMAT");
  if (!format) format = "png";
  cc_failure failure = {0};
  int needs_exr = !strcmp(format, "exr"), needs_heif = !strcmp(format, "heif");
  if (needs_exr) exr = cc_exr_load(NULL, &failure);
  if (needs_heif) heif = cc_heif_load(NULL, &failure);
  if ((needs_exr && !exr) || (needs_heif && !heif)) {
    fprintf(stderr, "codecs: %s\n", failure.text);
    exit(3);
  }
  atexit(report);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *given, size_t size) {
  choose_from(given, size);
  block file = guarded(size);
  memcpy(file.bytes, given, size);
  if (!strcmp(format, "icc")) {
    look_at_profile(file.bytes, size);
    release(file);
    return 0;
  }
  int descriptor = -1;
  char path[40];
  if (choice(4) == 0 && (descriptor = memfd_create("image", MFD_CLOEXEC)) >= 0) {
    if (write(descriptor, given, size) != (ssize_t)size) exit(1);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  }
  // With different rows in a different order each time.
  for (int round = 0; round < 2; round++) {
    cc_failure failure = {0};
    cc_source *source = descriptor < 0 ? cc_source_memory(file.bytes, size, &failure)
                                       : cc_source_file(path, NULL, &failure);
    must(source != NULL, "a source is created");
    cc_reader *reader = open_reader(source, &failure);
    if (reader) {
      read_rows(reader, look_at_header(reader), size);
      cc_reader_close(reader);
    } else {
      must_say_why(&failure);
      refused++;
    }
    cc_source_close(source);
    if (!reader) break;
  }
  if (choice(4) == 0) read_twice(file.bytes, size);
  if (descriptor >= 0) close(descriptor);
  release(file);
  return 0;
}

// MARK: Mutations with valid checksums

static uint32_t png_check(const uint8_t *bytes, size_t size) {
  uint32_t check = UINT32_MAX;
  for (size_t i = 0; i < size; i++) {
    check ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) check = check & 1 ? check >> 1 ^ 0xedb88320 : check >> 1;
  }
  return ~check;
}

static uint32_t big_endian(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void repair_png(uint8_t *bytes, size_t size) {
  for (size_t at = 8; at + 12 <= size;) {
    size_t count = big_endian(bytes + at);
    if (count > size - at - 12) return;
    uint32_t check = png_check(bytes + at + 4, count + 4);
    for (int i = 0; i < 4; i++) bytes[at + 8 + count + i] = (uint8_t)(check >> (24 - 8 * i));
    at += 12 + count;
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
  size = LLVMFuzzerMutate(bytes, size, most);
  if (!strcmp(format, "png") && seed % 8 != 0) repair_png(bytes, size);
  return size;
}
