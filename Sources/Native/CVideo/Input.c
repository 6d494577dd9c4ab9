#include "Internal.h"

#ifdef VD_HAS_HEADERS
#include <stdlib.h>
#include <string.h>

// The number of consecutive undecodable frames after which a stream is damaged: about two seconds.
enum { DAMAGE_LIMIT = 60 };

// Containers of video and audio. Playlists and scripts are excluded, because they refer to other files and URLs.
static const char *const containers =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,ogg,nut,flv,ivf,h264,hevc,av1,obu,m4v,"
    "yuv4mpegpipe,mxf,asf,dv,gif,apng,wav,aiff,mp3,aac,flac,ac3,caf,w64";

static int is_stopped(void *opaque) {
  VDInput *input = opaque;
  return atomic_load(&input->isStopped);
}

VDInput *vd_input_make(void) {
  VDInput *input = calloc(1, sizeof *input);
  if (input) {
    input->decodedStream = -1;
    input->byteCount = input->descriptor = -1;
  }
  return input;
}

void vd_input_stop(VDInput *input) { atomic_store(&input->isStopped, true); }

static bool open_file(VDInput *input, const char *path, AVIOContext **bytes, VDFailure *failure) {
  AVIOInterruptCB interrupt = {is_stopped, input};
  AVDictionary *options = NULL;
  av_dict_set(&options, "protocol_whitelist", "file", 0);
  int result = avio_open2(bytes, path, AVIO_FLAG_READ, &interrupt, &options);
  av_dict_free(&options);
  if (result < 0) return vd_fail_by(failure, VD_FAILED, result, "the file cannot be opened");
  input->byteCount = avio_size(*bytes);
  if (input->byteCount == 0) return vd_fail(failure, VD_NOT_RECOGNIZED, "the file is empty");
  return true;
}

/// Reads the header. The format is detected by the contents only, so that a name does not turn a text into a video.
static bool open_format(VDInput *input, const char *named, AVIOContext *bytes, VDFailure *failure) {
  const AVInputFormat *format = NULL;
  int result = av_probe_input_buffer2(bytes, &format, "", NULL, 0, 0);
  if (is_stopped(input)) return vd_fail(failure, VD_STOPPED, "stopped");
  if (result < 0 || !format) return vd_fail_by(failure, VD_NOT_RECOGNIZED, result, "the file type is not recognized");
  if (!(input->file = avformat_alloc_context())) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  input->file->pb = bytes;
  input->file->interrupt_callback = (AVIOInterruptCB){is_stopped, input};
  AVDictionary *options = NULL;
  av_dict_set(&options, "format_whitelist", containers, 0);
  av_dict_set(&options, "protocol_whitelist", "file", 0);
  result = avformat_open_input(&input->file, named, format, &options);
  av_dict_free(&options);
  if (result >= 0) return true;
  input->file = NULL;
  return result == AVERROR(EINVAL)
      ? vd_fail(failure, VD_NOT_RECOGNIZED, "%s files are not supported", format->name)
      : vd_fail_by(failure, VD_NOT_PARSED, result, format->name);
}

static bool read_streams(VDInput *input, VDFailure *failure) {
  int result = avformat_find_stream_info(input->file, NULL);
  if (is_stopped(input)) return vd_fail(failure, VD_STOPPED, "stopped");
  if (result < 0) return vd_fail_by(failure, VD_NOT_PARSED, result, input->file->iformat->name);
  for (unsigned index = 0; index < input->file->nb_streams; index++) {
    input->file->streams[index]->discard = AVDISCARD_ALL;
  }
  input->packet = av_packet_alloc();
  input->frame = av_frame_alloc();
  return (input->packet && input->frame) || vd_fail(failure, VD_NO_MEMORY, "no memory");
}

bool vd_input_open(VDInput *input, const char *path, VDFailure *failure) {
  if (!vd_load(failure)) return false;
  // The prefix makes FFmpeg treat the name as a path, without protocols and patterns.
  char *named = av_asprintf("file:%s", path);
  if (!named) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  AVIOContext *bytes = NULL;
  bool isOpen = open_file(input, named, &bytes, failure) && open_format(input, named, bytes, failure);
  av_free(named);
  if (isOpen) return read_streams(input, failure);
  avformat_free_context(input->file);
  input->file = NULL;
  avio_closep(&bytes);
  return false;
}

bool vd_input_open_pipe(VDInput *input, int32_t descriptor, VDFailure *failure) {
  if (!vd_load(failure)) return false;
  input->descriptor = descriptor;
  AVIOContext *bytes = vd_pipe_reading(input);
  if (!bytes) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  if (open_format(input, "", bytes, failure)) return read_streams(input, failure);
  avformat_free_context(input->file);
  input->file = NULL;
  vd_pipe_free(&bytes);
  return false;
}

void vd_input_close(VDInput *input) {
  if (!input || !vd_load(NULL)) return free(input);
  avcodec_free_context(&input->decoder);
  av_packet_free(&input->packet);
  av_frame_free(&input->frame);
  if (input->file) {
    // FFmpeg does not close an AVIOContext that the caller has opened.
    AVIOContext *bytes = input->file->pb;
    avformat_close_input(&input->file);
    if (input->descriptor >= 0) vd_pipe_free(&bytes);
    else avio_closep(&bytes);
  }
  free(input);
}

bool vd_input_decode(VDInput *input, int32_t index, int32_t threads, VDFailure *failure) {
  AVStream *stream = input->file->streams[index];
  const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
  const char *name = avcodec_get_name(stream->codecpar->codec_id);
  if (!codec) return vd_fail(failure, VD_NO_DECODER, "there is no decoder for %s", name);
  AVCodecContext *decoder = avcodec_alloc_context3(codec);
  if (!decoder) return vd_fail(failure, VD_NO_MEMORY, "no memory");
  int result = avcodec_parameters_to_context(decoder, stream->codecpar);
  decoder->pkt_timebase = stream->time_base;
  decoder->thread_count = threads;
  decoder->thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
  if (result >= 0) result = avcodec_open2(decoder, codec, NULL);
  if (result < 0) {
    avcodec_free_context(&decoder);
    return vd_fail_by(failure, VD_NO_DECODER, result, name);
  }
  input->decoder = decoder;
  input->decodedStream = index;
  stream->discard = AVDISCARD_DEFAULT;
  return true;
}

void vd_input_pass(VDInput *input, int32_t index) {
  if (index < 0 || index >= (int32_t)(sizeof input->isPassed / sizeof *input->isPassed)) return;
  input->isPassed[index] = true;
  input->file->streams[index]->discard = AVDISCARD_DEFAULT;
}

bool vd_input_seek(VDInput *input, int32_t index, int64_t time, VDFailure *failure) {
  int result = avformat_seek_file(input->file, index, INT64_MIN, time, time, AVSEEK_FLAG_BACKWARD);
  // Before the first key frame, seeks to the start of the file.
  if (result < 0) result = avformat_seek_file(input->file, index, INT64_MIN, time, INT64_MAX, 0);
  if (result < 0) return vd_fail_by(failure, VD_NOT_PARSED, result, "the file cannot seek to this time");
  if (input->decoder) avcodec_flush_buffers(input->decoder);
  input->isAtEnd = false;
  return true;
}

static bool count_damage(VDInput *input, int number, VDFailure *failure) {
  input->damage += 1;
  input->damageInARow += 1;
  if (input->damageInARow < DAMAGE_LIMIT) return true;
  return vd_fail_by(failure, VD_DAMAGED, number, "too many consecutive images cannot be decoded");
}

/// Returns whether the index refers to bytes after the end of the file, as in an incomplete copy.
static bool is_truncated(const VDInput *input) {
  if (input->byteCount < 0) return false;
  for (unsigned index = 0; index < input->file->nb_streams; index++) {
    AVStream *stream = input->file->streams[index];
    if (stream->discard == AVDISCARD_ALL) continue;
    int count = avformat_index_get_entries_count(stream);
    for (int entryIndex = count > 64 ? count - 64 : 0; entryIndex < count; entryIndex++) {
      const AVIndexEntry *entry = avformat_index_get_entry(stream, entryIndex);
      if (entry && entry->pos + entry->size > input->byteCount) return true;
    }
  }
  return false;
}

/// Sends a packet to the decoder. Returns false on failure.
static bool send(VDInput *input, AVPacket *packet, VDFailure *failure) {
  int result = avcodec_send_packet(input->decoder, packet);
  if (packet) av_packet_unref(packet);
  if (result == AVERROR(ENOMEM)) return vd_fail_by(failure, VD_NO_MEMORY, result, "decoding");
  return result >= 0 || result == AVERROR_EOF || count_damage(input, result, failure);
}

/// Reads the next packet and sends it to the decoder or returns it. VD_FRAME: frames may be ready.
static VDEvent read_packet(VDInput *input, VDPacket **passed, VDFailure *failure) {
  int result = av_read_frame(input->file, input->packet);
  if (is_stopped(input)) return vd_fail(failure, VD_STOPPED, "stopped"), VD_ERROR;
  if (result == AVERROR(EAGAIN)) return VD_FRAME;
  if (result < 0) {
    input->isAtEnd = true;
    if (result != AVERROR_EOF && !is_truncated(input)) {
      return vd_fail_by(failure, VD_NOT_PARSED, result, "reading"), VD_ERROR;
    }
    return !input->decoder || send(input, NULL, failure) ? VD_FRAME : VD_ERROR;
  }
  int index = input->packet->stream_index;
  if (index == input->decodedStream) return send(input, input->packet, failure) ? VD_FRAME : VD_ERROR;
  if (index < 64 && input->isPassed[index]) {
    VDPacket *packet = calloc(1, sizeof *packet);
    if (!packet || !(packet->packet = av_packet_alloc())) {
      free(packet);
      return vd_fail(failure, VD_NO_MEMORY, "no memory"), VD_ERROR;
    }
    packet->unit = input->file->streams[index]->time_base;
    av_packet_move_ref(packet->packet, input->packet);
    *passed = packet;
    return VD_PACKET;
  }
  av_packet_unref(input->packet);
  return VD_FRAME;
}

/// Returns a frame that the decoder has ready. VD_END: none.
static VDEvent take_image(VDInput *input, VDFrame **taken, bool *isDrained, VDFailure *failure) {
  int result = avcodec_receive_frame(input->decoder, input->frame);
  *isDrained = result == AVERROR_EOF;
  if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return VD_END;
  if (result < 0) return count_damage(input, result, failure) ? VD_PACKET : VD_ERROR;
  input->damageInARow = 0;
  input->hasImages = true;
  VDFrame *frame = calloc(1, sizeof *frame);
  if (!frame || !(frame->frame = av_frame_alloc())) {
    free(frame);
    return vd_fail(failure, VD_NO_MEMORY, "no memory"), VD_ERROR;
  }
  frame->aspect =
      av_guess_sample_aspect_ratio(input->file, input->file->streams[input->decodedStream], input->frame);
  av_frame_move_ref(frame->frame, input->frame);
  *taken = frame;
  return VD_FRAME;
}

VDEvent vd_input_next(VDInput *input, VDFrame **frame, VDPacket **packet, VDFailure *failure) {
  for (;;) {
    if (is_stopped(input)) return vd_fail(failure, VD_STOPPED, "stopped"), VD_ERROR;
    bool isDrained = !input->decoder;
    if (input->decoder) {
      VDEvent event = take_image(input, frame, &isDrained, failure);
      if (event == VD_FRAME || event == VD_ERROR) return event;
      if (event == VD_PACKET) continue;
    }
    if (input->isAtEnd && isDrained) {
      if (is_truncated(input)) {
        return vd_fail(failure, VD_TRUNCATED, "the file ends before the last sample of its index"), VD_ERROR;
      }
      if (!input->damage || input->hasImages) return VD_END;
      return vd_fail(failure, VD_DAMAGED, "no image can be decoded"), VD_ERROR;
    }
    VDEvent event = read_packet(input, packet, failure);
    if (event != VD_FRAME) return event;
  }
}
#endif
