#include "CVulkan.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string.h>

static const char *const validation_layer = "VK_LAYER_KHRONOS_validation";

bool cvk_has_validation_layer(void) {
  uint32_t count = 0;
  if (vkEnumerateInstanceLayerProperties(&count, NULL) != VK_SUCCESS || count == 0) return false;
  VkLayerProperties *layers = calloc(count, sizeof *layers);
  if (!layers) return false;
  bool found = false;
  if (vkEnumerateInstanceLayerProperties(&count, layers) >= VK_SUCCESS)
    for (uint32_t i = 0; i < count; ++i) found = found || strcmp(layers[i].layerName, validation_layer) == 0;
  free(layers);
  return found;
}

typedef struct Listener {
  CVKMessage message;
  void *user;
} Listener;

static VKAPI_ATTR VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                           VkDebugUtilsMessageTypeFlagsEXT types,
                                           const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
  (void)severity;
  (void)types;
  const Listener *listener = user;
  listener->message(listener->user, data->pMessage);
  return VK_FALSE;
}

VkResult cvk_create_instance(CVKMessage message, void *user, VkInstance *instance) {
  VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pEngineName = "CoreImage", .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkValidationFeatureEnableEXT synchronisation = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                      .enabledValidationFeatureCount = 1,
                                      .pEnabledValidationFeatures = &synchronisation};
  const char *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
  if (message) {
    info.pNext = &features;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &validation_layer;
    info.enabledExtensionCount = 2;
    info.ppEnabledExtensionNames = extensions;
  }
  VkResult result = vkCreateInstance(&info, NULL, instance);
  if (result != VK_SUCCESS || !message) return result;

  PFN_vkCreateDebugUtilsMessengerEXT create =
      (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(*instance, "vkCreateDebugUtilsMessengerEXT");
  Listener *listener = malloc(sizeof *listener); // lives as long as the instance, which is never destroyed
  if (!create || !listener) {
    free(listener);
    vkDestroyInstance(*instance, NULL);
    return VK_ERROR_EXTENSION_NOT_PRESENT;
  }
  *listener = (Listener){message, user};
  VkDebugUtilsMessengerCreateInfoEXT messenger = {
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .messageSeverity =
          VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
      .pfnUserCallback = hear,
      .pUserData = listener};
  VkDebugUtilsMessengerEXT handle;
  result = create(*instance, &messenger, NULL, &handle);
  if (result != VK_SUCCESS) {
    vkDestroyInstance(*instance, NULL);
    free(listener);
  }
  return result;
}

static bool has_extension(VkPhysicalDevice device, const char *name) {
  uint32_t count = 0;
  if (vkEnumerateDeviceExtensionProperties(device, NULL, &count, NULL) != VK_SUCCESS || count == 0) return false;
  VkExtensionProperties *extensions = calloc(count, sizeof *extensions);
  if (!extensions) return false;
  bool found = false;
  if (vkEnumerateDeviceExtensionProperties(device, NULL, &count, extensions) >= VK_SUCCESS)
    for (uint32_t i = 0; i < count; ++i) found = found || strcmp(extensions[i].extensionName, name) == 0;
  free(extensions);
  return found;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

void cvk_read_facts(VkPhysicalDevice device, CVKDeviceFacts *facts) {
  memset(facts, 0, sizeof *facts);
  facts->queueFamily = -1;
  VkPhysicalDeviceProperties basic;
  vkGetPhysicalDeviceProperties(device, &basic);
  vkGetPhysicalDeviceMemoryProperties(device, &facts->memory);
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
  // Three others count against the resources of a stage: the uniforms, the storage buffer and one to spare.
  facts->maxTexelBuffers =
      least(least(basic.limits.maxPerStageDescriptorSampledImages, basic.limits.maxDescriptorSetSampledImages),
            basic.limits.maxPerStageResources - 3);
  facts->maxGroupCountX = basic.limits.maxComputeWorkGroupCount[0];
  facts->maxGroupCountY = basic.limits.maxComputeWorkGroupCount[1];
  facts->texelAlignment = basic.limits.minTexelBufferOffsetAlignment;
  facts->storageAlignment = basic.limits.minStorageBufferOffsetAlignment;
  facts->uniformAlignment = basic.limits.minUniformBufferOffsetAlignment;
  if (basic.apiVersion < VK_API_VERSION_1_2) return;

  facts->externalMemoryHost = has_extension(device, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  facts->memoryBudget = has_extension(device, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT host = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT};
  VkPhysicalDeviceMaintenance3Properties sizes = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES,
                                                  .pNext = facts->externalMemoryHost ? &host : NULL};
  VkPhysicalDeviceIDProperties identity = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES, .pNext = &sizes};
  VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES,
                                             .pNext = &identity};
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};
  vkGetPhysicalDeviceProperties2(device, &properties);
  memcpy(facts->driverName, driver.driverName, sizeof facts->driverName);
  memcpy(facts->driverInfo, driver.driverInfo, sizeof facts->driverInfo);
  memcpy(facts->driverUUID, identity.driverUUID, sizeof facts->driverUUID);
  facts->maxAllocation = sizes.maxMemoryAllocationSize;
  facts->importAlignment = host.minImportedHostPointerAlignment;

  VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
  vkGetPhysicalDeviceFeatures2(device, &features);
  facts->timelineSemaphore = newer.timelineSemaphore;
  facts->shaderInt8 = newer.shaderInt8;
  facts->shaderFloat16 = newer.shaderFloat16;
  facts->shaderInt64 = features.features.shaderInt64;
  facts->shaderInt16 = features.features.shaderInt16;
  facts->shaderFloat64 = features.features.shaderFloat64;

  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, NULL);
  VkQueueFamilyProperties *families = calloc(count ? count : 1, sizeof *families);
  if (!families) return;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
  for (uint32_t i = 0; i < count && facts->queueFamily < 0; ++i)
    if (families[i].queueCount > 0 && (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)) {
      facts->queueFamily = (int32_t)i;
      facts->timestampBits = families[i].timestampValidBits;
    }
  free(families);
}

uint64_t cvk_heap_bytes(const CVKDeviceFacts *facts, uint32_t heap) {
  return heap < facts->memory.memoryHeapCount ? facts->memory.memoryHeaps[heap].size : 0;
}

uint64_t cvk_free_heap_bytes(VkPhysicalDevice device, const CVKDeviceFacts *facts, uint32_t heap) {
  if (!facts->memoryBudget || heap >= facts->memory.memoryHeapCount) return 0;
  VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
  VkPhysicalDeviceMemoryProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                                  .pNext = &budget};
  vkGetPhysicalDeviceMemoryProperties2(device, &properties);
  uint64_t most = budget.heapBudget[heap], used = budget.heapUsage[heap];
  return most > used ? most - used : 0;
}

bool cvk_heap_is_device_local(const CVKDeviceFacts *facts, uint32_t heap) {
  return heap < facts->memory.memoryHeapCount &&
         (facts->memory.memoryHeaps[heap].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
}

int32_t cvk_memory_type(const CVKDeviceFacts *facts, uint32_t allowed, VkMemoryPropertyFlags required,
                        VkMemoryPropertyFlags preferred) {
  int32_t best = -1;
  int best_score = -1;
  for (uint32_t i = 0; i < facts->memory.memoryTypeCount; ++i) {
    VkMemoryPropertyFlags flags = facts->memory.memoryTypes[i].propertyFlags;
    if (!(allowed & (1u << i)) || (flags & required) != required) continue;
    int score = __builtin_popcount(flags & preferred);
    if (score > best_score) {
      best_score = score;
      best = (int32_t)i;
    }
  }
  return best;
}

VkResult cvk_create_device(VkPhysicalDevice physical, const CVKDeviceFacts *facts, float priority, VkDevice *device) {
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
  const char *extension = VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME;
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &features,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue,
                             .enabledExtensionCount = facts->externalMemoryHost ? 1 : 0,
                             .ppEnabledExtensionNames = &extension};
  return vkCreateDevice(physical, &info, NULL, device);
}

VkResult cvk_create_timeline(VkDevice device, VkSemaphore *semaphore) {
  VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                    .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  return vkCreateSemaphore(device, &info, NULL, semaphore);
}

VkResult cvk_create_buffer(VkDevice device, const CVKDeviceFacts *facts, uint64_t byteCount, VkBufferUsageFlags usage,
                           VkMemoryPropertyFlags required, VkMemoryPropertyFlags preferred, void *importing,
                           VkBuffer *buffer, VkDeviceMemory *memory) {
  const VkExternalMemoryHandleTypeFlagBits kind = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
  VkExternalMemoryBufferCreateInfo external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                               .handleTypes = kind};
  VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                             .pNext = importing ? &external : NULL,
                             .size = byteCount,
                             .usage = usage};
  VkResult result = vkCreateBuffer(device, &info, NULL, buffer);
  if (result != VK_SUCCESS) return result;

  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, *buffer, &needs);
  uint32_t allowed = needs.memoryTypeBits;
  VkImportMemoryHostPointerInfoEXT import = {
      .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT, .handleType = kind, .pHostPointer = importing};
  if (importing) {
    PFN_vkGetMemoryHostPointerPropertiesEXT ask =
        (PFN_vkGetMemoryHostPointerPropertiesEXT)vkGetDeviceProcAddr(device, "vkGetMemoryHostPointerPropertiesEXT");
    VkMemoryHostPointerPropertiesEXT properties = {.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
    result = ask ? ask(device, kind, importing, &properties) : VK_ERROR_EXTENSION_NOT_PRESENT;
    allowed &= properties.memoryTypeBits;
    if (result == VK_SUCCESS && needs.size > byteCount) result = VK_ERROR_INVALID_EXTERNAL_HANDLE;
  }
  if (result == VK_SUCCESS) {
    int32_t type = cvk_memory_type(facts, allowed, required, preferred);
    VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .pNext = importing ? &import : NULL,
                                     .allocationSize = importing ? byteCount : needs.size,
                                     .memoryTypeIndex = (uint32_t)type};
    result = type < 0 ? VK_ERROR_FORMAT_NOT_SUPPORTED : vkAllocateMemory(device, &allocate, NULL, memory);
  }
  if (result == VK_SUCCESS) {
    result = vkBindBufferMemory(device, *buffer, *memory, 0);
    if (result != VK_SUCCESS) vkFreeMemory(device, *memory, NULL);
  }
  if (result != VK_SUCCESS) vkDestroyBuffer(device, *buffer, NULL);
  return result;
}

VkResult cvk_create_layout(VkDevice device, uint32_t inputCount, VkDescriptorSetLayout *set, VkPipelineLayout *layout) {
  uint32_t count = inputCount + 2;
  VkDescriptorSetLayoutBinding *bindings = calloc(count, sizeof *bindings);
  if (!bindings) return VK_ERROR_OUT_OF_HOST_MEMORY;
  for (uint32_t i = 0; i < count; ++i) {
    bindings[i] = (VkDescriptorSetLayoutBinding){
        .binding = i,
        .descriptorType = i == 0   ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                          : i == 1 ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                   : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
  }
  VkDescriptorSetLayoutCreateInfo setInfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                             .bindingCount = count,
                                             .pBindings = bindings};
  VkResult result = vkCreateDescriptorSetLayout(device, &setInfo, NULL, set);
  free(bindings);
  if (result != VK_SUCCESS) return result;
  VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .offset = 0, .size = 32};
  VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                     .setLayoutCount = 1,
                                     .pSetLayouts = set,
                                     .pushConstantRangeCount = 1,
                                     .pPushConstantRanges = &push};
  result = vkCreatePipelineLayout(device, &info, NULL, layout);
  if (result != VK_SUCCESS) vkDestroyDescriptorSetLayout(device, *set, NULL);
  return result;
}

VkResult cvk_create_pipeline(VkDevice device, VkPipelineCache cache, const uint32_t *words, size_t wordCount,
                             VkPipelineLayout layout, VkPipeline *pipeline) {
  VkShaderModuleCreateInfo code = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = wordCount * 4, .pCode = words};
  VkShaderModule module;
  VkResult result = vkCreateShaderModule(device, &code, NULL, &module);
  if (result != VK_SUCCESS) return result;
  VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                .module = module,
                                                .pName = "main"},
                                      .layout = layout};
  result = vkCreateComputePipelines(device, cache, 1, &info, NULL, pipeline);
  vkDestroyShaderModule(device, module, NULL);
  return result;
}

VkResult cvk_create_descriptor_pool(VkDevice device, uint32_t sets, uint32_t texelBuffers, VkDescriptorPool *pool) {
  VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, sets},
                                  {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, sets},
                                  {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, texelBuffers}};
  VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                     .maxSets = sets,
                                     .poolSizeCount = texelBuffers > 0 ? 3 : 2,
                                     .pPoolSizes = sizes};
  return vkCreateDescriptorPool(device, &info, NULL, pool);
}

VkResult cvk_make_set(VkDevice device, VkDescriptorPool pool, VkDescriptorSetLayout layout, CVKRange uniforms,
                      CVKRange storage, const VkBufferView *views, uint32_t viewCount, VkDescriptorSet *set) {
  VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                      .descriptorPool = pool,
                                      .descriptorSetCount = 1,
                                      .pSetLayouts = &layout};
  VkResult result = vkAllocateDescriptorSets(device, &info, set);
  if (result != VK_SUCCESS) return result;
  VkDescriptorBufferInfo buffers[] = {{uniforms.buffer, uniforms.offset, uniforms.byteCount},
                                      {storage.buffer, storage.offset, storage.byteCount}};
  for (uint32_t i = 0; i < viewCount + 2; ++i) {
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = *set,
                                  .dstBinding = i,
                                  .descriptorCount = 1,
                                  .descriptorType = i == 0   ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                    : i == 1 ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                                             : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
                                  .pBufferInfo = i < 2 ? &buffers[i] : NULL,
                                  .pTexelBufferView = i < 2 ? NULL : &views[i - 2]};
    vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
  }
  return VK_SUCCESS;
}

void cvk_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written, VkPipelineStageFlags to,
                 VkAccessFlags used) {
  VkMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = written, .dstAccessMask = used};
  vkCmdPipelineBarrier(commands, from, to, 0, 1, &barrier, 0, NULL, 0, NULL);
}

VkResult cvk_submit(VkQueue queue, VkCommandBuffer commands, VkSemaphore semaphore, uint64_t value) {
  VkTimelineSemaphoreSubmitInfo timeline = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &value};
  VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                       .pNext = &timeline,
                       .commandBufferCount = 1,
                       .pCommandBuffers = &commands,
                       .signalSemaphoreCount = 1,
                       .pSignalSemaphores = &semaphore};
  return vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE);
}

VkResult cvk_wait(VkDevice device, VkSemaphore semaphore, uint64_t value, uint64_t nanoseconds) {
  VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                              .semaphoreCount = 1,
                              .pSemaphores = &semaphore,
                              .pValues = &value};
  return vkWaitSemaphores(device, &info, nanoseconds);
}

void cvk_return_large_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}
