// Commands: their order, their start and their end.
#include "CVulkan.h"

VkResult cvk_create_timeline(VkDevice device, VkSemaphore *semaphore) {
  VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                    .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  return vkCreateSemaphore(device, &info, NULL, semaphore);
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
