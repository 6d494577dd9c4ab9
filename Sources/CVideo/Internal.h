#ifndef CVIDEO_INTERNAL_H
#define CVIDEO_INTERNAL_H

#include "CVideo.h"

#include "Library.h"

#ifdef VD_HAS_HEADERS
#include <stdarg.h>
#include <stdatomic.h>

struct VDInput {
  AVFormatContext *file;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  int picturesOf;  // the stream that is decoded; -1: none
  bool isPassed[64];
  bool isAtEnd;
  bool hasPictures;  // one was decoded
  int damageInARow;
  int64_t damage;
  int64_t byteCount;  // of the file; -1 where nobody knows
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

enum { VD_HELD_DURATIONS = 512 };

struct VDOutput {
  AVFormatContext *file;
  AVCodecContext *encoder;
  AVStream *pictures;
  AVPacket *packet;
  // Durations by time: encoders give packets without them.
  struct { int64_t time, duration; } held[VD_HELD_DURATIONS];
  unsigned heldCount;
};

// Both return false.
bool vd_fail(VDFailure *failure, VDStatus status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// A failure by FFmpeg's number: `status` where the number says no more.
bool vd_fail_by(VDFailure *failure, VDStatus status, int number, const char *what);

/// Whether FFmpeg is there. Nothing of it is called before this said so.
bool vd_load(VDFailure *failure);

/// As HEVC's messages have it: 24 bytes. False where something is not known.
bool vd_mastering_bytes(const void *metadata, uint8_t *bytes);
/// The same of the light levels: 4 bytes.
void vd_light_level_bytes(const void *metadata, uint8_t *bytes);

enum AVPixelFormat vd_pixel_format(VDLayout layout);
VDLayout vd_layout(enum AVPixelFormat format);
/// Whether codes take all of their range: as somebody says, or by the old names of such formats.
bool vd_is_full_range(enum AVColorRange said, enum AVPixelFormat format);

#endif
#endif
