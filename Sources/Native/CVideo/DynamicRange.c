#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <libavutil/mastering_display_metadata.h>
#include <string.h>

// As in HEVC's SEI messages: ITU-T H.265, D.2.28 and D.2.35: chromaticities in 50000ths, cd/m² in 10000ths, big endian.
// Their primaries are in the order green, blue, red; FFmpeg's begin with red.
static const int order[] = {1, 2, 0};
enum { CHROMATICITY = 50000, LUMINANCE = 10000 };

static void put16(uint8_t *to, unsigned value) {
  to[0] = (uint8_t)(value >> 8);
  to[1] = (uint8_t)value;
}

static void put32(uint8_t *to, unsigned value) {
  put16(to, value >> 16);
  put16(to + 2, value & 0xFFFF);
}

static unsigned get16(const uint8_t *from) { return (unsigned)from[0] << 8 | from[1]; }

static int get32(const uint8_t *from) {
  const unsigned value = get16(from) << 16 | get16(from + 2);
  return value > INT32_MAX ? INT32_MAX : (int)value;
}

static unsigned scaled(AVRational value, int64_t unit) {
  int64_t number = value.den ? av_rescale(value.num, unit, value.den) : 0;
  return number < 0 ? 0 : number > 0xFFFFFFFF ? 0xFFFFFFFF : (unsigned)number;
}

bool vd_mastering_bytes(const void *metadata, uint8_t *bytes) {
  const AVMasteringDisplayMetadata *display = metadata;
  if (!display->has_primaries || !display->has_luminance) return false;
  uint8_t *to = bytes;
  for (int index = 0; index < 3; index++, to += 4) {
    put16(to, scaled(display->display_primaries[order[index]][0], CHROMATICITY));
    put16(to + 2, scaled(display->display_primaries[order[index]][1], CHROMATICITY));
  }
  put16(to, scaled(display->white_point[0], CHROMATICITY));
  put16(to + 2, scaled(display->white_point[1], CHROMATICITY));
  put32(to + 4, scaled(display->max_luminance, LUMINANCE));
  put32(to + 8, scaled(display->min_luminance, LUMINANCE));
  return true;
}

void vd_light_level_bytes(const void *metadata, uint8_t *bytes) {
  const AVContentLightMetadata *light = metadata;
  put16(bytes, light->MaxCLL);
  put16(bytes + 2, light->MaxFALL);
}

/// Adds zeroed side data to the stream. Only the libraries of these headers read the structures.
static void *add_side_data(VDOutput *output, enum AVPacketSideDataType type, size_t byteCount, VDFailure *failure) {
  void *data = av_stream_new_side_data(output->images, type, byteCount);
  if (data) memset(data, 0, byteCount);
  else vd_fail(failure, VD_NO_MEMORY, "no memory");
  return data;
}

bool vd_output_set_dynamic_range(
    VDOutput *output, const uint8_t *mastering, const uint8_t *lightLevel, VDFailure *failure) {
  if (mastering) {
    AVMasteringDisplayMetadata *display =
        add_side_data(output, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof *display, failure);
    if (!display) return false;
    for (int index = 0; index < 3; index++) {
      for (int axis = 0; axis < 2; axis++) {
        display->display_primaries[order[index]][axis] =
            (AVRational){(int)get16(mastering + 4 * index + 2 * axis), CHROMATICITY};
      }
    }
    display->white_point[0] = (AVRational){(int)get16(mastering + 12), CHROMATICITY};
    display->white_point[1] = (AVRational){(int)get16(mastering + 14), CHROMATICITY};
    display->max_luminance = (AVRational){get32(mastering + 16), LUMINANCE};
    display->min_luminance = (AVRational){get32(mastering + 20), LUMINANCE};
    display->has_primaries = display->has_luminance = 1;
  }
  if (lightLevel) {
    AVContentLightMetadata *light = add_side_data(output, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof *light, failure);
    if (!light) return false;
    light->MaxCLL = get16(lightLevel);
    light->MaxFALL = get16(lightLevel + 2);
  }
  return true;
}
#endif
