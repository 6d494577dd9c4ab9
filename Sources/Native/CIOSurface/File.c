#define _GNU_SOURCE
#include "CIOSurface.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

int cios_create(const char *name, uint64_t byteCount, int *file) {
  // Above this limit, ftruncate would end the process with SIGXFSZ.
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && byteCount > limit.rlim_cur)
    return EFBIG;
  if (byteCount > INT64_MAX) return EFBIG;
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_NOEXEC_SEAL);
  // Linux before 6.3 rejects MFD_NOEXEC_SEAL.
  if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return errno;
  if (ftruncate(descriptor, (off_t)byteCount) != 0 || fcntl(descriptor, F_ADD_SEALS, seals) != 0) {
    int error = errno;
    close(descriptor);
    return error;
  }
  *file = descriptor;
  return 0;
}

int cios_reopen(int descriptor, int *file) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int opened = open(path, O_RDWR | O_CLOEXEC);
  if (opened < 0) return errno;
  *file = opened;
  return 0;
}

int cios_examine(int file, CIOSFile *facts) {
  struct stat status;
  struct statfs system;
  if (fstat(file, &status) != 0 || fstatfs(file, &system) != 0) return errno;
  *facts = (CIOSFile){.device = status.st_dev, .number = status.st_ino, .byteCount = (uint64_t)status.st_size};
  int found = S_ISREG(status.st_mode) ? fcntl(file, F_GET_SEALS) : -1;
  // Huge pages come from a pool. If it is exhausted when a page is touched, the process dies.
  facts->isSealed = found >= 0 && (found & seals) == seals && system.f_type == TMPFS_MAGIC;
  return 0;
}

int cios_map(int file, uint64_t byteCount, void **start) {
  if (byteCount > SIZE_MAX) return ENOMEM;
  void *mapped = mmap(NULL, (size_t)byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) return errno;
  *start = mapped;
  return 0;
}

void cios_copy(const CIOSHeader *header, CIOSFacts *facts) {
  memcpy(facts, &header->facts, sizeof *facts);
  // Prevents the compiler from reading the shared header again.
  __asm__ volatile("" : : "r"(facts) : "memory");
}

int cios_lock(int file, long byte, CIOSLock lock, int waits) {
  struct flock range = {.l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
  range.l_type = lock == CIOS_UNLOCKED ? F_UNLCK : lock == CIOS_SHARED ? F_RDLCK : F_WRLCK;
  while (fcntl(file, waits ? F_OFD_SETLKW : F_OFD_SETLK, &range) != 0) {
    if (errno == EACCES) return EAGAIN;
    if (errno != EINTR) return errno;
  }
  return 0;
}

int cios_is_locked(int file, long first, long count) {
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = first, .l_len = count};
  return fcntl(file, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}
