// A Vulkan device that shares its images with OpenGL.
#include <string.h>

#include "COpenGL.h"

static bool is_same(const uint8_t a[16], const uint8_t b[16]) { return memcmp(a, b, 16) == 0; }

/// Selects the physical device with these UUIDs, if it has all required features.
static bool choose(CGLDevice *device, const uint8_t deviceUUID[16], const uint8_t driverUUID[16]) {
  const CVKFunctions *vk = &device->functions;
  VkPhysicalDevice all[16];
  uint32_t count = 16;
  if (vk->vkEnumeratePhysicalDevices(device->instance, &count, all) < 0) return false;
  for (uint32_t i = 0; i < count; ++i) {
    CVKDeviceFacts *facts = &device->facts;
    cvk_read_facts(vk, all[i], facts);
    if (facts->apiVersion < VK_API_VERSION_1_2 || !is_same(facts->deviceUUID, deviceUUID) ||
        !is_same(facts->driverUUID, driverUUID) || !facts->timelineSemaphore || facts->queueFamily < 0 ||
        !cvk_has_extension(vk, all[i], VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME))
      continue;
    device->physicalDevice = all[i];
    return true;
  }
  return false;
}

static CVKResult create_device(CGLDevice *device) {
  CVKResult result = cvk_open_device(&device->functions, device->physicalDevice, &device->facts,
                                     VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME, &device->device, &device->queue);
  if (result.code != VK_SUCCESS) return result;
  device->getMemoryFd =
      (PFN_vkGetMemoryFdKHR)device->functions.vkGetDeviceProcAddr(device->device, "vkGetMemoryFdKHR");
  return device->getMemoryFd ? result : (CVKResult){VK_ERROR_FEATURE_NOT_PRESENT, "vkGetMemoryFdKHR"};
}

CVKResult cgl_open_device(CGLDevice *device, const uint8_t deviceUUID[16], const uint8_t driverUUID[16],
                          bool allowsSoftware) {
  *device = (CGLDevice){0};
  cvk_load(&device->functions, NULL);
  CVKResult result = cvk_create_instance(&device->functions, NULL, 0, false, &device->instance);
  if (result.code != VK_SUCCESS) return result;
  if (!cvk_load_instance(&device->functions, device->instance) || !choose(device, deviceUUID, driverUUID))
    result = (CVKResult){VK_ERROR_FEATURE_NOT_PRESENT, "vkEnumeratePhysicalDevices"};
  else if (!allowsSoftware && device->facts.type == VK_PHYSICAL_DEVICE_TYPE_CPU)
    result = (CVKResult){VK_ERROR_INCOMPATIBLE_DRIVER, "software"};
  else result = create_device(device);
  if (result.code != VK_SUCCESS) cgl_close_device(device);
  return result;
}

void cgl_close_device(CGLDevice *device) {
  if (device->device) device->functions.vkDestroyDevice(device->device, NULL);
  if (device->instance) device->functions.vkDestroyInstance(device->instance, NULL);
  *device = (CGLDevice){0};
}

CVKResult cgl_create_image(const CGLDevice *device, VkFormat format, uint32_t width, uint32_t height, VkImage *image,
                         VkDeviceMemory *memory, uint64_t *byteCount, int *descriptor) {
  // The usages include everything that OpenGL may do with the texture.
  VkImageUsageFlags usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                            VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  VkExternalMemoryHandleTypeFlagBits kind = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  CVKResult result = cvk_create_image(&device->functions, device->device, &device->facts, format, width, height, usage,
                                      kind, image, memory, byteCount);
  if (result.code != VK_SUCCESS) return result;
  VkMemoryGetFdInfoKHR info = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = *memory, .handleType = kind};
  result = (CVKResult){device->getMemoryFd(device->device, &info, descriptor), "vkGetMemoryFdKHR"};
  if (result.code != VK_SUCCESS) cgl_destroy_image(device, *image, *memory);
  return result;
}

void cgl_destroy_image(const CGLDevice *device, VkImage image, VkDeviceMemory memory) {
  device->functions.vkDestroyImage(device->device, image, NULL);
  device->functions.vkFreeMemory(device->device, memory, NULL);
}
