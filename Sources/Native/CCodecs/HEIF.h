#ifndef CCODECS_HEIF_H
#define CCODECS_HEIF_H

#include "Library.h"

#if __has_include(<libheif/heif.h>)
#define CC_HAS_HEIF
#include <libheif/heif.h>

#define CC_HEIF_FUNCTIONS(_)                                                                                 \
  _(context_alloc) _(context_free) _(context_read_from_memory_without_copy)                                  \
  _(context_get_primary_image_handle) _(context_get_encoder_for_format) _(context_encode_image)              \
  _(context_write) _(have_encoder_for_format) _(context_set_maximum_image_size_limit)                        \
  _(image_handle_get_width) _(image_handle_get_height) _(image_handle_get_luma_bits_per_pixel)               \
  _(image_handle_get_ispe_width) _(image_handle_get_ispe_height)                                             \
  _(image_handle_has_alpha_channel) _(image_handle_is_premultiplied_alpha)                                   \
  _(image_handle_get_raw_color_profile_size) _(image_handle_get_raw_color_profile)                           \
  _(image_handle_get_nclx_color_profile) _(image_handle_release)                                             \
  _(image_handle_get_number_of_metadata_blocks) _(image_handle_get_list_of_metadata_block_IDs)               \
  _(image_handle_get_metadata_type) _(image_handle_get_metadata_content_type)                                \
  _(image_handle_get_metadata_size) _(image_handle_get_metadata)                                             \
  _(context_add_exif_metadata) _(context_add_XMP_metadata)                                                   \
  _(nclx_color_profile_alloc) _(nclx_color_profile_free) _(nclx_color_profile_set_color_primaries)           \
  _(nclx_color_profile_set_transfer_characteristics) _(nclx_color_profile_set_matrix_coefficients)           \
  _(decoding_options_alloc) _(decoding_options_free) _(decode_image)                                         \
  _(image_create) _(image_add_plane) _(image_get_plane) _(image_get_plane_readonly) _(image_get_width)       \
  _(image_get_height) _(image_get_bits_per_pixel_range) _(image_set_nclx_color_profile)                      \
  _(image_set_raw_color_profile) _(image_release)                                                            \
  _(encoder_set_lossy_quality) _(encoder_set_parameter_string) _(encoder_release)                            \
  _(encoding_options_alloc) _(encoding_options_free)

struct cc_heif_library {
#define CC_MEMBER(function) __typeof__(heif_##function) *function;
  CC_HEIF_FUNCTIONS(CC_MEMBER)
#undef CC_MEMBER
};

// Stores the error of a libheif call and returns 0; returns 1 without an error.
int cc_heif_check(cc_failure *failure, struct heif_error error);
#endif

#endif
