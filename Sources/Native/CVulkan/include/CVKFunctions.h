// The functions of Vulkan that this package calls, all through a table.
#ifndef CVK_FUNCTIONS_H
#define CVK_FUNCTIONS_H

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan.h>

/// Functions that exist without an instance.
#define CVK_LOADER_FUNCTIONS(DO)                                                                                       \
  DO(vkEnumerateInstanceLayerProperties)                                                                               \
  DO(vkCreateInstance)

#define CVK_INSTANCE_FUNCTIONS(DO)                                                                                     \
  DO(vkDestroyInstance)                                                                                                \
  DO(vkEnumeratePhysicalDevices)                                                                                       \
  DO(vkEnumerateDeviceExtensionProperties)                                                                             \
  DO(vkGetPhysicalDeviceProperties)                                                                                    \
  DO(vkGetPhysicalDeviceProperties2)                                                                                   \
  DO(vkGetPhysicalDeviceFeatures2)                                                                                     \
  DO(vkGetPhysicalDeviceFormatProperties)                                                                              \
  DO(vkGetPhysicalDeviceMemoryProperties)                                                                              \
  DO(vkGetPhysicalDeviceMemoryProperties2)                                                                             \
  DO(vkGetPhysicalDeviceQueueFamilyProperties)                                                                         \
  DO(vkCreateDevice)                                                                                                   \
  DO(vkGetDeviceProcAddr)

/// Functions of extensions: NULL if the instance was created without them.
#define CVK_INSTANCE_EXTENSIONS(DO)                                                                                    \
  DO(vkCreateDebugUtilsMessengerEXT)                                                                                   \
  DO(vkDestroyDebugUtilsMessengerEXT)

#define CVK_DEVICE_FUNCTIONS(DO)                                                                                       \
  DO(vkDestroyDevice)                                                                                                  \
  DO(vkGetDeviceQueue)                                                                                                 \
  DO(vkQueueSubmit)                                                                                                    \
  DO(vkQueueWaitIdle)                                                                                                  \
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
  DO(vkCreateBufferView)                                                                                               \
  DO(vkDestroyBufferView)                                                                                              \
  DO(vkCreateImageView)                                                                                                \
  DO(vkDestroyImageView)                                                                                               \
  DO(vkCreateShaderModule)                                                                                             \
  DO(vkDestroyShaderModule)                                                                                            \
  DO(vkCreateDescriptorSetLayout)                                                                                      \
  DO(vkDestroyDescriptorSetLayout)                                                                                     \
  DO(vkCreatePipelineLayout)                                                                                           \
  DO(vkDestroyPipelineLayout)                                                                                          \
  DO(vkCreatePipelineCache)                                                                                            \
  DO(vkDestroyPipelineCache)                                                                                           \
  DO(vkGetPipelineCacheData)                                                                                           \
  DO(vkCreateComputePipelines)                                                                                         \
  DO(vkDestroyPipeline)                                                                                                \
  DO(vkCreateDescriptorPool)                                                                                           \
  DO(vkDestroyDescriptorPool)                                                                                          \
  DO(vkResetDescriptorPool)                                                                                            \
  DO(vkAllocateDescriptorSets)                                                                                         \
  DO(vkUpdateDescriptorSets)                                                                                           \
  DO(vkCreateCommandPool)                                                                                              \
  DO(vkDestroyCommandPool)                                                                                             \
  DO(vkResetCommandPool)                                                                                               \
  DO(vkAllocateCommandBuffers)                                                                                         \
  DO(vkBeginCommandBuffer)                                                                                             \
  DO(vkEndCommandBuffer)                                                                                               \
  DO(vkCreateQueryPool)                                                                                                \
  DO(vkDestroyQueryPool)                                                                                               \
  DO(vkGetQueryPoolResults)                                                                                            \
  DO(vkCmdResetQueryPool)                                                                                              \
  DO(vkCmdWriteTimestamp)                                                                                              \
  DO(vkCmdBindPipeline)                                                                                                \
  DO(vkCmdBindDescriptorSets)                                                                                          \
  DO(vkCmdPushConstants)                                                                                               \
  DO(vkCmdDispatch)                                                                                                    \
  DO(vkCmdCopyBuffer)                                                                                                  \
  DO(vkCmdCopyImageToBuffer)                                                                                           \
  DO(vkCmdCopyBufferToImage)                                                                                           \
  DO(vkCmdCopyImage)                                                                                                   \
  DO(vkCmdClearColorImage)                                                                                             \
  DO(vkCmdPipelineBarrier)

/// Functions of extensions: NULL if the device was created without them.
#define CVK_DEVICE_EXTENSIONS(DO) DO(vkGetMemoryHostPointerPropertiesEXT)

#define CVK_FUNCTIONS(DO)                                                                                              \
  CVK_LOADER_FUNCTIONS(DO)                                                                                             \
  CVK_INSTANCE_FUNCTIONS(DO)                                                                                           \
  CVK_INSTANCE_EXTENSIONS(DO)                                                                                          \
  CVK_DEVICE_FUNCTIONS(DO)                                                                                             \
  CVK_DEVICE_EXTENSIONS(DO)

/// A table of Vulkan's functions. It is filled in up to three steps, by `cvk_load`, `cvk_load_instance` and
/// `cvk_load_device`; functions of later steps are NULL.
typedef struct CVKFunctions {
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr;
#define CVK_FIELD(name) PFN_##name name;
  CVK_FUNCTIONS(CVK_FIELD)
#undef CVK_FIELD
} CVKFunctions;

#endif
