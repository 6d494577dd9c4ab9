// An encoded audio stream: packets are decoded, converted, and encoded into the output.
#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  /// The number of consecutive undecodable packets that is an error.
  DAMAGE_LIMIT = 60,
  /// The block size for encoders that accept any number of sample frames.
  DEFAULT_FRAMES = 1024,
  /// The number of sample frames in a block of silence.
  SILENCE_FRAMES = 4096,
};

struct VDSound {
  AVStream *stream;
  AVCodecContext *decoder, *encoder;
  VDConverter *converter;
  AVAudioFifo *waiting;
  AVFrame *block;
  /// The parameters of the decoded packets, which may change between an app's samples.
  const VDParameters *source;
  /// The positions of the next decoded and the next encoded sample frame, from the output's start.
  int64_t next, encoded;
  /// The greatest number of sample frames; -1 for no limit.
  int64_t limit;
  int64_t damage;
  VDVolume *volumes;
  int32_t volumeCount;
  bool hasBegun;
};

VDSound *vd_sound_of(const VDOutput *output, int32_t stream) {
  for (int index = 0; index < output->soundCount; index++) {
    if (output->sounds[index]->stream->index == stream) return output->sounds[index];
  }
  return NULL;
}

void vd_sound_free(VDSound *sound) {
  if (!sound) return;
  avcodec_free_context(&sound->decoder);
  avcodec_free_context(&sound->encoder);
  vd_converter_free(sound->converter);
  if (sound->waiting) av_audio_fifo_free(sound->waiting);
  av_frame_free(&sound->block);
  free(sound->volumes);
  free(sound);
}

/// Returns the encoder's sample format with the least sufficient bit depth, or else the first one.
static enum AVSampleFormat nearest_format(const AVCodec *codec, int bits) {
  const enum AVSampleFormat *formats = codec->sample_fmts;
  if (!formats) return AV_SAMPLE_FMT_S16;
  for (const enum AVSampleFormat *format = formats; *format != AV_SAMPLE_FMT_NONE; format++) {
    if (8 * av_get_bytes_per_sample(*format) >= bits) return *format;
  }
  return formats[0];
}

static int nearest_rate(const AVCodec *codec, int rate) {
  const int *rates = codec->supported_samplerates;
  int best = rates && *rates ? *rates : rate;
  for (; rates && *rates; rates++) {
    if (abs(*rates - rate) < abs(best - rate)) best = *rates;
  }
  return best;
}

static bool open_encoder(
    VDSound *sound, const VDSoundEncoding *encoding, const AVOutputFormat *format, VDFailure *failure) {
  const AVCodec *codec = avcodec_find_encoder_by_name(encoding->encoder);
  if (!codec) return vd_fail(failure, VD_NO_ENCODER, "there is no encoder %s", encoding->encoder);
  if (!(sound->encoder = avcodec_alloc_context3(codec))) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  AVCodecContext *encoder = sound->encoder;
  encoder->sample_fmt = nearest_format(codec, encoding->bits);
  encoder->sample_rate = nearest_rate(codec, encoding->rate);
  encoder->time_base = (AVRational){1, encoder->sample_rate};
  encoder->bit_rate = encoding->bitRate;
  av_channel_layout_default(&encoder->ch_layout, encoding->channels);
  if (format->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  const int result = avcodec_open2(encoder, codec, NULL);
  if (result >= 0) return true;
  char what[100];
  snprintf(what, sizeof what, "%s does not support %d channels at %d Hz, %d bits a second", encoding->encoder,
           encoding->channels, encoder->sample_rate, encoding->bitRate);
  return vd_fail_by(failure, VD_UNSUPPORTED, result, what);
}

/// Converts a number of sample frames from the requested rate to the encoder's.
static int64_t rescaled(int64_t frames, const VDSoundEncoding *encoding, const VDSound *sound) {
  if (encoding->rate == sound->encoder->sample_rate) return frames;
  const double limit = 9e18;
  const double count = rint((double)frames * sound->encoder->sample_rate / encoding->rate);
  return (int64_t)(count > limit ? limit : count < -limit ? -limit : count);
}

/// Sets the settings that are measured in sample frames. The encoder must be open.
static bool set_frame_counts(VDSound *sound, const VDSoundEncoding *encoding, VDFailure *failure) {
  sound->limit = encoding->frameCount < 0 ? -1 : rescaled(encoding->frameCount, encoding, sound);
  if (encoding->volumeCount <= 0) return true;
  const size_t bytes = (size_t)encoding->volumeCount * sizeof(VDVolume);
  if (!(sound->volumes = malloc(bytes))) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  memcpy(sound->volumes, encoding->volumes, bytes);
  sound->volumeCount = encoding->volumeCount;
  for (int32_t number = 0; number < sound->volumeCount; number++) {
    VDVolume *volume = &sound->volumes[number];
    volume->from = rescaled(volume->from, encoding, sound);
    volume->to = rescaled(volume->to, encoding, sound);
  }
  return true;
}

int32_t vd_output_add_sound(VDOutput *output, const VDSoundEncoding *encoding, VDFailure *failure) {
  if (output->soundCount == VD_SOUNDS) {
    return vd_fail(failure, VD_UNSUPPORTED, "at most %d audio streams can be encoded", VD_SOUNDS), -1;
  }
  VDSound *sound = calloc(1, sizeof *sound);
  if (!sound) return vd_fail(failure, VD_NO_MEMORY, "no memory"), -1;
  bool isReady = open_encoder(sound, encoding, output->file->oformat, failure) &&
                               set_frame_counts(sound, encoding, failure);
  AVCodecContext *encoder = sound->encoder;
  if (isReady) {
    const VDConversion to = {encoder->sample_fmt, encoder->sample_rate, encoder->ch_layout.nb_channels};
    isReady = (sound->converter = vd_converter_make_for(to, failure)) != NULL;
  }
  if (isReady) {
    sound->waiting = av_audio_fifo_alloc(encoder->sample_fmt, encoder->ch_layout.nb_channels, DEFAULT_FRAMES);
    sound->block = av_frame_alloc();
    sound->stream = avformat_new_stream(output->file, NULL);
    isReady = sound->waiting && sound->block && sound->stream &&
             avcodec_parameters_from_context(sound->stream->codecpar, encoder) >= 0;
    if (!isReady) vd_fail(failure, VD_NO_MEMORY, "no memory");
  }
  if (!isReady) return vd_sound_free(sound), -1;
  sound->stream->time_base = encoder->time_base;
  sound->stream->disposition = encoding->isDefault ? AV_DISPOSITION_DEFAULT : 0;
  output->sounds[output->soundCount++] = sound;
  return sound->stream->index;
}

bool vd_output_decode_as(
    VDOutput *output, int32_t stream, const VDParameters *source, VDFailure *failure) {
  VDSound *sound = vd_sound_of(output, stream);
  if (!sound || sound->source == source) return true;
  const AVCodec *codec = avcodec_find_decoder(source->codec->codec_id);
  const char *name = avcodec_get_name(source->codec->codec_id);
  if (!codec) return vd_fail(failure, VD_NO_DECODER, "there is no decoder for %s", name);
  avcodec_free_context(&sound->decoder);
  if (!(sound->decoder = avcodec_alloc_context3(codec))) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  int result = avcodec_parameters_to_context(sound->decoder, source->codec);
  sound->decoder->pkt_timebase = source->unit;
  if (result >= 0) result = avcodec_open2(sound->decoder, codec, NULL);
  if (result < 0) {
    avcodec_free_context(&sound->decoder);
    return vd_fail_by(failure, VD_NO_DECODER, result, name);
  }
  if (!sound->source) {
    const AVDictionaryEntry *language = av_dict_get(source->tags, "language", NULL, 0);
    if (language) av_dict_set(&sound->stream->metadata, "language", language->value, 0);
  }
  sound->source = source;
  return true;
}

/// Writes the packets that the encoder has ready.
static bool drain(VDOutput *output, VDSound *sound, VDFailure *failure) {
  for (;;) {
    int result = avcodec_receive_packet(sound->encoder, output->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return true;
    if (result < 0) return vd_fail_by(failure, VD_FAILED, result, "encoding sound");
    output->packet->stream_index = sound->stream->index;
    av_packet_rescale_ts(output->packet, sound->encoder->time_base, sound->stream->time_base);
    if (!vd_write(output, output->packet, failure)) return false;
  }
}

/// Encodes this number of waiting sample frames.
static bool encode(VDOutput *output, VDSound *sound, int count, VDFailure *failure) {
  AVCodecContext *encoder = sound->encoder;
  AVFrame *frame = av_frame_alloc();
  if (!frame) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  frame->nb_samples = count;
  frame->format = encoder->sample_fmt;
  frame->sample_rate = encoder->sample_rate;
  frame->pts = sound->encoded;
  int result = av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout);
  if (result >= 0) result = av_frame_get_buffer(frame, 0);
  if (result >= 0) result = av_audio_fifo_read(sound->waiting, (void **)frame->extended_data, count);
  if (result >= 0) result = avcodec_send_frame(encoder, frame);
  av_frame_free(&frame);
  if (result < 0) return vd_fail_by(failure, VD_FAILED, result, "encoding sound");
  sound->encoded += count;
  return drain(output, sound, failure);
}

static bool encode_all(VDOutput *output, VDSound *sound, bool isLast, VDFailure *failure) {
  const int size = sound->encoder->frame_size > 0 ? sound->encoder->frame_size : DEFAULT_FRAMES;
  for (;;) {
    const int waiting = av_audio_fifo_size(sound->waiting);
    const int count = waiting < size ? waiting : size;
    if (count == 0 || (count < size && !isLast)) return true;
    if (!encode(output, sound, count, failure)) return false;
  }
}

/// Adds the sample frames that are inside of the requested range.
static bool add(VDOutput *output, VDSound *sound, uint8_t *const *planes, int count, VDFailure *failure) {
  const int64_t begins = sound->next < 0 ? -sound->next : 0;
  int64_t ends = count;
  if (sound->limit >= 0 && sound->next + ends > sound->limit) ends = sound->limit - sound->next;
  const int64_t position = sound->next;
  sound->next += count;
  if (begins >= ends) return true;
  const AVCodecContext *encoder = sound->encoder;
  const bool isPlanar = av_sample_fmt_is_planar(encoder->sample_fmt);
  const int channels = encoder->ch_layout.nb_channels;
  const int planeCount = isPlanar ? channels : 1, width = isPlanar ? 1 : channels;
  if (sound->volumeCount > 0 &&
      !vd_apply_volume_to_planes(
          sound->volumes, sound->volumeCount, position, encoder->sample_fmt, planes, planeCount, width, begins, ends)) {
    return vd_fail(failure, VD_UNSUPPORTED, "a volume cannot be applied to the encoder's sample format");
  }
  const size_t bytes = (size_t)av_get_bytes_per_sample(encoder->sample_fmt) * (size_t)width;
  void *from[64];
  for (int plane = 0; plane < planeCount; plane++) from[plane] = planes[plane] + (size_t)begins * bytes;
  if (av_audio_fifo_write(sound->waiting, from, (int)(ends - begins)) < 0) {
    return vd_fail(failure, VD_NO_MEMORY, "no memory");
  }
  return encode_all(output, sound, false, failure);
}

static bool add_silence(VDOutput *output, VDSound *sound, int64_t count, VDFailure *failure) {
  AVFrame *frame = av_frame_alloc();
  if (!frame) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  frame->nb_samples = SILENCE_FRAMES;
  frame->format = sound->encoder->sample_fmt;
  frame->sample_rate = sound->encoder->sample_rate;
  int result = av_channel_layout_copy(&frame->ch_layout, &sound->encoder->ch_layout);
  if (result >= 0) result = av_frame_get_buffer(frame, 0);
  bool isAdded = result >= 0 || vd_fail_by(failure, VD_NO_MEMORY, result, "silence");
  if (isAdded) {
    av_samples_set_silence(
        frame->extended_data, 0, SILENCE_FRAMES, sound->encoder->ch_layout.nb_channels, sound->encoder->sample_fmt);
  }
  while (isAdded && count > 0) {
    const int step = count < SILENCE_FRAMES ? (int)count : SILENCE_FRAMES;
    isAdded = add(output, sound, frame->extended_data, step, failure);
    count -= step;
  }
  av_frame_free(&frame);
  return isAdded;
}

/// Positions a block, by its time or after the previous one, and adds silence for a gap.
static bool align_block(VDOutput *output, VDSound *sound, VDFailure *failure) {
  if (sound->block->best_effort_timestamp == AV_NOPTS_VALUE) {
    sound->hasBegun = true;
    return true;
  }
  const AVRational unit = {1, sound->encoder->sample_rate};
  const int64_t begins = av_rescale_q(sound->block->best_effort_timestamp, sound->source->unit, unit);
  if (!sound->hasBegun) {
    sound->next = begins;
    sound->encoded = begins > 0 ? begins : 0;
    sound->hasBegun = true;
    return true;
  }
  // Times in files may be rounded to milliseconds, so consecutive blocks may seem to be a few samples apart.
  const int64_t distance = begins - (sound->next + vd_converter_delay(sound->converter));
  const int64_t remaining = sound->limit < 0 ? INT64_MAX : sound->limit - sound->next;
  if (distance < sound->encoder->sample_rate / 20 || remaining <= 0) return true;
  return add_silence(output, sound, distance < remaining ? distance : remaining, failure);
}

static bool take_blocks(VDOutput *output, VDSound *sound, VDFailure *failure) {
  for (;;) {
    const int result = avcodec_receive_frame(sound->decoder, sound->block);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return true;
    if (result < 0) {
      if (++sound->damage >= DAMAGE_LIMIT) return vd_fail_by(failure, VD_DAMAGED, result, "decoding sound");
      continue;
    }
    sound->damage = 0;
    if (!align_block(output, sound, failure)) return false;
    uint8_t *const *planes;
    const int count = vd_converter_planes(sound->converter, sound->block, &planes, failure);
    if (count < 0 || !add(output, sound, planes, count, failure)) return false;
  }
}

/// Flushes the decoder and the converter, then the encoder.
static bool finish(VDOutput *output, VDSound *sound, VDFailure *failure) {
  if (sound->decoder) {
    avcodec_send_packet(sound->decoder, NULL);
    if (!take_blocks(output, sound, failure)) return false;
    uint8_t *const *planes;
    const int count = vd_converter_planes(sound->converter, NULL, &planes, failure);
    if (count < 0 || !add(output, sound, planes, count, failure)) return false;
  }
  if (!encode_all(output, sound, true, failure)) return false;
  const int result = avcodec_send_frame(sound->encoder, NULL);
  if (result < 0 && result != AVERROR_EOF) return vd_fail_by(failure, VD_FAILED, result, "encoding sound");
  return drain(output, sound, failure);
}

bool vd_sound_take(VDOutput *output, VDSound *sound, AVPacket *packet, VDFailure *failure) {
  if (!packet) return finish(output, sound, failure);
  if (!sound->decoder) return vd_fail(failure, VD_FAILED, "the stream's codec parameters were not set");
  int result = avcodec_send_packet(sound->decoder, packet);
  if (result == AVERROR(EAGAIN)) {
    if (!take_blocks(output, sound, failure)) return false;
    result = avcodec_send_packet(sound->decoder, packet);
  }
  if (result < 0 && ++sound->damage >= DAMAGE_LIMIT) {
    return vd_fail_by(failure, VD_DAMAGED, result, "decoding sound");
  }
  return take_blocks(output, sound, failure);
}
#endif
