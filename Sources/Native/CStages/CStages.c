#define _GNU_SOURCE
#include "CStages.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int cstages_supports(int level) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  int hasAVX2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi")
                && __builtin_cpu_supports("bmi2");
  switch (level) {
  case CSTAGES_BASELINE: return 1;
  case CSTAGES_AVX2: return hasAVX2;
  case CSTAGES_AVX512:
    return hasAVX2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
           && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq")
           && __builtin_cpu_supports("avx512vl");
  default: return 0;
  }
#elif defined(__aarch64__)
  return level == CSTAGES_NEON;
#else
  return 0;
#endif
}

size_t cstages_decode(const char *base64, size_t length, unsigned char *bytes) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char values[256] = {0};
  for (int i = 0; i < 64; i++) values[(unsigned char)digits[i]] = (unsigned char)i;
  const unsigned char *text = (const unsigned char *)base64;
  size_t count = 0;
  for (size_t i = 0; i + 3 < length; i += 4) {
    unsigned word = (unsigned)values[text[i]] << 18 | values[text[i + 1]] << 12 | values[text[i + 2]] << 6
                    | values[text[i + 3]];
    bytes[count++] = (unsigned char)(word >> 16);
    bytes[count++] = (unsigned char)(word >> 8);
    bytes[count++] = (unsigned char)word;
  }
  for (size_t i = length; i > 0 && text[i - 1] == '='; i--) count--;
  return count;
}

/* Missing from older headers. Older kernels reject it with EINVAL, and do not require it. */
#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

static int memory_file(const void *bytes, size_t count) {
  int file = (int)syscall(SYS_memfd_create, "coreimage-stages", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
  if (file < 0 && errno == EINVAL)
    file = (int)syscall(SYS_memfd_create, "coreimage-stages", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  for (size_t at = 0; at < count;) {
    ssize_t written = write(file, (const char *)bytes + at, count - at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      close(file);
      return -1;
    }
    at += (size_t)written;
  }
  fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
  return file;
}

CStagesObject cstages_open_file(const char *path, int needs_blocks, char *message, size_t size) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CStagesObject object = {NULL, NULL}, none = {NULL, NULL};
  if (handle) {
    object.stages = dlsym(handle, "coreimage_stages");
    object.blocks = dlsym(handle, "coreimage_blocks");
  }
  const int is_whole = object.stages && (object.blocks || !needs_blocks);
  if (is_whole && object.stages->version == STAGE_VERSION) return object;
  if (is_whole) {
    snprintf(message, size, "the version of its stages is %u, not %u", object.stages->version, STAGE_VERSION);
  } else {
    const char *reason = dlerror();
    snprintf(message, size, "%s", reason ? reason : "it has no stages");
  }
  if (handle) dlclose(handle);
  return none;
}

CStagesObject cstages_open_bytes(const void *bytes, size_t count, int needs_blocks, char *message, size_t size) {
  int file = memory_file(bytes, count);
  if (file < 0) {
    snprintf(message, size, "memfd_create: %s", strerror(errno));
    return (CStagesObject){NULL, NULL};
  }
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  CStagesObject object = cstages_open_file(path, needs_blocks, message, size);
  /* The descriptor of an open library stays open. glibc identifies libraries by path: another object with the same
     descriptor number would be mistaken for this one. */
  if (!object.stages) close(file);
  return object;
}
