#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <string.h>

int32_t vd_input_stream_count(const VDInput *input) { return (int32_t)input->file->nb_streams; }

int64_t vd_input_duration(const VDInput *input) {
  int64_t duration = input->file->duration;
  return duration > 0 ? duration : AV_NOPTS_VALUE;
}

const char *vd_input_format(const VDInput *input) { return input->file->iformat->name; }

static bool next_tag(AVDictionary *tags, void **iterator, VDTag *tag) {
  AVDictionaryEntry *entry = av_dict_get(tags, "", *iterator, AV_DICT_IGNORE_SUFFIX);
  *iterator = entry;
  if (entry) *tag = (VDTag){entry->key, entry->value};
  return entry != NULL;
}

bool vd_input_tag(const VDInput *input, void **iterator, VDTag *tag) { return next_tag(input->file->metadata, iterator, tag); }

int32_t vd_input_chapter_count(const VDInput *input) { return (int32_t)input->file->nb_chapters; }

static int64_t microseconds(int64_t time, AVRational unit) {
  return time == AV_NOPTS_VALUE ? 0 : av_rescale_q(time, unit, (AVRational){1, 1000000});
}

VDChapter vd_input_chapter(const VDInput *input, int32_t index) {
  const AVChapter *chapter = input->file->chapters[index];
  return (VDChapter){microseconds(chapter->start, chapter->time_base), microseconds(chapter->end, chapter->time_base)};
}

bool vd_input_chapter_tag(const VDInput *input, int32_t index, void **iterator, VDTag *tag) {
  return next_tag(input->file->chapters[index]->metadata, iterator, tag);
}

static VDKind kind_of(enum AVMediaType type) {
  switch (type) {
    case AVMEDIA_TYPE_VIDEO: return VD_VIDEO;
    case AVMEDIA_TYPE_AUDIO: return VD_SOUND;
    case AVMEDIA_TYPE_SUBTITLE: return VD_SUBTITLES;
    default: return VD_OTHER;
  }
}

static void image_facts(const VDInput *input, AVStream *stream, VDStream *facts) {
  const AVCodecParameters *codec = stream->codecpar;
  facts->width = codec->width;
  facts->height = codec->height;
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(codec->format);
  facts->depth = format ? format->comp[0].depth : 0;
  facts->chromaAcross = format ? format->log2_chroma_w : 1;
  facts->chromaDown = format ? format->log2_chroma_h : 1;
  if (format) strncpy(facts->layout, format->name, sizeof facts->layout - 1);
  AVRational aspect = av_guess_sample_aspect_ratio(input->file, stream, NULL);
  facts->aspectNumerator = aspect.num;
  facts->aspectDenominator = aspect.den;
  facts->primaries = codec->color_primaries;
  facts->transfer = codec->color_trc;
  // Some RGB files do not specify that they have no matrix.
  const bool isRGB = format && (format->flags & AV_PIX_FMT_FLAG_RGB);
  facts->matrix = isRGB ? AVCOL_SPC_RGB : codec->color_space;
  facts->chromaLocation = codec->chroma_location;
  facts->isFullRange = vd_is_full_range(codec->color_range, codec->format);
  const uint8_t *matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, NULL);
  facts->hasMatrix = matrix != NULL;
  if (matrix) memcpy(facts->displayMatrix, matrix, sizeof facts->displayMatrix);
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, NULL);
  facts->hasMastering = data && vd_mastering_bytes(data, facts->mastering);
  data = av_stream_get_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, NULL);
  facts->hasLightLevel = data != NULL;
  if (data) vd_light_level_bytes(data, facts->lightLevel);
}

void vd_input_stream(const VDInput *input, int32_t index, VDStream *facts) {
  AVStream *stream = input->file->streams[index];
  const AVCodecParameters *codec = stream->codecpar;
  memset(facts, 0, sizeof *facts);
  facts->kind = kind_of(codec->codec_type);
  facts->number = stream->id;
  strncpy(facts->codec, avcodec_get_name(codec->codec_id), sizeof facts->codec - 1);
  facts->tag = codec->codec_tag;
  facts->unitNumerator = stream->time_base.num;
  facts->unitDenominator = stream->time_base.den;
  facts->start = stream->start_time;
  facts->duration = stream->duration > 0 ? stream->duration : AV_NOPTS_VALUE;
  AVRational rate = av_guess_frame_rate(input->file, stream, NULL);
  if (stream->avg_frame_rate.num > 0 && stream->avg_frame_rate.den > 0) rate = stream->avg_frame_rate;
  facts->rateNumerator = rate.num;
  facts->rateDenominator = rate.den;
  facts->bitRate = codec->bit_rate;
  facts->isEnabled = (stream->disposition & AV_DISPOSITION_DEFAULT) != 0;
  facts->isStillImage = (stream->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0;
  const AVDictionaryEntry *language = av_dict_get(stream->metadata, "language", NULL, 0);
  if (language) strncpy(facts->language, language->value, sizeof facts->language - 1);
  facts->primaries = facts->transfer = facts->matrix = AVCOL_SPC_UNSPECIFIED;
  if (facts->kind == VD_VIDEO) image_facts(input, stream, facts);
  if (facts->kind == VD_SOUND) {
    facts->sampleRate = codec->sample_rate;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
    facts->channels = codec->ch_layout.nb_channels;
#else
    facts->channels = codec->channels;
#endif
  }
}
#endif
