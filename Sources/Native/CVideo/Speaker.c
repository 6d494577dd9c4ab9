// An audio device by SDL 2, which is loaded with the first one. No program is linked with SDL, and its headers are not
// needed. If they are available, the declarations below are checked against them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CDynamicLoading.h"
#include "VDSound.h"

/// SDL_AudioSpec.
typedef struct VDAudioSpec {
  int frequency;
  uint16_t format;
  uint8_t channels, silence;
  uint16_t samples, padding;
  uint32_t byteCount;
  void (*callback)(void *user, uint8_t *bytes, int byteCount);
  void *user;
} VDAudioSpec;

// DO(name, result, parameters)
#define VD_SDL_FUNCTIONS(DO)                                                                                           \
  DO(SDL_InitSubSystem, int, (uint32_t))                                                                               \
  DO(SDL_QuitSubSystem, void, (uint32_t))                                                                              \
  DO(SDL_GetError, const char *, (void))                                                                               \
  DO(SDL_OpenAudioDevice, uint32_t, (const char *, int, const VDAudioSpec *, VDAudioSpec *, int))                      \
  DO(SDL_CloseAudioDevice, void, (uint32_t))                                                                           \
  DO(SDL_PauseAudioDevice, void, (uint32_t, int))                                                                      \
  DO(SDL_LockAudioDevice, void, (uint32_t))                                                                            \
  DO(SDL_UnlockAudioDevice, void, (uint32_t))

#define VD_MEMBER(name, result, parameters) result(*name) parameters;
typedef struct VDSDL {
  VD_SDL_FUNCTIONS(VD_MEMBER)
} VDSDL;
#undef VD_MEMBER

const VDSDL *vd_sdl(const char **reason);
CL_TABLE(VDSDL, vd_sdl, VD_SDL_FUNCTIONS, "libSDL2-2.0.so.0", "libsdl2-2.0-0", "SDL that was found")

enum {
  VD_INIT_AUDIO = 0x10,
  VD_FLOATS = 0x8120,
  /// The number of sample frames in a block of the device.
  VD_BLOCK = 1024,
};

#if __has_include(<SDL2/SDL.h>)
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
_Static_assert(sizeof(VDAudioSpec) == sizeof(SDL_AudioSpec), "SDL_AudioSpec");
_Static_assert(offsetof(VDAudioSpec, samples) == offsetof(SDL_AudioSpec, samples), "samples");
_Static_assert(offsetof(VDAudioSpec, callback) == offsetof(SDL_AudioSpec, callback), "callback");
_Static_assert(offsetof(VDAudioSpec, user) == offsetof(SDL_AudioSpec, userdata), "userdata");
_Static_assert(VD_INIT_AUDIO == SDL_INIT_AUDIO && VD_FLOATS == AUDIO_F32LSB, "constants");
#endif

struct VDSpeaker {
  const VDSDL *sdl;
  uint32_t device;
  // The members below are guarded by the device's lock, which SDL holds during the callback.
  float samples[VD_SPEAKER_FRAMES * VD_CHANNELS];
  int64_t written, taken;
  /// The time at which the device last took a block, and the number of its sample frames.
  int64_t takenAt;
  int32_t lastCount;
  float volume;
};

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void fill_block(void *user, uint8_t *bytes, int byteCount) {
  VDSpeaker *speaker = user;
  float *to = (float *)(void *)bytes;
  const int32_t requested = byteCount / (int32_t)(VD_CHANNELS * sizeof *to);
  const int64_t available = speaker->written - speaker->taken;
  const int32_t count = available < requested ? (int32_t)available : requested;
  for (int32_t index = 0; index < count; index++) {
    const float *from = speaker->samples + (speaker->taken + index) % VD_SPEAKER_FRAMES * VD_CHANNELS;
    to[2 * index] = from[0] * speaker->volume;
    to[2 * index + 1] = from[1] * speaker->volume;
  }
  memset(to + 2 * count, 0, (size_t)(requested - count) * VD_CHANNELS * sizeof *to);
  speaker->taken += count;
  speaker->takenAt = nanoseconds();
  speaker->lastCount = count;
}

VDSpeaker *vd_speaker_open(VDFailure *failure) {
  failure->status = VD_UNSUPPORTED;
  const char *reason;
  const VDSDL *sdl = vd_sdl(&reason);
  if (!sdl) {
    snprintf(failure->text, sizeof failure->text, "%s", reason);
    return NULL;
  }
  VDSpeaker *speaker = calloc(1, sizeof *speaker);
  if (!speaker || sdl->SDL_InitSubSystem(VD_INIT_AUDIO) != 0) {
    snprintf(failure->text, sizeof failure->text, "audio cannot be initialized: %.150s", speaker ? sdl->SDL_GetError() : "no memory");
    free(speaker);
    return NULL;
  }
  speaker->sdl = sdl;
  speaker->volume = 1;
  const VDAudioSpec requested = {.frequency = VD_SAMPLE_RATE, .format = VD_FLOATS, .channels = VD_CHANNELS,
                                                             .samples = VD_BLOCK, .callback = fill_block, .user = speaker};
  // SDL converts for devices with other formats, because no change is allowed.
  speaker->device = sdl->SDL_OpenAudioDevice(NULL, 0, &requested, NULL, 0);
  if (!speaker->device) {
    snprintf(failure->text, sizeof failure->text, "no audio device could be opened: %.150s", sdl->SDL_GetError());
    sdl->SDL_QuitSubSystem(VD_INIT_AUDIO);
    free(speaker);
    return NULL;
  }
  return speaker;
}

void vd_speaker_close(VDSpeaker *speaker) {
  if (!speaker) return;
  // Waits for a running callback.
  speaker->sdl->SDL_CloseAudioDevice(speaker->device);
  speaker->sdl->SDL_QuitSubSystem(VD_INIT_AUDIO);
  free(speaker);
}

void vd_speaker_run(VDSpeaker *speaker, bool runs) {
  speaker->sdl->SDL_PauseAudioDevice(speaker->device, !runs);
}

static void lock(VDSpeaker *speaker) { speaker->sdl->SDL_LockAudioDevice(speaker->device); }
static void unlock(VDSpeaker *speaker) { speaker->sdl->SDL_UnlockAudioDevice(speaker->device); }

void vd_speaker_set_volume(VDSpeaker *speaker, float volume) {
  lock(speaker);
  speaker->volume = volume;
  unlock(speaker);
}

int32_t vd_speaker_write(VDSpeaker *speaker, const float *samples, int32_t count) {
  lock(speaker);
  const int64_t space = VD_SPEAKER_FRAMES - (speaker->written - speaker->taken);
  const int32_t taken = count < space ? count : (int32_t)space;
  for (int32_t index = 0; index < taken; index++) {
    float *to = speaker->samples + (speaker->written + index) % VD_SPEAKER_FRAMES * VD_CHANNELS;
    to[0] = samples[2 * index];
    to[1] = samples[2 * index + 1];
  }
  speaker->written += taken;
  unlock(speaker);
  return taken;
}

int64_t vd_speaker_clear(VDSpeaker *speaker) {
  lock(speaker);
  speaker->written = speaker->taken;
  speaker->lastCount = 0;
  const int64_t next = speaker->written;
  unlock(speaker);
  return next;
}

int32_t vd_speaker_waiting(VDSpeaker *speaker) {
  lock(speaker);
  const int64_t waiting = speaker->written - speaker->taken;
  unlock(speaker);
  return (int32_t)waiting;
}

int64_t vd_speaker_heard(VDSpeaker *speaker) {
  lock(speaker);
  const int64_t since = (nanoseconds() - speaker->takenAt) * VD_SAMPLE_RATE / 1000000000;
  const int64_t into = since < speaker->lastCount ? since : speaker->lastCount;
  const int64_t heard = speaker->taken - speaker->lastCount + into;
  unlock(speaker);
  return heard;
}
