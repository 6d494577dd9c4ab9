// A Vulkan device that shows what it renders, and the images of a window.
#ifndef CW_VULKAN_H
#define CW_VULKAN_H

#include "CVulkan.h"

/// What windows call beside what `CVKFunctions` has: of the loader, of the instance, and of the device.
#define CW_LOADER_FUNCTIONS(DO) DO(vkEnumerateInstanceExtensionProperties)

#define CW_INSTANCE_FUNCTIONS(DO)                                                                                      \
  DO(vkGetPhysicalDeviceSurfaceSupportKHR)                                                                             \
  DO(vkGetPhysicalDeviceSurfaceCapabilitiesKHR)                                                                        \
  DO(vkGetPhysicalDeviceSurfaceFormatsKHR)                                                                             \
  DO(vkGetPhysicalDeviceSurfacePresentModesKHR)                                                                        \
  DO(vkDestroySurfaceKHR)

#define CW_DEVICE_FUNCTIONS(DO)                                                                                        \
  DO(vkSignalSemaphore)                                                                                                \
  DO(vkGetSemaphoreCounterValue)                                                                                       \
  DO(vkFreeCommandBuffers)                                                                                             \
  DO(vkCreateSwapchainKHR)                                                                                             \
  DO(vkDestroySwapchainKHR)                                                                                            \
  DO(vkGetSwapchainImagesKHR)                                                                                          \
  DO(vkAcquireNextImageKHR)                                                                                            \
  DO(vkQueuePresentKHR)

typedef struct CWFunctions {
#define CW_FIELD(name) PFN_##name name;
  CW_LOADER_FUNCTIONS(CW_FIELD)
  CW_INSTANCE_FUNCTIONS(CW_FIELD)
  CW_DEVICE_FUNCTIONS(CW_FIELD)
#undef CW_FIELD
} CWFunctions;

/// An instance, and a device of it. Made step by step; what is not made yet is NULL.
typedef struct CWDevice {
  CVKFunctions functions;
  CWFunctions more;
  VkInstance instance;
  VkDebugUtilsMessengerEXT messenger;
  VkPhysicalDevice physicalDevice;
  VkDevice device;
  VkQueue queue;
  /// Of the physical device; the queue's family shows in the surface.
  CVKDeviceFacts facts;
} CWDevice;

/// Makes the instance, with extensions that surfaces need. `message`, where it is not NULL, hears the validation layer, which
/// is on then where it is installed.
CVKResult cw_make_instance(CWDevice *device, PFN_vkGetInstanceProcAddr loader, const char *const *extensions,
                           uint32_t extensionCount, PFN_vkDebugUtilsMessengerCallbackEXT message, void *user);

/// Takes the physical device that renders and shows in `surface`: hardware before software, discrete before others. False
/// when there is none.
bool cw_choose_device(CWDevice *device, VkSurfaceKHR surface, bool takesSoftware);
CVKResult cw_make_device(CWDevice *device);
/// Destroys what was made.
void cw_destroy_device(CWDevice *device);

CVKResult cw_surface_formats(const CWDevice *device, VkSurfaceKHR surface, VkSurfaceFormatKHR *formats,
                             uint32_t *count);

enum { CW_MOST_IMAGES = 16 };

/// The images of a window.
typedef struct CWSwapchain {
  VkSwapchainKHR swapchain;
  uint32_t width, height, count;
  VkImage images[CW_MOST_IMAGES];
  /// Of each image: it may be shown.
  VkSemaphore presentable[CW_MOST_IMAGES];
} CWSwapchain;

/// Makes images of the window's size, in place of those that are there, which must not be in use. `width` and `height`
/// count where the window has none of its own; a window without pixels has no images then, which is no error.
CVKResult cw_make_swapchain(const CWDevice *device, VkSurfaceKHR surface, VkSurfaceFormatKHR format,
                            VkPresentModeKHR mode, uint32_t imageCount, uint32_t width, uint32_t height,
                            CWSwapchain *swapchain);
void cw_destroy_swapchain(const CWDevice *device, CWSwapchain *swapchain);

CVKResult cw_acquire(const CWDevice *device, const CWSwapchain *swapchain, uint64_t nanoseconds, VkSemaphore acquired,
                     uint32_t *index);
/// Submits: when `timeline` has reached `rendered`, the image may be shown, and the timeline reaches `done`.
CVKResult cw_finish(const CWDevice *device, const CWSwapchain *swapchain, uint32_t index, VkSemaphore timeline,
                    uint64_t rendered, uint64_t done);
CVKResult cw_present(const CWDevice *device, const CWSwapchain *swapchain, uint32_t index);

/// A binary semaphore; `cvk_create_timeline` makes the others.
CVKResult cw_make_semaphore(const CWDevice *device, VkSemaphore *semaphore);
CVKResult cw_signal_value(const CWDevice *device, VkSemaphore timeline, uint64_t value);

/// A pool of command buffers, each used once.
CVKResult cw_make_pool(const CWDevice *device, VkCommandPool *pool);
CVKResult cw_begin_commands(const CWDevice *device, VkCommandPool pool, VkCommandBuffer *commands);

/// Ends the commands and submits them: they wait for all of `waits`, and `timeline` reaches `value` when they are done.
CVKResult cw_submit(const CWDevice *device, VkCommandBuffer commands, const CVKSignal *waits, uint32_t waitCount,
                    VkSemaphore timeline, uint64_t value);

#endif
