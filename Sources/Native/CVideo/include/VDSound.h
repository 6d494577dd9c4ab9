// Sound: conversion of decoded blocks to a PCM format, and the audio device.
#ifndef VD_SOUND_H
#define VD_SOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "CVideo.h"

enum {
  VD_SAMPLE_RATE = 48000,
  VD_CHANNELS = 2,
};

typedef enum VDSampleFormat { VD_INT16, VD_INT32, VD_FLOAT32, VD_FLOAT64 } VDSampleFormat;

/// A format of interleaved PCM samples in native byte order.
typedef struct VDSoundFormat {
  VDSampleFormat sampleFormat;
  int32_t rate, channels;  // sample frames a second; 1 to 64
} VDSoundFormat;

/// A converter of decoded sound to one PCM format.
typedef struct VDConverter VDConverter;

/// Creates a converter. Returns NULL on failure: no memory, no libswresample.
VDConverter *_Nullable vd_converter_make(const VDSoundFormat *_Nonnull format, VDFailure *_Nonnull failure);
/// Converts a block. NULL flushes the samples that are held back at the end of a stream. The samples are valid until
/// the next call.
///
/// `time` is set to that of the block in the stream's unit, or to vd_no_time. Samples of the previous block may come
/// first. Returns the number of sample frames, or -1 on failure.
int32_t vd_converter_take(
    VDConverter *_Nonnull converter, const VDFrame *_Nullable block, const void *_Nullable *_Nonnull samples,
    int64_t *_Nonnull time, VDFailure *_Nonnull failure);
/// Drops held samples before a seek.
void vd_converter_clear(VDConverter *_Nonnull converter);
void vd_converter_free(VDConverter *_Nullable converter);

/// An audio device that plays stereo floats, with a buffer of half a second. For any thread.
typedef struct VDSpeaker VDSpeaker;

enum { VD_SPEAKER_FRAMES = VD_SAMPLE_RATE / 2 };

/// Opens the default device, paused. Returns NULL on failure: no SDL, no device.
VDSpeaker *_Nullable vd_speaker_open(VDFailure *_Nonnull failure);
void vd_speaker_close(VDSpeaker *_Nullable speaker);
void vd_speaker_run(VDSpeaker *_Nonnull speaker, bool runs);
/// Sets the volume: 0 for silence, 1 for the original volume.
void vd_speaker_set_volume(VDSpeaker *_Nonnull speaker, float volume);
/// Appends sample frames. Returns the number for which there was space.
int32_t vd_speaker_write(VDSpeaker *_Nonnull speaker, const float *_Nonnull samples, int32_t count);
/// Drops buffered samples. Returns the index of the next sample frame to be written.
int64_t vd_speaker_clear(VDSpeaker *_Nonnull speaker);
/// Returns the number of buffered sample frames.
int32_t vd_speaker_waiting(VDSpeaker *_Nonnull speaker);
/// Returns the index of the sample frame that is audible now, interpolated within a block by the system clock. Silence
/// from underruns is not counted, so the index does not advance during them.
int64_t vd_speaker_heard(VDSpeaker *_Nonnull speaker);

#endif
