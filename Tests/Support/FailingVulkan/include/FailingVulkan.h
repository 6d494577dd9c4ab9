// Vulkan as this machine has it, but that a call fails. What is set and counted is the process's: one test at a time.
#ifndef FAILING_VULKAN_H
#define FAILING_VULKAN_H

#include <stdbool.h>
#include <stdint.h>

#include "CVKFunctions.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A `vkGetInstanceProcAddr` whose functions fail as set by `fvk_fail`.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL fvk_loader(VkInstance instance, const char *name);

/// Returns the name of an entry point of contexts that returns a VkResult, by number, or NULL after the last one. Those
/// of windows are included.
const char *fvk_entry(uint32_t number);

/// From now on the `nth` call of `entry`, counted from 1, gives `result` and does nothing, or for VK_SUBOPTIMAL_KHR,
/// which is no failure, what it does else; with `andLater` so do those that follow. Takes the place of what was to fail
/// before; NULL: nothing fails.
void fvk_fail(const char *entry, uint32_t nth, bool andLater, VkResult result);

/// Calls that failed since `fvk_fail`.
uint32_t fvk_failures(void);

/// Calls of `entry` since `fvk_fail`, whichever entry that named.
uint32_t fvk_calls(const char *entry);

/// From now on vkAllocateMemory gives VK_ERROR_OUT_OF_DEVICE_MEMORY for what would take more than so many bytes together with
/// all that was allocated by it; 0: no bound. What the host's memory is imported for does not count.
void fvk_bound_memory(uint64_t byteCount);

/// Bytes that are allocated by vkAllocateMemory.
uint64_t fvk_memory(void);

/// The most that were since `fvk_bound_memory`.
uint64_t fvk_most_memory(void);

/// Returns the objects that were created and not destroyed: each creating entry point with its number, as in
/// "vkCreateBuffer 2, vkAllocateMemory 2"; empty if there are none. The text is valid until the next call. Each object
/// is reported once, so call it when no context exists.
const char *fvk_left(void);

#ifdef __cplusplus
}
#endif

#endif
