// The layout and the kind of a TIFF image's pixels.
#include "TIFFReader.h"

// Returns the maximum expansion of a byte: TIFF 6.0, sections 9 and 13 (LZW strings end at 4096 bytes), zlib's
// technical notes. For other methods the value is far above that of valid images.
static uint64_t max_expansion(uint16_t compression) {
  switch (compression) {
    case COMPRESSION_NONE: return 1;
    case COMPRESSION_PACKBITS: return 64;
    case COMPRESSION_LZW: return 4096;
    case COMPRESSION_ADOBE_DEFLATE: case COMPRESSION_DEFLATE: return 1032;
    default: return 100000;
  }
}

// The colour models other than grey, palettes and RGB.
static int read_color_model(cc_tiff_reader *reader) {
  TIFF *tiff = reader->client.tiff;
  cc_failure *failure = &reader->client.failure;
  uint16_t ink_set = INKSET_CMYK, compression = reader->compression;
  switch (reader->photometric) {
    case PHOTOMETRIC_MINISBLACK: case PHOTOMETRIC_MINISWHITE: case PHOTOMETRIC_PALETTE: case PHOTOMETRIC_RGB: return 1;
    case PHOTOMETRIC_YCBCR:
      if (compression == COMPRESSION_OJPEG) {
        return cc_fail(failure, CC_UNSUPPORTED, "TIFF compression 6 (old JPEG) is unsupported; save with JPEG or LZW");
      }
      if (compression == COMPRESSION_JPEG) {
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        reader->photometric = PHOTOMETRIC_RGB;
      } else {
        reader->uses_libtiff_rgba = 1;
      }
      return 1;
    case PHOTOMETRIC_SEPARATED:
      TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &ink_set);
      reader->header.is_cmyk = reader->header.is_converted = 1;
      if (ink_set == INKSET_CMYK) return 1;
      return cc_fail(failure, CC_UNSUPPORTED, "TIFF ink set %u is unsupported (allowed: 1, CMYK); save as CMYK or RGB",
                     ink_set);
    case PHOTOMETRIC_CIELAB: case PHOTOMETRIC_ICCLAB: reader->header.is_converted = 1; return 1;
    case PHOTOMETRIC_LOGL: case PHOTOMETRIC_LOGLUV:
      reader->header.is_linear = 1;
      if ((compression == COMPRESSION_SGILOG || compression == COMPRESSION_SGILOG24) &&
          TIFFSetField(tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT)) {
        return 1;
      }
      return cc_fail(failure, CC_UNSUPPORTED,
                     "LogLuv TIFF with compression %u is unsupported (allowed: %u and %u); save as floats", compression,
                     COMPRESSION_SGILOG, COMPRESSION_SGILOG24);
    default:
      return cc_fail(failure, CC_UNSUPPORTED,
                     "TIFF photometric interpretation %u is unsupported (allowed: 0 to 3, 5, 6, 8, 9, 32844, 32845); "
                     "save as grey or RGB", reader->photometric);
  }
}

static int check_samples(cc_tiff_reader *reader) {
  uint16_t bits = reader->file_bits, format = reader->sample_format;
  int is_unsigned = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID, is_signed = format == SAMPLEFORMAT_INT;
  int is_float = format == SAMPLEFORMAT_IEEEFP, is_supported = 0;
  switch (reader->photometric) {
    case PHOTOMETRIC_PALETTE:
      is_supported = is_unsigned && reader->samples == 1 && (bits == 1 || bits == 2 || bits == 4 || bits == 8);
      break;
    case PHOTOMETRIC_SEPARATED: is_supported = is_unsigned && (bits == 8 || bits == 16); break;
    // Some writers declare a* and b* as signed.
    case PHOTOMETRIC_CIELAB: is_supported = (is_unsigned || is_signed) && (bits == 8 || bits == 16); break;
    case PHOTOMETRIC_ICCLAB: is_supported = is_unsigned && (bits == 8 || bits == 16); break;
    case PHOTOMETRIC_YCBCR: is_supported = is_unsigned && bits == 8; break;
    default:
      is_supported = is_float ? bits == 16 || bits == 32 || bits == 64
                   : is_signed ? bits == 8 || bits == 16 || bits == 32
                               : is_unsigned && (bits == 8 || bits == 16 || bits == 32 ||
                                                 (reader->samples == 1 && (bits == 1 || bits == 2 || bits == 4)));
      reader->becomes_float = is_signed || (is_unsigned && bits == 32) || bits == 64;
      break;
  }
  if (is_supported) return 1;
  return cc_fail(&reader->client.failure, CC_UNSUPPORTED,
                 "TIFF samples of %u bits and format %u, %u a pixel, are unsupported for photometric interpretation %u; "
                 "save with 8 or 16 bits, half or float", bits, format, reader->samples, reader->photometric);
}

static int read_palette(cc_tiff_reader *reader) {
  uint16_t *red, *green, *blue;
  if (!TIFFGetField(reader->client.tiff, TIFFTAG_COLORMAP, &red, &green, &blue)) {
    return cc_fail(&reader->client.failure, CC_DAMAGED, "the TIFF has a palette image without a palette");
  }
  reader->palette[0] = red;
  reader->palette[1] = green;
  reader->palette[2] = blue;
  return 1;
}

static void read_alpha(cc_tiff_reader *reader) {
  uint16_t count = 0, *extra = NULL;
  uint32_t colors = cc_tiff_color_samples(reader);
  reader->alpha = -1;
  if (reader->uses_libtiff_rgba || !TIFFGetField(reader->client.tiff, TIFFTAG_EXTRASAMPLES, &count, &extra)) return;
  for (uint16_t i = 0; i < count && reader->alpha < 0; i++) {
    if (extra[i] == EXTRASAMPLE_UNSPECIFIED || colors + i >= reader->samples) continue;
    reader->alpha = (int)colors + i;
    reader->header.is_premultiplied = extra[i] == EXTRASAMPLE_ASSOCALPHA;
  }
}

int cc_tiff_read_layout(cc_tiff_reader *reader) {
  TIFF *tiff = reader->client.tiff;
  cc_failure *failure = &reader->client.failure;
  cc_tiff_header *header = &reader->header;
  uint16_t bits = 1, samples = 1, planes = PLANARCONFIG_CONTIG;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &header->width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &header->height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &reader->compression);
  if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &reader->photometric)) {
    return cc_fail(failure, CC_DAMAGED, "the TIFF has no photometric interpretation");
  }
  if (header->width == 0 || header->height == 0 || header->width > INT32_MAX || header->height > INT32_MAX) {
    return cc_fail(failure, CC_DAMAGED, "the TIFF has %u x %u pixels", header->width, header->height);
  }
  if (!TIFFIsCODECConfigured(reader->compression)) {
    return cc_fail(failure, CC_UNSUPPORTED, "TIFF compression %u is unsupported; save with LZW or Deflate",
                   reader->compression);
  }
  // The format of LogLuv samples changes here.
  if (!read_color_model(reader)) return 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  reader->sample_format = SAMPLEFORMAT_UINT;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &reader->sample_format);
  reader->samples = samples;
  reader->file_bits = bits;
  reader->is_planar = planes == PLANARCONFIG_SEPARATE && samples > 1;
  if (!check_samples(reader)) return 0;
  uint32_t colors = cc_tiff_color_samples(reader);
  if (samples < colors) {
    return cc_fail(failure, CC_DAMAGED, "the TIFF must have at least %u samples a pixel (got %u)", colors, samples);
  }
  int is_palette = reader->photometric == PHOTOMETRIC_PALETTE;
  if (is_palette && !read_palette(reader)) return 0;
  header->is_float = reader->becomes_float || reader->sample_format == SAMPLEFORMAT_IEEEFP;
  header->bits = is_palette ? 8 : reader->becomes_float ? 32 : bits;
  read_alpha(reader);
  if (header->is_cmyk && reader->alpha >= 0) {
    return cc_fail(failure, CC_UNSUPPORTED, "TIFF of CMYK with alpha is unsupported; save as RGB with alpha");
  }
  header->channels = (colors == 1 && !is_palette ? 1 : 3) + (reader->alpha >= 0 ? 1 : 0);
  uint64_t row = ((uint64_t)header->width * samples * bits + 7) / 8;
  // Two of three samples of YCbCr may be stored once for up to 16 pixels.
  if (reader->uses_libtiff_rgba) row /= 3;
  reader->reader.minimum_file_bytes = (row > UINT64_MAX / header->height ? UINT64_MAX : row * header->height) /
      max_expansion(reader->compression);
  return 1;
}
