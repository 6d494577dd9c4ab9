#include "VulkanApp.h"

#include <stdlib.h>
#include <string.h>

// Of the loader, of the instance, and of the device.
#define LOADED(DO) DO(vkCreateInstance) DO(vkEnumerateInstanceLayerProperties)
#define OF_INSTANCE(DO)                                                                                                \
  DO(vkDestroyInstance)                                                                                                \
  DO(vkEnumeratePhysicalDevices)                                                                                       \
  DO(vkGetPhysicalDeviceFeatures2)                                                                                     \
  DO(vkGetPhysicalDeviceMemoryProperties)                                                                              \
  DO(vkGetPhysicalDeviceQueueFamilyProperties) DO(vkCreateDevice)                                                       \
  DO(vkGetDeviceProcAddr)                                                                                              \
  DO(vkCreateDebugUtilsMessengerEXT) DO(vkDestroyDebugUtilsMessengerEXT)
#define OF_DEVICE(DO)                                                                                                  \
  DO(vkDestroyDevice)                                                                                                  \
  DO(vkDeviceWaitIdle)                                                                                                 \
  DO(vkGetDeviceQueue)                                                                                                 \
  DO(vkQueueSubmit)                                                                                                    \
  DO(vkCreateSemaphore)                                                                                                \
  DO(vkDestroySemaphore)                                                                                               \
  DO(vkWaitSemaphores)                                                                                                 \
  DO(vkAllocateMemory)                                                                                                 \
  DO(vkFreeMemory)                                                                                                     \
  DO(vkMapMemory)                                                                                                      \
  DO(vkCreateBuffer)                                                                                                   \
  DO(vkDestroyBuffer)                                                                                                  \
  DO(vkGetBufferMemoryRequirements)                                                                                    \
  DO(vkBindBufferMemory)                                                                                               \
  DO(vkCreateImage)                                                                                                    \
  DO(vkDestroyImage)                                                                                                   \
  DO(vkGetImageMemoryRequirements)                                                                                     \
  DO(vkBindImageMemory)                                                                                                \
  DO(vkCreateImageView)                                                                                                \
  DO(vkDestroyImageView)                                                                                               \
  DO(vkCreateShaderModule)                                                                                             \
  DO(vkDestroyShaderModule)                                                                                            \
  DO(vkCreateDescriptorSetLayout)                                                                                      \
  DO(vkDestroyDescriptorSetLayout)                                                                                     \
  DO(vkCreatePipelineLayout)                                                                                           \
  DO(vkDestroyPipelineLayout)                                                                                          \
  DO(vkCreateComputePipelines)                                                                                         \
  DO(vkDestroyPipeline)                                                                                                \
  DO(vkCreateDescriptorPool)                                                                                           \
  DO(vkDestroyDescriptorPool)                                                                                          \
  DO(vkAllocateDescriptorSets)                                                                                         \
  DO(vkUpdateDescriptorSets)                                                                                           \
  DO(vkCreateCommandPool)                                                                                              \
  DO(vkDestroyCommandPool)                                                                                             \
  DO(vkFreeCommandBuffers)                                                                                             \
  DO(vkAllocateCommandBuffers)                                                                                         \
  DO(vkBeginCommandBuffer)                                                                                             \
  DO(vkEndCommandBuffer)                                                                                               \
  DO(vkCmdPipelineBarrier)                                                                                             \
  DO(vkCmdBindPipeline)                                                                                                \
  DO(vkCmdBindDescriptorSets)                                                                                          \
  DO(vkCmdDispatch)                                                                                                    \
  DO(vkCmdClearColorImage)                                                                                             \
  DO(vkCmdCopyImageToBuffer) DO(vkCmdCopyBufferToImage)

struct VulkanAppFunctions {
#define FIELD(name) PFN_##name name;
  LOADED(FIELD) OF_INSTANCE(FIELD) OF_DEVICE(FIELD)
#undef FIELD
};

static VKAPI_ATTR VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                           VkDebugUtilsMessageTypeFlagsEXT types,
                                           const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
  (void)severity, (void)types;
  VulkanApp *app = user;
  if (!*app->message && data->pMessage) strncpy(app->message, data->pMessage, sizeof app->message - 1);
  return VK_FALSE;
}

static bool has_layer(VulkanApp *app, const char *name) {
  uint32_t count = 0;
  app->vk->vkEnumerateInstanceLayerProperties(&count, NULL);
  VkLayerProperties layers[64];
  if (count > 64) count = 64;
  if (app->vk->vkEnumerateInstanceLayerProperties(&count, layers) < 0) return false;
  for (uint32_t i = 0; i < count; ++i)
    if (!strcmp(layers[i].layerName, name)) return true;
  return false;
}

VulkanApp *app_start(PFN_vkGetInstanceProcAddr loader, bool validates, bool hasTimeline) {
  VulkanApp *app = calloc(1, sizeof *app);
  app->vk = calloc(1, sizeof *app->vk);
#define LOAD(name) app->vk->name = (PFN_##name)loader(NULL, #name);
  LOADED(LOAD)
#undef LOAD
  const char *layer = "VK_LAYER_KHRONOS_validation";
  if (validates && !has_layer(app, layer)) {
    app_free(app);
    return NULL;
  }
  VkApplicationInfo about = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2};
  VkValidationFeatureEnableEXT synchronisation = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT checks = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                    .enabledValidationFeatureCount = 1,
                                    .pEnabledValidationFeatures = &synchronisation};
  const char *extensions[] = {"VK_EXT_debug_utils", "VK_EXT_validation_features"};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pNext = validates ? &checks : NULL,
                               .pApplicationInfo = &about,
                               .enabledLayerCount = validates,
                               .ppEnabledLayerNames = &layer,
                               .enabledExtensionCount = validates ? 2 : 0,
                               .ppEnabledExtensionNames = extensions};
  if (app->vk->vkCreateInstance(&info, NULL, &app->instance) != VK_SUCCESS) {
    app_free(app);
    return NULL;
  }
#define LOAD(name) app->vk->name = (PFN_##name)loader(app->instance, #name);
  OF_INSTANCE(LOAD)
#undef LOAD
  if (validates) {
    VkDebugUtilsMessengerCreateInfoEXT ears = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = hear,
        .pUserData = app};
    app->vk->vkCreateDebugUtilsMessengerEXT(app->instance, &ears, NULL, &app->messenger);
  }
  VkPhysicalDevice found[8];
  uint32_t count = 8;
  app->vk->vkEnumeratePhysicalDevices(app->instance, &count, found);
  if (count == 0) return NULL;
  app->physicalDevice = found[0];
  VkQueueFamilyProperties families[16];
  uint32_t familyCount = 16;
  app->vk->vkGetPhysicalDeviceQueueFamilyProperties(app->physicalDevice, &familyCount, families);
  while (app->family < familyCount && !(families[app->family].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++app->family;

  app->newer = (VkPhysicalDeviceVulkan12Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &app->newer};
  app->vk->vkGetPhysicalDeviceFeatures2(app->physicalDevice, &all);
  // Few features on, so that a context which took what the device could have would be found out.
  app->features = (VkPhysicalDeviceFeatures){.shaderInt64 = all.features.shaderInt64};
  app->newer = (VkPhysicalDeviceVulkan12Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                  .timelineSemaphore = hasTimeline};
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueFamilyIndex = app->family,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &app->newer,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .pEnabledFeatures = &app->features};
  if (app->vk->vkCreateDevice(app->physicalDevice, &device, NULL, &app->device) != VK_SUCCESS) return NULL;
#define LOAD(name) app->vk->name = (PFN_##name)app->vk->vkGetDeviceProcAddr(app->device, #name);
  OF_DEVICE(LOAD)
#undef LOAD
  app->vk->vkGetDeviceQueue(app->device, app->family, 0, &app->queue);
  VkCommandPoolCreateInfo pools = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = app->family};
  app->vk->vkCreateCommandPool(app->device, &pools, NULL, &app->pool);
  if (hasTimeline) {
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    app->vk->vkCreateSemaphore(app->device, &semaphore, NULL, &app->timeline);
  }
  return app;
}

void app_end(VulkanApp *app) {
  app->vk->vkDeviceWaitIdle(app->device);
  if (app->timeline) app->vk->vkDestroySemaphore(app->device, app->timeline, NULL);
  app->vk->vkDestroyCommandPool(app->device, app->pool, NULL);
  app->vk->vkDestroyDevice(app->device, NULL);
  if (app->messenger) app->vk->vkDestroyDebugUtilsMessengerEXT(app->instance, app->messenger, NULL);
  app->vk->vkDestroyInstance(app->instance, NULL);
}

void app_free(VulkanApp *app) {
  free(app->vk);
  free(app);
}

static VkDeviceMemory memory(VulkanApp *app, VkMemoryRequirements needs, VkMemoryPropertyFlags wanted) {
  VkPhysicalDeviceMemoryProperties types;
  app->vk->vkGetPhysicalDeviceMemoryProperties(app->physicalDevice, &types);
  VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size};
  for (uint32_t i = 0; i < types.memoryTypeCount; ++i) {
    if (!(needs.memoryTypeBits >> i & 1) || (types.memoryTypes[i].propertyFlags & wanted) != wanted) continue;
    info.memoryTypeIndex = i;
    VkDeviceMemory made = NULL;
    app->vk->vkAllocateMemory(app->device, &info, NULL, &made);
    return made;
  }
  return NULL;
}

static const VkImageSubresourceRange whole = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

bool app_make_image(VulkanApp *app, VkFormat format, uint32_t width, uint32_t height, VulkanAppImage *image) {
  bool isSRGB = format == VK_FORMAT_R8G8B8A8_SRGB || format == VK_FORMAT_B8G8R8A8_SRGB;
  VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                            .imageType = VK_IMAGE_TYPE_2D,
                            .format = format,
                            .extent = {width, height, 1},
                            .mipLevels = 1,
                            .arrayLayers = 1,
                            .samples = VK_SAMPLE_COUNT_1_BIT,
                            .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                     VK_IMAGE_USAGE_SAMPLED_BIT | (isSRGB ? 0 : VK_IMAGE_USAGE_STORAGE_BIT)};
  if (app->vk->vkCreateImage(app->device, &info, NULL, &image->image) != VK_SUCCESS) return false;
  VkMemoryRequirements needs;
  app->vk->vkGetImageMemoryRequirements(app->device, image->image, &needs);
  image->memory = memory(app, needs, 0);
  app->vk->vkBindImageMemory(app->device, image->image, image->memory, 0);
  VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                .image = image->image,
                                .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                .format = format,
                                .subresourceRange = whole};
  return app->vk->vkCreateImageView(app->device, &view, NULL, &image->view) == VK_SUCCESS;
}

void app_destroy_image(VulkanApp *app, VulkanAppImage image) {
  app->vk->vkDestroyImageView(app->device, image.view, NULL);
  app->vk->vkDestroyImage(app->device, image.image, NULL);
  app->vk->vkFreeMemory(app->device, image.memory, NULL);
}

bool app_make_buffer(VulkanApp *app, uint64_t byteCount, VulkanAppBuffer *buffer) {
  VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                             .size = byteCount,
                             .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                      VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  if (app->vk->vkCreateBuffer(app->device, &info, NULL, &buffer->buffer) != VK_SUCCESS) return false;
  VkMemoryRequirements needs;
  app->vk->vkGetBufferMemoryRequirements(app->device, buffer->buffer, &needs);
  buffer->memory = memory(app, needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  app->vk->vkBindBufferMemory(app->device, buffer->buffer, buffer->memory, 0);
  return app->vk->vkMapMemory(app->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &buffer->contents) == VK_SUCCESS;
}

void app_destroy_buffer(VulkanApp *app, VulkanAppBuffer buffer) {
  app->vk->vkDestroyBuffer(app->device, buffer.buffer, NULL);
  app->vk->vkFreeMemory(app->device, buffer.memory, NULL);
}

/// Images are the first bindings, a buffer, where there is one, the last.
static bool make_pipeline(VulkanApp *app, const uint32_t *words, size_t count, const VkImageView *images,
                          uint32_t imageCount, VkBuffer buffer, VulkanAppPipeline *pipeline) {
  uint32_t bindingCount = imageCount + (buffer ? 1 : 0);
  VkDescriptorSetLayoutBinding bindings[8] = {0};
  for (uint32_t i = 0; i < bindingCount; ++i)
    bindings[i] = (VkDescriptorSetLayoutBinding){
        .binding = i,
        .descriptorType = i < imageCount ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
  VkDescriptorSetLayoutCreateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                         .bindingCount = bindingCount,
                                         .pBindings = bindings};
  app->vk->vkCreateDescriptorSetLayout(app->device, &set, NULL, &pipeline->setLayout);
  VkPipelineLayoutCreateInfo layout = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &pipeline->setLayout};
  app->vk->vkCreatePipelineLayout(app->device, &layout, NULL, &pipeline->layout);
  VkShaderModuleCreateInfo code = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = count * 4, .pCode = words};
  VkShaderModule module;
  if (app->vk->vkCreateShaderModule(app->device, &code, NULL, &module) != VK_SUCCESS) return false;
  VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                .module = module,
                                                .pName = "main"},
                                      .layout = pipeline->layout};
  VkResult result = app->vk->vkCreateComputePipelines(app->device, NULL, 1, &info, NULL, &pipeline->pipeline);
  app->vk->vkDestroyShaderModule(app->device, module, NULL);
  if (result != VK_SUCCESS) return false;
  VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, imageCount}, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
  VkDescriptorPoolCreateInfo sets = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                     .maxSets = 1,
                                     .poolSizeCount = 2,
                                     .pPoolSizes = sizes};
  app->vk->vkCreateDescriptorPool(app->device, &sets, NULL, &pipeline->pool);
  VkDescriptorSetAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                     .descriptorPool = pipeline->pool,
                                     .descriptorSetCount = 1,
                                     .pSetLayouts = &pipeline->setLayout};
  app->vk->vkAllocateDescriptorSets(app->device, &one, &pipeline->set);
  for (uint32_t i = 0; i < bindingCount; ++i) {
    VkDescriptorImageInfo imageInfo = {.imageView = i < imageCount ? images[i] : NULL,
                                       .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    VkDescriptorBufferInfo bufferInfo = {buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = pipeline->set,
                                  .dstBinding = i,
                                  .descriptorCount = 1,
                                  .descriptorType = bindings[i].descriptorType,
                                  .pImageInfo = &imageInfo,
                                  .pBufferInfo = &bufferInfo};
    app->vk->vkUpdateDescriptorSets(app->device, 1, &write, 0, NULL);
  }
  return true;
}

bool app_make_pipeline(VulkanApp *app, const uint32_t *words, size_t count, VulkanAppImage image, VulkanAppBuffer buffer,
                       VulkanAppPipeline *pipeline) {
  return make_pipeline(app, words, count, &image.view, 1, buffer.buffer, pipeline);
}

VulkanApp *app_adopt(PFN_vkGetInstanceProcAddr loader, VkInstance instance, VkPhysicalDevice physicalDevice,
                     VkDevice device, VkQueue queue, uint32_t family) {
  VulkanApp *app = calloc(1, sizeof *app);
  app->vk = calloc(1, sizeof *app->vk);
  app->instance = instance, app->physicalDevice = physicalDevice, app->device = device;
  app->queue = queue, app->family = family;
#define LOAD(name) app->vk->name = (PFN_##name)loader(instance, #name);
  OF_INSTANCE(LOAD)
#undef LOAD
#define LOAD(name) app->vk->name = (PFN_##name)app->vk->vkGetDeviceProcAddr(device, #name);
  OF_DEVICE(LOAD)
#undef LOAD
  return app;
}

bool app_make_pass(VulkanApp *app, const uint32_t *words, size_t count, VkFormat format, VkImage source, VkImage target,
                   VulkanAppPass *pass) {
  VkImage images[] = {source, target};
  for (int i = 0; i < 2; ++i) {
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = images[i],
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = format,
                                  .subresourceRange = whole};
    if (app->vk->vkCreateImageView(app->device, &view, NULL, &pass->views[i]) != VK_SUCCESS) return false;
  }
  return make_pipeline(app, words, count, pass->views, 2, NULL, &pass->pipeline);
}

void app_destroy_pass(VulkanApp *app, VulkanAppPass pass) {
  app_destroy_pipeline(app, pass.pipeline);
  for (int i = 0; i < 2; ++i) app->vk->vkDestroyImageView(app->device, pass.views[i], NULL);
}

void app_destroy_pipeline(VulkanApp *app, VulkanAppPipeline pipeline) {
  app->vk->vkDestroyDescriptorPool(app->device, pipeline.pool, NULL);
  app->vk->vkDestroyPipeline(app->device, pipeline.pipeline, NULL);
  app->vk->vkDestroyPipelineLayout(app->device, pipeline.layout, NULL);
  app->vk->vkDestroyDescriptorSetLayout(app->device, pipeline.setLayout, NULL);
}

VkCommandBuffer app_begin(VulkanApp *app) {
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = app->pool,
                                      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                      .commandBufferCount = 1};
  VkCommandBuffer commands = NULL;
  app->vk->vkAllocateCommandBuffers(app->device, &info, &commands);
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  app->vk->vkBeginCommandBuffer(commands, &begin);
  return commands;
}

VkResult app_submit(VulkanApp *app, VkCommandBuffer commands, uint64_t waitValue, uint64_t value) {
  app->vk->vkEndCommandBuffer(commands);
  VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                          .waitSemaphoreValueCount = waitValue > 0,
                                          .pWaitSemaphoreValues = &waitValue,
                                          .signalSemaphoreValueCount = 1,
                                          .pSignalSemaphoreValues = &value};
  VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                       .pNext = &values,
                       .waitSemaphoreCount = waitValue > 0,
                       .pWaitSemaphores = &app->timeline,
                       .pWaitDstStageMask = &stages,
                       .commandBufferCount = 1,
                       .pCommandBuffers = &commands,
                       .signalSemaphoreCount = 1,
                       .pSignalSemaphores = &app->timeline};
  return app->vk->vkQueueSubmit(app->queue, 1, &info, NULL);
}

void app_drop(VulkanApp *app, VkCommandBuffer commands) {
  app->vk->vkFreeCommandBuffers(app->device, app->pool, 1, &commands);
}

VkResult app_wait(VulkanApp *app, uint64_t value) {
  VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                              .semaphoreCount = 1,
                              .pSemaphores = &app->timeline,
                              .pValues = &value};
  return app->vk->vkWaitSemaphores(app->device, &info, UINT64_MAX);
}

static const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
static const VkAccessFlags uses = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT |
                                  VK_ACCESS_TRANSFER_WRITE_BIT;

void app_layout(VulkanApp *app, VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                  .srcAccessMask = uses,
                                  .dstAccessMask = uses,
                                  .oldLayout = from,
                                  .newLayout = to,
                                  .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                  .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                  .image = image,
                                  .subresourceRange = whole};
  app->vk->vkCmdPipelineBarrier(commands, stages, stages, 0, 0, NULL, 0, NULL, 1, &barrier);
}

void app_dispatch(VulkanApp *app, VkCommandBuffer commands, VulkanAppPipeline pipeline, uint32_t width, uint32_t height) {
  app->vk->vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
  app->vk->vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0, 1, &pipeline.set, 0, NULL);
  app->vk->vkCmdDispatch(commands, (width + 7) / 8, (height + 7) / 8, 1);
}

void app_clear(VulkanApp *app, VkCommandBuffer commands, VkImage image, VkImageLayout layout, float red, float green,
               float blue, float alpha) {
  VkClearColorValue color = {.float32 = {red, green, blue, alpha}};
  app->vk->vkCmdClearColorImage(commands, image, layout, &color, 1, &whole);
}

static VkBufferImageCopy all(uint32_t width, uint32_t height) {
  return (VkBufferImageCopy){.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                             .imageExtent = {width, height, 1}};
}

void app_read(VulkanApp *app, VkCommandBuffer commands, VkImage image, VkImageLayout layout, uint32_t width,
              uint32_t height, VulkanAppBuffer buffer) {
  VkBufferImageCopy region = all(width, height);
  app->vk->vkCmdCopyImageToBuffer(commands, image, layout, buffer.buffer, 1, &region);
}

void app_write(VulkanApp *app, VkCommandBuffer commands, VulkanAppBuffer buffer, VkImage image, VkImageLayout layout,
               uint32_t width, uint32_t height) {
  VkBufferImageCopy region = all(width, height);
  app->vk->vkCmdCopyBufferToImage(commands, buffer.buffer, image, layout, 1, &region);
}

void app_host_barrier(VulkanApp *app, VkCommandBuffer commands) {
  VkMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = uses, .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
  app->vk->vkCmdPipelineBarrier(commands, stages, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}
