#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <stdlib.h>
#include <string.h>

static const struct { VDLayout layout; enum AVPixelFormat format; } layouts[] = {
    {VD_I420, AV_PIX_FMT_YUV420P},     {VD_I420, AV_PIX_FMT_YUVJ420P},      {VD_I420_10, AV_PIX_FMT_YUV420P10LE},
    {VD_NV12, AV_PIX_FMT_NV12},        {VD_P010, AV_PIX_FMT_P010LE},        {VD_I422, AV_PIX_FMT_YUV422P},
    {VD_I422, AV_PIX_FMT_YUVJ422P},    {VD_I422_10, AV_PIX_FMT_YUV422P10LE}, {VD_I444, AV_PIX_FMT_YUV444P},
    {VD_I444, AV_PIX_FMT_YUVJ444P},    {VD_I444_10, AV_PIX_FMT_YUV444P10LE}, {VD_BGRA, AV_PIX_FMT_BGRA},
    {VD_RGBA, AV_PIX_FMT_RGBA},        {VD_ARGB, AV_PIX_FMT_ARGB},          {VD_ABGR, AV_PIX_FMT_ABGR},
    {VD_RGB, AV_PIX_FMT_RGB24},        {VD_BGR, AV_PIX_FMT_BGR24},
};
enum { LAYOUT_COUNT = sizeof layouts / sizeof *layouts };

enum AVPixelFormat vd_pixel_format(VDLayout layout) {
  for (int index = 0; index < LAYOUT_COUNT; index++) {
    if (layouts[index].layout == layout) return layouts[index].format;
  }
  return AV_PIX_FMT_NONE;
}

VDLayout vd_layout(enum AVPixelFormat format) {
  for (int index = 0; index < LAYOUT_COUNT; index++) {
    if (layouts[index].format == format) return layouts[index].layout;
  }
  return VD_OTHER_LAYOUT;
}

bool vd_is_full_range(enum AVColorRange range, enum AVPixelFormat format) {
  return range == AVCOL_RANGE_JPEG || format == AV_PIX_FMT_YUVJ420P || format == AV_PIX_FMT_YUVJ422P ||
         format == AV_PIX_FMT_YUVJ444P;
}

static void dynamic_range(const AVFrame *frame, VDFrameFacts *facts) {
  const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  facts->hasMastering = data && vd_mastering_bytes(data->data, facts->mastering);
  data = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  facts->hasLightLevel = data != NULL;
  if (data) vd_light_level_bytes(data->data, facts->lightLevel);
}

void vd_frame_facts(const VDFrame *holder, VDFrameFacts *facts) {
  const AVFrame *frame = holder->frame;
  memset(facts, 0, sizeof *facts);
  facts->layout = vd_layout(frame->format);
  const char *name = av_get_pix_fmt_name(frame->format);
  facts->layoutName = name ? name : "unknown";
  facts->width = frame->width;
  facts->height = frame->height;
  facts->time = frame->best_effort_timestamp;
#if LIBAVUTIL_VERSION_MAJOR >= 58
  facts->duration = frame->duration;
  facts->isInterlaced = (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
  facts->isTopFirst = (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
  facts->duration = frame->pkt_duration;
  facts->isInterlaced = frame->interlaced_frame != 0;
  facts->isTopFirst = frame->top_field_first != 0;
#endif
  facts->primaries = frame->color_primaries;
  facts->transfer = frame->color_trc;
  facts->matrix = frame->colorspace;
  facts->chromaLocation = frame->chroma_location;
  facts->isFullRange = vd_is_full_range(frame->color_range, frame->format);
  facts->aspectNumerator = holder->aspect.num;
  facts->aspectDenominator = holder->aspect.den;
  for (int plane = 0; plane < 4 && frame->data[plane]; plane++) {
    facts->planes[plane] = frame->data[plane];
    facts->rowBytes[plane] = frame->linesize[plane];
  }
  dynamic_range(frame, facts);
}

void vd_frame_pair_chroma(const VDFrame *holder, void *chroma, size_t rowBytes) {
  const AVFrame *frame = holder->frame;
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
  const int width = AV_CEIL_RSHIFT(frame->width, format->log2_chroma_w);
  const int height = AV_CEIL_RSHIFT(frame->height, format->log2_chroma_h);
  const int shift = 16 - format->comp[0].depth;
  for (int row = 0; row < height; row++) {
    const uint8_t *blue = frame->data[1] + (ptrdiff_t)row * frame->linesize[1];
    const uint8_t *red = frame->data[2] + (ptrdiff_t)row * frame->linesize[2];
    uint8_t *to = (uint8_t *)chroma + (size_t)row * rowBytes;
    if (format->comp[0].depth == 8) {
      for (int x = 0; x < width; x++) {
        to[2 * x] = blue[x];
        to[2 * x + 1] = red[x];
      }
    } else {
      const uint16_t *blues = (const void *)blue, *reds = (const void *)red;
      uint16_t *pairs = (void *)to;
      for (int x = 0; x < width; x++) {
        pairs[2 * x] = (uint16_t)(blues[x] << shift);
        pairs[2 * x + 1] = (uint16_t)(reds[x] << shift);
      }
    }
  }
}

void vd_frame_copy_plane(const VDFrame *holder, int32_t plane, void *to, size_t rowBytes) {
  const AVFrame *frame = holder->frame;
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
  const bool isChroma = plane == 1 || plane == 2;
  const int height = isChroma ? AV_CEIL_RSHIFT(frame->height, format->log2_chroma_h) : frame->height;
  // The luma of formats with interleaved chroma is at the top of 16 bits as well.
  const int shift = plane == 0 && (frame->format == AV_PIX_FMT_YUV422P10LE || frame->format == AV_PIX_FMT_YUV444P10LE)
      ? 6 : 0;
  const size_t bytes = (size_t)av_image_get_linesize(frame->format, frame->width, plane);
  for (int row = 0; row < height; row++) {
    const uint8_t *from = frame->data[plane] + (ptrdiff_t)row * frame->linesize[plane];
    uint8_t *target = (uint8_t *)to + (size_t)row * rowBytes;
    if (!shift) {
      memcpy(target, from, bytes);
      continue;
    }
    const uint16_t *samples = (const void *)from;
    uint16_t *shifted = (void *)target;
    for (size_t x = 0; x < bytes / 2; x++) shifted[x] = (uint16_t)(samples[x] << shift);
  }
}

void vd_frame_free(VDFrame *frame) {
  if (!frame) return;
  av_frame_free(&frame->frame);
  free(frame);
}
#endif
