// A Vulkan device that presents to a window, and its swapchain.
#ifndef CW_VULKAN_H
#define CW_VULKAN_H

#include "CVulkan.h"

/// The functions of the loader, the instance and the device that windows call in addition to `CVKFunctions`.
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

/// An instance and its device. They are created step by step; handles that are not created yet are NULL.
typedef struct CWDevice {
  CVKFunctions functions;
  CWFunctions windowFunctions;
  VkInstance instance;
  VkDebugUtilsMessengerEXT messenger;
  VkPhysicalDevice physicalDevice;
  VkDevice device;
  VkQueue queue;
  /// The facts of the physical device. The queue family presents to the surface.
  CVKDeviceFacts facts;
} CWDevice;

/// Creates the instance with the extensions that surfaces require. If `message` is not NULL and the validation layer is
/// installed, the layer is enabled, and `message` receives its messages.
CVKResult cw_make_instance(CWDevice *device, PFN_vkGetInstanceProcAddr loader, const char *const *extensions,
                           uint32_t extensionCount, PFN_vkDebugUtilsMessengerCallbackEXT message, void *user);

/// Chooses the physical device that renders and presents to `surface`: hardware before software, discrete GPUs before
/// others. Returns false if there is none.
bool cw_choose_device(CWDevice *device, VkSurfaceKHR surface, bool allowsSoftware);
CVKResult cw_make_device(CWDevice *device);
/// Destroys everything that was created.
void cw_destroy_device(CWDevice *device);

CVKResult cw_surface_formats(const CWDevice *device, VkSurfaceKHR surface, VkSurfaceFormatKHR *formats,
                             uint32_t *count);

enum { CW_MAX_IMAGES = 16 };

/// A swapchain.
typedef struct CWSwapchain {
  VkSwapchainKHR swapchain;
  uint32_t width, height, count;
  VkImage images[CW_MAX_IMAGES];
  /// For each image, a semaphore that is signalled when the image may be presented.
  VkSemaphore presentable[CW_MAX_IMAGES];
} CWSwapchain;

/// Creates a swapchain of the window's size, and destroys the previous one, which must not be in use. `width` and
/// `height` apply if the surface has no size of its own. If the window has no pixels, the swapchain has no images; this
/// is not an error.
CVKResult cw_make_swapchain(const CWDevice *device, VkSurfaceKHR surface, VkSurfaceFormatKHR format,
                            VkPresentModeKHR mode, uint32_t imageCount, uint32_t width, uint32_t height,
                            CWSwapchain *swapchain);
void cw_destroy_swapchain(const CWDevice *device, CWSwapchain *swapchain);

CVKResult cw_acquire(const CWDevice *device, const CWSwapchain *swapchain, uint64_t nanoseconds, VkSemaphore acquired,
                     uint32_t *index);
/// Submits a batch that waits until `timeline` reaches `rendered`, then signals the image as presentable and sets the
/// timeline to `done`.
CVKResult cw_finish(const CWDevice *device, const CWSwapchain *swapchain, uint32_t index, VkSemaphore timeline,
                    uint64_t rendered, uint64_t done);
CVKResult cw_present(const CWDevice *device, const CWSwapchain *swapchain, uint32_t index);

/// Creates a binary semaphore; `cvk_create_timeline` creates timelines.
CVKResult cw_make_semaphore(const CWDevice *device, VkSemaphore *semaphore);
CVKResult cw_signal_value(const CWDevice *device, VkSemaphore timeline, uint64_t value);

/// Creates a pool of command buffers, each of which is used once.
CVKResult cw_make_pool(const CWDevice *device, VkCommandPool *pool);
CVKResult cw_begin_commands(const CWDevice *device, VkCommandPool pool, VkCommandBuffer *commands);

/// Ends the commands and submits them. They wait for all of `waits`; `timeline` reaches `value` when they are done.
CVKResult cw_submit(const CWDevice *device, VkCommandBuffer commands, const CVKSignal *waits, uint32_t waitCount,
                    VkSemaphore timeline, uint64_t value);

#endif
