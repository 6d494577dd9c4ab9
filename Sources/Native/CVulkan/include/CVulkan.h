// Vulkan for Swift: the headers, and set-up calls whose chained structures are hard to build in Swift.
#ifndef CVULKAN_H
#define CVULKAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CVKFunctions.h"

/// Fills the functions that exist without an instance. `loader` returns function addresses; NULL: libvulkan's.
void cvk_load(CVKFunctions *functions, PFN_vkGetInstanceProcAddr loader);

/// Adds the functions of an instance. Returns false if one of Vulkan 1.2 is missing.
bool cvk_load_instance(CVKFunctions *functions, VkInstance instance);

/// Adds the functions of a device of the table's instance; they are valid for this device only. Returns false if one of
/// Vulkan 1.2 is missing.
bool cvk_load_device(CVKFunctions *functions, VkDevice device);

/// The result of a call, and its name.
typedef struct CVKResult {
  VkResult code;
  const char *call;
} CVKResult;

/// Returns whether the Khronos validation layer is installed.
bool cvk_has_validation_layer(const CVKFunctions *functions);

/// Creates an instance for Vulkan 1.2 with some extensions. `validates` enables the validation layer, including
/// synchronization checks.
CVKResult cvk_create_instance(const CVKFunctions *functions, const char *const *extensions, uint32_t extensionCount,
                              bool validates, VkInstance *instance);

/// Calls `message` for every warning and error of the validation layer about the use of Vulkan, on any thread.
CVKResult cvk_create_messenger(const CVKFunctions *functions, VkInstance instance,
                               PFN_vkDebugUtilsMessengerCallbackEXT message, void *user,
                               VkDebugUtilsMessengerEXT *messenger);

/// The properties of a physical device as a flat structure.
typedef struct CVKDeviceFacts {
  char name[256], driverName[256], driverInfo[256];
  VkPhysicalDeviceType type;
  uint32_t apiVersion, driverVersion, vendorID, deviceID;
  uint8_t cacheUUID[16], deviceUUID[16], driverUUID[16];
  /// The queue family to use; -1 if none supports compute.
  int32_t queueFamily;
  uint32_t timestampBits;
  float timestampPeriod;
  bool timelineSemaphore, shaderInt64, shaderInt16, shaderFloat64, shaderInt8, shaderFloat16, externalMemoryHost,
      memoryBudget;
  /// Whether kernels can require IEEE 754's NaN and infinity, and whether invocations of a subgroup can vote.
  bool preservesNaN, subgroupVotes;
  uint32_t maxTexelBufferElements, maxStorageBufferRange, maxUniformBufferRange, maxTexelBuffers;
  uint32_t maxGroupCountX, maxGroupCountY, maxImageSide;
  uint64_t maxAllocation, importAlignment;
  uint64_t texelAlignment, storageAlignment, uniformAlignment;
  VkPhysicalDeviceMemoryProperties memory;
} CVKDeviceFacts;

/// The features that are enabled in an external device, whose queues of one family are used. `cvk_restrict_facts`
/// removes all others.
typedef struct CVKEnabled {
  uint32_t apiVersion, queueFamily;
  bool timelineSemaphore, shaderInt64, shaderInt16, shaderFloat64, shaderInt8, shaderFloat16, externalMemoryHost;
} CVKEnabled;
void cvk_restrict_facts(const CVKFunctions *functions, VkPhysicalDevice device, const CVKEnabled *enabled,
                        CVKDeviceFacts *facts);

void cvk_read_facts(const CVKFunctions *functions, VkPhysicalDevice device, CVKDeviceFacts *facts);

bool cvk_has_extension(const CVKFunctions *functions, VkPhysicalDevice device, const char *name);

uint64_t cvk_heap_bytes(const CVKDeviceFacts *facts, uint32_t heap);
bool cvk_heap_is_device_local(const CVKDeviceFacts *facts, uint32_t heap);

/// Returns the bytes of a heap that this process may still allocate, as reported by the driver (VK_EXT_memory_budget);
/// 0 if it does not report them.
uint64_t cvk_free_heap_bytes(const CVKFunctions *functions, VkPhysicalDevice device, const CVKDeviceFacts *facts,
                             uint32_t heap);

/// Returns the first memory type among `allowed` that has all of `required` and most of `preferred`; -1 if there is
/// none.
int32_t cvk_memory_type(const CVKDeviceFacts *facts, uint32_t allowed, VkMemoryPropertyFlags required,
                        VkMemoryPropertyFlags preferred);

/// Creates a device with one queue. Enables the features of `facts` that kernels may use, and an additional extension,
/// or NULL. `priority` is 0...1.
CVKResult cvk_create_device(const CVKFunctions *functions, VkPhysicalDevice physical, const CVKDeviceFacts *facts,
                            const char *extension, float priority, VkDevice *device);

/// Creates a device, returns its queue, and adds the device's functions to the table.
CVKResult cvk_open_device(CVKFunctions *functions, VkPhysicalDevice physical, const CVKDeviceFacts *facts,
                          const char *extension, VkDevice *device, VkQueue *queue);

CVKResult cvk_create_timeline(const CVKFunctions *functions, VkDevice device, VkSemaphore *semaphore);

/// Creates a buffer and its memory. If `importing` is not NULL, the memory is caller-owned
/// (VK_EXT_external_memory_host).
CVKResult cvk_create_buffer(const CVKFunctions *functions, VkDevice device, const CVKDeviceFacts *facts,
                            uint64_t byteCount, VkBufferUsageFlags usage, VkMemoryPropertyFlags required,
                            VkMemoryPropertyFlags preferred, void *importing, VkBuffer *buffer,
                            VkDeviceMemory *memory);

/// Creates an image of one level, layer and sample, and its device-local memory, of `*byteCount` bytes. If `exported`
/// is not 0, the memory is dedicated and can be exported by these kinds of handles.
CVKResult cvk_create_image(const CVKFunctions *functions, VkDevice device, const CVKDeviceFacts *facts, VkFormat format,
                           uint32_t width, uint32_t height, VkImageUsageFlags usage,
                           VkExternalMemoryHandleTypeFlags exported, VkImage *image, VkDeviceMemory *memory,
                           uint64_t *byteCount);

/// Creates the layout of kernels: uniforms, then the descriptors of `types`, the output first; 32 bytes of push
/// constants.
CVKResult cvk_create_layout(const CVKFunctions *functions, VkDevice device, const VkDescriptorType *types,
                            uint32_t typeCount, VkDescriptorSetLayout *set, VkPipelineLayout *layout);

CVKResult cvk_create_pipeline(const CVKFunctions *functions, VkDevice device, VkPipelineCache cache,
                              const uint32_t *words, size_t wordCount, VkPipelineLayout layout, VkPipeline *pipeline);

CVKResult cvk_create_descriptor_pool(const CVKFunctions *functions, VkDevice device, uint32_t sets, uint32_t inputs,
                                     VkDescriptorPool *pool);

typedef struct CVKRange {
  VkBuffer buffer;
  uint64_t offset, byteCount;
} CVKRange;

/// A resource that a kernel reads or writes: an image in a layout, a texel buffer, or, if both views are NULL, a
/// storage buffer.
typedef struct CVKBound {
  VkBufferView view;
  VkImageView image;
  VkImageLayout layout;
  CVKRange range;
} CVKBound;

/// Allocates a descriptor set from `pool` and binds the resources of a dispatch.
CVKResult cvk_make_set(const CVKFunctions *functions, VkDevice device, VkDescriptorPool pool,
                       VkDescriptorSetLayout layout, CVKRange uniforms, CVKBound output, const CVKBound *inputs,
                       uint32_t inputCount, VkDescriptorSet *set);

/// Records a barrier for all memory.
void cvk_barrier(const CVKFunctions *functions, VkCommandBuffer commands, VkPipelineStageFlags from,
                 VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags used);

/// A semaphore and, for a timeline semaphore, the value to wait for or to signal; a binary one has none.
typedef struct CVKSignal {
  VkSemaphore semaphore;
  uint64_t value;
} CVKSignal;

/// Submits `commands`, which may be NULL. Their stages `waiting` wait for `waits`, and their completion signals
/// `signals`.
CVKResult cvk_submit(const CVKFunctions *functions, VkQueue queue, VkCommandBuffer commands,
                     VkPipelineStageFlags waiting, const CVKSignal *waits, uint32_t waitCount,
                     const CVKSignal *signals, uint32_t signalCount);

/// Records a barrier for one image, which may change its layout and its queue family.
void cvk_image_barrier(const CVKFunctions *functions, VkCommandBuffer commands, VkPipelineStageFlags from,
                       VkPipelineStageFlags to, const VkImageMemoryBarrier *barrier);

/// Waits until `semaphore` reaches `value`.
CVKResult cvk_wait(const CVKFunctions *functions, VkDevice device, VkSemaphore semaphore, uint64_t value,
                   uint64_t nanoseconds);

/// Makes the C library return freed blocks of a megabyte and more to the system; otherwise glibc may retain up to twice
/// the size of the largest block. Applies to the whole process. Has no effect with other C libraries.
void cvk_return_large_memory(void);

#endif
