#include "HEIF.h"

#ifdef CC_HAS_HEIF

#include <stdlib.h>
#include <string.h>

// libheif needs the complete file.
static const uint64_t MAX_FILE_BYTES = 1 << 30;
static const size_t MAX_PROFILE_BYTES = 1 << 26;
static const size_t MAX_METADATA_BYTES = 1 << 24;
enum { MAX_METADATA_BLOCKS = 16 };

typedef struct {
  cc_reader reader;
  const cc_heif_library *heif;
  uint8_t *copy;  // NULL if the source is memory
  struct heif_context *context;
  struct heif_image_handle *handle;
  uint8_t *icc;
  uint8_t *exif, *xmp;
  cc_heif_header header;
} cc_heif_reader;

static int load(cc_heif_reader *reader, cc_source *source, cc_failure *failure) {
  const cc_heif_library *heif = reader->heif;
  if (source->size > MAX_FILE_BYTES) {
    cc_fail(failure, CC_LIMIT, "the bytes of a HEIF file");
    failure->requested = source->size;
    failure->allowed = MAX_FILE_BYTES;
    return 0;
  }
  const uint8_t *bytes = source->bytes;
  if (!bytes) {
    reader->copy = malloc(source->size);
    if (!reader->copy) return cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a HEIF file");
    if (!cc_source_seek(source, 0) || cc_source_read(source, reader->copy, source->size) != source->size) {
      return cc_fail(failure, CC_IO, "the HEIF file cannot be read");
    }
    bytes = reader->copy;
  }
  reader->context = heif->context_alloc();
  if (!reader->context) return cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a HEIF file");
  return cc_heif_check(
             failure, heif->context_read_from_memory_without_copy(reader->context, bytes, source->size, NULL)) &&
         cc_heif_check(failure, heif->context_get_primary_image_handle(reader->context, &reader->handle));
}

static int read_colors(cc_heif_reader *reader, cc_failure *failure) {
  const cc_heif_library *heif = reader->heif;
  cc_heif_header *header = &reader->header;
  size_t size = heif->image_handle_get_raw_color_profile_size(reader->handle);
  if (size > 0 && size <= MAX_PROFILE_BYTES) {
    reader->icc = malloc(size);
    if (!reader->icc) return cc_fail(failure, CC_NO_MEMORY, "not enough memory for the profile of a HEIF file");
    if (heif->image_handle_get_raw_color_profile(reader->handle, reader->icc).code == heif_error_Ok) {
      header->icc = reader->icc;
      header->icc_size = size;
    }
  }
  struct heif_color_profile_nclx *points = NULL;
  if (heif->image_handle_get_nclx_color_profile(reader->handle, &points).code == heif_error_Ok && points) {
    header->has_cicp = 1;
    header->cicp_primaries = (uint8_t)points->color_primaries;
    header->cicp_transfer = (uint8_t)points->transfer_characteristics;
    heif->nclx_color_profile_free(points);
  }
  return 1;
}

static uint8_t *metadata_block(cc_heif_reader *reader, heif_item_id block, size_t *size) {
  const cc_heif_library *heif = reader->heif;
  *size = heif->image_handle_get_metadata_size(reader->handle, block);
  if (*size == 0 || *size > MAX_METADATA_BYTES) return NULL;
  uint8_t *bytes = malloc(*size);
  if (bytes && heif->image_handle_get_metadata(reader->handle, block, bytes).code == heif_error_Ok) return bytes;
  free(bytes);
  return NULL;
}

static void read_metadata(cc_heif_reader *reader) {
  const cc_heif_library *heif = reader->heif;
  cc_metadata *metadata = &reader->header.metadata;
  if (heif->image_handle_get_number_of_metadata_blocks(reader->handle, NULL) <= 0) return;
  heif_item_id blocks[MAX_METADATA_BLOCKS];
  int count = heif->image_handle_get_list_of_metadata_block_IDs(reader->handle, NULL, blocks, MAX_METADATA_BLOCKS);
  for (int i = 0; i < count && i < MAX_METADATA_BLOCKS; i++) {
    // Each string is valid until the next call.
    const char *type = heif->image_handle_get_metadata_type(reader->handle, blocks[i]);
    int is_exif = type && strcmp(type, "Exif") == 0, is_mime = type && strcmp(type, "mime") == 0;
    const char *content = heif->image_handle_get_metadata_content_type(reader->handle, blocks[i]);
    int is_xmp = is_mime && content && strcmp(content, "application/rdf+xml") == 0;
    size_t size = 0;
    if (is_exif && !reader->exif) {
      reader->exif = metadata_block(reader, blocks[i], &size);
      if (!reader->exif || size <= 4) continue;
      // The first four bytes are the offset of the TIFF header after them (ISO/IEC 23008-12, A.2.1).
      const uint8_t *at = reader->exif;
      uint32_t start = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
      if (start < size - 4) metadata->exif = (cc_bytes){at + 4 + start, size - 4 - start};
    } else if (is_xmp && !reader->xmp) {
      reader->xmp = metadata_block(reader, blocks[i], &size);
      if (reader->xmp) metadata->xmp = (cc_bytes){reader->xmp, size};
    }
  }
}

// A tiled image has its size both in its header and in its grid. libheif 1.15 allocates the size of the grid, which can
// be millions of columns with a valid header. It computes an image's size as an int, and writes out of bounds if that
// overflows. So the sides of the tiled image may not exceed the header's, and its size must fit an int.
static int limit_size(cc_heif_reader *reader, cc_failure *failure) {
  const cc_heif_library *heif = reader->heif;
  const cc_heif_header *header = &reader->header;
  // The storage in libheif: rows are aligned to 16 bytes, and their number is even.
  uint64_t pixel = header->bits > 8 ? 8 : 4, row = (header->width * pixel + 15) & ~15ull;
  uint64_t requested = row * ((header->height + 1ull) & ~1ull);
  if (requested > INT32_MAX) {
    cc_fail(failure, CC_LIMIT, "the bytes of a decoded HEIF image");
    failure->requested = requested;
    failure->allowed = INT32_MAX;
    return 0;
  }
  // The size before cropping and rotation.
  int width = heif->image_handle_get_ispe_width(reader->handle);
  int height = heif->image_handle_get_ispe_height(reader->handle);
  // The side of the largest square whose size fits an int.
  int longest = width > height ? width : height, limit = pixel == 8 ? 16382 : 23168;
  // libheif rejects sizes that equal the limit, too.
  heif->context_set_maximum_image_size_limit(reader->context, (longest < limit ? longest : limit) + 1);
  return 1;
}

static int read_header(cc_heif_reader *reader, cc_failure *failure) {
  const cc_heif_library *heif = reader->heif;
  int width = heif->image_handle_get_width(reader->handle), height = heif->image_handle_get_height(reader->handle);
  int bits = heif->image_handle_get_luma_bits_per_pixel(reader->handle);
  if (width < 1 || height < 1) return cc_fail(failure, CC_DAMAGED, "a HEIF image has %d x %d pixels", width, height);
  if (bits < 1 || bits > 16) return cc_fail(failure, CC_DAMAGED, "a HEIF image has %d bits a component", bits);
  cc_heif_header *header = &reader->header;
  header->width = (uint32_t)width;
  header->height = (uint32_t)height;
  header->bits = (uint32_t)bits;
  header->has_alpha = heif->image_handle_has_alpha_channel(reader->handle);
  header->is_premultiplied = header->has_alpha && heif->image_handle_is_premultiplied_alpha(reader->handle);
  if (!limit_size(reader, failure)) return 0;
  read_metadata(reader);
  return read_colors(reader, failure);
}

static int copy_rows(cc_heif_reader *reader, const struct heif_image *image, uint8_t *pixels, size_t row_bytes) {
  const cc_heif_library *heif = reader->heif;
  cc_failure *failure = &reader->reader.failure;
  uint32_t width = reader->header.width, height = reader->header.height;
  int stride = 0;
  const uint8_t *plane = heif->image_get_plane_readonly(image, heif_channel_interleaved, &stride);
  if (!plane || heif->image_get_width(image, heif_channel_interleaved) != (int)width ||
      heif->image_get_height(image, heif_channel_interleaved) != (int)height) {
    return cc_fail(failure, CC_DAMAGED, "the size of the HEIF image contradicts its header");
  }
  int bits = heif->image_get_bits_per_pixel_range(image, heif_channel_interleaved);
  for (uint32_t y = 0; y < height; y++, pixels += row_bytes, plane += stride) {
    if (reader->header.bits <= 8) {
      memcpy(pixels, plane, (size_t)width * 4);
      continue;
    }
    uint32_t max = (1u << (bits < 1 || bits > 16 ? 16 : bits)) - 1;
    for (uint32_t i = 0; i < width * 4; i++) {
      uint32_t value = (uint32_t)plane[2 * i] | (uint32_t)plane[2 * i + 1] << 8;
      if (value > max) value = max;
      ((uint16_t *)pixels)[i] = (uint16_t)((value * 65535ull + max / 2) / max);
    }
  }
  return 1;
}

static int read_rows(cc_reader *base, uint32_t first, uint32_t count, uint8_t *pixels, size_t row_bytes) {
  (void)first;
  (void)count;
  cc_heif_reader *reader = (cc_heif_reader *)base;
  const cc_heif_library *heif = reader->heif;
  enum heif_chroma chroma =
      reader->header.bits > 8 ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA;
  struct heif_decoding_options *options = heif->decoding_options_alloc();
  if (!options) return cc_fail(&base->failure, CC_NO_MEMORY, "not enough memory to decode a HEIF file");
  options->strict_decoding = 1;
  struct heif_image *image = NULL;
  struct heif_error error = heif->decode_image(reader->handle, &image, heif_colorspace_RGB, chroma, options);
  heif->decoding_options_free(options);
  int success = cc_heif_check(&base->failure, error) && copy_rows(reader, image, pixels, row_bytes);
  if (image) heif->image_release(image);
  return success;
}

static void close_reader(cc_reader *base) {
  cc_heif_reader *reader = (cc_heif_reader *)base;
  if (reader->handle) reader->heif->image_handle_release(reader->handle);
  if (reader->context) reader->heif->context_free(reader->context);
  free(reader->copy);
  free(reader->icc);
  free(reader->exif);
  free(reader->xmp);
  free(reader);
}

cc_reader *cc_heif_open(const cc_heif_library *heif, cc_source *source, cc_failure *failure) {
  cc_heif_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory to read a HEIF file");
    return NULL;
  }
  reader->heif = heif;
  reader->reader.rows = read_rows;
  reader->reader.close = close_reader;
  reader->reader.source = source;
  if (load(reader, source, failure) && read_header(reader, failure)) {
    reader->reader.height = reader->header.height;
    return &reader->reader;
  }
  close_reader(&reader->reader);
  return NULL;
}

cc_heif_header cc_heif_get_header(const cc_reader *reader) { return ((const cc_heif_reader *)reader)->header; }

#endif
