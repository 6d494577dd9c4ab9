// A plain C interface to FFmpeg's demuxers, decoders, encoders and muxers. Swift sees none of FFmpeg's macros,
// callbacks and structures.
//
// A function that can fail fills in a VDFailure. Objects belong to one thread at a time, unless stated otherwise. Times
// are integers in a stream's unit, numerator / denominator seconds.
#ifndef CVIDEO_H
#define CVIDEO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: failures

typedef enum VDStatus {
  VD_OK = 0,
  VD_NO_FFMPEG,       // the libraries are missing, or the headers were when this was built
  VD_NOT_RECOGNIZED,  // the file type is not recognized
  VD_NOT_PARSED,      // the file is damaged
  VD_TRUNCATED,       // the file ends before the size in its header
  VD_NO_DECODER,
  VD_NO_ENCODER,
  VD_DAMAGED,      // too many consecutive frames cannot be decoded
  VD_UNSUPPORTED,  // a codec that the container does not support, an unsupported layout
  VD_STOPPED,
  VD_NO_FILE,
  VD_NO_PERMISSION,
  VD_FILE_EXISTS,
  VD_DISK_FULL,
  VD_CLOSED,  // the reader of the pipe has closed it
  VD_NO_MEMORY,
  VD_FAILED,
} VDStatus;

enum { VD_TEXT_BYTES = 240 };

typedef struct VDFailure {
  VDStatus status;
  char text[VD_TEXT_BYTES];
} VDFailure;

const char *_Nonnull vd_failure_text(const VDFailure *_Nonnull failure);

/// The licence of the loaded libraries, and the versions of the headers; empty without them.
const char *_Nonnull vd_licence(void);
const char *_Nonnull vd_versions(void);

// MARK: input files

typedef struct VDInput VDInput;

/// Allocates an input without a file. Returns NULL if there is not enough memory.
VDInput *_Nullable vd_input_make(void);
/// Opens a file and reads its header. Returns false on failure; the input can then only be closed.
bool vd_input_open(VDInput *_Nonnull input, const char *_Nonnull path, VDFailure *_Nonnull failure);
/// Opens a descriptor, which remains the caller's. Seeking is not possible.
bool vd_input_open_pipe(VDInput *_Nonnull input, int32_t descriptor, VDFailure *_Nonnull failure);
/// Makes the current call and all later ones fail with VD_STOPPED. Any thread may call it until the input is closed.
void vd_input_stop(VDInput *_Nonnull input);
void vd_input_close(VDInput *_Nullable input);

typedef enum VDKind { VD_VIDEO, VD_SOUND, VD_SUBTITLES, VD_OTHER } VDKind;

/// An unknown time.
extern const int64_t vd_no_time;

typedef struct VDStream {
  VDKind kind;
  int32_t number;  // the identifier in the file
  char codec[32];
  uint32_t tag;  // four characters, the first one in the lowest byte
  int32_t unitNumerator, unitDenominator;
  int64_t start, duration;  // vd_no_time if unspecified
  int32_t rateNumerator, rateDenominator;  // the average frame rate; 0 / 0 or 0 / 1 if unknown
  int64_t bitRate;
  bool isEnabled, isStillImage;
  char language[16];
  // Of video.
  int32_t width, height, depth;
  int32_t chromaAcross, chromaDown;  // log2 of the subsampling factors
  int32_t aspectNumerator, aspectDenominator;  // of a pixel; 0 / 1 if unspecified
  int32_t primaries, transfer, matrix;         // code points of ITU-T H.273; 2: unspecified
  bool isFullRange;
  int32_t chromaLocation;  // 0 unspecified, 1 left, 2 center, 3 top left, 4 top, 5 bottom left, 6 bottom
  bool hasMatrix;
  int32_t displayMatrix[9];  // 16.16, the last column 2.30: x' = a x + c y + tx in a plane with y down
  char layout[24];           // FFmpeg's name, for example "yuv420p"
  bool hasMastering, hasLightLevel;
  uint8_t mastering[24], lightLevel[4];  // as in HEVC's SEI messages, big endian
  // Of sound.
  int32_t sampleRate, channels;
} VDStream;

int32_t vd_input_stream_count(const VDInput *_Nonnull input);
/// Returns the description of a stream; of VD_OTHER only the first fields.
void vd_input_stream(const VDInput *_Nonnull input, int32_t index, VDStream *_Nonnull stream);
/// Returns the duration in microseconds, or vd_no_time if the file does not specify it.
int64_t vd_input_duration(const VDInput *_Nonnull input);
/// Returns FFmpeg's name of the demuxer, for example "mov,mp4,m4a,3gp,3g2,mj2".
const char *_Nonnull vd_input_format(const VDInput *_Nonnull input);

typedef struct VDTag {
  const char *_Nullable key;
  const char *_Nullable value;
} VDTag;

/// Returns the next tag of the file, or false after the last one. Strings are valid until the input is closed.
bool vd_input_tag(const VDInput *_Nonnull input, void *_Nullable *_Nonnull iterator, VDTag *_Nonnull tag);

/// The times of a chapter: microseconds in the file's own times.
typedef struct VDChapter {
  int64_t start, end;
} VDChapter;

int32_t vd_input_chapter_count(const VDInput *_Nonnull input);
VDChapter vd_input_chapter(const VDInput *_Nonnull input, int32_t index);
/// Returns the next tag of a chapter, as `vd_input_tag`.
bool vd_input_chapter_tag(
    const VDInput *_Nonnull input, int32_t index, void *_Nullable *_Nonnull iterator, VDTag *_Nonnull tag);

/// Opens the decoder of a stream. At most once for an input.
bool vd_input_decode(VDInput *_Nonnull input, int32_t index, int32_t threads, VDFailure *_Nonnull failure);
/// Requests the packets of a stream without decoding.
void vd_input_pass(VDInput *_Nonnull input, int32_t index);
/// Seeks to the last key frame from which all frames from `time` on can be decoded.
bool vd_input_seek(VDInput *_Nonnull input, int32_t index, int64_t time, VDFailure *_Nonnull failure);

typedef struct VDFrame VDFrame;
typedef struct VDPacket VDPacket;

typedef enum VDEvent { VD_END, VD_FRAME, VD_PACKET, VD_ERROR } VDEvent;

/// Returns the next frame or packet, which the caller owns. Frames are returned in presentation order.
VDEvent vd_input_next(
    VDInput *_Nonnull input, VDFrame *_Nullable *_Nonnull frame, VDPacket *_Nullable *_Nonnull packet,
    VDFailure *_Nonnull failure);

// MARK: decoded frames

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
  int64_t time, duration;  // vd_no_time if unknown; a duration of 0 is unknown
  int32_t primaries, transfer, matrix, chromaLocation;
  bool isFullRange;
  int32_t aspectNumerator, aspectDenominator;
  bool isInterlaced, isTopFirst;
  void *_Nullable planes[4];
  int32_t rowBytes[4];
  bool hasMastering, hasLightLevel;
  uint8_t mastering[24], lightLevel[4];  // as in HEVC's SEI messages, big endian
} VDFrameFacts;

void vd_frame_facts(const VDFrame *_Nonnull frame, VDFrameFacts *_Nonnull facts);
/// Interleaves two planes of chroma. 10-bit samples are shifted to the top of 16 bits.
void vd_frame_pair_chroma(const VDFrame *_Nonnull frame, void *_Nonnull chroma, size_t rowBytes);
void vd_frame_copy_plane(const VDFrame *_Nonnull frame, int32_t plane, void *_Nonnull to, size_t rowBytes);
void vd_frame_free(VDFrame *_Nullable frame);

typedef struct VDPacketFacts {
  int32_t stream;
  int64_t time, decodeTime, duration;
  const uint8_t *_Nullable bytes;  // valid until the packet is freed
  size_t byteCount;
  bool isKey;
  bool isHidden;  // only decoded as a reference, not shown
} VDPacketFacts;

void vd_packet_facts(const VDPacket *_Nonnull packet, VDPacketFacts *_Nonnull facts);
/// Changes the time and the duration of a subtitle packet, in units of its stream.
void vd_packet_set_times(VDPacket *_Nonnull packet, int64_t time, int64_t duration);
/// Creates a packet with a copy of these bytes and times in numerator / denominator seconds. Returns NULL if there is
/// not enough memory.
VDPacket *_Nullable vd_packet_make(const VDPacketFacts *_Nonnull facts, int32_t numerator, int32_t denominator);
void vd_packet_free(VDPacket *_Nullable packet);

// MARK: codec parameters

/// The parameters of a stream's packets that containers and decoders need. Immutable, for any thread.
typedef struct VDParameters VDParameters;

/// Copies the parameters of a file's stream. Returns NULL if there is not enough memory.
VDParameters *_Nullable vd_input_parameters(const VDInput *_Nonnull input, int32_t index);
/// Creates the parameters of PCM sound: `codec` for example "pcm_s16le", times in sample frames. Returns NULL for other
/// codecs, and if there is not enough memory.
VDParameters *_Nullable vd_parameters_pcm(const char *_Nonnull codec, int32_t rate, int32_t channels);
/// Returns whether a container supports such packets.
bool vd_container_takes_packets(const char *_Nonnull container, const VDParameters *_Nonnull parameters);
/// Returns whether both have the same codec settings.
bool vd_parameters_equal(const VDParameters *_Nonnull a, const VDParameters *_Nonnull b);
void vd_parameters_free(VDParameters *_Nullable parameters);

// MARK: output files

typedef struct VDOutput VDOutput;

/// Creates an output file.
///
/// - Parameter container: FFmpeg's name of the muxer, for example "mp4".
VDOutput *_Nullable vd_output_make(
    const char *_Nonnull path, const char *_Nonnull container, VDFailure *_Nonnull failure);

/// Creates an output for a descriptor, which remains the caller's. If its reader closes it, writing fails with
/// VD_CLOSED.
VDOutput *_Nullable vd_output_make_pipe(
    int32_t descriptor, const char *_Nonnull container, VDFailure *_Nonnull failure);
/// Makes current and later writes to a descriptor fail. Any thread may call it until the output is closed.
void vd_output_stop(VDOutput *_Nonnull output);

typedef struct VDEncoding {
  const char *_Nonnull encoder;
  const char *_Nullable options;  // "preset=fast:crf=18"
  VDLayout layout;
  int32_t width, height;
  int32_t unitNumerator, unitDenominator;
  int32_t rateNumerator, rateDenominator;
  bool isRateGuessed;  // only for the encoder: it is not written to the file
  int32_t primaries, transfer, matrix, chromaLocation;
  bool isFullRange;
  int32_t keyFrameDistance;
  int32_t threads;
} VDEncoding;

/// Returns whether there is an encoder of this name.
bool vd_has_encoder(const char *_Nonnull name);
/// Returns whether an encoder supports this layout.
bool vd_encoder_takes(const char *_Nonnull name, VDLayout layout);
/// Returns whether a container supports the codec of an encoder.
bool vd_container_takes(const char *_Nonnull container, const char *_Nonnull encoder);

/// Adds the video stream to encode. At most one for an output.
bool vd_output_add_images(
    VDOutput *_Nonnull output, const VDEncoding *_Nonnull encoding, VDFailure *_Nonnull failure);
/// Returns the index of the encoded video stream in the output, or -1 if there is none.
int32_t vd_output_image_stream(const VDOutput *_Nonnull output);
/// Adds a stream whose packets are copied. Returns its index in the output, or -1.
int32_t vd_output_add_copy(
    VDOutput *_Nonnull output, const VDInput *_Nonnull input, int32_t index, VDFailure *_Nonnull failure);
/// Adds a stream for packets from another source. Returns its index in the output, or -1.
int32_t vd_output_add_packets(
    VDOutput *_Nonnull output, const VDParameters *_Nonnull parameters, VDFailure *_Nonnull failure);
/// A linear volume ramp in sample frames. The end volume continues after it.
typedef struct VDVolume {
  int64_t from, to;
  float start, end;
} VDVolume;

typedef struct VDSoundEncoding {
  const char *_Nonnull encoder;
  int32_t rate, channels;  // the encoder's nearest supported rate is used
  int32_t bits;            // the bit depth, if the encoder supports it
  int32_t bitRate;         // bits a second; 0: the encoder's default
  int64_t frameCount;      // the greatest number of sample frames from the output's start, at that rate; -1: all
  bool isDefault;          // is played by default
  const VDVolume *_Nullable volumes;  // in order, from the output's start; 1 before the first
  int32_t volumeCount;
} VDSoundEncoding;

/// Multiplies interleaved floats by volumes, which are in order. `position` is the index of the first sample frame.
void vd_apply_volume(
    const VDVolume *_Nullable volumes, int32_t volumeCount, int64_t position, float *_Nonnull samples, int32_t channels,
    int32_t count);

/// Adds a stream of sound to encode. Returns its index in the output, or -1. Packets of the stream are decoded as
/// `vd_output_decode_as` specifies. Samples before time 0 are omitted, and gaps become silence.
int32_t vd_output_add_sound(
    VDOutput *_Nonnull output, const VDSoundEncoding *_Nonnull encoding, VDFailure *_Nonnull failure);
/// Sets the codec parameters of packets of this stream from now on. They must live until the output is closed, or until
/// others are set.
bool vd_output_decode_as(
    VDOutput *_Nonnull output, int32_t stream, const VDParameters *_Nonnull source, VDFailure *_Nonnull failure);
/// Sets the display matrix of a stream: x' = a x + c y + tx in a plane with y down, 16.16, the last column 2.30.
bool vd_output_set_matrix(
    VDOutput *_Nonnull output, int32_t stream, const int32_t *_Nonnull matrix, VDFailure *_Nonnull failure);
/// Sets the HDR metadata of the encoded video stream in the container: mastering display (24 bytes) and content light
/// levels (4 bytes), as in HEVC's SEI messages. Encoders write their own metadata.
bool vd_output_set_dynamic_range(
    VDOutput *_Nonnull output, const uint8_t *_Nullable mastering, const uint8_t *_Nullable lightLevel,
    VDFailure *_Nonnull failure);
void vd_output_set_tag(VDOutput *_Nonnull output, const char *_Nonnull key, const char *_Nonnull value);
/// Adds a chapter to an output whose header is not written yet, in microseconds from its start.
bool vd_output_add_chapter(VDOutput *_Nonnull output, VDChapter chapter, VDFailure *_Nonnull failure);
/// Sets a tag of the chapter that was added last.
void vd_output_set_chapter_tag(VDOutput *_Nonnull output, const char *_Nonnull key, const char *_Nonnull value);
/// Writes the header. If `startsFast`, the index of mp4 and mov files is moved before the samples at the end.
bool vd_output_begin(VDOutput *_Nonnull output, bool startsFast, VDFailure *_Nonnull failure);

/// Planes in the encoding's layout. 4:2:2 and 4:4:4 have two, with interleaved chroma and 10 bits at the top of 16.
typedef struct VDImage {
  int64_t time, duration;  // in the encoding's unit
  void *_Nullable planes[4];
  int32_t rowBytes[4];
  void *_Nullable owner;  // passed to `release` once, when the encoder releases the planes
  void (*_Nonnull release)(void *_Nullable owner);
} VDImage;

/// Encodes a frame and writes the resulting packets. Releases the image in any case.
bool vd_output_image(
    VDOutput *_Nonnull output, const VDImage *_Nonnull image, VDFailure *_Nonnull failure);
/// Writes a packet, `shift` units of its source earlier, and frees it.
bool vd_output_packet(
    VDOutput *_Nonnull output, int32_t stream, VDPacket *_Nonnull packet, int64_t shift,
    VDFailure *_Nonnull failure);
/// Returns the number of bytes of packets that are written or queued.
int64_t vd_output_byte_count(const VDOutput *_Nonnull output);
/// Writes the encoder's remaining packets and the trailer.
bool vd_output_finish(VDOutput *_Nonnull output, VDFailure *_Nonnull failure);
void vd_output_close(VDOutput *_Nullable output);

/// Renames a finished file atomically. Returns false if the destination exists.
bool vd_publish_file(const char *_Nonnull from, const char *_Nonnull to, VDFailure *_Nonnull failure);

#include "VDSound.h"

#endif
