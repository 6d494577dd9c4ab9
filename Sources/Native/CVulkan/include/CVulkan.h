// Vulkan for Swift: the headers, and the few set-up calls whose chains of structures are painful to build from there.
#ifndef CVULKAN_H
#define CVULKAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CVKFunctions.h"

/// Starts a table: what there is without an instance. `loader` finds functions; NULL: libvulkan's.
void cvk_load(CVKFunctions *functions, PFN_vkGetInstanceProcAddr loader);

/// Adds the functions of an instance. False when one is missing that every Vulkan 1.2 has.
bool cvk_load_instance(CVKFunctions *functions, VkInstance instance);

/// Adds the functions of a device of the table's instance, which then are for this device alone. False as above.
bool cvk_load_device(CVKFunctions *functions, VkDevice device);

/// What a call gave, and which it was.
typedef struct CVKResult {
  VkResult code;
  const char *call;
} CVKResult;

/// True when the Khronos validation layer is installed.
bool cvk_has_validation_layer(const CVKFunctions *functions);

/// Makes an instance for Vulkan 1.2 with some extensions; with `validates` the validation layer is on, synchronisation checks
/// included.
CVKResult cvk_create_instance(const CVKFunctions *functions, const char *const *extensions, uint32_t extensionCount,
                              bool validates, VkInstance *instance);

/// Lets `message` hear every warning and error of the validation layer about our use of Vulkan, from any thread.
CVKResult cvk_create_messenger(const CVKFunctions *functions, VkInstance instance,
                               PFN_vkDebugUtilsMessengerCallbackEXT message, void *user,
                               VkDebugUtilsMessengerEXT *messenger);

/// What a physical device is and can do, in one flat structure.
typedef struct CVKDeviceFacts {
  char name[256], driverName[256], driverInfo[256];
  VkPhysicalDeviceType type;
  uint32_t apiVersion, driverVersion, vendorID, deviceID;
  uint8_t cacheUUID[16], deviceUUID[16], driverUUID[16];
  /// The queue family to use; -1 when none computes.
  int32_t queueFamily;
  uint32_t timestampBits;
  float timestampPeriod;
  bool timelineSemaphore, shaderInt64, shaderInt16, shaderFloat64, shaderInt8, shaderFloat16, externalMemoryHost,
      memoryBudget;
  /// Kernels can ask that NaN and infinity are what IEEE 754 has them be, and invocations side by side can vote.
  bool preservesNaN, subgroupVotes;
  uint32_t maxTexelBufferElements, maxStorageBufferRange, maxUniformBufferRange, maxTexelBuffers;
  uint32_t maxGroupCountX, maxGroupCountY, maxImageSide;
  uint64_t maxAllocation, importAlignment;
  uint64_t texelAlignment, storageAlignment, uniformAlignment;
  VkPhysicalDeviceMemoryProperties memory;
} CVKDeviceFacts;

/// Leaves of `facts` what is on in a device that somebody else made, to be used by its queues of one family.
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

/// Bytes of a heap that this process may still take as the driver sees it now (VK_EXT_memory_budget); 0 when it does not say.
uint64_t cvk_free_heap_bytes(const CVKFunctions *functions, VkPhysicalDevice device, const CVKDeviceFacts *facts,
                             uint32_t heap);

/// The first memory type among `allowed` that has all of `required` and most of `preferred`; -1 when there is none.
int32_t cvk_memory_type(const CVKDeviceFacts *facts, uint32_t allowed, VkMemoryPropertyFlags required,
                        VkMemoryPropertyFlags preferred);

/// Makes a device with one queue; features of `facts` that kernels may use are switched on, and an extension that others
/// want beside those of kernels, or NULL. `priority` is 0...1.
CVKResult cvk_create_device(const CVKFunctions *functions, VkPhysicalDevice physical, const CVKDeviceFacts *facts,
                            const char *extension, float priority, VkDevice *device);

/// The same with its queue; the device's functions are added to the table.
CVKResult cvk_open_device(CVKFunctions *functions, VkPhysicalDevice physical, const CVKDeviceFacts *facts,
                          const char *extension, VkDevice *device, VkQueue *queue);

CVKResult cvk_create_timeline(const CVKFunctions *functions, VkDevice device, VkSemaphore *semaphore);

/// A buffer and its memory. With `importing` not NULL the memory is the caller's (VK_EXT_external_memory_host).
CVKResult cvk_create_buffer(const CVKFunctions *functions, VkDevice device, const CVKDeviceFacts *facts,
                            uint64_t byteCount, VkBufferUsageFlags usage, VkMemoryPropertyFlags required,
                            VkMemoryPropertyFlags preferred, void *importing, VkBuffer *buffer,
                            VkDeviceMemory *memory);

/// An image of one level, layer and sample, and its memory on the device, of `*byteCount` bytes. Where `exported` names kinds
/// of handles, others may have that memory by them, and it is the image's alone.
CVKResult cvk_create_image(const CVKFunctions *functions, VkDevice device, const CVKDeviceFacts *facts, VkFormat format,
                           uint32_t width, uint32_t height, VkImageUsageFlags usage,
                           VkExternalMemoryHandleTypeFlags exported, VkImage *image, VkDeviceMemory *memory,
                           uint64_t *byteCount);

/// The layout of kernels: uniforms, then what `types` says, the output first; 32 bytes of push constants.
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

/// What a kernel reads or writes: an image in a layout, else a texel buffer, and where both views are NULL a storage buffer.
typedef struct CVKBound {
  VkBufferView view;
  VkImageView image;
  VkImageLayout layout;
  CVKRange range;
} CVKBound;

/// Takes a set from `pool` and points it at what a dispatch uses.
CVKResult cvk_make_set(const CVKFunctions *functions, VkDevice device, VkDescriptorPool pool,
                       VkDescriptorSetLayout layout, CVKRange uniforms, CVKBound output, const CVKBound *inputs,
                       uint32_t inputCount, VkDescriptorSet *set);

/// A barrier for all memory.
void cvk_barrier(const CVKFunctions *functions, VkCommandBuffer commands, VkPipelineStageFlags from,
                 VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags used);

/// A semaphore and, of a timeline, the value that is waited for or reached; a binary one has none.
typedef struct CVKSignal {
  VkSemaphore semaphore;
  uint64_t value;
} CVKSignal;

/// Submits `commands`, or none where that is NULL: they come to the stages of `waiting` when `waits` are reached, and `signals`
/// reach their values when they are done.
CVKResult cvk_submit(const CVKFunctions *functions, VkQueue queue, VkCommandBuffer commands,
                     VkPipelineStageFlags waiting, const CVKSignal *waits, uint32_t waitCount,
                     const CVKSignal *signals, uint32_t signalCount);

/// A barrier for one image, which may change its layout and its family.
void cvk_image_barrier(const CVKFunctions *functions, VkCommandBuffer commands, VkPipelineStageFlags from,
                       VkPipelineStageFlags to, const VkImageMemoryBarrier *barrier);

/// Waits until `semaphore` reaches `value`.
CVKResult cvk_wait(const CVKFunctions *functions, VkDevice device, VkSemaphore semaphore, uint64_t value,
                   uint64_t nanoseconds);

/// Lets the C library give memory of a megabyte and more back to the system when it is freed; else glibc keeps up to twice the
/// largest piece. For the whole process. Nothing happens with other C libraries.
void cvk_return_large_memory(void);

#endif
