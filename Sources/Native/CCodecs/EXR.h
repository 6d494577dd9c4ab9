#ifndef CCODECS_EXR_H
#define CCODECS_EXR_H

#include "Library.h"

// OpenEXR 2 has neither OpenEXRCore nor this header.
#if __has_include(<OpenEXR/openexr.h>)
#define CC_HAS_EXR
#include <OpenEXR/openexr.h>

#define CC_EXR_FUNCTIONS(_)                                                                                  \
  _(get_user_data) _(get_default_error_message) _(start_read) _(start_write) _(finish)                       \
  _(get_channels) _(get_storage) _(get_data_window) _(get_display_window) _(get_chunk_count)                 \
  _(get_tile_descriptor) _(get_scanlines_per_chunk) _(attr_get_chromaticities) _(attr_set_chromaticities)    \
  _(read_scanline_chunk_info) _(read_tile_chunk_info)                                                        \
  _(decoding_initialize) _(decoding_choose_default_routines) _(decoding_run) _(decoding_destroy)             \
  _(add_part) _(initialize_required_attr_simple) _(add_channel) _(write_header) _(write_scanline_chunk_info) \
  _(encoding_initialize) _(encoding_choose_default_routines) _(encoding_run) _(encoding_destroy)

struct cc_exr_library {
#define CC_MEMBER(function) __typeof__(exr_##function) *function;
  CC_EXR_FUNCTIONS(CC_MEMBER)
#undef CC_MEMBER
};

// Stores the error of an OpenEXR call, with OpenEXR's message; returns 0.
int cc_exr_fail(const cc_exr_library *exr, cc_failure *failure, exr_result_t result);
// Stores OpenEXR's message for `cc_exr_fail`. The context's user data begins with a pointer to the failure.
void cc_exr_on_error(exr_const_context_t context, exr_result_t result, const char *text);
#endif

#endif
