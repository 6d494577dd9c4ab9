#ifndef CCODECS_OUTPUT_FILE_H
#define CCODECS_OUTPUT_FILE_H

#include "CCodecs.h"

#include <stddef.h>
#include <sys/types.h>

// A file that is moved to its path when it is finished. Readers never see a partial file, and an error leaves the
// existing file. If the file system allows, the file has no name until then, so that nothing remains if the process
// ends. Otherwise it has a hidden name in the same folder, ".PID-RANDOM.part".
//
// Symbolic links are followed: the target of the link is replaced. Special files (a device, a pipe) are written
// directly; cc_output_write passes them all bytes at once.
typedef struct {
  int descriptor;
  int is_special;
  int has_name;     // the hidden name exists
  int replaces;     // an existing file, with the following mode and owner
  mode_t mode;
  uid_t owner;
  gid_t group;
  char *path;
  char *hidden;
} cc_output_file;

int cc_output_open(cc_output_file *file, const char *path, cc_failure *failure);
// Writes to a special file. A closed reader is a failure and raises no signal.
int cc_output_write(cc_output_file *file, const void *bytes, size_t count, cc_failure *failure);
// Moves the file to its path. All bytes must have been written.
int cc_output_finish(cc_output_file *file, cc_failure *failure);
// Frees the object and deletes a file that is not finished.
void cc_output_close(cc_output_file *file);

#endif
