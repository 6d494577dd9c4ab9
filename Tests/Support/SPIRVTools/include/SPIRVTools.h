#ifndef SPIRV_TOOLS_H
#define SPIRV_TOOLS_H

#include <stddef.h>
#include <stdint.h>

/// What the validator of SPIRV-Tools says of a module for Vulkan 1.2: nothing where it is content, NULL where it has no memory. To be
/// freed.
char *spirv_complaint(const uint32_t *words, size_t count);

#endif
