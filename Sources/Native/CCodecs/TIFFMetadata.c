#include "TIFFClient.h"

#include <stdlib.h>
#include <string.h>

// EXIF data are a small TIFF of their own: what its first directory says goes into that of the file, and those of EXIF
// and GPS are copied as they are, with their offsets moved. The data are in the machine's byte order, as is the file.

enum { ENTRY_BYTES = 12 };

static const uint32_t texts[] = {
    TIFFTAG_DOCUMENTNAME, TIFFTAG_IMAGEDESCRIPTION, TIFFTAG_MAKE, TIFFTAG_MODEL, TIFFTAG_SOFTWARE, TIFFTAG_DATETIME,
    TIFFTAG_ARTIST, TIFFTAG_HOSTCOMPUTER, TIFFTAG_COPYRIGHT,
};

static uint16_t half(const uint8_t *at) {
  uint16_t number;
  memcpy(&number, at, sizeof number);
  return number;
}

static uint32_t word(const uint8_t *at) {
  uint32_t number;
  memcpy(&number, at, sizeof number);
  return number;
}

static uint64_t value_bytes(const uint8_t *entry) {
  static const uint8_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
  uint16_t type = half(entry + 2);
  return type < sizeof sizes ? (uint64_t)sizes[type] * word(entry + 4) : 0;
}

// The first entry of a directory and their count; NULL where they do not lie in the data.
static const uint8_t *directory(cc_bytes exif, uint32_t offset, uint32_t *count) {
  if (exif.size < 8 || offset > exif.size - 2) return NULL;
  *count = half(exif.bytes + offset);
  return *count * (size_t)ENTRY_BYTES > exif.size - offset - 2 ? NULL : exif.bytes + offset + 2;
}

// NULL where the value does not lie in the data.
static const uint8_t *value(cc_bytes exif, const uint8_t *entry) {
  uint64_t size = value_bytes(entry);
  if (size <= 4) return entry + 8;
  uint32_t offset = word(entry + 8);
  return size > exif.size || offset > exif.size - size ? NULL : exif.bytes + offset;
}

static int set_text(TIFF *tiff, uint32_t tag, const uint8_t *text, uint64_t size) {
  char *copy = calloc(1, size + 1);
  if (!copy) return 0;
  memcpy(copy, text, size);
  int is_set = TIFFSetField(tiff, tag, copy);
  free(copy);
  return is_set;
}

static int set_entry(TIFF *tiff, cc_bytes exif, const uint8_t *entry) {
  const uint8_t *bytes = value(exif, entry);
  uint16_t tag = half(entry), type = half(entry + 2);
  if (!bytes) return 1;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (tag == texts[i] && type == TIFF_ASCII) return set_text(tiff, tag, bytes, value_bytes(entry));
  }
  if (tag == TIFFTAG_RESOLUTIONUNIT && type == TIFF_SHORT) return TIFFSetField(tiff, tag, (int)half(bytes));
  if ((tag == TIFFTAG_XRESOLUTION || tag == TIFFTAG_YRESOLUTION) && type == TIFF_RATIONAL && word(bytes + 4) > 0) {
    return TIFFSetField(tiff, tag, (double)word(bytes) / word(bytes + 4));
  }
  return 1;
}

// Adds where the data will lie in the file to the offsets of a directory.
static void move_directory(uint8_t *moved, cc_bytes exif, uint32_t offset, uint32_t by) {
  uint32_t count = 0;
  if (!directory(exif, offset, &count)) return;
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *entry = moved + offset + 2 + (size_t)i * ENTRY_BYTES;
    if (value_bytes(entry) <= 4) continue;
    uint32_t place = word(entry + 8) + by;
    memcpy(entry + 8, &place, sizeof place);
  }
}

// EXIF's and GPS's directories, written before the pixels.
static int put_directories(cc_tiff_client *client, cc_bytes exif, uint32_t exif_offset, uint32_t gps_offset) {
  uint64_t place = (cc_sink_end(client->sink) + 1) & ~1ull;
  uint8_t *moved = malloc(exif.size);
  if (!moved) return cc_fail(&client->failure, CC_NO_MEMORY, "no memory for the metadata of a TIFF");
  memcpy(moved, exif.bytes, exif.size);
  if (exif_offset) move_directory(moved, exif, exif_offset, (uint32_t)place);
  if (gps_offset && gps_offset != exif_offset) move_directory(moved, exif, gps_offset, (uint32_t)place);
  int is_written = cc_sink_seek(client->sink, place) && cc_sink_write(client->sink, moved, exif.size);
  free(moved);
  if (!is_written) return cc_fail(&client->failure, CC_IO, "no room to write the TIFF");
  return (!exif_offset || TIFFSetField(client->tiff, TIFFTAG_EXIFIFD, place + exif_offset)) &&
      (!gps_offset || TIFFSetField(client->tiff, TIFFTAG_GPSIFD, place + gps_offset));
}

static int put_exif(cc_tiff_client *client, cc_bytes exif, int is_big) {
  uint32_t count = 0, exif_offset = 0, gps_offset = 0;
  const uint8_t *entries = exif.bytes && exif.size >= 8 ? directory(exif, word(exif.bytes + 4), &count) : NULL;
  for (uint32_t i = 0; entries && i < count; i++) {
    const uint8_t *entry = entries + (size_t)i * ENTRY_BYTES;
    if (half(entry) == TIFFTAG_EXIFIFD) exif_offset = word(entry + 8);
    if (half(entry) == TIFFTAG_GPSIFD) gps_offset = word(entry + 8);
    if (!set_entry(client->tiff, exif, entry)) return 0;
  }
  if (is_big || (!exif_offset && !gps_offset)) return 1;
  return put_directories(client, exif, exif_offset, gps_offset);
}

// IPTC's records stand by themselves in TIFF. Photoshop's resources are of one resource here, with 12 bytes before it.
static int put_iptc(TIFF *tiff, cc_bytes photoshop) {
  const size_t head = 12;
  const TIFFField *field = TIFFFindField(tiff, TIFFTAG_RICHTIFFIPTC, TIFF_ANY);
  if (!photoshop.bytes || photoshop.size <= head || !field) return 1;
  // libtiff counts them in longs or, in newer versions, in bytes.
  size_t unit = TIFFFieldDataType(field) == TIFF_LONG ? 4 : 1, count = (photoshop.size - head + unit - 1) / unit;
  uint8_t *records = calloc(count, unit);
  if (!records) return 0;
  memcpy(records, photoshop.bytes + head, photoshop.size - head);
  int is_set = TIFFSetField(tiff, TIFFTAG_RICHTIFFIPTC, (uint32_t)count, records);
  free(records);
  return is_set;
}

int cc_tiff_put_metadata(cc_tiff_client *client, const cc_metadata *metadata, int is_big) {
  cc_bytes xmp = metadata->xmp;
  return put_exif(client, metadata->exif, is_big) && put_iptc(client->tiff, metadata->photoshop) &&
      (!xmp.bytes || TIFFSetField(client->tiff, TIFFTAG_XMLPACKET, (uint32_t)xmp.size, xmp.bytes));
}
