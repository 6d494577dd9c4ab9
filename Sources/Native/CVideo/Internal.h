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
  int imagesOf;  // the stream that is decoded; -1: none
  bool isPassed[64];
  bool isAtEnd;
  bool hasImages;  // one was decoded
  int damageInARow;
  int64_t damage;
  int64_t byteCount;  // of the file; -1 where nobody knows
  int descriptor;     // what is read in place of a file; -1: a file is
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
  // Durations by time: encoders give packets without them.
  struct { int64_t time, duration; } held[VD_HELD_DURATIONS];
  unsigned heldCount;
  int64_t imageCount;  // what the encoder was given
  int64_t byteCount;  // of packets: containers keep some back
  VDSound *sounds[VD_SOUNDS];  // streams of sound that are encoded
  int soundCount;
  int descriptor;  // what is written in place of a file; -1: a file is
  atomic_bool isStopped;
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

/// Bytes of a descriptor that cannot be gone back in. NULL without memory.
AVIOContext *vd_pipe_reading(VDInput *input);
AVIOContext *vd_pipe_writing(VDOutput *output);
void vd_pipe_free(AVIOContext **bytes);

/// Writes a packet of a stream of the output, or says that no bytes could be written.
bool vd_write(VDOutput *output, AVPacket *packet, VDFailure *failure);

/// The sound that is encoded for this stream of the output; NULL: its packets are passed on.
VDSound *vd_sound_of(const VDOutput *output, int32_t stream);
/// Decodes a packet and encodes what it holds. NULL: nothing follows.
bool vd_sound_take(VDOutput *output, VDSound *sound, AVPacket *packet, VDFailure *failure);
void vd_sound_free(VDSound *sound);

/// Sound as libswresample makes it: planes, or one of all channels in turn.
typedef struct VDConversion {
  enum AVSampleFormat format;
  int rate, channels;
} VDConversion;

VDConverter *vd_converter_make_for(VDConversion to, VDFailure *failure);
/// Takes a block, or NULL for what is held back; how many moments there are in the planes, or -1 with a reason.
int vd_converter_planes(VDConverter *converter, AVFrame *block, uint8_t *const **planes, VDFailure *failure);
/// Moments, of what comes out, that are held back now.
int64_t vd_converter_delay(const VDConverter *converter);

/// Makes moments of planes, from one to another, as loud as volumes say; moment 0 has this place, and so many numbers of
/// each lie side by side. False where nobody knows how numbers of the format are multiplied.
bool vd_make_planes_loud(
    const VDVolume *volumes, int32_t volumeCount, int64_t place, enum AVSampleFormat format, uint8_t *const *planes,
    int planeCount, int width, int64_t begins, int64_t ends);

enum AVPixelFormat vd_pixel_format(VDLayout layout);
VDLayout vd_layout(enum AVPixelFormat format);
/// Whether codes take all of their range: as somebody says, or by the old names of such formats.
bool vd_is_full_range(enum AVColorRange said, enum AVPixelFormat format);

#endif
#endif
