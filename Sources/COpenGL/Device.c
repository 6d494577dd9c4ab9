// A Vulkan device that shares its images with OpenGL.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "COpenGL.h"

#define CALL(name, ...) ((CVKResult){device->functions.name(__VA_ARGS__), #name})

static bool has(const CGLDevice *device, VkPhysicalDevice physical, const char *name) {
  uint32_t count = 0;
  device->functions.vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);
  VkExtensionProperties *extensions = calloc(count ? count : 1, sizeof *extensions);
  bool found = false;
  if (extensions && device->functions.vkEnumerateDeviceExtensionProperties(physical, NULL, &count, extensions) >= 0)
    for (uint32_t i = 0; i < count && !found; ++i) found = strcmp(extensions[i].extensionName, name) == 0;
  free(extensions);
  return found;
}

/// Takes the physical device, with what of it contexts can use; false where it is another one, or lacks something.
static bool choose(CGLDevice *device, VkPhysicalDevice physical, const uint8_t deviceUUID[16],
                   const uint8_t driverUUID[16], VkPhysicalDeviceType *type) {
  const CVKFunctions *vk = &device->functions;
  VkPhysicalDeviceIDProperties identity = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &identity};
  vk->vkGetPhysicalDeviceProperties2(physical, &properties);
  if (memcmp(identity.deviceUUID, deviceUUID, 16) != 0 || memcmp(identity.driverUUID, driverUUID, 16) != 0) return false;
  VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
  vk->vkGetPhysicalDeviceFeatures2(physical, &features);
  CVKDeviceFacts facts;
  cvk_read_facts(vk, physical, &facts);
  if (properties.properties.apiVersion < VK_API_VERSION_1_2 || !newer.timelineSemaphore || facts.queueFamily < 0 ||
      !has(device, physical, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME))
    return false;
  *type = properties.properties.deviceType;
  device->physicalDevice = physical;
  device->family = (uint32_t)facts.queueFamily;
  device->importsHostMemory = has(device, physical, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  device->features = (VkPhysicalDeviceFeatures){.shaderInt64 = features.features.shaderInt64,
                                                .shaderInt16 = features.features.shaderInt16,
                                                .shaderFloat64 = features.features.shaderFloat64};
  device->newer = (VkPhysicalDeviceVulkan12Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                     .timelineSemaphore = VK_TRUE,
                                                     .shaderInt8 = newer.shaderInt8,
                                                     .shaderFloat16 = newer.shaderFloat16};
  return true;
}

static CVKResult make_device(CGLDevice *device) {
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueFamilyIndex = device->family,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkPhysicalDeviceVulkan12Features newer = device->newer;
  VkPhysicalDeviceFeatures2 features = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer, .features = device->features};
  const char *extensions[] = {VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &features,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue,
                             .enabledExtensionCount = device->importsHostMemory ? 2 : 1,
                             .ppEnabledExtensionNames = extensions};
  CVKResult result = CALL(vkCreateDevice, device->physicalDevice, &info, NULL, &device->device);
  if (result.code != VK_SUCCESS) return result;
  if (!cvk_load_device(&device->functions, device->device))
    return (CVKResult){VK_ERROR_INCOMPATIBLE_DRIVER, "vkGetDeviceProcAddr"};
  device->getMemoryFd =
      (PFN_vkGetMemoryFdKHR)device->functions.vkGetDeviceProcAddr(device->device, "vkGetMemoryFdKHR");
  if (!device->getMemoryFd) return (CVKResult){VK_ERROR_FEATURE_NOT_PRESENT, "vkGetMemoryFdKHR"};
  device->functions.vkGetDeviceQueue(device->device, device->family, 0, &device->queue);
  return result;
}

CVKResult cgl_open_device(CGLDevice *device, const uint8_t deviceUUID[16], const uint8_t driverUUID[16],
                          bool takesSoftware) {
  *device = (CGLDevice){0};
  cvk_load(&device->functions, NULL);
  CVKResult result = cvk_create_instance(&device->functions, NULL, 0, false, &device->instance);
  if (result.code != VK_SUCCESS) return result;
  VkPhysicalDevice all[16];
  uint32_t count = 16;
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  result = (CVKResult){VK_ERROR_FEATURE_NOT_PRESENT, "vkEnumeratePhysicalDevices"};
  if (cvk_load_instance(&device->functions, device->instance) &&
      device->functions.vkEnumeratePhysicalDevices(device->instance, &count, all) >= 0)
    for (uint32_t i = 0; i < count && !device->physicalDevice; ++i)
      choose(device, all[i], deviceUUID, driverUUID, &type);
  if (device->physicalDevice) {
    bool isWanted = takesSoftware || type != VK_PHYSICAL_DEVICE_TYPE_CPU;
    result = isWanted ? make_device(device) : (CVKResult){VK_ERROR_INCOMPATIBLE_DRIVER, "software"};
  }
  if (result.code != VK_SUCCESS) cgl_close_device(device);
  return result;
}

void cgl_close_device(CGLDevice *device) {
  if (device->device) device->functions.vkDestroyDevice(device->device, NULL);
  if (device->instance) device->functions.vkDestroyInstance(device->instance, NULL);
  *device = (CGLDevice){0};
}

static CVKResult allocate(const CGLDevice *device, VkImage image, VkDeviceMemory *memory, uint64_t *byteCount) {
  VkMemoryRequirements needs;
  device->functions.vkGetImageMemoryRequirements(device->device, image, &needs);
  CVKDeviceFacts facts;
  cvk_read_facts(&device->functions, device->physicalDevice, &facts);
  int32_t type = cvk_memory_type(&facts, needs.memoryTypeBits, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  VkMemoryDedicatedAllocateInfo dedicated = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .image = image};
  VkExportMemoryAllocateInfo exported = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                         .pNext = &dedicated,
                                         .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                               .pNext = &exported,
                               .allocationSize = needs.size,
                               .memoryTypeIndex = type < 0 ? 0 : (uint32_t)type};
  *byteCount = needs.size;
  CVKResult result = CALL(vkAllocateMemory, device->device, &info, NULL, memory);
  return result.code == VK_SUCCESS ? CALL(vkBindImageMemory, device->device, image, *memory, 0) : result;
}

CVKResult cgl_make_image(const CGLDevice *device, VkFormat format, uint32_t width, uint32_t height, VkImage *image,
                         VkDeviceMemory *memory, uint64_t *byteCount, int *descriptor) {
  *image = VK_NULL_HANDLE;
  *memory = VK_NULL_HANDLE;
  VkExternalMemoryImageCreateInfo external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                              .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  // What OpenGL may do with the texture has to be among the usages.
  VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                            .pNext = &external,
                            .imageType = VK_IMAGE_TYPE_2D,
                            .format = format,
                            .extent = {width, height, 1},
                            .mipLevels = 1,
                            .arrayLayers = 1,
                            .samples = VK_SAMPLE_COUNT_1_BIT,
                            .tiling = VK_IMAGE_TILING_OPTIMAL,
                            .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                     VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                            .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                            .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  CVKResult result = CALL(vkCreateImage, device->device, &info, NULL, image);
  if (result.code == VK_SUCCESS) result = allocate(device, *image, memory, byteCount);
  if (result.code == VK_SUCCESS) {
    VkMemoryGetFdInfoKHR wanted = {.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                   .memory = *memory,
                                   .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    result = (CVKResult){device->getMemoryFd(device->device, &wanted, descriptor), "vkGetMemoryFdKHR"};
  }
  if (result.code != VK_SUCCESS) cgl_destroy_image(device, *image, *memory);
  return result;
}

void cgl_destroy_image(const CGLDevice *device, VkImage image, VkDeviceMemory memory) {
  if (image) device->functions.vkDestroyImage(device->device, image, NULL);
  if (memory) device->functions.vkFreeMemory(device->device, memory, NULL);
}
