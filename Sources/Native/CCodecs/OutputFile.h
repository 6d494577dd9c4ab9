#ifndef CCODECS_OUTPUT_FILE_H
#define CCODECS_OUTPUT_FILE_H

#include "CCodecs.h"

#include <stddef.h>
#include <sys/types.h>

// A file being written that takes its place when it is finished: nobody ever sees half of it, and a failure leaves what was
// there. Where the file system allows, it has no name until then, so that nothing is left whatever ends the process; else a
// hidden one beside its place, ".PID-RANDOM.part".
//
// Symbolic links are followed: the file that they lead to is replaced. What is no regular file (a device, a pipe) is written
// to as it is; its descriptor is to be given all bytes at once by cc_output_write.
typedef struct {
  int descriptor;
  int is_special;
  int has_name;     // the hidden one
  int replaces;     // a file that was there, with the mode and owner that follow
  mode_t mode;
  uid_t owner;
  gid_t group;
  char *place;
  char *hidden;
} cc_output_file;

int cc_output_open(cc_output_file *file, const char *path, cc_failure *failure);
// Writes to a special file. A reader that goes away is a failure, no signal.
int cc_output_write(cc_output_file *file, const void *bytes, size_t count, cc_failure *failure);
// Puts the file into its place. Its bytes must have been written.
int cc_output_finish(cc_output_file *file, cc_failure *failure);
// Frees what is held; a file that is not finished is gone.
void cc_output_close(cc_output_file *file);

#endif
