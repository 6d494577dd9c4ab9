// Sound: decoded blocks as floats at one rate, and the device that plays them.
#ifndef VD_SOUND_H
#define VD_SOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "CVideo.h"

enum {
  VD_SAMPLES_A_SECOND = 48000,
  VD_CHANNELS = 2,
};

typedef enum VDNumbers { VD_INT16, VD_INT32, VD_FLOAT32, VD_FLOAT64 } VDNumbers;

/// Sound as numbers: those of all channels of a moment one after another, in this machine's order of bytes.
typedef struct VDSoundForm {
  VDNumbers numbers;
  int32_t rate, channels;  // moments a second; 1 to 64
} VDSoundForm;

/// Turns decoded blocks of sound into numbers of one form.
typedef struct VDConverter VDConverter;

/// NULL with a reason: no memory, no libswresample.
VDConverter *_Nullable vd_converter_make(const VDSoundForm *_Nonnull form, VDFailure *_Nonnull failure);
/// Takes a block, or NULL for what is held back at the end of a stream, and gives moments that stay until the next call.
///
/// `time` is that of the block in the stream's unit; vd_no_time where nobody knows. Moments of the block before may come
/// first. The count of moments; -1 with a reason.
int32_t vd_converter_take(
    VDConverter *_Nonnull converter, const VDFrame *_Nullable block, const void *_Nullable *_Nonnull moments,
    int64_t *_Nonnull time, VDFailure *_Nonnull failure);
/// Forgets what is held back: what follows comes from elsewhere.
void vd_converter_clear(VDConverter *_Nonnull converter);
void vd_converter_free(VDConverter *_Nullable converter);

/// A device that plays pairs of floats, half a second of which may wait. For any thread.
typedef struct VDSpeaker VDSpeaker;

enum { VD_SPEAKER_PAIRS = VD_SAMPLES_A_SECOND / 2 };

/// The system's device, silent until it runs. NULL with a reason: no SDL, no device.
VDSpeaker *_Nullable vd_speaker_open(VDFailure *_Nonnull failure);
void vd_speaker_close(VDSpeaker *_Nullable speaker);
void vd_speaker_run(VDSpeaker *_Nonnull speaker, bool runs);
/// 0 silent, 1 as the pairs are.
void vd_speaker_set_volume(VDSpeaker *_Nonnull speaker, float volume);
/// Adds pairs; how many there was room for.
int32_t vd_speaker_write(VDSpeaker *_Nonnull speaker, const float *_Nonnull pairs, int32_t count);
/// Drops what waits; the number of the pair that is written next.
int64_t vd_speaker_clear(VDSpeaker *_Nonnull speaker);
/// Pairs that wait.
int32_t vd_speaker_waiting(VDSpeaker *_Nonnull speaker);
/// The number of the pair that is heard now, in the middle of a block by the system's clock. Pairs that nobody wrote in time
/// do not count, so this stands still while there are none.
int64_t vd_speaker_heard(VDSpeaker *_Nonnull speaker);

#endif
