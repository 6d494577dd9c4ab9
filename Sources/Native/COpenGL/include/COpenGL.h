// OpenGL as it is found at run time, and a Vulkan device whose images OpenGL can have as textures.
#ifndef COPENGL_H
#define COPENGL_H

#include "CGLFunctions.h"
#include "CVulkan.h"

/// OpenGL's functions, which serve every context of the process; NULL where there is no library that finds them, and then
/// `*reason` says what to install. Any thread, with or without a context.
const CGLFunctions *cgl_functions(const char **reason);

/// A Vulkan device, and the instance that it is of.
typedef struct CGLDevice {
  CVKFunctions functions;
  PFN_vkGetMemoryFdKHR getMemoryFd;
  VkInstance instance;
  VkPhysicalDevice physicalDevice;
  VkDevice device;
  VkQueue queue;
  CVKDeviceFacts facts;
} CGLDevice;

/// Opens the device that has these identities, which is the one that OpenGL renders on.
///
/// Without such a device, or where it cannot export memory, the code is VK_ERROR_FEATURE_NOT_PRESENT; one that is software
/// and was not asked for gives VK_ERROR_INCOMPATIBLE_DRIVER.
CVKResult cgl_open_device(CGLDevice *device, const uint8_t deviceUUID[16], const uint8_t driverUUID[16],
                          bool takesSoftware);
void cgl_close_device(CGLDevice *device);

/// An image whose memory others may have, as a descriptor that is the caller's to close or to give away.
CVKResult cgl_make_image(const CGLDevice *device, VkFormat format, uint32_t width, uint32_t height, VkImage *image,
                         VkDeviceMemory *memory, uint64_t *byteCount, int *descriptor);
void cgl_destroy_image(const CGLDevice *device, VkImage image, VkDeviceMemory memory);

#endif
