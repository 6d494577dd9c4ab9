#ifndef CVIDEO_INTERNAL_H
#define CVIDEO_INTERNAL_H

#include "CVideo.h"

#include "Library.h"
#include "VDSound.h"

#ifdef VD_HAS_HEADERS
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

struct VDInput {
  AVFormatContext *file;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  int decodedStream;  // the index of the decoded stream; -1: none
  bool isPassed[64];
  bool isAtEnd;
  bool hasImages;  // a frame was decoded
  int damageInARow;
  int64_t damage;
  int64_t byteCount;  // of the file; -1 if unknown
  int descriptor;     // read instead of a file; -1: a file is read
  atomic_bool isStopped;
};

struct VDFrame {
  AVFrame *frame;
  AVRational aspect;
};

struct VDPacket {
  AVPacket *packet;
  AVRational unit;
};

struct VDParameters {
  AVCodecParameters *codec;
  AVRational unit, rate, aspect;
  int disposition;
  AVDictionary *tags;
  AVPacketSideData *sideData;
  int sideDataCount;
};

enum { VD_HELD_DURATIONS = 512, VD_SOUNDS = 16 };

typedef struct VDSound VDSound;

struct VDOutput {
  AVFormatContext *file;
  AVCodecContext *encoder;
  AVStream *images;
  AVPacket *packet;
  // Durations by time, because encoders return packets without them.
  struct { int64_t time, duration; } held[VD_HELD_DURATIONS];
  unsigned heldCount;
  int64_t imageCount;  // frames that were sent to the encoder
  int64_t byteCount;  // of packets, including those that the muxer buffers
  VDSound *sounds[VD_SOUNDS];  // encoded audio streams
  int soundCount;
  int descriptor;  // written instead of a file; -1: a file is written
  atomic_bool isStopped;
};

/// Fills in a failure. Always returns false.
bool vd_fail(VDFailure *failure, VDStatus status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// Fills in a failure from FFmpeg's error number. `status` is used for numbers without a specific status. Returns
/// false.
bool vd_fail_by(VDFailure *failure, VDStatus status, int number, const char *what);

/// Loads FFmpeg on the first call. Returns false if it is missing. Must be called before any function of FFmpeg.
bool vd_load(VDFailure *failure);

/// Writes the 24 bytes of HEVC's SEI message. Returns false if a value is unknown.
bool vd_mastering_bytes(const void *metadata, uint8_t *bytes);
/// Writes the 4 bytes of HEVC's SEI message for content light levels.
void vd_light_level_bytes(const void *metadata, uint8_t *bytes);

/// Creates an unseekable input on a descriptor. Returns NULL if there is not enough memory.
AVIOContext *vd_pipe_reading(VDInput *input);
AVIOContext *vd_pipe_writing(VDOutput *output);
void vd_pipe_free(AVIOContext **bytes);

/// Writes a packet of a stream of the output.
bool vd_write(VDOutput *output, AVPacket *packet, VDFailure *failure);

/// Returns the encoded audio stream with this index in the output, or NULL if its packets are copied.
VDSound *vd_sound_of(const VDOutput *output, int32_t stream);
/// Decodes a packet and encodes its contents. NULL flushes the stream.
bool vd_sound_take(VDOutput *output, VDSound *sound, AVPacket *packet, VDFailure *failure);
void vd_sound_free(VDSound *sound);

/// A format of libswresample's output, planar or interleaved.
typedef struct VDConversion {
  enum AVSampleFormat format;
  int rate, channels;
} VDConversion;

VDConverter *vd_converter_make_for(VDConversion to, VDFailure *failure);
/// Converts a block; NULL flushes held samples. Returns the number of sample frames in the planes, or -1 on failure.
int vd_converter_planes(VDConverter *converter, AVFrame *block, uint8_t *const **planes, VDFailure *failure);
/// Returns the number of output sample frames that are held back.
int64_t vd_converter_delay(const VDConverter *converter);

/// Multiplies the sample frames from `begins` to `ends` of planes by volumes. `position` is the index of sample frame
/// 0. Each plane has `width` interleaved channels. Returns false for an unsupported sample format.
bool vd_apply_volume_to_planes(
    const VDVolume *volumes, int32_t volumeCount, int64_t position, enum AVSampleFormat format, uint8_t *const *planes,
    int planeCount, int width, int64_t begins, int64_t ends);

enum AVPixelFormat vd_pixel_format(VDLayout layout);
VDLayout vd_layout(enum AVPixelFormat format);
/// Returns whether samples use the full range, by the range or by an old pixel format that implies it.
bool vd_is_full_range(enum AVColorRange range, enum AVPixelFormat format);

#endif
#endif
