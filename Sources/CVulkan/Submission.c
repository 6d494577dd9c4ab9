// Commands: their order, their start and their end.
#include "Call.h"

CVKResult cvk_create_timeline(const CVKFunctions *functions, VkDevice device, VkSemaphore *semaphore) {
  VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                    .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  return CALL(vkCreateSemaphore, device, &info, NULL, semaphore);
}

void cvk_barrier(const CVKFunctions *functions, VkCommandBuffer commands, VkPipelineStageFlags from,
                 VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags used) {
  VkMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = written, .dstAccessMask = used};
  functions->vkCmdPipelineBarrier(commands, from, to, 0, 1, &barrier, 0, NULL, 0, NULL);
}

CVKResult cvk_submit(const CVKFunctions *functions, VkQueue queue, VkCommandBuffer commands, VkSemaphore semaphore,
                     uint64_t value) {
  VkTimelineSemaphoreSubmitInfo timeline = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &value};
  VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                       .pNext = &timeline,
                       .commandBufferCount = 1,
                       .pCommandBuffers = &commands,
                       .signalSemaphoreCount = 1,
                       .pSignalSemaphores = &semaphore};
  return CALL(vkQueueSubmit, queue, 1, &info, VK_NULL_HANDLE);
}

CVKResult cvk_wait(const CVKFunctions *functions, VkDevice device, VkSemaphore semaphore, uint64_t value,
                   uint64_t nanoseconds) {
  VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                              .semaphoreCount = 1,
                              .pSemaphores = &semaphore,
                              .pValues = &value};
  return CALL(vkWaitSemaphores, device, &info, nanoseconds);
}
