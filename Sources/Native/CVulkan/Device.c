// The properties of a device, and its creation.
#include "Call.h"

#include <stdlib.h>
#include <string.h>

bool cvk_has_extension(const CVKFunctions *functions, VkPhysicalDevice device, const char *name) {
  uint32_t count = 0;
  if (functions->vkEnumerateDeviceExtensionProperties(device, NULL, &count, NULL) != VK_SUCCESS || count == 0)
    return false;
  VkExtensionProperties *extensions = calloc(count, sizeof *extensions);
  if (!extensions) return false;
  bool found = false;
  if (functions->vkEnumerateDeviceExtensionProperties(device, NULL, &count, extensions) >= VK_SUCCESS)
    for (uint32_t i = 0; i < count; ++i) found = found || strcmp(extensions[i].extensionName, name) == 0;
  free(extensions);
  return found;
}

static uint32_t minimum(uint32_t a, uint32_t b) { return a < b ? a : b; }

void cvk_read_facts(const CVKFunctions *functions, VkPhysicalDevice device, CVKDeviceFacts *facts) {
  memset(facts, 0, sizeof *facts);
  facts->queueFamily = -1;
  VkPhysicalDeviceProperties basic;
  functions->vkGetPhysicalDeviceProperties(device, &basic);
  functions->vkGetPhysicalDeviceMemoryProperties(device, &facts->memory);
  memcpy(facts->name, basic.deviceName, sizeof facts->name);
  facts->type = basic.deviceType;
  facts->apiVersion = basic.apiVersion;
  facts->driverVersion = basic.driverVersion;
  facts->vendorID = basic.vendorID;
  facts->deviceID = basic.deviceID;
  memcpy(facts->cacheUUID, basic.pipelineCacheUUID, sizeof facts->cacheUUID);
  facts->timestampPeriod = basic.limits.timestampPeriod;
  facts->maxTexelBufferElements = basic.limits.maxTexelBufferElements;
  facts->maxStorageBufferRange = basic.limits.maxStorageBufferRange;
  facts->maxUniformBufferRange = basic.limits.maxUniformBufferRange;
  // A stage has three other resources: the uniforms, the storage buffer and a spare one.
  facts->maxTexelBuffers =
      minimum(minimum(basic.limits.maxPerStageDescriptorSampledImages, basic.limits.maxDescriptorSetSampledImages),
            basic.limits.maxPerStageResources - 3);
  facts->maxGroupCountX = basic.limits.maxComputeWorkGroupCount[0];
  facts->maxGroupCountY = basic.limits.maxComputeWorkGroupCount[1];
  facts->maxImageSide = basic.limits.maxImageDimension2D;
  facts->texelAlignment = basic.limits.minTexelBufferOffsetAlignment;
  facts->storageAlignment = basic.limits.minStorageBufferOffsetAlignment;
  facts->uniformAlignment = basic.limits.minUniformBufferOffsetAlignment;
  if (basic.apiVersion < VK_API_VERSION_1_2) return;

  facts->externalMemoryHost = cvk_has_extension(functions, device, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  facts->memoryBudget = cvk_has_extension(functions, device, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT host = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT};
  VkPhysicalDeviceMaintenance3Properties sizes = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES,
                                                  .pNext = facts->externalMemoryHost ? &host : NULL};
  VkPhysicalDeviceIDProperties identity = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES, .pNext = &sizes};
  VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES,
                                             .pNext = &identity};
  VkPhysicalDeviceFloatControlsProperties floats = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES, .pNext = &driver};
  VkPhysicalDeviceSubgroupProperties subgroups = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
                                                  .pNext = &floats};
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                            .pNext = &subgroups};
  functions->vkGetPhysicalDeviceProperties2(device, &properties);
  memcpy(facts->driverName, driver.driverName, sizeof facts->driverName);
  memcpy(facts->driverInfo, driver.driverInfo, sizeof facts->driverInfo);
  memcpy(facts->deviceUUID, identity.deviceUUID, sizeof facts->deviceUUID);
  memcpy(facts->driverUUID, identity.driverUUID, sizeof facts->driverUUID);
  facts->maxAllocation = sizes.maxMemoryAllocationSize;
  facts->importAlignment = host.minImportedHostPointerAlignment;
  facts->preservesNaN = floats.shaderSignedZeroInfNanPreserveFloat32;
  VkSubgroupFeatureFlags votes =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT;
  facts->subgroupVotes = (subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                         (subgroups.supportedOperations & votes) == votes;

  VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
  functions->vkGetPhysicalDeviceFeatures2(device, &features);
  facts->timelineSemaphore = newer.timelineSemaphore;
  facts->shaderInt8 = newer.shaderInt8;
  facts->shaderFloat16 = newer.shaderFloat16;
  facts->shaderInt64 = features.features.shaderInt64;
  facts->shaderInt16 = features.features.shaderInt16;
  facts->shaderFloat64 = features.features.shaderFloat64;

  uint32_t count = 0;
  functions->vkGetPhysicalDeviceQueueFamilyProperties(device, &count, NULL);
  VkQueueFamilyProperties *families = calloc(count ? count : 1, sizeof *families);
  if (!families) return;
  functions->vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
  for (uint32_t i = 0; i < count && facts->queueFamily < 0; ++i)
    if (families[i].queueCount > 0 && (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)) {
      facts->queueFamily = (int32_t)i;
      facts->timestampBits = families[i].timestampValidBits;
    }
  free(families);
}

void cvk_restrict_facts(const CVKFunctions *functions, VkPhysicalDevice device, const CVKEnabled *enabled,
                        CVKDeviceFacts *facts) {
  facts->apiVersion = minimum(facts->apiVersion, enabled->apiVersion);
  facts->timelineSemaphore = facts->timelineSemaphore && enabled->timelineSemaphore;
  facts->shaderInt64 = facts->shaderInt64 && enabled->shaderInt64;
  facts->shaderInt16 = facts->shaderInt16 && enabled->shaderInt16;
  facts->shaderFloat64 = facts->shaderFloat64 && enabled->shaderFloat64;
  facts->shaderInt8 = facts->shaderInt8 && enabled->shaderInt8;
  facts->shaderFloat16 = facts->shaderFloat16 && enabled->shaderFloat16;
  facts->externalMemoryHost = facts->externalMemoryHost && enabled->externalMemoryHost;
  facts->queueFamily = -1;
  uint32_t count = 0;
  functions->vkGetPhysicalDeviceQueueFamilyProperties(device, &count, NULL);
  VkQueueFamilyProperties *families = calloc(count ? count : 1, sizeof *families);
  if (!families) return;
  functions->vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
  if (enabled->queueFamily < count && (families[enabled->queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT)) {
    facts->queueFamily = (int32_t)enabled->queueFamily;
    facts->timestampBits = families[enabled->queueFamily].timestampValidBits;
  }
  free(families);
}

CVKResult cvk_create_device(const CVKFunctions *functions, VkPhysicalDevice physical, const CVKDeviceFacts *facts,
                            const char *extension, float priority, VkDevice *device) {
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueFamilyIndex = (uint32_t)facts->queueFamily,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                            .timelineSemaphore = VK_TRUE,
                                            .shaderInt8 = facts->shaderInt8,
                                            .shaderFloat16 = facts->shaderFloat16};
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                        .pNext = &newer,
                                        .features = {.shaderInt64 = facts->shaderInt64,
                                                     .shaderInt16 = facts->shaderInt16,
                                                     .shaderFloat64 = facts->shaderFloat64}};
  const char *extensions[2];
  uint32_t count = 0;
  if (facts->externalMemoryHost) extensions[count++] = VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME;
  if (extension) extensions[count++] = extension;
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &features,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue,
                             .enabledExtensionCount = count,
                             .ppEnabledExtensionNames = extensions};
  return CALL(vkCreateDevice, physical, &info, NULL, device);
}

CVKResult cvk_open_device(CVKFunctions *functions, VkPhysicalDevice physical, const CVKDeviceFacts *facts,
                          const char *extension, VkDevice *device, VkQueue *queue) {
  CVKResult result = cvk_create_device(functions, physical, facts, extension, 1, device);
  if (result.code != VK_SUCCESS) return result;
  if (!cvk_load_device(functions, *device)) return (CVKResult){VK_ERROR_INCOMPATIBLE_DRIVER, "vkGetDeviceProcAddr"};
  functions->vkGetDeviceQueue(*device, (uint32_t)facts->queueFamily, 0, queue);
  return result;
}
