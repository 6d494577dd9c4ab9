#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "OutputFile.h"
#include "Internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Linux's limit of symbolic links in a path.
enum { MAX_LINKS = 40 };

// Returns a path up to and including its last slash; "" if there is none. The caller frees it.
static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return strndup(path, slash ? (size_t)(slash - path) + 1 : 0);
}

static char *joined(const char *folder, const char *name) {
  char *path = NULL;
  return asprintf(&path, "%s%s", folder, name) < 0 ? NULL : path;
}

// Returns the path of the file that opening `path` would access or create, after resolving links in its last component.
static char *resolved(const char *path) {
  char *resolved_path = strdup(path);
  for (int links = 0; resolved_path && links < MAX_LINKS; links++) {
    char target[PATH_MAX];
    ssize_t length = readlink(resolved_path, target, sizeof target - 1);
    if (length < 0) return resolved_path;
    target[length] = 0;
    char *folder = target[0] == '/' ? strdup("") : folder_of(resolved_path);
    free(resolved_path);
    resolved_path = folder ? joined(folder, target) : NULL;
    free(folder);
  }
  free(resolved_path);
  errno = ELOOP;
  return NULL;
}

static int open_special(cc_output_file *file, const char *path, cc_failure *failure) {
  // Without O_NONBLOCK, opening a pipe blocks until a reader opens it.
  file->descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file->descriptor < 0) {
    if (errno == ENXIO) return cc_fail(failure, CC_IO, "the pipe has no reader; start its reader first");
    return cc_fail_by_errno(failure, errno, "the file cannot be written to");
  }
  int flags = fcntl(file->descriptor, F_GETFL);
  if (flags >= 0) fcntl(file->descriptor, F_SETFL, flags & ~O_NONBLOCK);
  file->is_special = 1;
  return 1;
}

// Creates a file without a name, if file system and kernel allow it; O_TMPFILE, open(2).
static int open_hidden(cc_output_file *file, const char *folder, cc_failure *failure) {
  if (access("/proc/self/fd", X_OK) == 0) {
    file->descriptor = open(*folder ? folder : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (file->descriptor >= 0) return 1;
  }
  file->descriptor = open(file->hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file->descriptor < 0) {
    return cc_fail_by_errno(
        failure, errno, errno == ENOENT ? "the folder for the file does not exist" : "the file cannot be created");
  }
  file->has_name = 1;
  return 1;
}

int cc_output_open(cc_output_file *file, const char *path, cc_failure *failure) {
  memset(file, 0, sizeof *file);
  file->descriptor = -1;
  if (!*path) return cc_fail(failure, CC_IO, "the file name must not be empty");
  struct stat status;
  if (stat(path, &status) == 0) {
    if (S_ISDIR(status.st_mode)) return cc_fail(failure, CC_IO, "the path is a folder; append a file name");
    if (!S_ISREG(status.st_mode)) return open_special(file, path, failure);
    file->replaces = 1;
    file->mode = status.st_mode & 0777;
    file->owner = status.st_uid;
    file->group = status.st_gid;
  } else if (errno != ENOENT) {
    return cc_fail_by_errno(failure, errno, "the file cannot be created");
  }
  file->path = resolved(path);
  if (!file->path) return cc_fail_by_errno(failure, errno, "the file cannot be created");
  uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) number = (uint64_t)time(NULL);
  char name[64];
  snprintf(name, sizeof name, ".%ld-%llx.part", (long)getpid(), (unsigned long long)number);
  char *folder = folder_of(file->path);
  file->hidden = folder ? joined(folder, name) : NULL;
  int is_open = file->hidden ? open_hidden(file, folder, failure)
                             : cc_fail(failure, CC_NO_MEMORY, "not enough memory to write a file");
  free(folder);
  if (!is_open) cc_output_close(file);
  return is_open;
}

int cc_output_write(cc_output_file *file, const void *bytes, size_t count, cc_failure *failure) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  int number = 0;
  for (const uint8_t *next = bytes; count > 0 && number == 0;) {
    ssize_t written = write(file->descriptor, next, count);
    if (written >= 0) {
      next += written;
      count -= (size_t)written;
    } else if (errno != EINTR) {
      number = errno;
    }
  }
  // The signal of a broken pipe is consumed here, before the mask is restored.
  struct timespec none = {0, 0};
  if (number == EPIPE && !sigismember(&pending, SIGPIPE)) sigtimedwait(&pipe, NULL, &none);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return number == 0 ? 1 : cc_fail_by_errno(failure, number, "the file cannot be written");
}

int cc_output_finish(cc_output_file *file, cc_failure *failure) {
  if (file->is_special) return 1;
  if (file->replaces) {
    // Sets the owner only if that is permitted; a file with another owner is better than none.
    if (fchown(file->descriptor, file->owner, file->group) != 0) errno = 0;
    fchmod(file->descriptor, file->mode);
  }
  if (!file->has_name) {
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", file->descriptor);
    if (linkat(AT_FDCWD, self, AT_FDCWD, file->path, AT_SYMLINK_FOLLOW) == 0) return 1;
    // An existing file is replaced by renaming another one, which needs a name.
    if (errno != EEXIST || linkat(AT_FDCWD, self, AT_FDCWD, file->hidden, AT_SYMLINK_FOLLOW) != 0) {
      return cc_fail_by_errno(failure, errno, "the file cannot be moved to its path");
    }
    file->has_name = 1;
  }
  if (rename(file->hidden, file->path) != 0) {
    return cc_fail_by_errno(failure, errno, "the file cannot be moved to its path");
  }
  file->has_name = 0;
  return 1;
}

void cc_output_close(cc_output_file *file) {
  if (file->descriptor >= 0) close(file->descriptor);
  if (file->has_name) unlink(file->hidden);
  free(file->path);
  free(file->hidden);
  memset(file, 0, sizeof *file);
  file->descriptor = -1;
}
