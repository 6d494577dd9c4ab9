// An app that renders with Vulkan, for tests of shared devices. It creates its own instance, device, images and
// pipelines, and does not use Core Image.
#ifndef VULKAN_APP_H
#define VULKAN_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CVKFunctions.h"

typedef struct VulkanApp {
  VkInstance instance;
  VkPhysicalDevice physicalDevice;
  VkDevice device;
  VkQueue queue;
  uint32_t family;
  VkPhysicalDeviceFeatures features;
  VkPhysicalDeviceVulkan12Features newer;
  /// Nil without the feature.
  VkSemaphore timeline;
  VkCommandPool pool;
  VkDebugUtilsMessengerEXT messenger;
  struct VulkanAppFunctions *vk;
  /// The first message of the validation layer; empty if there was none.
  char message[2000];
} VulkanApp;

typedef struct VulkanAppImage {
  VkImage image;
  VkDeviceMemory memory;
  VkImageView view;
} VulkanAppImage;

typedef struct VulkanAppBuffer {
  VkBuffer buffer;
  VkDeviceMemory memory;
  void *contents;
} VulkanAppBuffer;

typedef struct VulkanAppPipeline {
  VkDescriptorSetLayout setLayout;
  VkPipelineLayout layout;
  VkPipeline pipeline;
  VkDescriptorPool pool;
  VkDescriptorSet set;
} VulkanAppPipeline;

typedef struct VulkanAppPass {
  VkImageView views[2];
  VulkanAppPipeline pipeline;
} VulkanAppPass;

/// Starts with the functions of `loader`; with `validates` below the validation layer, synchronisation included. NULL where
/// the machine has no such thing. `hasTimeline` false: without the feature.
VulkanApp *app_start(PFN_vkGetInstanceProcAddr loader, bool validates, bool hasTimeline);
/// Ends the app after all objects were destroyed. The message then has an error of the validation layer, if any.
void app_end(VulkanApp *app);
void app_free(VulkanApp *app);

bool app_make_image(VulkanApp *app, VkFormat format, uint32_t width, uint32_t height, VulkanAppImage *image);
void app_destroy_image(VulkanApp *app, VulkanAppImage image);
bool app_make_buffer(VulkanApp *app, uint64_t byteCount, VulkanAppBuffer *buffer);
void app_destroy_buffer(VulkanApp *app, VulkanAppBuffer buffer);
/// A compute pipeline: binding 0 is a storage image, binding 1 a storage buffer, groups are of 8 x 8.
bool app_make_pipeline(VulkanApp *app, const uint32_t *words, size_t count, VulkanAppImage image, VulkanAppBuffer buffer,
                       VulkanAppPipeline *pipeline);
void app_destroy_pipeline(VulkanApp *app, VulkanAppPipeline pipeline);

/// Creates an app on an external device, for passes. Release it with `app_free`, without `app_end`.
VulkanApp *app_adopt(PFN_vkGetInstanceProcAddr loader, VkInstance instance, VkPhysicalDevice physicalDevice,
                     VkDevice device, VkQueue queue, uint32_t family);
/// A compute pipeline for two images of a format, both in the general layout: binding 0 is read, binding 1 written.
bool app_make_pass(VulkanApp *app, const uint32_t *words, size_t count, VkFormat format, VkImage source, VkImage target,
                   VulkanAppPass *pass);
void app_destroy_pass(VulkanApp *app, VulkanAppPass pass);

/// A new command buffer that is being recorded.
VkCommandBuffer app_begin(VulkanApp *app);
/// Ends the recording and submits: `timeline` reaches `value`, and 0 is waited for, else `waitValue` of it.
VkResult app_submit(VulkanApp *app, VkCommandBuffer commands, uint64_t waitValue, uint64_t value);
/// Releases the command buffer, regardless of its contents.
void app_drop(VulkanApp *app, VkCommandBuffer commands);
/// Waits until `timeline` reaches `value`.
VkResult app_wait(VulkanApp *app, uint64_t value);

/// From a layout to another, for compute shaders and copies before and behind.
void app_layout(VulkanApp *app, VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to);
void app_dispatch(VulkanApp *app, VkCommandBuffer commands, VulkanAppPipeline pipeline, uint32_t width, uint32_t height);
void app_clear(VulkanApp *app, VkCommandBuffer commands, VkImage image, VkImageLayout layout, float red, float green,
               float blue, float alpha);
/// Copies all of the image's first level, rows without a gap.
void app_read(VulkanApp *app, VkCommandBuffer commands, VkImage image, VkImageLayout layout, uint32_t width,
              uint32_t height, VulkanAppBuffer buffer);
void app_write(VulkanApp *app, VkCommandBuffer commands, VulkanAppBuffer buffer, VkImage image, VkImageLayout layout,
               uint32_t width, uint32_t height);
/// Lets the host read what copies and shaders wrote.
void app_host_barrier(VulkanApp *app, VkCommandBuffer commands);

#endif
