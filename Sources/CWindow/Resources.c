// Semaphores, command buffers and images of a device.
#include "Call.h"

CVKResult cw_make_semaphore(const CWDevice *device, VkSemaphore *semaphore) {
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  return CALL(vkCreateSemaphore, device->device, &info, NULL, semaphore);
}

CVKResult cw_signal_value(const CWDevice *device, VkSemaphore timeline, uint64_t value) {
  VkSemaphoreSignalInfo info = {
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = timeline, .value = value};
  return CALL_MORE(vkSignalSemaphore, device->device, &info);
}

CVKResult cw_make_pool(const CWDevice *device, VkCommandPool *pool) {
  VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                  .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                  .queueFamilyIndex = device->family};
  return CALL(vkCreateCommandPool, device->device, &info, NULL, pool);
}

CVKResult cw_begin_commands(const CWDevice *device, VkCommandPool pool, VkCommandBuffer *commands) {
  VkCommandBufferAllocateInfo wanted = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
  RETURN_FAILURES(CALL(vkAllocateCommandBuffers, device->device, &wanted, commands));
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                    .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  CVKResult result = CALL(vkBeginCommandBuffer, *commands, &begin);
  if (result.code != VK_SUCCESS) device->more.vkFreeCommandBuffers(device->device, pool, 1, commands);
  return result;
}

CVKResult cw_submit(const CWDevice *device, VkCommandBuffer commands, const CVKSignal *waits, uint32_t waitCount,
                    VkSemaphore timeline, uint64_t value) {
  CVKSignal done = {timeline, value};
  RETURN_FAILURES(CALL(vkEndCommandBuffer, commands));
  return cvk_submit(&device->functions, device->queue, commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, waits, waitCount,
                    &done, 1);
}

static int32_t device_local_type(const CWDevice *device, uint32_t allowed) {
  VkPhysicalDeviceMemoryProperties memory;
  device->functions.vkGetPhysicalDeviceMemoryProperties(device->physicalDevice, &memory);
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    if ((allowed >> i & 1) && (memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT))
      return (int32_t)i;
  return -1;
}

CVKResult cw_make_image(const CWDevice *device, VkFormat format, uint32_t width, uint32_t height, VkImage *image,
                        VkDeviceMemory *memory) {
  VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                            .imageType = VK_IMAGE_TYPE_2D,
                            .format = format,
                            .extent = {width, height, 1},
                            .mipLevels = 1,
                            .arrayLayers = 1,
                            .samples = VK_SAMPLE_COUNT_1_BIT,
                            .tiling = VK_IMAGE_TILING_OPTIMAL,
                            .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                            .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                            .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  RETURN_FAILURES(CALL_MORE(vkCreateImage, device->device, &info, NULL, image));
  VkMemoryRequirements needs;
  device->more.vkGetImageMemoryRequirements(device->device, *image, &needs);
  int32_t type = device_local_type(device, needs.memoryTypeBits);
  VkMemoryAllocateInfo wanted = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .allocationSize = needs.size,
                                 .memoryTypeIndex = type < 0 ? 0 : (uint32_t)type};
  CVKResult result = CALL(vkAllocateMemory, device->device, &wanted, NULL, memory);
  if (result.code == VK_SUCCESS) result = CALL_MORE(vkBindImageMemory, device->device, *image, *memory, 0);
  if (result.code != VK_SUCCESS) {
    device->more.vkDestroyImage(device->device, *image, NULL);
    if (*memory) device->functions.vkFreeMemory(device->device, *memory, NULL);
  }
  return result;
}
