#include "CRenderer.h"

#include <string.h>

static VkDeviceMemory allocate(Renderer *r, VkMemoryRequirements requirements, VkMemoryPropertyFlags required) {
  VkPhysicalDeviceMemoryProperties types;
  vkGetPhysicalDeviceMemoryProperties(r->physicalDevice, &types);
  VkDeviceMemory memory = VK_NULL_HANDLE;
  for (uint32_t i = 0; i < types.memoryTypeCount && !memory; ++i) {
    if (!(requirements.memoryTypeBits >> i & 1) || (types.memoryTypes[i].propertyFlags & required) != required) continue;
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = requirements.size, .memoryTypeIndex = i};
    vkAllocateMemory(r->device, &info, NULL, &memory);
  }
  return memory;
}

static bool create_image(Renderer *r, VkImage *image, VkDeviceMemory *memory) {
  VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                            .imageType = VK_IMAGE_TYPE_2D,
                            .format = VK_FORMAT_R8G8B8A8_UNORM,
                            .extent = {r->width, r->height, 1},
                            .mipLevels = 1,
                            .arrayLayers = 1,
                            .samples = VK_SAMPLE_COUNT_1_BIT,
                            .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                     VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT};
  if (vkCreateImage(r->device, &info, NULL, image) != VK_SUCCESS) return false;
  VkMemoryRequirements requirements;
  vkGetImageMemoryRequirements(r->device, *image, &requirements);
  *memory = allocate(r, requirements, 0);
  return vkBindImageMemory(r->device, *image, *memory, 0) == VK_SUCCESS;
}

bool renderer_start(Renderer *r, uint32_t width, uint32_t height) {
  memset(r, 0, sizeof *r);
  r->width = width;
  r->height = height;
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  if (vkCreateInstance(&instance, NULL, &r->instance) != VK_SUCCESS) return false;
  uint32_t count = 1;
  if (vkEnumeratePhysicalDevices(r->instance, &count, &r->physicalDevice) < 0 || count == 0) return false;
  VkQueueFamilyProperties families[16];
  uint32_t familyCount = 16;
  vkGetPhysicalDeviceQueueFamilyProperties(r->physicalDevice, &familyCount, families);
  while (r->family < familyCount && !(families[r->family].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++r->family;

  r->newer = (VkPhysicalDeviceVulkan12Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                .timelineSemaphore = VK_TRUE};
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueFamilyIndex = r->family,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &r->newer,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .pEnabledFeatures = &r->features};
  if (vkCreateDevice(r->physicalDevice, &device, NULL, &r->device) != VK_SUCCESS) return false;
  vkGetDeviceQueue(r->device, r->family, 0, &r->queue);

  if (!create_image(r, &r->drawn, &r->drawnMemory) || !create_image(r, &r->result, &r->resultMemory)) return false;
  VkBufferCreateInfo buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = (VkDeviceSize)width * height * 4,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  if (vkCreateBuffer(r->device, &buffer, NULL, &r->buffer) != VK_SUCCESS) return false;
  VkMemoryRequirements requirements;
  vkGetBufferMemoryRequirements(r->device, r->buffer, &requirements);
  r->bufferMemory =
      allocate(r, requirements, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  vkBindBufferMemory(r->device, r->buffer, r->bufferMemory, 0);
  VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = r->family};
  VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  return vkMapMemory(r->device, r->bufferMemory, 0, VK_WHOLE_SIZE, 0, &r->pixels) == VK_SUCCESS &&
         vkCreateCommandPool(r->device, &pool, NULL, &r->pool) == VK_SUCCESS &&
         vkCreateFence(r->device, &fence, NULL, &r->fence) == VK_SUCCESS;
}

void renderer_end(Renderer *r) {
  vkDestroyFence(r->device, r->fence, NULL);
  vkDestroyCommandPool(r->device, r->pool, NULL);
  vkDestroyBuffer(r->device, r->buffer, NULL);
  vkDestroyImage(r->device, r->drawn, NULL);
  vkDestroyImage(r->device, r->result, NULL);
  vkFreeMemory(r->device, r->bufferMemory, NULL);
  vkFreeMemory(r->device, r->drawnMemory, NULL);
  vkFreeMemory(r->device, r->resultMemory, NULL);
  vkDestroyDevice(r->device, NULL);
  vkDestroyInstance(r->instance, NULL);
}

static VkBufferImageCopy all(const Renderer *r) {
  return (VkBufferImageCopy){.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                             .imageExtent = {r->width, r->height, 1}};
}

VkCommandBuffer renderer_draw(Renderer *r) {
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = r->pool,
                                      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                      .commandBufferCount = 1};
  VkCommandBuffer commands = VK_NULL_HANDLE;
  if (vkAllocateCommandBuffers(r->device, &info, &commands) != VK_SUCCESS) return VK_NULL_HANDLE;
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  vkBeginCommandBuffer(commands, &begin);
  VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                  .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                  .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                  .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                  .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                  .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                  .image = r->drawn,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL,
                       1, &barrier);
  VkBufferImageCopy region = all(r);
  vkCmdCopyBufferToImage(commands, r->buffer, r->drawn, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
  return commands;
}

bool renderer_finish(Renderer *r, VkCommandBuffer commands) {
  // The pixels were read for drawing; the copy must be visible to the host.
  VkMemoryBarrier read = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &read, 0, NULL, 0,
                       NULL);
  VkBufferImageCopy region = all(r);
  vkCmdCopyImageToBuffer(commands, r->result, VK_IMAGE_LAYOUT_GENERAL, r->buffer, 1, &region);
  VkMemoryBarrier written = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                             .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                             .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &written, 0, NULL, 0,
                       NULL);
  if (vkEndCommandBuffer(commands) != VK_SUCCESS) return false;
  VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  return vkQueueSubmit(r->queue, 1, &submit, r->fence) == VK_SUCCESS &&
         vkWaitForFences(r->device, 1, &r->fence, VK_TRUE, UINT64_MAX) == VK_SUCCESS;
}
