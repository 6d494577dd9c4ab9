// The instance and the device of a window.
#include "Call.h"

#include <stdlib.h>
#include <string.h>

/// Returns whether the instance extension is available.
static bool has_instance_extension(const CWDevice *device, const char *name) {
  uint32_t count = 0;
  device->windowFunctions.vkEnumerateInstanceExtensionProperties(NULL, &count, NULL);
  VkExtensionProperties *extensions = calloc(count ? count : 1, sizeof *extensions);
  bool found = false;
  if (extensions && device->windowFunctions.vkEnumerateInstanceExtensionProperties(NULL, &count, extensions) >= 0)
    for (uint32_t i = 0; i < count && !found; ++i) found = strcmp(extensions[i].extensionName, name) == 0;
  free(extensions);
  return found;
}

CVKResult cw_make_instance(CWDevice *device, PFN_vkGetInstanceProcAddr loader, const char *const *extensions,
                           uint32_t extensionCount, PFN_vkDebugUtilsMessengerCallbackEXT message, void *user) {
  CVKFunctions *functions = &device->functions;
  cvk_load(functions, loader);
#define LOAD(name) device->windowFunctions.name = (PFN_##name)loader(NULL, #name);
  CW_LOADER_FUNCTIONS(LOAD)
#undef LOAD
  const char *names[16];
  uint32_t count = 0;
  for (; count < extensionCount && count < 15; ++count) names[count] = extensions[count];
  if (has_instance_extension(device, VK_EXT_SWAPCHAIN_COLOR_SPACE_EXTENSION_NAME))
    names[count++] = VK_EXT_SWAPCHAIN_COLOR_SPACE_EXTENSION_NAME;

  bool validates = message && cvk_has_validation_layer(functions);
  RETURN_FAILURES(cvk_create_instance(functions, names, count, validates, &device->instance));
  if (!cvk_load_instance(functions, device->instance))
    return (CVKResult){VK_ERROR_INCOMPATIBLE_DRIVER, "vkGetInstanceProcAddr"};
#define LOAD(name) device->windowFunctions.name = (PFN_##name)loader(device->instance, #name);
  CW_INSTANCE_FUNCTIONS(LOAD)
#undef LOAD
  if (!validates) return (CVKResult){VK_SUCCESS, NULL};
  return cvk_create_messenger(functions, device->instance, message, user, &device->messenger);
}

/// Returns the first queue family that supports compute and presents to the surface; -1 if there is none.
static int32_t queue_family(const CWDevice *device, VkPhysicalDevice physical, VkSurfaceKHR surface) {
  VkQueueFamilyProperties families[32];
  uint32_t count = 32;
  device->functions.vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
  for (uint32_t i = 0; i < count; ++i) {
    VkBool32 presents = VK_FALSE;
    if (families[i].queueCount == 0 || !(families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)) continue;
    VkResult result = device->windowFunctions.vkGetPhysicalDeviceSurfaceSupportKHR(physical, i, surface, &presents);
    if (result == VK_SUCCESS && presents) return (int32_t)i;
  }
  return -1;
}

/// Returns the rank of a device type; 0 if it is not to be used.
static int rank(VkPhysicalDeviceType type, bool allowsSoftware) {
  switch (type) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 4;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 3;
  case VK_PHYSICAL_DEVICE_TYPE_CPU: return allowsSoftware ? 1 : 0;
  default: return 2;
  }
}

bool cw_choose_device(CWDevice *device, VkSurfaceKHR surface, bool allowsSoftware) {
  const CVKFunctions *vk = &device->functions;
  VkPhysicalDevice all[16];
  uint32_t count = 16;
  int best = 0;
  if (vk->vkEnumeratePhysicalDevices(device->instance, &count, all) < 0) return false;
  for (uint32_t i = 0; i < count; ++i) {
    CVKDeviceFacts facts;
    cvk_read_facts(vk, all[i], &facts);
    int score = rank(facts.type, allowsSoftware);
    if (facts.apiVersion < VK_API_VERSION_1_2 || score <= best || !facts.timelineSemaphore) continue;
    facts.queueFamily = queue_family(device, all[i], surface);
    if (facts.queueFamily < 0 || !cvk_has_extension(vk, all[i], VK_KHR_SWAPCHAIN_EXTENSION_NAME)) continue;
    best = score;
    device->physicalDevice = all[i];
    device->facts = facts;
  }
  return best > 0;
}

CVKResult cw_make_device(CWDevice *device) {
  RETURN_FAILURES(cvk_open_device(&device->functions, device->physicalDevice, &device->facts,
                                  VK_KHR_SWAPCHAIN_EXTENSION_NAME, &device->device, &device->queue));
#define LOAD(name)                                                                                                     \
  device->windowFunctions.name = (PFN_##name)device->functions.vkGetDeviceProcAddr(device->device, #name);
  CW_DEVICE_FUNCTIONS(LOAD)
#undef LOAD
  return (CVKResult){VK_SUCCESS, NULL};
}

void cw_destroy_device(CWDevice *device) {
  if (device->device) device->functions.vkDestroyDevice(device->device, NULL);
  if (device->messenger)
    device->functions.vkDestroyDebugUtilsMessengerEXT(device->instance, device->messenger, NULL);
  if (device->instance) device->functions.vkDestroyInstance(device->instance, NULL);
  *device = (CWDevice){0};
}
