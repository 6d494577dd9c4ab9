// Barriers and the submission of commands.
#include "Call.h"

#include <stdlib.h>

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

void cvk_image_barrier(const CVKFunctions *functions, VkCommandBuffer commands, VkPipelineStageFlags from,
                       VkPipelineStageFlags to, const VkImageMemoryBarrier *barrier) {
  functions->vkCmdPipelineBarrier(commands, from, to, 0, 0, NULL, 0, NULL, 1, barrier);
}

CVKResult cvk_submit(const CVKFunctions *functions, VkQueue queue, VkCommandBuffer commands,
                     VkPipelineStageFlags waiting, const CVKSignal *waits, uint32_t waitCount,
                     const CVKSignal *signals, uint32_t signalCount) {
  uint32_t count = waitCount + signalCount + 1;
  VkSemaphore *semaphores = calloc(count, sizeof *semaphores);
  uint64_t *values = calloc(count, sizeof *values);
  VkPipelineStageFlags *stages = calloc(count, sizeof *stages);
  CVKResult result = {VK_ERROR_OUT_OF_HOST_MEMORY, "vkQueueSubmit"};
  if (semaphores && values && stages) {
    for (uint32_t i = 0; i < waitCount + signalCount; ++i) {
      CVKSignal each = i < waitCount ? waits[i] : signals[i - waitCount];
      semaphores[i] = each.semaphore;
      values[i] = each.value;
      stages[i] = waiting;
    }
    VkTimelineSemaphoreSubmitInfo timeline = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                              .waitSemaphoreValueCount = waitCount,
                                              .pWaitSemaphoreValues = values,
                                              .signalSemaphoreValueCount = signalCount,
                                              .pSignalSemaphoreValues = values + waitCount};
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .pNext = &timeline,
                         .waitSemaphoreCount = waitCount,
                         .pWaitSemaphores = semaphores,
                         .pWaitDstStageMask = stages,
                         .commandBufferCount = commands ? 1 : 0,
                         .pCommandBuffers = &commands,
                         .signalSemaphoreCount = signalCount,
                         .pSignalSemaphores = semaphores + waitCount};
    result = CALL(vkQueueSubmit, queue, 1, &info, VK_NULL_HANDLE);
  }
  free(semaphores);
  free(values);
  free(stages);
  return result;
}

CVKResult cvk_wait(const CVKFunctions *functions, VkDevice device, VkSemaphore semaphore, uint64_t value,
                   uint64_t nanoseconds) {
  VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                              .semaphoreCount = 1,
                              .pSemaphores = &semaphore,
                              .pValues = &value};
  return CALL(vkWaitSemaphores, device, &info, nanoseconds);
}
