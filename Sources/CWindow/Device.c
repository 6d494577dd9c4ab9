// The instance and the device of a window.
#include "Call.h"

#include <stdlib.h>
#include <string.h>

static bool has(const VkExtensionProperties *extensions, uint32_t count, const char *name) {
  for (uint32_t i = 0; i < count; ++i)
    if (strcmp(extensions[i].extensionName, name) == 0) return true;
  return false;
}

/// The extensions of the instance, or of a physical device; free them.
static VkExtensionProperties *extensions_of(const CWDevice *device, VkPhysicalDevice physical, uint32_t *count) {
  *count = 0;
  if (physical) device->functions.vkEnumerateDeviceExtensionProperties(physical, NULL, count, NULL);
  else device->more.vkEnumerateInstanceExtensionProperties(NULL, count, NULL);
  VkExtensionProperties *extensions = calloc(*count ? *count : 1, sizeof *extensions);
  if (!extensions) {
    *count = 0;
    return NULL;
  }
  VkResult result = physical
                        ? device->functions.vkEnumerateDeviceExtensionProperties(physical, NULL, count, extensions)
                        : device->more.vkEnumerateInstanceExtensionProperties(NULL, count, extensions);
  if (result < 0) *count = 0;
  return extensions;
}

CVKResult cw_make_instance(CWDevice *device, PFN_vkGetInstanceProcAddr loader, const char *const *extensions,
                           uint32_t extensionCount, PFN_vkDebugUtilsMessengerCallbackEXT message, void *user) {
  CVKFunctions *functions = &device->functions;
  cvk_load(functions, loader);
#define LOAD(name) device->more.name = (PFN_##name)loader(NULL, #name);
  CW_LOADER_FUNCTIONS(LOAD)
#undef LOAD
  const char *names[16];
  uint32_t count = 0, known = 0;
  for (; count < extensionCount && count < 15; ++count) names[count] = extensions[count];
  VkExtensionProperties *offered = extensions_of(device, NULL, &known);
  if (has(offered, known, VK_EXT_SWAPCHAIN_COLOR_SPACE_EXTENSION_NAME))
    names[count++] = VK_EXT_SWAPCHAIN_COLOR_SPACE_EXTENSION_NAME;
  free(offered);

  bool validates = message && cvk_has_validation_layer(functions);
  RETURN_FAILURES(cvk_create_instance(functions, names, count, validates, &device->instance));
  if (!cvk_load_instance(functions, device->instance))
    return (CVKResult){VK_ERROR_INCOMPATIBLE_DRIVER, "vkGetInstanceProcAddr"};
#define LOAD(name) device->more.name = (PFN_##name)loader(device->instance, #name);
  CW_INSTANCE_FUNCTIONS(LOAD)
#undef LOAD
  if (!validates) return (CVKResult){VK_SUCCESS, NULL};
  return cvk_create_messenger(functions, device->instance, message, user, &device->messenger);
}

/// The first family of queues that computes and shows in the surface; -1 without.
static int32_t family_for(const CWDevice *device, VkPhysicalDevice physical, VkSurfaceKHR surface) {
  VkQueueFamilyProperties families[32];
  uint32_t count = 32;
  device->functions.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
  for (uint32_t i = 0; i < count; ++i) {
    VkBool32 shows = VK_FALSE;
    if (families[i].queueCount == 0 || !(families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)) continue;
    if (device->more.vkGetPhysicalDeviceSurfaceSupportKHR(physical, i, surface, &shows) == VK_SUCCESS && shows)
      return (int32_t)i;
  }
  return -1;
}

/// How good a kind of device is; 0: not to be taken.
static int rank(VkPhysicalDeviceType type, bool takesSoftware) {
  switch (type) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 4;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 3;
  case VK_PHYSICAL_DEVICE_TYPE_CPU: return takesSoftware ? 1 : 0;
  default: return 2;
  }
}

bool cw_choose_device(CWDevice *device, VkSurfaceKHR surface, bool takesSoftware) {
  const CVKFunctions *vk = &device->functions;
  VkPhysicalDevice all[16];
  uint32_t count = 16;
  int best = 0;
  if (vk->vkEnumeratePhysicalDevices(device->instance, &count, all) < 0) return false;
  for (uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    vk->vkGetPhysicalDeviceProperties(all[i], &properties);
    int worth = rank(properties.deviceType, takesSoftware);
    if (properties.apiVersion < VK_API_VERSION_1_2 || worth <= best) continue;
    VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
    vk->vkGetPhysicalDeviceFeatures2(all[i], &features);
    int32_t family = family_for(device, all[i], surface);
    uint32_t known;
    VkExtensionProperties *extensions = extensions_of(device, all[i], &known);
    if (newer.timelineSemaphore && family >= 0 && has(extensions, known, VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
      best = worth;
      device->physicalDevice = all[i];
      device->family = (uint32_t)family;
      device->importsHostMemory = has(extensions, known, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
      // What kernels and contexts can use, and nothing else.
      device->features = (VkPhysicalDeviceFeatures){.shaderInt64 = features.features.shaderInt64,
                                                    .shaderInt16 = features.features.shaderInt16,
                                                    .shaderFloat64 = features.features.shaderFloat64};
      device->newer =
          (VkPhysicalDeviceVulkan12Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                             .timelineSemaphore = VK_TRUE,
                                             .shaderInt8 = newer.shaderInt8,
                                             .shaderFloat16 = newer.shaderFloat16};
    }
    free(extensions);
  }
  return best > 0;
}

CVKResult cw_make_device(CWDevice *device) {
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueFamilyIndex = device->family,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkPhysicalDeviceVulkan12Features newer = device->newer;
  VkPhysicalDeviceFeatures2 features = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer, .features = device->features};
  const char *extensions[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &features,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue,
                             .enabledExtensionCount = device->importsHostMemory ? 2 : 1,
                             .ppEnabledExtensionNames = extensions};
  RETURN_FAILURES(CALL(vkCreateDevice, device->physicalDevice, &info, NULL, &device->device));
  if (!cvk_load_device(&device->functions, device->device))
    return (CVKResult){VK_ERROR_INCOMPATIBLE_DRIVER, "vkGetDeviceProcAddr"};
#define LOAD(name) device->more.name = (PFN_##name)device->functions.vkGetDeviceProcAddr(device->device, #name);
  CW_DEVICE_FUNCTIONS(LOAD)
#undef LOAD
  device->functions.vkGetDeviceQueue(device->device, device->family, 0, &device->queue);
  return (CVKResult){VK_SUCCESS, NULL};
}

void cw_destroy_device(CWDevice *device) {
  if (device->device) device->functions.vkDestroyDevice(device->device, NULL);
  if (device->messenger)
    device->functions.vkDestroyDebugUtilsMessengerEXT(device->instance, device->messenger, NULL);
  if (device->instance) device->functions.vkDestroyInstance(device->instance, NULL);
  *device = (CWDevice){0};
}
