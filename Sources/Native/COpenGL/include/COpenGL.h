// OpenGL's functions, loaded dynamically, and a Vulkan device whose images can be OpenGL textures.
#ifndef COPENGL_H
#define COPENGL_H

#include "CGLFunctions.h"
#include "CVulkan.h"

/// Returns OpenGL's functions, which are valid for every context of the process. If the library is missing, returns
/// NULL, and `*reason` names the package to install. Thread-safe, with or without a context.
const CGLFunctions *cgl_functions(const char **reason);

/// A Vulkan device and its instance.
typedef struct CGLDevice {
  CVKFunctions functions;
  PFN_vkGetMemoryFdKHR getMemoryFd;
  VkInstance instance;
  VkPhysicalDevice physicalDevice;
  VkDevice device;
  VkQueue queue;
  CVKDeviceFacts facts;
} CGLDevice;

/// Opens the device with these UUIDs, which is the one that OpenGL renders on.
///
/// If there is no such device, or it cannot export memory, the code is VK_ERROR_FEATURE_NOT_PRESENT. If it is a
/// software device and these are not allowed, the code is VK_ERROR_INCOMPATIBLE_DRIVER.
CVKResult cgl_open_device(CGLDevice *device, const uint8_t deviceUUID[16], const uint8_t driverUUID[16],
                          bool allowsSoftware);
void cgl_close_device(CGLDevice *device);

/// Creates an image with exported memory. The caller closes the descriptor or imports it.
CVKResult cgl_create_image(const CGLDevice *device, VkFormat format, uint32_t width, uint32_t height, VkImage *image,
                         VkDeviceMemory *memory, uint64_t *byteCount, int *descriptor);
void cgl_destroy_image(const CGLDevice *device, VkImage image, VkDeviceMemory memory);

#endif
