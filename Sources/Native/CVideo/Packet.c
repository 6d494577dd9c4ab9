#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <stdlib.h>
#include <string.h>

void vd_packet_facts(const VDPacket *packet, VDPacketFacts *facts) {
  const AVPacket *source = packet->packet;
  *facts = (VDPacketFacts){
      .stream = source->stream_index,
      .time = source->pts,
      .decodeTime = source->dts,
      .duration = source->duration,
      .bytes = source->data,
      .byteCount = (size_t)source->size,
      .isKey = (source->flags & AV_PKT_FLAG_KEY) != 0,
      .isHidden = (source->flags & AV_PKT_FLAG_DISCARD) != 0};
}

VDPacket *vd_packet_make(const VDPacketFacts *facts, int32_t numerator, int32_t denominator) {
  if (!vd_load(NULL) || facts->byteCount > INT32_MAX) return NULL;
  VDPacket *packet = calloc(1, sizeof *packet);
  if (packet) packet->packet = av_packet_alloc();
  if (!packet || !packet->packet || av_new_packet(packet->packet, (int)facts->byteCount) < 0) {
    vd_packet_free(packet);
    return NULL;
  }
  packet->unit = (AVRational){numerator, denominator};
  if (facts->byteCount) memcpy(packet->packet->data, facts->bytes, facts->byteCount);
  packet->packet->pts = facts->time;
  packet->packet->dts = facts->decodeTime;
  packet->packet->duration = facts->duration;
  packet->packet->flags = (facts->isKey ? AV_PKT_FLAG_KEY : 0) | (facts->isHidden ? AV_PKT_FLAG_DISCARD : 0);
  return packet;
}

void vd_packet_set_times(VDPacket *packet, int64_t time, int64_t duration) {
  packet->packet->pts = time;
  packet->packet->dts = time;
  packet->packet->duration = duration;
}

void vd_packet_free(VDPacket *packet) {
  if (!packet) return;
  av_packet_free(&packet->packet);
  free(packet);
}

// MARK: codec parameters

static bool copy_side_data(VDParameters *parameters, const AVStream *stream) {
  parameters->sideData = calloc((size_t)stream->nb_side_data + 1, sizeof *parameters->sideData);
  if (!parameters->sideData) return false;
  for (int index = 0; index < stream->nb_side_data; index++) {
    const AVPacketSideData *from = &stream->side_data[index];
    uint8_t *data = malloc(from->size ? from->size : 1);
    if (!data) return false;
    memcpy(data, from->data, from->size);
    AVPacketSideData *to = &parameters->sideData[parameters->sideDataCount++];
    *to = *from;
    to->data = data;
  }
  return true;
}

VDParameters *vd_input_parameters(const VDInput *input, int32_t index) {
  const AVStream *stream = input->file->streams[index];
  VDParameters *parameters = calloc(1, sizeof *parameters);
  if (parameters) parameters->codec = avcodec_parameters_alloc();
  if (!parameters || !parameters->codec || avcodec_parameters_copy(parameters->codec, stream->codecpar) < 0 ||
      !copy_side_data(parameters, stream)) {
    vd_parameters_free(parameters);
    return NULL;
  }
  parameters->unit = stream->time_base;
  parameters->rate = stream->avg_frame_rate;
  parameters->aspect = stream->sample_aspect_ratio;
  parameters->disposition = stream->disposition;
  av_dict_copy(&parameters->tags, stream->metadata, 0);
  return parameters;
}

VDParameters *vd_parameters_pcm(const char *name, int32_t rate, int32_t channels) {
  if (!vd_load(NULL) || rate <= 0 || channels <= 0 || channels > 64) return NULL;
  const AVCodec *codec = avcodec_find_decoder_by_name(name);
  VDParameters *parameters = calloc(1, sizeof *parameters);
  if (parameters) parameters->codec = avcodec_parameters_alloc();
  if (!codec || !parameters || !parameters->codec) {
    vd_parameters_free(parameters);
    return NULL;
  }
  parameters->codec->codec_type = AVMEDIA_TYPE_AUDIO;
  parameters->codec->codec_id = codec->id;
  parameters->codec->sample_rate = rate;
  av_channel_layout_default(&parameters->codec->ch_layout, channels);
  parameters->unit = (AVRational){1, rate};
  return parameters;
}

bool vd_parameters_equal(const VDParameters *a, const VDParameters *b) {
  const AVCodecParameters *one = a->codec, *other = b->codec;
  return one->codec_id == other->codec_id && one->format == other->format && one->width == other->width &&
      one->height == other->height && one->sample_rate == other->sample_rate &&
      one->extradata_size == other->extradata_size &&
      (!one->extradata_size || !memcmp(one->extradata, other->extradata, (size_t)one->extradata_size));
}

void vd_parameters_free(VDParameters *parameters) {
  if (!parameters) return;
  avcodec_parameters_free(&parameters->codec);
  av_dict_free(&parameters->tags);
  for (int index = 0; index < parameters->sideDataCount; index++) free(parameters->sideData[index].data);
  free(parameters->sideData);
  free(parameters);
}
#endif
