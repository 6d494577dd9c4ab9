// The file format of shared surfaces, a sealed memory file, and the system calls that Swift cannot make. A function
// that fails returns the value of errno.
#ifndef CIOSURFACE_H
#define CIOSURFACE_H

#include <stddef.h>
#include <stdint.h>

enum {
  CIOS_VERSION = 1,
  /// The size of the header before the pixels, in bytes: a multiple of every existing page size.
  CIOS_HEADER_BYTES = 65536,
  CIOS_PLANE_LIMIT = 4,
  /// The number of processes whose use counts are stored.
  CIOS_USER_LIMIT = 128,
  CIOS_VALUES_OFFSET = 4096,
  /// The size of each of the two buffers for values, in bytes.
  CIOS_VALUES_BYTES = (CIOS_HEADER_BYTES - CIOS_VALUES_OFFSET) / 2,
};

/// "IOSURFAC" in memory.
static const uint64_t CIOS_MAGIC = 0x4341465255534F49;

typedef struct CIOSPlane {
  /// The offset from the first byte of the surface's pixels, in bytes.
  uint64_t offset;
  uint64_t bytesPerRow;
  uint64_t byteCount;
  uint32_t width, height;
  uint32_t bytesPerElement, elementWidth, elementHeight;
  uint32_t reserved;
} CIOSPlane;

/// The immutable start of the header. Readers copy it, check the copy, and do not read the original again.
typedef struct CIOSFacts {
  uint64_t magic;
  uint32_t version;
  uint32_t headerBytes;
  uint64_t fileBytes;
  uint32_t pixelFormat;
  uint32_t planeCount;
  uint32_t allowsPixelSizeCasting;
  uint32_t reserved;
  /// The surface as one rectangle, without regard to its planes.
  CIOSPlane whole;
  CIOSPlane planes[CIOS_PLANE_LIMIT];
} CIOSFacts;

/// The mutable state. Any process may write any value here at any time, so readers must not trust it.
typedef struct CIOSState {
  uint32_t seed;
  /// 1 while a process has locked the surface for writing, and after such a process has died.
  uint32_t isWriting;
  /// Incremented by every change of the values. Its lowest bit is the index of the active buffer.
  uint32_t valuesVersion;
  uint32_t valuesLength[2];
  uint32_t useCounts[CIOS_USER_LIMIT];
} CIOSState;

typedef struct CIOSHeader {
  CIOSFacts facts;
  CIOSState state;
} CIOSHeader;

/// Bytes of the file that processes lock. File locks are used instead of words in shared memory, because the system
/// releases them when their process dies, in every PID namespace.
enum {
  /// Held briefly by a process that locks the pixels, so that new readers cannot starve a waiting writer.
  CIOS_RANGE_GATE = 0,
  CIOS_RANGE_PIXELS = 1,
  /// Held by the only reader that waits to become a writer.
  CIOS_RANGE_UPGRADE = 2,
  /// Held briefly by a process that reads or changes values or use counts.
  CIOS_RANGE_TABLE = 3,
  /// One byte for each of `useCounts`, followed by one that all further processes share.
  CIOS_RANGE_USERS = 1024,
  CIOS_RANGE_FURTHER_USERS = CIOS_RANGE_USERS + CIOS_USER_LIMIT,
};

typedef enum CIOSLock { CIOS_UNLOCKED, CIOS_SHARED, CIOS_EXCLUSIVE } CIOSLock;

/// Creates a sealed file of this size, filled with zeros, that can neither shrink nor grow.
int cios_create(const char *name, uint64_t byteCount, int *file);

/// Opens the file of `descriptor` again. Locks through the new descriptor are independent of the old one.
int cios_reopen(int descriptor, int *file);

typedef struct CIOSFile {
  uint64_t device, number, byteCount;
  /// Whether it is a memory file with pages of the default size that can neither shrink nor grow.
  int isSealed;
} CIOSFile;

int cios_examine(int file, CIOSFile *facts);

/// Copies the immutable part of the header once, because another process may change it meanwhile.
void cios_copy(const CIOSHeader *header, CIOSFacts *facts);

/// Maps the whole file for reading and writing.
int cios_map(int file, uint64_t byteCount, void **start);

/// Locks one byte, or changes or releases its lock. If `waits` is 0 and another descriptor holds a conflicting lock,
/// returns EAGAIN.
int cios_lock(int file, long byte, CIOSLock lock, int waits);

/// Returns whether another descriptor than `file` holds a lock on one of these bytes.
int cios_is_locked(int file, long first, long count);

/// Sends a descriptor over a socket, together with one byte.
int cios_send(int socket, int descriptor);

/// Waits for a descriptor from a socket. Returns ENOMSG if the other end is closed, EBADMSG for any other message.
int cios_receive(int socket, int *descriptor);

static inline uint32_t cios_load(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
static inline void cios_store(uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }
static inline void cios_add(uint32_t *word, uint32_t value) { __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST); }
/// Stores a value and returns the previous one.
static inline uint32_t cios_exchange(uint32_t *word, uint32_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

#endif
