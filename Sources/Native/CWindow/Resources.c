// Semaphores and command buffers of a device.
#include "Call.h"

CVKResult cw_make_semaphore(const CWDevice *device, VkSemaphore *semaphore) {
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  return CALL(vkCreateSemaphore, device->device, &info, NULL, semaphore);
}

CVKResult cw_signal_value(const CWDevice *device, VkSemaphore timeline, uint64_t value) {
  VkSemaphoreSignalInfo info = {
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = timeline, .value = value};
  return CALL_WINDOW(vkSignalSemaphore, device->device, &info);
}

CVKResult cw_make_pool(const CWDevice *device, VkCommandPool *pool) {
  VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                  .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                  .queueFamilyIndex = (uint32_t)device->facts.queueFamily};
  return CALL(vkCreateCommandPool, device->device, &info, NULL, pool);
}

CVKResult cw_begin_commands(const CWDevice *device, VkCommandPool pool, VkCommandBuffer *commands) {
  VkCommandBufferAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
  RETURN_FAILURES(CALL(vkAllocateCommandBuffers, device->device, &allocate, commands));
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                    .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  CVKResult result = CALL(vkBeginCommandBuffer, *commands, &begin);
  if (result.code != VK_SUCCESS) device->windowFunctions.vkFreeCommandBuffers(device->device, pool, 1, commands);
  return result;
}

CVKResult cw_submit(const CWDevice *device, VkCommandBuffer commands, const CVKSignal *waits, uint32_t waitCount,
                    VkSemaphore timeline, uint64_t value) {
  CVKSignal done = {timeline, value};
  RETURN_FAILURES(CALL(vkEndCommandBuffer, commands));
  return cvk_submit(&device->functions, device->queue, commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, waits, waitCount,
                    &done, 1);
}
