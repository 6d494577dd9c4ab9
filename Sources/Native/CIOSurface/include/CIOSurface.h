// What a shared surface is made of: a sealed file in memory, and the system calls that Swift cannot make.
// A call that fails returns the number of errno.
#ifndef CIOSURFACE_H
#define CIOSURFACE_H

#include <stddef.h>
#include <stdint.h>

enum {
  CIOS_VERSION = 1,
  /// Bytes before the pixels: a multiple of every page size there is.
  CIOS_HEADER_BYTES = 65536,
  CIOS_PLANE_LIMIT = 4,
  /// How many processes can say how often they use a surface.
  CIOS_USER_LIMIT = 128,
  CIOS_VALUES_OFFSET = 4096,
  /// Bytes of each of the two places for values.
  CIOS_VALUES_BYTES = (CIOS_HEADER_BYTES - CIOS_VALUES_OFFSET) / 2,
};

/// "IOSURFAC" in memory.
static const uint64_t CIOS_MAGIC = 0x4341465255534F49;

typedef struct CIOSPlane {
  /// From the first pixel of the surface, in bytes.
  uint64_t offset;
  uint64_t bytesPerRow;
  uint64_t byteCount;
  uint32_t width, height;
  uint32_t bytesPerElement, elementWidth, elementHeight;
  uint32_t reserved;
} CIOSPlane;

/// The start of the file: what never changes once the surface is made. Readers copy it, check the copy, and never look
/// at it again.
typedef struct CIOSFacts {
  uint64_t magic;
  uint32_t version;
  uint32_t headerBytes;
  uint64_t fileBytes;
  uint32_t pixelFormat;
  uint32_t planeCount;
  uint32_t allowsPixelSizeCasting;
  uint32_t reserved;
  /// The surface without regard to its planes.
  CIOSPlane whole;
  CIOSPlane planes[CIOS_PLANE_LIMIT];
} CIOSFacts;

/// What changes. Any process may write anything here at any time, so nothing in it is trusted.
typedef struct CIOSState {
  uint32_t seed;
  /// 1 while a process has the surface locked for writing, and after one has died so.
  uint32_t isWriting;
  /// Grows with every change of the values. Its lowest bit says which of the two places has them.
  uint32_t valuesVersion;
  uint32_t valuesLength[2];
  uint32_t useCounts[CIOS_USER_LIMIT];
} CIOSState;

typedef struct CIOSHeader {
  CIOSFacts facts;
  CIOSState state;
} CIOSHeader;

/// Bytes of the file that processes lock, instead of words that they would have to wait for: the system takes a lock
/// back when the process dies that holds it, whatever it was doing, in every name space of processes.
enum {
  /// Held for a moment by who wants the pixels, so that readers do not keep a writer waiting for ever.
  CIOS_RANGE_GATE = 0,
  CIOS_RANGE_PIXELS = 1,
  /// Held by the one reader that waits to become a writer.
  CIOS_RANGE_UPGRADE = 2,
  /// Held for a moment by who reads or changes values or use counts.
  CIOS_RANGE_TABLE = 3,
  /// One byte for each of `useCounts`; behind them one that all further users share.
  CIOS_RANGE_USERS = 1024,
  CIOS_RANGE_FURTHER_USERS = CIOS_RANGE_USERS + CIOS_USER_LIMIT,
};

typedef enum CIOSLock { CIOS_UNLOCKED, CIOS_SHARED, CIOS_EXCLUSIVE } CIOSLock;

/// Makes a sealed file of this size, all zero, that neither shrinks nor grows.
int cios_create(const char *name, uint64_t byteCount, int *file);

/// Opens the file of `descriptor` anew, so that locks are of this descriptor alone.
int cios_reopen(int descriptor, int *file);

typedef struct CIOSFile {
  uint64_t device, number, byteCount;
  /// A file in memory, of pages of the usual size, that neither shrinks nor grows, whatever its owner does.
  int isSealed;
} CIOSFile;

int cios_examine(int file, CIOSFile *facts);

/// Copies what the file says, once: another process may change it meanwhile.
void cios_copy(const CIOSHeader *header, CIOSFacts *facts);

/// Maps all of the file to read and write.
int cios_map(int file, uint64_t byteCount, void **start);

/// Locks one byte, or changes or gives back a lock of it. Without `waits` it is EAGAIN when another one has it.
int cios_lock(int file, long byte, CIOSLock lock, int waits);

/// Whether another one than `file` holds a lock among these bytes.
int cios_is_locked(int file, long first, long count);

/// Sends a descriptor over a socket, with one byte.
int cios_send(int socket, int descriptor);

/// Waits for a descriptor from a socket. ENOMSG: the other end is closed. EBADMSG: something else came.
int cios_receive(int socket, int *descriptor);

static inline uint32_t cios_load(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
static inline void cios_store(uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }
static inline void cios_add(uint32_t *word, uint32_t value) { __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST); }
/// The value before.
static inline uint32_t cios_exchange(uint32_t *word, uint32_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

#endif
