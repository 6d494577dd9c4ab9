// FFmpeg's files, decoders and encoders behind plain C: no macro, no callback and no structure of its own reaches Swift.
//
// A function that can fail takes a VDFailure and fills it in. Objects belong to one thread at a time, but for what
// says otherwise. Times are whole numbers in a stream's unit, numerator / denominator seconds.
#ifndef CVIDEO_H
#define CVIDEO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: why something did not happen

typedef enum VDStatus {
  VD_OK = 0,
  VD_NO_FFMPEG,       // its libraries are not there, or its headers were not when this was built
  VD_NOT_RECOGNIZED,  // nobody knows this kind of file
  VD_NOT_PARSED,      // the file contradicts its kind
  VD_TRUNCATED,       // the file ends before what its header promises
  VD_NO_DECODER,
  VD_NO_ENCODER,
  VD_DAMAGED,      // too many images in a row cannot be decoded
  VD_UNSUPPORTED,  // a container that does not take a codec, a layout that nobody here reads
  VD_STOPPED,
  VD_NO_FILE,
  VD_NO_PERMISSION,
  VD_THERE_ALREADY,
  VD_DISK_FULL,
  VD_CLOSED,  // nobody reads the pipe that is written
  VD_NO_MEMORY,
  VD_FAILED,
} VDStatus;

enum { VD_TEXT_BYTES = 240 };

typedef struct VDFailure {
  VDStatus status;
  char text[VD_TEXT_BYTES];
} VDFailure;

const char *_Nonnull vd_failure_text(const VDFailure *_Nonnull failure);

/// The licence of the libraries that are found, and the versions of the headers; empty without them.
const char *_Nonnull vd_licence(void);
const char *_Nonnull vd_versions(void);

// MARK: a file that is read

typedef struct VDInput VDInput;

/// No file yet. NULL without memory.
VDInput *_Nullable vd_input_make(void);
/// Reads the header. False with a reason; the input can only be closed then.
bool vd_input_open(VDInput *_Nonnull input, const char *_Nonnull path, VDFailure *_Nonnull failure);
/// The same of a descriptor, which stays the caller's: nothing in it can be gone back to.
bool vd_input_open_pipe(VDInput *_Nonnull input, int32_t descriptor, VDFailure *_Nonnull failure);
/// Makes what runs now, and all later calls, fail with VD_STOPPED. From any thread, until the input is closed.
void vd_input_stop(VDInput *_Nonnull input);
void vd_input_close(VDInput *_Nullable input);

typedef enum VDKind { VD_VIDEO, VD_SOUND, VD_SUBTITLES, VD_OTHER } VDKind;

/// Stands for a time that is not known.
extern const int64_t vd_no_time;

typedef struct VDStream {
  VDKind kind;
  int32_t number;  // as the file has it
  char codec[32];
  uint32_t tag;  // four characters, the first one lowest
  int32_t unitNumerator, unitDenominator;
  int64_t start, duration;  // vd_no_time where the file does not say
  int32_t rateNumerator, rateDenominator;  // images a second on average; 0 / 0 or 0 / 1 where nobody knows
  int64_t bitRate;
  bool isEnabled, isStillImage;
  char language[16];
  // Of video.
  int32_t width, height, depth;
  int32_t chromaAcross, chromaDown;  // 1 where chroma has half of the samples, 0 where it has all
  int32_t aspectNumerator, aspectDenominator;  // of a pixel; 0 / 1 where it is not said
  int32_t primaries, transfer, matrix;         // numbers of ITU-T H.273; 2: not said
  bool isFullRange;
  int32_t chromaPlace;  // 0 not said, 1 left, 2 center, 3 top left, 4 top, 5 bottom left, 6 bottom
  bool hasMatrix;
  int32_t displayMatrix[9];  // 16.16, the last column 2.30: x' = a x + c y + tx in a plane with y down
  char layout[24];           // FFmpeg's name of it, such as "yuv420p"
  bool hasMastering, hasLightLevel;
  uint8_t mastering[24], lightLevel[4];  // as in HEVC's messages, big endian
  // Of sound.
  int32_t sampleRate, channels;
} VDStream;

int32_t vd_input_stream_count(const VDInput *_Nonnull input);
/// The facts of a stream; of VD_OTHER only the first few.
void vd_input_stream(const VDInput *_Nonnull input, int32_t index, VDStream *_Nonnull stream);
/// Microseconds; vd_no_time where the file does not say.
int64_t vd_input_duration(const VDInput *_Nonnull input);
/// Such as "mov,mp4,m4a,3gp,3g2,mj2".
const char *_Nonnull vd_input_format(const VDInput *_Nonnull input);

typedef struct VDTag {
  const char *_Nullable key;
  const char *_Nullable value;
} VDTag;

/// The next tag of the file; false behind the last. Texts stay until the input is closed.
bool vd_input_tag(const VDInput *_Nonnull input, void *_Nullable *_Nonnull place, VDTag *_Nonnull tag);

/// A part of the file with a name: microseconds of the file's own clock.
typedef struct VDChapter {
  int64_t start, end;
} VDChapter;

int32_t vd_input_chapter_count(const VDInput *_Nonnull input);
VDChapter vd_input_chapter(const VDInput *_Nonnull input, int32_t index);
/// The next tag of a chapter, as `vd_input_tag`.
bool vd_input_chapter_tag(
    const VDInput *_Nonnull input, int32_t index, void *_Nullable *_Nonnull place, VDTag *_Nonnull tag);

/// Images of this stream are wanted. Once for an input.
bool vd_input_decode(VDInput *_Nonnull input, int32_t index, int32_t threads, VDFailure *_Nonnull failure);
/// Packets of this stream are wanted as they are.
void vd_input_pass(VDInput *_Nonnull input, int32_t index);
/// Goes to the last place from which all images from `time` on can be decoded.
bool vd_input_seek(VDInput *_Nonnull input, int32_t index, int64_t time, VDFailure *_Nonnull failure);

typedef struct VDFrame VDFrame;
typedef struct VDPacket VDPacket;

typedef enum VDEvent { VD_END, VD_FRAME, VD_PACKET, VD_ERROR } VDEvent;

/// The next image or packet, which the caller owns. Images come in the order in which they are shown.
VDEvent vd_input_next(
    VDInput *_Nonnull input, VDFrame *_Nullable *_Nonnull frame, VDPacket *_Nullable *_Nonnull packet,
    VDFailure *_Nonnull failure);

// MARK: decoded images

typedef enum VDLayout {
  VD_OTHER_LAYOUT,
  VD_I420, VD_I420_10,
  VD_NV12, VD_P010,
  VD_I422, VD_I422_10, VD_I444, VD_I444_10,
  VD_BGRA, VD_RGBA, VD_ARGB, VD_ABGR, VD_RGB, VD_BGR,
} VDLayout;

typedef struct VDFrameFacts {
  VDLayout layout;
  const char *_Nullable layoutName;
  int32_t width, height;
  int64_t time, duration;  // vd_no_time where nobody knows; a duration of 0 is none
  int32_t primaries, transfer, matrix, chromaPlace;
  bool isFullRange;
  int32_t aspectNumerator, aspectDenominator;
  bool isInterlaced, isTopFirst;
  void *_Nullable planes[4];
  int32_t rowBytes[4];
  bool hasMastering, hasLightLevel;
  uint8_t mastering[24], lightLevel[4];  // as in HEVC's messages, big endian
} VDFrameFacts;

void vd_frame_facts(const VDFrame *_Nonnull frame, VDFrameFacts *_Nonnull facts);
/// Of the layouts with two planes of chroma: pairs, shifted to the top of 16 bits where codes have 10.
void vd_frame_pair_chroma(const VDFrame *_Nonnull frame, void *_Nonnull chroma, size_t rowBytes);
void vd_frame_copy_plane(const VDFrame *_Nonnull frame, int32_t plane, void *_Nonnull to, size_t rowBytes);
void vd_frame_free(VDFrame *_Nullable frame);

typedef struct VDPacketFacts {
  int32_t stream;
  int64_t time, decodeTime, duration;
  const uint8_t *_Nullable bytes;  // until the packet is freed
  size_t byteCount;
  bool isKey;
  bool isHidden;  // decoded for what follows, not shown
} VDPacketFacts;

void vd_packet_facts(const VDPacket *_Nonnull packet, VDPacketFacts *_Nonnull facts);
/// Has a packet of subtitles be shown at another time, for another duration: units of its stream.
void vd_packet_set_times(VDPacket *_Nonnull packet, int64_t time, int64_t duration);
/// A packet with a copy of these bytes, its times in numerator / denominator seconds. NULL without memory.
VDPacket *_Nullable vd_packet_make(const VDPacketFacts *_Nonnull facts, int32_t numerator, int32_t denominator);
void vd_packet_free(VDPacket *_Nullable packet);

// MARK: how packets are to be decoded

/// All that a container has to know of a stream's packets, and a decoder. Nobody changes it: for any thread.
typedef struct VDParameters VDParameters;

/// A copy of what the file says. NULL without memory.
VDParameters *_Nullable vd_input_parameters(const VDInput *_Nonnull input, int32_t index);
/// Sound as numbers: `codec` such as "pcm_s16le", times count moments. NULL for others, and without memory.
VDParameters *_Nullable vd_parameters_pcm(const char *_Nonnull codec, int32_t rate, int32_t channels);
/// True where a container takes such packets.
bool vd_container_takes_packets(const char *_Nonnull container, const VDParameters *_Nonnull parameters);
/// True where both say the same of the codec.
bool vd_parameters_equal(const VDParameters *_Nonnull a, const VDParameters *_Nonnull b);
void vd_parameters_free(VDParameters *_Nullable parameters);

// MARK: a file that is written

typedef struct VDOutput VDOutput;

/// - Parameter container: FFmpeg's name, such as "mp4".
VDOutput *_Nullable vd_output_make(
    const char *_Nonnull path, const char *_Nonnull container, VDFailure *_Nonnull failure);

/// The same into a descriptor, which stays the caller's. Where nobody reads it any more, writing fails with VD_CLOSED.
VDOutput *_Nullable vd_output_make_pipe(
    int32_t descriptor, const char *_Nonnull container, VDFailure *_Nonnull failure);
/// Makes writing into a descriptor fail, now and later. From any thread, until the output is closed.
void vd_output_stop(VDOutput *_Nonnull output);

typedef struct VDEncoding {
  const char *_Nonnull encoder;
  const char *_Nullable options;  // "preset=fast:crf=18"
  VDLayout layout;
  int32_t width, height;
  int32_t unitNumerator, unitDenominator;
  int32_t rateNumerator, rateDenominator;
  bool isRateGuessed;  // for the encoder alone: the file does not say it
  int32_t primaries, transfer, matrix, chromaPlace;
  bool isFullRange;
  int32_t keyFrameDistance;
  int32_t threads;
} VDEncoding;

/// True when there is an encoder of this name.
bool vd_has_encoder(const char *_Nonnull name);
/// True when it takes images of this layout.
bool vd_encoder_takes(const char *_Nonnull name, VDLayout layout);
/// True when the container takes what the encoder makes.
bool vd_container_takes(const char *_Nonnull container, const char *_Nonnull encoder);

/// Adds the one stream of images.
bool vd_output_add_images(
    VDOutput *_Nonnull output, const VDEncoding *_Nonnull encoding, VDFailure *_Nonnull failure);
/// Its number among the output's streams; -1 where none is encoded.
int32_t vd_output_image_stream(const VDOutput *_Nonnull output);
/// Adds a stream whose packets are passed on; its number among the output's streams, or -1.
int32_t vd_output_add_copy(
    VDOutput *_Nonnull output, const VDInput *_Nonnull input, int32_t index, VDFailure *_Nonnull failure);
/// Adds a stream of packets that come from somewhere else; its number among the output's streams, or -1.
int32_t vd_output_add_packets(
    VDOutput *_Nonnull output, const VDParameters *_Nonnull parameters, VDFailure *_Nonnull failure);
/// How loud moments are: from one to another evenly between two volumes, behind them as at the end.
typedef struct VDVolume {
  int64_t from, to;
  float start, end;
} VDVolume;

typedef struct VDSoundEncoding {
  const char *_Nonnull encoder;
  int32_t rate, channels;  // the nearest rate that the encoder has is taken
  int32_t bits;            // of numbers, as far as the encoder has them
  int32_t bitRate;         // bits a second; 0: the encoder knows
  int64_t moments;         // that are wanted from the output's start on, at that rate; -1: all
  bool isDefault;          // is played where nobody chose
  const VDVolume *_Nullable volumes;  // by moments from the output's start on; as loud as it is before the first
  int32_t volumeCount;
} VDSoundEncoding;

/// Makes interleaved floats as loud as volumes say, in their order; the first has this place.
void vd_make_loud(
    const VDVolume *_Nullable volumes, int32_t volumeCount, int64_t place, float *_Nonnull numbers, int32_t channels,
    int32_t count);

/// Adds a stream of sound that is encoded anew; its number among the output's streams, or -1. Packets that it is given
/// are decoded as `vd_output_decode_as` says: to the moment, those before 0 are left out, and gaps become silence.
int32_t vd_output_add_sound(
    VDOutput *_Nonnull output, const VDSoundEncoding *_Nonnull encoding, VDFailure *_Nonnull failure);
/// Says what packets of that stream are from now on. The parameters stay until the output is closed, or others are said.
bool vd_output_decode_as(
    VDOutput *_Nonnull output, int32_t stream, const VDParameters *_Nonnull source, VDFailure *_Nonnull failure);
/// The stream of images is shown turned: x' = a x + c y + tx in a plane with y down, 16.16, the last column 2.30.
bool vd_output_set_matrix(
    VDOutput *_Nonnull output, int32_t stream, const int32_t *_Nonnull matrix, VDFailure *_Nonnull failure);
/// The display that the images were made on (24 bytes) and their light levels (4 bytes), as in HEVC's messages: of
/// the stream of images that is encoded. Players look for them in the container; encoders write their own.
bool vd_output_set_light(
    VDOutput *_Nonnull output, const uint8_t *_Nullable mastering, const uint8_t *_Nullable lightLevel,
    VDFailure *_Nonnull failure);
void vd_output_set_tag(VDOutput *_Nonnull output, const char *_Nonnull key, const char *_Nonnull value);
/// Adds a chapter to an output whose header is not yet written: microseconds from its start.
bool vd_output_add_chapter(VDOutput *_Nonnull output, VDChapter chapter, VDFailure *_Nonnull failure);
/// A tag of the chapter that was added last.
void vd_output_set_chapter_tag(VDOutput *_Nonnull output, const char *_Nonnull key, const char *_Nonnull value);
/// Writes the header. `startsFast`: of mp4 and mov, the index goes before the images at the end.
bool vd_output_begin(VDOutput *_Nonnull output, bool startsFast, VDFailure *_Nonnull failure);

/// Planes as the encoding's layout has them; of 4:2:2 and 4:4:4 two, chroma in pairs, 10 bits at the top of 16.
typedef struct VDImage {
  int64_t time, duration;  // in the encoding's unit
  void *_Nullable planes[4];
  int32_t rowBytes[4];
  void *_Nullable owner;  // given to `release` once, when the encoder has let go of the planes
  void (*_Nonnull release)(void *_Nullable owner);
} VDImage;

/// Encodes an image and writes what that gives. Releases the image in any case.
bool vd_output_image(
    VDOutput *_Nonnull output, const VDImage *_Nonnull image, VDFailure *_Nonnull failure);
/// Passes a packet on, `shift` units of its source earlier, and frees it.
bool vd_output_packet(
    VDOutput *_Nonnull output, int32_t stream, VDPacket *_Nonnull packet, int64_t shift,
    VDFailure *_Nonnull failure);
/// Bytes of packets that are written so far, or wait to be.
int64_t vd_output_byte_count(const VDOutput *_Nonnull output);
/// Writes what the encoder still holds, and the end of the file.
bool vd_output_finish(VDOutput *_Nonnull output, VDFailure *_Nonnull failure);
void vd_output_close(VDOutput *_Nullable output);

/// Moves a finished file to its place in one step. False where something is there already.
bool vd_place_file(const char *_Nonnull from, const char *_Nonnull to, VDFailure *_Nonnull failure);

#include "VDSound.h"

#endif
