#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <string.h>

bool vd_has_encoder(const char *name) { return vd_load(NULL) && avcodec_find_encoder_by_name(name) != NULL; }

bool vd_encoder_takes(const char *name, VDLayout layout) {
  if (!vd_load(NULL)) return false;
  const AVCodec *codec = avcodec_find_encoder_by_name(name);
  if (!codec) return false;
  // Uncompressed frames may have any layout, but readers expect planar ones.
  if (codec->id == AV_CODEC_ID_RAWVIDEO || codec->id == AV_CODEC_ID_WRAPPED_AVFRAME) {
    return layout == VD_I420 || layout == VD_I420_10 || layout == VD_I422 || layout == VD_I422_10 ||
           layout == VD_I444 || layout == VD_I444_10;
  }
  if (!codec->pix_fmts) return false;
  const enum AVPixelFormat wanted = vd_pixel_format(layout);
  for (const enum AVPixelFormat *format = codec->pix_fmts; *format != AV_PIX_FMT_NONE; format++) {
    if (*format == wanted) return true;
  }
  return false;
}

/// Returns FFmpeg's answer, except for codecs that it reports as supported and rejects when the header is written.
static bool takes(const AVOutputFormat *format, enum AVCodecID codec) {
  if (!format || avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) != 1) return false;
  const bool isMP4Only = codec == AV_CODEC_ID_OPUS || codec == AV_CODEC_ID_FLAC || codec == AV_CODEC_ID_TRUEHD;
  return !isMP4Only || strcmp(format->name, "mov");
}

bool vd_container_takes_packets(const char *container, const VDParameters *parameters) {
  return takes(av_guess_format(container, NULL, NULL), parameters->codec->codec_id);
}

bool vd_container_takes(const char *container, const char *encoder) {
  if (!vd_load(NULL)) return false;
  const AVOutputFormat *format = av_guess_format(container, NULL, NULL);
  const AVCodec *codec = avcodec_find_encoder_by_name(encoder);
  return codec && takes(format, codec->id);
}

static void set_up(AVCodecContext *encoder, const VDEncoding *encoding, const AVOutputFormat *format) {
  encoder->pix_fmt = vd_pixel_format(encoding->layout);
  encoder->width = encoding->width;
  encoder->height = encoding->height;
  encoder->time_base = (AVRational){encoding->unitNumerator, encoding->unitDenominator};
  encoder->framerate = (AVRational){encoding->rateNumerator, encoding->rateDenominator};
  encoder->sample_aspect_ratio = (AVRational){1, 1};
  encoder->color_primaries = (enum AVColorPrimaries)encoding->primaries;
  encoder->color_trc = (enum AVColorTransferCharacteristic)encoding->transfer;
  encoder->colorspace = (enum AVColorSpace)encoding->matrix;
  encoder->color_range = encoding->isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  encoder->chroma_sample_location = (enum AVChromaLocation)encoding->chromaLocation;
  encoder->gop_size = encoding->keyFrameDistance;
  encoder->thread_count = encoding->threads;
  if (format->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
}

bool vd_output_add_images(VDOutput *output, const VDEncoding *encoding, VDFailure *failure) {
  const AVCodec *codec = avcodec_find_encoder_by_name(encoding->encoder);
  if (!codec) return vd_fail(failure, VD_NO_ENCODER, "there is no encoder %s", encoding->encoder);
  AVCodecContext *encoder = output->encoder = avcodec_alloc_context3(codec);
  AVStream *stream = output->images = avformat_new_stream(output->file, NULL);
  if (!encoder || !stream) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  set_up(encoder, encoding, output->file->oformat);
  AVDictionary *options = NULL;
  int result = encoding->options ? av_dict_parse_string(&options, encoding->options, "=", ":", 0) : 0;
  if (result >= 0) result = avcodec_open2(encoder, codec, &options);
  av_dict_free(&options);
  if (result < 0) return vd_fail_by(failure, VD_NO_ENCODER, result, encoding->encoder);
  result = avcodec_parameters_from_context(stream->codecpar, encoder);
  if (result < 0) return vd_fail_by(failure, VD_FAILED, result, encoding->encoder);
  stream->time_base = encoder->time_base;
  // YUV4MPEG2 has a rate and no times.
  const bool needsRate = !strcmp(output->file->oformat->name, "yuv4mpegpipe");
  if (!encoding->isRateGuessed || needsRate) stream->avg_frame_rate = encoder->framerate;
  stream->sample_aspect_ratio = encoder->sample_aspect_ratio;
  stream->disposition = AV_DISPOSITION_DEFAULT;
  // The tag under which Apple's players accept HEVC.
  const bool isMov = !strcmp(output->file->oformat->name, "mp4") || !strcmp(output->file->oformat->name, "mov");
  if (codec->id == AV_CODEC_ID_HEVC && isMov) stream->codecpar->codec_tag = MKTAG('h', 'v', 'c', '1');
  return true;
}

int32_t vd_output_image_stream(const VDOutput *output) { return output->images ? output->images->index : -1; }
#endif
