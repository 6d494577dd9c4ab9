// The conversion of TIFF pixels in other colour models to RGB, after their samples were stored as four components.
#include "TIFFReader.h"

#include <lcms2.h>
#include <stdlib.h>

struct cc_tiff_color {
  void *context;
  cmsHTRANSFORM transform;
};

static cmsHTRANSFORM create_transform(
    cmsContext context, cmsHPROFILE from, cmsUInt32Number format, cmsUInt32Number bytes, cmsUInt32Number flags) {
  cmsHPROFILE to = cmsCreate_sRGBProfileTHR(context);
  cmsHTRANSFORM transform =
      from && to ? cmsCreateTransformTHR(context, from, format, to, bytes == 1 ? TYPE_RGBA_8 : TYPE_RGBA_16,
                                         INTENT_PERCEPTUAL, flags)
                 : NULL;
  if (from) cmsCloseProfile(from);
  if (to) cmsCloseProfile(to);
  return transform;
}

// Inks without a usable profile of CMYK are converted by arithmetic.
static int prepare_inks(const cc_tiff_reader *reader, cc_tiff_color *color, cmsUInt32Number bytes) {
  cc_failure ignored;
  if (!reader->header.icc) return 1;
  cmsHPROFILE profile = cc_icc_open(reader->header.icc, reader->header.icc_size, &color->context, &ignored);
  if (!profile) return 1;
  if (cmsGetColorSpace(profile) != cmsSigCmykData) {
    cmsCloseProfile(profile);
    return 1;
  }
  color->transform = create_transform(color->context, profile, bytes == 1 ? TYPE_CMYK_8 : TYPE_CMYK_16, bytes, 0);
  return 1;
}

// Lab values are relative to D50, as in ICC profiles. The fourth component is alpha, which stays.
static int prepare_lab(cc_tiff_color *color, cmsUInt32Number bytes) {
  color->context = cmsCreateContext(NULL, NULL);
  if (!color->context) return 0;
  cmsUInt32Number format = COLORSPACE_SH(PT_Lab) | CHANNELS_SH(3) | EXTRA_SH(1) | BYTES_SH(bytes);
  // An optimised transform interpolates in a table, which changes white by a step of 8 bits.
  color->transform = create_transform(
      color->context, cmsCreateLab4ProfileTHR(color->context, NULL), format, bytes, cmsFLAGS_NOOPTIMIZE);
  return color->transform != NULL;
}

int cc_tiff_prepare_color(cc_tiff_reader *reader, cc_failure *failure) {
  int is_lab = reader->photometric == PHOTOMETRIC_CIELAB || reader->photometric == PHOTOMETRIC_ICCLAB;
  if (reader->photometric != PHOTOMETRIC_SEPARATED && !is_lab) return 1;
  cc_tiff_color *color = calloc(1, sizeof *color);
  reader->color = color;
  cmsUInt32Number bytes = reader->header.bits / 8;
  int is_ready = color && (is_lab ? prepare_lab(color, bytes) : prepare_inks(reader, color, bytes));
  return is_ready ? 1 : cc_fail(failure, CC_NO_MEMORY, "not enough memory to convert the colours of a TIFF");
}

void cc_tiff_close_color(cc_tiff_reader *reader) {
  if (!reader->color) return;
  if (reader->color->transform) cmsDeleteTransform(reader->color->transform);
  if (reader->color->context) cmsDeleteContext(reader->color->context);
  free(reader->color);
}

// 0 is no ink.
#define MIX_INKS(NAME, TYPE, FULL)                                                   \
  static void NAME(TYPE *pixels, size_t count) {                                     \
    for (size_t i = 0; i < count; i++, pixels += 4) {                                \
      uint64_t paper = (uint64_t)(FULL) - pixels[3];                                 \
      for (int c = 0; c < 3; c++) {                                                  \
        pixels[c] = (TYPE)((((FULL) - pixels[c]) * paper + (FULL) / 2) / (FULL));    \
      }                                                                              \
    }                                                                                \
  }

MIX_INKS(mix_inks8, uint8_t, 255u)
MIX_INKS(mix_inks16, uint16_t, 65535u)

static void convert_inks(const cc_tiff_color *color, uint32_t bits, void *row, size_t count) {
  if (color->transform) {
    cmsDoTransform(color->transform, row, row, (cmsUInt32Number)count);
  } else if (bits == 8) {
    mix_inks8(row, count);
  } else {
    mix_inks16(row, count);
  }
  if (bits == 8) {
    for (size_t i = 0; i < count; i++) ((uint8_t *)row)[4 * i + 3] = 255;
  } else {
    for (size_t i = 0; i < count; i++) ((uint16_t *)row)[4 * i + 3] = 65535;
  }
}

// Returns a component of 8 bits with an appended byte as one of 16 bits, which is 257 times the component.
static uint16_t scaled(uint32_t value) {
  uint32_t result = (value * 257 + 128) / 256;
  return result > 65535 ? 65535 : (uint16_t)result;
}

// Converts to the encoding of ICC profiles: a* and b* have an offset, and values of 16 bits are 257 times those of 8
// bits. CIELab stores a* and b* as signed integers; 0xff00 is the largest L* of ICCLab in 16 bits. Sources: TIFF 6.0,
// section 23; Adobe Photoshop TIFF Technical Notes (ICCLab); ICC.1:2022, 6.3.4.2.
static void encode_lab(const cc_tiff_reader *reader, void *row, size_t count) {
  int is_signed = reader->photometric == PHOTOMETRIC_CIELAB;
  uint8_t *bytes = row;
  uint16_t *words = row;
  for (size_t i = 0; i < 4 * count; i += 4) {
    for (int c = is_signed ? 1 : 0; c < 3; c++) {
      if (reader->header.bits == 16) {
        words[i + c] = scaled(is_signed ? words[i + c] ^ 0x8000u : words[i + c]);
      } else if (is_signed) {
        bytes[i + c] ^= 0x80;
      }
    }
  }
}

// The matrix of Ward's format: primaries of BT.709 with a white of equal energy, as libtiff converts it to 8 bits.
static void convert_xyz(float *pixels, size_t count) {
  for (size_t i = 0; i < count; i++, pixels += 4) {
    float x = pixels[0], y = pixels[1], z = pixels[2];
    pixels[0] = 2.690f * x - 1.276f * y - 0.414f * z;
    pixels[1] = -1.022f * x + 1.978f * y + 0.044f * z;
    pixels[2] = 0.061f * x - 0.224f * y + 1.163f * z;
  }
}

void cc_tiff_convert_color(const cc_tiff_reader *reader, void *row, size_t count) {
  switch (reader->photometric) {
    case PHOTOMETRIC_SEPARATED: convert_inks(reader->color, reader->header.bits, row, count); break;
    case PHOTOMETRIC_CIELAB: case PHOTOMETRIC_ICCLAB:
      encode_lab(reader, row, count);
      cmsDoTransform(reader->color->transform, row, row, (cmsUInt32Number)count);
      break;
    case PHOTOMETRIC_LOGLUV: convert_xyz(row, count); break;
    default: break;
  }
}
