#include "HEIF.h"

#ifdef CC_HAS_HEIF

#include <stdlib.h>
#include <string.h>

const cc_heif_library *cc_heif_load(const char *name, cc_failure *failure) {
  // Structs of libheif 1 have a version and are only extended, so any 1.x is compatible with headers of any 1.x.
  if (!name) name = "libheif.so.1";
  void *library = cc_library_open(name, "HEIF", "libheif1", failure);
  if (!library) return NULL;
  cc_heif_library *heif = calloc(1, sizeof *heif);
  if (!heif) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory for the functions of %s", name);
    return NULL;
  }
#define CC_FIND(function) &&cc_library_find(library, name, "heif_" #function, &heif->function, failure)
  int success = 1 CC_HEIF_FUNCTIONS(CC_FIND);
#undef CC_FIND
  if (success) return heif;
  free(heif);
  return NULL;
}

int cc_heif_check(cc_failure *failure, struct heif_error error) {
  char message[sizeof failure->text];
  snprintf(message, sizeof message, "%s", error.message ? error.message : "libheif reports no reason");
  // Some of its messages end with a newline.
  message[strcspn(message, "\n")] = 0;
  switch (error.code) {
    case heif_error_Ok: return 1;
    case heif_error_Memory_allocation_error:
      if (error.subcode == heif_suberror_Security_limit_exceeded) return cc_fail(failure, CC_DAMAGED, "%s", message);
      return cc_fail(failure, CC_NO_MEMORY, "%s", message);
    case heif_error_Unsupported_filetype: case heif_error_Unsupported_feature: case heif_error_Plugin_loading_error:
      return cc_fail(failure, CC_UNSUPPORTED, "%s", message);
    default: break;
  }
  if (error.subcode == heif_suberror_Cannot_write_output_data) return cc_fail(failure, CC_IO, "%s", message);
  if (error.subcode == heif_suberror_End_of_data) {
    return cc_fail(failure, CC_TRUNCATED, "the HEIF file ends before its image");
  }
  return cc_fail(failure, CC_DAMAGED, "%s", message);
}

#else

const cc_heif_library *cc_heif_load(const char *name, cc_failure *failure) {
  (void)name;
  cc_fail(failure, CC_UNSUPPORTED, "this package was built without the headers of libheif: install libheif-dev "
                                   "and rebuild the package");
  return NULL;
}

// Never called: cc_heif_load always fails.
cc_reader *cc_heif_open(const cc_heif_library *heif, cc_source *source, cc_failure *failure) {
  (void)heif, (void)source, (void)failure;
  return NULL;
}
cc_heif_header cc_heif_get_header(const cc_reader *reader) { return (void)reader, (cc_heif_header){0}; }
cc_writer *cc_heif_create(
    const cc_heif_library *heif, const cc_heif_request *request, cc_sink *sink, cc_failure *failure) {
  (void)heif, (void)request, (void)sink, (void)failure;
  return NULL;
}

#endif
