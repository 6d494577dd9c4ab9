#include "TIFFClient.h"

#include <stdlib.h>
#include <string.h>

// EXIF data are a small TIFF file. The values of its first directory are set in the file's directory. The directories
// of EXIF and GPS are copied with adjusted offsets. The data are in the machine's byte order, as is the file.

enum { ENTRY_BYTES = 12 };

static const uint32_t texts[] = {
    TIFFTAG_DOCUMENTNAME, TIFFTAG_IMAGEDESCRIPTION, TIFFTAG_MAKE, TIFFTAG_MODEL, TIFFTAG_SOFTWARE, TIFFTAG_DATETIME,
    TIFFTAG_ARTIST, TIFFTAG_HOSTCOMPUTER, TIFFTAG_COPYRIGHT,
};

static uint16_t half(const uint8_t *address) {
  uint16_t number;
  memcpy(&number, address, sizeof number);
  return number;
}

static uint32_t word(const uint8_t *address) {
  uint32_t number;
  memcpy(&number, address, sizeof number);
  return number;
}

static uint64_t value_bytes(const uint8_t *entry) {
  static const uint8_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
  uint16_t type = half(entry + 2);
  return type < sizeof sizes ? (uint64_t)sizes[type] * word(entry + 4) : 0;
}

// Returns the first entry of a directory and the number of entries; NULL if they are not inside of the data.
static const uint8_t *directory(cc_bytes exif, uint32_t offset, uint32_t *count) {
  if (exif.size < 8 || offset > exif.size - 2) return NULL;
  *count = half(exif.bytes + offset);
  return *count * (size_t)ENTRY_BYTES > exif.size - offset - 2 ? NULL : exif.bytes + offset + 2;
}

// Returns NULL if the value is not inside of the data.
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

// Adds the position of the data in the file to the offsets of a directory.
static void move_directory(uint8_t *moved, cc_bytes exif, uint32_t offset, uint32_t by) {
  uint32_t count = 0;
  if (!directory(exif, offset, &count)) return;
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *entry = moved + offset + 2 + (size_t)i * ENTRY_BYTES;
    if (value_bytes(entry) <= 4) continue;
    uint32_t position = word(entry + 8) + by;
    memcpy(entry + 8, &position, sizeof position);
  }
}

// Writes the directories of EXIF and GPS before the pixels.
static int write_directories(cc_tiff_client *client, cc_bytes exif, uint32_t exif_offset, uint32_t gps_offset) {
  uint64_t position = (cc_sink_end(client->sink) + 1) & ~1ull;
  uint8_t *moved = malloc(exif.size);
  if (!moved) return cc_fail(&client->failure, CC_NO_MEMORY, "not enough memory for the metadata of a TIFF");
  memcpy(moved, exif.bytes, exif.size);
  if (exif_offset) move_directory(moved, exif, exif_offset, (uint32_t)position);
  if (gps_offset && gps_offset != exif_offset) move_directory(moved, exif, gps_offset, (uint32_t)position);
  int is_written = cc_sink_seek(client->sink, position) && cc_sink_write(client->sink, moved, exif.size);
  free(moved);
  if (!is_written) return cc_fail(&client->failure, CC_IO, "no space to write the TIFF");
  return (!exif_offset || TIFFSetField(client->tiff, TIFFTAG_EXIFIFD, position + exif_offset)) &&
      (!gps_offset || TIFFSetField(client->tiff, TIFFTAG_GPSIFD, position + gps_offset));
}

static int set_exif(cc_tiff_client *client, cc_bytes exif, int is_big) {
  uint32_t count = 0, exif_offset = 0, gps_offset = 0;
  const uint8_t *entries = exif.bytes && exif.size >= 8 ? directory(exif, word(exif.bytes + 4), &count) : NULL;
  for (uint32_t i = 0; entries && i < count; i++) {
    const uint8_t *entry = entries + (size_t)i * ENTRY_BYTES;
    if (half(entry) == TIFFTAG_EXIFIFD) exif_offset = word(entry + 8);
    if (half(entry) == TIFFTAG_GPSIFD) gps_offset = word(entry + 8);
    if (!set_entry(client->tiff, exif, entry)) return 0;
  }
  if (is_big || (!exif_offset && !gps_offset)) return 1;
  return write_directories(client, exif, exif_offset, gps_offset);
}

// TIFF stores IPTC records directly. The Photoshop resources here have one resource, with a header of 12 bytes.
static int set_iptc(TIFF *tiff, cc_bytes photoshop) {
  const size_t header = 12;
  const TIFFField *field = TIFFFindField(tiff, TIFFTAG_RICHTIFFIPTC, TIFF_ANY);
  if (!photoshop.bytes || photoshop.size <= header || !field) return 1;
  // libtiff counts the records in longs or, in newer versions, in bytes.
  size_t unit = TIFFFieldDataType(field) == TIFF_LONG ? 4 : 1, count = (photoshop.size - header + unit - 1) / unit;
  uint8_t *records = calloc(count, unit);
  if (!records) return 0;
  memcpy(records, photoshop.bytes + header, photoshop.size - header);
  int is_set = TIFFSetField(tiff, TIFFTAG_RICHTIFFIPTC, (uint32_t)count, records);
  free(records);
  return is_set;
}

// Overrides the resolution in the EXIF data, which has the same values if it was created with them.
static int set_resolution(TIFF *tiff, const cc_metadata *metadata) {
  if (metadata->dots_per_inch_x <= 0 || metadata->dots_per_inch_y <= 0) return 1;
  return TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH) &&
      TIFFSetField(tiff, TIFFTAG_XRESOLUTION, metadata->dots_per_inch_x) &&
      TIFFSetField(tiff, TIFFTAG_YRESOLUTION, metadata->dots_per_inch_y);
}

int cc_tiff_set_metadata(cc_tiff_client *client, const cc_metadata *metadata, int is_big) {
  cc_bytes xmp = metadata->xmp;
  return set_exif(client, metadata->exif, is_big) && set_resolution(client->tiff, metadata) &&
      set_iptc(client->tiff, metadata->photoshop) &&
      (!xmp.bytes || TIFFSetField(client->tiff, TIFFTAG_XMLPACKET, (uint32_t)xmp.size, xmp.bytes));
}
