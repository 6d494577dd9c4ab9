// An app's own renderer, as far as an example needs one.
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
  /// What is on in the device.
  VkPhysicalDeviceFeatures features;
  VkPhysicalDeviceVulkan12Features newer;
  /// RGBA, 8 bits each: what the app draws, and what is made of it.
  VkImage drawn, result;
  VkDeviceMemory drawnMemory, resultMemory;
  /// The pixels, for the host.
  VkBuffer buffer;
  VkDeviceMemory bufferMemory;
  void *pixels;
  VkCommandPool pool;
  VkFence fence;
} Renderer;

/// Makes a device, and images of a size.
bool renderer_start(Renderer *renderer, uint32_t width, uint32_t height);
void renderer_end(Renderer *renderer);
/// A command buffer that draws the pixels into `drawn`, which then is in the general layout.
VkCommandBuffer renderer_draw(Renderer *renderer);
/// Copies `result`, in the general layout, to the pixels; submits, and waits for the end.
bool renderer_finish(Renderer *renderer, VkCommandBuffer commands);

#endif
