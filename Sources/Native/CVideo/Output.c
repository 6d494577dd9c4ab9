#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <stdlib.h>
#include <string.h>

static VDOutput *make(VDFailure *failure) {
  if (!vd_load(failure)) return NULL;
  VDOutput *output = calloc(1, sizeof *output);
  if (output) output->descriptor = -1;
  if (output && (output->packet = av_packet_alloc())) return output;
  vd_fail(failure, VD_NO_MEMORY, "no memory");
  vd_output_close(output);
  return NULL;
}

VDOutput *vd_output_make(const char *path, const char *container, VDFailure *failure) {
  VDOutput *output = make(failure);
  if (!output) return NULL;
  char *named = av_asprintf("file:%s", path);
  int result = named ? avformat_alloc_output_context2(&output->file, NULL, container, named) : AVERROR(ENOMEM);
  if (result < 0) {
    vd_fail_by(failure, VD_UNSUPPORTED, result, container);
  } else {
    result = avio_open2(&output->file->pb, named, AVIO_FLAG_WRITE, NULL, NULL);
    if (result < 0) vd_fail_by(failure, VD_FAILED, result, "the file cannot be written");
  }
  av_free(named);
  if (result >= 0) return output;
  vd_output_close(output);
  return NULL;
}

VDOutput *vd_output_make_pipe(int32_t descriptor, const char *container, VDFailure *failure) {
  VDOutput *output = make(failure);
  if (!output) return NULL;
  int result = avformat_alloc_output_context2(&output->file, NULL, container, NULL);
  output->descriptor = descriptor;
  if (result >= 0 && !(output->file->pb = vd_pipe_writing(output))) result = AVERROR(ENOMEM);
  if (result >= 0) {
    output->file->flags |= AVFMT_FLAG_CUSTOM_IO;
    // 10 bits are not in the specification of YUV4MPEG2, but all common readers support them.
    output->file->strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL;
    return output;
  }
  vd_fail_by(failure, VD_UNSUPPORTED, result, container);
  vd_output_close(output);
  return NULL;
}

void vd_output_stop(VDOutput *output) { atomic_store(&output->isStopped, true); }

int32_t vd_output_add_packets(VDOutput *output, const VDParameters *parameters, VDFailure *failure) {
  const char *name = avcodec_get_name(parameters->codec->codec_id);
  const char *container = output->file->oformat->name;
  if (avformat_query_codec(output->file->oformat, parameters->codec->codec_id, FF_COMPLIANCE_NORMAL) != 1) {
    return vd_fail(failure, VD_UNSUPPORTED, "%s does not support %s", container, name), -1;
  }
  AVStream *to = avformat_new_stream(output->file, NULL);
  int result = to ? avcodec_parameters_copy(to->codecpar, parameters->codec) : AVERROR(ENOMEM);
  if (result < 0) return vd_fail_by(failure, VD_FAILED, result, name), -1;
  // The source's tag belongs to the other container; this one has its own. Apple's players accept HEVC only with the
  // tag hvc1, which requires that no parameter sets are among the samples, as they may be with hev1.
  const bool hasAllAhead =
      parameters->codec->codec_tag != MKTAG('h', 'e', 'v', '1') && parameters->codec->extradata_size > 0;
  const bool isMov = !strcmp(container, "mp4") || !strcmp(container, "mov");
  const bool isHEVC = parameters->codec->codec_id == AV_CODEC_ID_HEVC;
  to->codecpar->codec_tag = isHEVC && hasAllAhead && isMov ? MKTAG('h', 'v', 'c', '1') : 0;
  to->time_base = parameters->unit;
  to->disposition = parameters->disposition;
  to->avg_frame_rate = parameters->rate;
  to->sample_aspect_ratio = parameters->aspect;
  av_dict_copy(&to->metadata, parameters->tags, 0);
  for (int index = 0; index < parameters->sideDataCount; index++) {
    const AVPacketSideData *data = &parameters->sideData[index];
    uint8_t *copy = av_stream_new_side_data(to, data->type, data->size);
    if (copy) memcpy(copy, data->data, data->size);
  }
  return to->index;
}

int32_t vd_output_add_copy(VDOutput *output, const VDInput *input, int32_t index, VDFailure *failure) {
  VDParameters *parameters = vd_input_parameters(input, index);
  if (!parameters) return vd_fail(failure, VD_NO_MEMORY, "no memory"), -1;
  int32_t stream = vd_output_add_packets(output, parameters, failure);
  vd_parameters_free(parameters);
  return stream;
}

bool vd_output_set_matrix(VDOutput *output, int32_t stream, const int32_t *matrix, VDFailure *failure) {
  AVStream *to = output->file->streams[stream];
  uint8_t *copy = av_stream_new_side_data(to, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof *matrix);
  if (!copy) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  memcpy(copy, matrix, 9 * sizeof *matrix);
  return true;
}

void vd_output_set_tag(VDOutput *output, const char *key, const char *value) {
  av_dict_set(&output->file->metadata, key, value, 0);
}

bool vd_output_add_chapter(VDOutput *output, VDChapter chapter, VDFailure *failure) {
  AVFormatContext *file = output->file;
  AVChapter **chapters = av_realloc_array(file->chapters, file->nb_chapters + 1, sizeof *chapters);
  if (chapters) file->chapters = chapters;
  AVChapter *added = chapters ? av_mallocz(sizeof *added) : NULL;
  if (!added) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  added->id = file->nb_chapters + 1;
  added->time_base = (AVRational){1, 1000000};
  added->start = chapter.start;
  added->end = chapter.end;
  chapters[file->nb_chapters++] = added;
  return true;
}

void vd_output_set_chapter_tag(VDOutput *output, const char *key, const char *value) {
  if (output->file->nb_chapters) av_dict_set(&output->file->chapters[output->file->nb_chapters - 1]->metadata, key, value, 0);
}

bool vd_output_begin(VDOutput *output, bool startsFast, VDFailure *failure) {
  AVDictionary *options = NULL;
  if (startsFast) av_dict_set(&options, "movflags", "+faststart", 0);
  int result = avformat_write_header(output->file, &options);
  av_dict_free(&options);
  return result >= 0 || vd_fail_by(failure, VD_FAILED, result, output->file->oformat->name);
}

/// Returns whether all bytes could be written so far, as muxers do not check each write.
static bool is_written(VDOutput *output, int result, VDFailure *failure) {
  AVIOContext *bytes = output->file->pb;
  if (bytes && bytes->error < 0) result = bytes->error;
  return result >= 0 || vd_fail_by(failure, VD_FAILED, result, "writing");
}

bool vd_output_packet(VDOutput *output, int32_t stream, VDPacket *packet, int64_t shift, VDFailure *failure) {
  AVPacket *moved = packet->packet;
  VDSound *sound = vd_sound_of(output, stream);
  if (moved->pts != AV_NOPTS_VALUE) moved->pts -= shift;
  if (moved->dts != AV_NOPTS_VALUE) moved->dts -= shift;
  bool isWritten;
  if (sound) {
    isWritten = vd_sound_take(output, sound, moved, failure);
  } else {
    av_packet_rescale_ts(moved, packet->unit, output->file->streams[stream]->time_base);
    moved->stream_index = stream;
    moved->pos = -1;
    isWritten = vd_write(output, moved, failure);
  }
  vd_packet_free(packet);
  return isWritten;
}

bool vd_write(VDOutput *output, AVPacket *packet, VDFailure *failure) {
  output->byteCount += packet->size;
  int result = av_interleaved_write_frame(output->file, packet);
  return is_written(output, result, failure);
}

static int64_t take_duration(VDOutput *output, int64_t time) {
  for (unsigned index = 0; index < output->heldCount; index++) {
    if (output->held[index].time != time) continue;
    int64_t duration = output->held[index].duration;
    output->held[index] = output->held[--output->heldCount];
    return duration;
  }
  return 0;
}

/// Writes the packets that the encoder has ready. `isAtEnd` is true after the last frame.
static bool drain(VDOutput *output, bool isAtEnd, VDFailure *failure) {
  for (;;) {
    int result = avcodec_receive_packet(output->encoder, output->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return true;
    if (result < 0) return vd_fail_by(failure, VD_FAILED, result, "encoding");
    int64_t duration = take_duration(output, output->packet->pts);
    if (!output->packet->duration) output->packet->duration = duration;
    // x265 3.5 computes the reordering delay from the third frame, and without one from uninitialized memory. Two
    // frames are not reordered.
    if (isAtEnd && output->imageCount <= 2) output->packet->dts = output->packet->pts;
    output->packet->stream_index = output->images->index;
    av_packet_rescale_ts(output->packet, output->encoder->time_base, output->images->time_base);
    if (!vd_write(output, output->packet, failure)) return false;
  }
}

typedef struct ExternalPlanes {
  void *owner;
  void (*release)(void *owner);
} ExternalPlanes;

static void release_planes(void *opaque, uint8_t *data) {
  (void)data;
  ExternalPlanes *held = opaque;
  held->release(held->owner);
  free(held);
}

/// Deinterleaves a row of chroma, and shifts 10-bit samples to the bottom of 16 bits.
#define DEINTERLEAVE(Sample, shift) \
  do { \
    const Sample *luma = (const void *)from[0], *chroma = (const void *)from[1]; \
    Sample *to[3] = {(void *)rows[0], (void *)rows[1], (void *)rows[2]}; \
    for (int column = 0; column < width; column++) to[0][column] = luma[column] >> (shift); \
    for (int column = 0; column < pairs; column++) { \
      to[1][column] = chroma[2 * column] >> (shift); \
      to[2][column] = chroma[2 * column + 1] >> (shift); \
    } \
  } while (0)

/// Returns a planar copy of a frame with interleaved chroma and 10 bits at the top of 16. Returns NULL without memory.
static AVFrame *deinterleaved(const AVCodecContext *encoder, const VDImage *image) {
  AVFrame *frame = av_frame_alloc();
  if (!frame) return NULL;
  frame->format = encoder->pix_fmt;
  frame->width = encoder->width;
  frame->height = encoder->height;
  if (av_frame_get_buffer(frame, 0) < 0) {
    av_frame_free(&frame);
    return NULL;
  }
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(encoder->pix_fmt);
  const int width = encoder->width, pairs = AV_CEIL_RSHIFT(encoder->width, format->log2_chroma_w);
  for (int row = 0; row < encoder->height; row++) {
    const uint8_t *from[2];
    uint8_t *rows[3];
    for (int plane = 0; plane < 2; plane++) {
      from[plane] = (const uint8_t *)image->planes[plane] + (ptrdiff_t)row * image->rowBytes[plane];
    }
    for (int plane = 0; plane < 3; plane++) rows[plane] = frame->data[plane] + (ptrdiff_t)row * frame->linesize[plane];
    if (format->comp[0].depth > 8) DEINTERLEAVE(uint16_t, 6);
    else DEINTERLEAVE(uint8_t, 0);
  }
  image->release(image->owner);
  return frame;
}

/// Wraps the caller's planes. Returns NULL without memory, and releases nothing then.
static AVFrame *borrowed(const AVCodecContext *encoder, const VDImage *image) {
  AVFrame *frame = av_frame_alloc();
  ExternalPlanes *held = malloc(sizeof *held);
  if (frame && held) {
    *held = (ExternalPlanes){image->owner, image->release};
    // FFmpeg uses the planes' addresses, so this size has no effect.
    frame->buf[0] = av_buffer_create(
        image->planes[0], (size_t)image->rowBytes[0] * (size_t)encoder->height, release_planes, held,
        AV_BUFFER_FLAG_READONLY);
  }
  if (!frame || !held || !frame->buf[0]) {
    free(held);
    av_frame_free(&frame);
    return NULL;
  }
  for (int plane = 0; plane < 4; plane++) {
    frame->data[plane] = image->planes[plane];
    frame->linesize[plane] = image->rowBytes[plane];
  }
  frame->extended_data = frame->data;
  frame->format = encoder->pix_fmt;
  frame->width = encoder->width;
  frame->height = encoder->height;
  return frame;
}

/// Converts the image to a frame of FFmpeg. Returns NULL without memory, and releases nothing then.
static AVFrame *frame_of(const AVCodecContext *encoder, const VDImage *image) {
  // Buffers of these formats have interleaved chroma, which no encoder supports.
  const bool isPaired = av_pix_fmt_desc_get(encoder->pix_fmt)->log2_chroma_h == 0;
  AVFrame *frame = isPaired ? deinterleaved(encoder, image) : borrowed(encoder, image);
  if (!frame) return NULL;
  frame->pts = image->time;
#if LIBAVUTIL_VERSION_MAJOR >= 58
  frame->duration = image->duration;
#else
  frame->pkt_duration = image->duration;
#endif
  frame->color_primaries = encoder->color_primaries;
  frame->color_trc = encoder->color_trc;
  frame->colorspace = encoder->colorspace;
  frame->color_range = encoder->color_range;
  frame->chroma_location = encoder->chroma_sample_location;
  frame->sample_aspect_ratio = encoder->sample_aspect_ratio;
  return frame;
}

bool vd_output_image(VDOutput *output, const VDImage *image, VDFailure *failure) {
  AVFrame *frame = frame_of(output->encoder, image);
  if (!frame) {
    image->release(image->owner);
    return vd_fail(failure, VD_NO_MEMORY, "no memory");
  }
  if (output->heldCount < VD_HELD_DURATIONS) {
    output->held[output->heldCount].time = image->time;
    output->held[output->heldCount++].duration = image->duration;
  }
  int result = avcodec_send_frame(output->encoder, frame);
  bool isDrained = true;
  while (result == AVERROR(EAGAIN) && (isDrained = drain(output, false, failure))) {
    result = avcodec_send_frame(output->encoder, frame);
  }
  av_frame_free(&frame);
  if (!isDrained) return false;
  if (result < 0) return vd_fail_by(failure, VD_FAILED, result, "encoding");
  output->imageCount++;
  return drain(output, false, failure);
}

int64_t vd_output_byte_count(const VDOutput *output) { return output->byteCount; }

bool vd_output_finish(VDOutput *output, VDFailure *failure) {
  if (output->encoder) {
    int result = avcodec_send_frame(output->encoder, NULL);
    if (result < 0 && result != AVERROR_EOF) return vd_fail_by(failure, VD_FAILED, result, "encoding");
    if (!drain(output, true, failure)) return false;
  }
  for (int index = 0; index < output->soundCount; index++) {
    if (!vd_sound_take(output, output->sounds[index], NULL, failure)) return false;
  }
  int result = av_write_trailer(output->file);
  if (output->descriptor >= 0) avio_flush(output->file->pb);
  if (!is_written(output, result, failure)) return false;
  if (output->descriptor >= 0) return true;
  result = avio_closep(&output->file->pb);
  return result >= 0 || vd_fail_by(failure, VD_FAILED, result, "writing");
}

void vd_output_close(VDOutput *output) {
  if (!output) return;
  avcodec_free_context(&output->encoder);
  av_packet_free(&output->packet);
  for (int index = 0; index < output->soundCount; index++) vd_sound_free(output->sounds[index]);
  if (output->file) {
    if (output->descriptor >= 0) vd_pipe_free(&output->file->pb);
    else avio_closep(&output->file->pb);
    avformat_free_context(output->file);
  }
  free(output);
}
#endif
