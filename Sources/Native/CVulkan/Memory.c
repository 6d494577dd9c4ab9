// Heaps, buffers and their memory.
#include "Call.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

uint64_t cvk_heap_bytes(const CVKDeviceFacts *facts, uint32_t heap) {
  return heap < facts->memory.memoryHeapCount ? facts->memory.memoryHeaps[heap].size : 0;
}

uint64_t cvk_free_heap_bytes(const CVKFunctions *functions, VkPhysicalDevice device, const CVKDeviceFacts *facts,
                             uint32_t heap) {
  if (!facts->memoryBudget || heap >= facts->memory.memoryHeapCount) return 0;
  VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
  VkPhysicalDeviceMemoryProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                                  .pNext = &budget};
  functions->vkGetPhysicalDeviceMemoryProperties2(device, &properties);
  uint64_t limit = budget.heapBudget[heap], used = budget.heapUsage[heap];
  return limit > used ? limit - used : 0;
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

CVKResult cvk_create_buffer(const CVKFunctions *functions, VkDevice device, const CVKDeviceFacts *facts,
                            uint64_t byteCount, VkBufferUsageFlags usage, VkMemoryPropertyFlags required,
                            VkMemoryPropertyFlags preferred, void *importing, VkBuffer *buffer,
                            VkDeviceMemory *memory) {
  const VkExternalMemoryHandleTypeFlagBits kind = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
  VkExternalMemoryBufferCreateInfo external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                               .handleTypes = kind};
  VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                             .pNext = importing ? &external : NULL,
                             .size = byteCount,
                             .usage = usage};
  CVKResult result = CALL(vkCreateBuffer, device, &info, NULL, buffer);
  if (result.code != VK_SUCCESS) return result;

  VkMemoryRequirements requirements;
  functions->vkGetBufferMemoryRequirements(device, *buffer, &requirements);
  uint32_t allowed = requirements.memoryTypeBits;
  VkImportMemoryHostPointerInfoEXT import = {
      .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT, .handleType = kind, .pHostPointer = importing};
  if (importing) {
    VkMemoryHostPointerPropertiesEXT properties = {.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
    result = CALL(vkGetMemoryHostPointerPropertiesEXT, device, kind, importing, &properties);
    allowed &= properties.memoryTypeBits;
    if (result.code == VK_SUCCESS && requirements.size > byteCount) result.code = VK_ERROR_INVALID_EXTERNAL_HANDLE;
  }
  if (result.code == VK_SUCCESS) {
    int32_t type = cvk_memory_type(facts, allowed, required, preferred);
    VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .pNext = importing ? &import : NULL,
                                     .allocationSize = importing ? byteCount : requirements.size,
                                     .memoryTypeIndex = (uint32_t)type};
    result = type < 0 ? (CVKResult){VK_ERROR_FORMAT_NOT_SUPPORTED, "vkGetBufferMemoryRequirements"}
                      : CALL(vkAllocateMemory, device, &allocate, NULL, memory);
  }
  if (result.code == VK_SUCCESS) {
    result = CALL(vkBindBufferMemory, device, *buffer, *memory, 0);
    if (result.code != VK_SUCCESS) functions->vkFreeMemory(device, *memory, NULL);
  }
  if (result.code != VK_SUCCESS) functions->vkDestroyBuffer(device, *buffer, NULL);
  return result;
}

CVKResult cvk_create_image(const CVKFunctions *functions, VkDevice device, const CVKDeviceFacts *facts, VkFormat format,
                           uint32_t width, uint32_t height, VkImageUsageFlags usage,
                           VkExternalMemoryHandleTypeFlags exported, VkImage *image, VkDeviceMemory *memory,
                           uint64_t *byteCount) {
  VkExternalMemoryImageCreateInfo external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                              .handleTypes = exported};
  VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                            .pNext = exported ? &external : NULL,
                            .imageType = VK_IMAGE_TYPE_2D,
                            .format = format,
                            .extent = {width, height, 1},
                            .mipLevels = 1,
                            .arrayLayers = 1,
                            .samples = VK_SAMPLE_COUNT_1_BIT,
                            .usage = usage};
  CVKResult result = CALL(vkCreateImage, device, &info, NULL, image);
  if (result.code != VK_SUCCESS) return result;
  VkMemoryRequirements requirements;
  functions->vkGetImageMemoryRequirements(device, *image, &requirements);
  int32_t type = cvk_memory_type(facts, requirements.memoryTypeBits, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  VkMemoryDedicatedAllocateInfo dedicated = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .image = *image};
  VkExportMemoryAllocateInfo handles = {
      .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO, .pNext = &dedicated, .handleTypes = exported};
  VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .pNext = exported ? &handles : NULL,
                                   .allocationSize = requirements.size,
                                   .memoryTypeIndex = (uint32_t)type};
  *byteCount = requirements.size;
  result = type < 0 ? (CVKResult){VK_ERROR_FORMAT_NOT_SUPPORTED, "vkGetImageMemoryRequirements"}
                    : CALL(vkAllocateMemory, device, &allocate, NULL, memory);
  if (result.code == VK_SUCCESS) {
    result = CALL(vkBindImageMemory, device, *image, *memory, 0);
    if (result.code != VK_SUCCESS) functions->vkFreeMemory(device, *memory, NULL);
  }
  if (result.code != VK_SUCCESS) functions->vkDestroyImage(device, *image, NULL);
  return result;
}

void cvk_return_large_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}
