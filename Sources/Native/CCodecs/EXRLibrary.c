#include "EXR.h"

#ifdef CC_HAS_EXR

#include <OpenEXR/OpenEXRConfig.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// OpenEXR passes only its context to the error handler, which needs this function to get the user data. It is the same
// in every table.
static _Atomic(__typeof__(exr_get_user_data) *) get_user_data;

const cc_exr_library *cc_exr_load(const char *name, cc_failure *failure) {
  // Structs and the library's name differ between minor versions, so only the version of the headers is loaded.
  char default_name[64];
  snprintf(default_name, sizeof default_name, "libOpenEXRCore-%d_%d.so.%d", OPENEXR_VERSION_MAJOR, OPENEXR_VERSION_MINOR,
           atoi(OPENEXR_LIB_VERSION_STRING));
  if (!name) name = default_name;
  // The package of the library has the version in its name; the one with the headers depends on it.
  void *library = cc_library_open(name, "OpenEXR", "libopenexr-dev", failure);
  if (!library) return NULL;
  cc_exr_library *exr = calloc(1, sizeof *exr);
  if (!exr) {
    cc_fail(failure, CC_NO_MEMORY, "not enough memory for the functions of %s", name);
    return NULL;
  }
#define CC_FIND(function) &&cc_library_find(library, name, "exr_" #function, &exr->function, failure)
  int success = 1 CC_EXR_FUNCTIONS(CC_FIND);
#undef CC_FIND
  if (!success) {
    free(exr);
    return NULL;
  }
  atomic_store(&get_user_data, exr->get_user_data);
  return exr;
}

void cc_exr_on_error(exr_const_context_t context, exr_result_t result, const char *text) {
  (void)result;
  void *data = NULL;
  if (!context || atomic_load(&get_user_data)(context, &data) != EXR_ERR_SUCCESS || !data) return;
  cc_failure *failure = *(cc_failure **)data;
  if (failure && !failure->text[0]) snprintf(failure->text, sizeof failure->text, "%s", text);
}

int cc_exr_fail(const cc_exr_library *exr, cc_failure *failure, exr_result_t result) {
  char text[sizeof failure->text];
  memcpy(text, failure->text, sizeof text);
  const char *message = text[0] ? text : exr->get_default_error_message(result);
  switch (result) {
    case EXR_ERR_OUT_OF_MEMORY: return cc_fail(failure, CC_NO_MEMORY, "%s", message);
    case EXR_ERR_READ_IO: return cc_fail(failure, CC_TRUNCATED, "the OpenEXR file ends before its image");
    case EXR_ERR_WRITE_IO: return cc_fail(failure, CC_IO, "no space to write the OpenEXR file");
    case EXR_ERR_FEATURE_NOT_IMPLEMENTED: return cc_fail(failure, CC_UNSUPPORTED, "%s", message);
    default: return cc_fail(failure, CC_DAMAGED, "%s", message);
  }
}

#else

const cc_exr_library *cc_exr_load(const char *name, cc_failure *failure) {
  (void)name;
  cc_fail(failure, CC_UNSUPPORTED, "this package was built without the headers of OpenEXR 3: install libopenexr-dev "
                                   "and rebuild the package");
  return NULL;
}

// Never called: cc_exr_load always fails.
cc_reader *cc_exr_open(const cc_exr_library *exr, cc_source *source, cc_failure *failure) {
  (void)exr, (void)source, (void)failure;
  return NULL;
}
cc_exr_header cc_exr_get_header(const cc_reader *reader) { return (void)reader, (cc_exr_header){0}; }
cc_writer *cc_exr_create(
    const cc_exr_library *exr, const cc_exr_request *request, cc_sink *sink, cc_failure *failure) {
  (void)exr, (void)request, (void)sink, (void)failure;
  return NULL;
}

#endif
