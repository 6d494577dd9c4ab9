#ifndef SPIRV_TOOLS_H
#define SPIRV_TOOLS_H

#include <stddef.h>
#include <stdint.h>

/// Validates a module for Vulkan 1.2 with SPIRV-Tools. Returns the error, an empty string if the module is valid, or
/// NULL if there is not enough memory. The caller frees the string.
char *spirv_complaint(const uint32_t *words, size_t count);

#endif
