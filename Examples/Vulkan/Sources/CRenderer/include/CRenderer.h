// The app's renderer, as far as this example needs one.
#ifndef CRENDERER_H
#define CRENDERER_H

#include <stdbool.h>
#include <stddef.h>
#include <vulkan/vulkan.h>

typedef struct Renderer {
  VkInstance instance;
  VkPhysicalDevice physicalDevice;
  VkDevice device;
  VkQueue queue;
  uint32_t family, width, height;
  /// The enabled features of the device.
  VkPhysicalDeviceFeatures features;
  VkPhysicalDeviceVulkan12Features newer;
  /// RGBA, 8 bits each: the app's drawing, and the recipe's result.
  VkImage drawn, result;
  VkDeviceMemory drawnMemory, resultMemory;
  /// The pixels in host memory.
  VkBuffer buffer;
  VkDeviceMemory bufferMemory;
  void *pixels;
  VkCommandPool pool;
  VkFence fence;
} Renderer;

/// Creates a device, and images of a size.
bool renderer_start(Renderer *renderer, uint32_t width, uint32_t height);
void renderer_end(Renderer *renderer);
/// Records a command buffer that draws the pixels into `drawn`, which is then in the general layout.
VkCommandBuffer renderer_draw(Renderer *renderer);
/// Copies `result`, in the general layout, to the pixels; submits, and waits for completion.
bool renderer_finish(Renderer *renderer, VkCommandBuffer commands);

#endif
