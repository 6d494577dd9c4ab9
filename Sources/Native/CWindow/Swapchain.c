// Swapchains: creation, acquisition and presentation.
#include "Call.h"

CVKResult cw_surface_formats(const CWDevice *device, VkSurfaceKHR surface, VkSurfaceFormatKHR *formats,
                             uint32_t *count) {
  CVKResult result =
      CALL_WINDOW(vkGetPhysicalDeviceSurfaceFormatsKHR, device->physicalDevice, surface, count, formats);
  if (result.code == VK_INCOMPLETE) result.code = VK_SUCCESS;
  return result;
}

static uint32_t clamped(uint32_t least, uint32_t value, uint32_t most) {
  return value < least ? least : value > most ? most : value;
}

static VkPresentModeKHR present_mode(const CWDevice *device, VkSurfaceKHR surface, VkPresentModeKHR requested) {
  VkPresentModeKHR modes[16];
  uint32_t count = 16;
  VkResult result = device->windowFunctions.vkGetPhysicalDeviceSurfacePresentModesKHR(device->physicalDevice, surface,
                                                                                      &count, modes);
  if (result >= 0)
    for (uint32_t i = 0; i < count; ++i)
      if (modes[i] == requested) return requested;
  // Every surface supports this mode.
  return VK_PRESENT_MODE_FIFO_KHR;
}

/// Returns opaque if the surface supports it; otherwise the lowest supported bit.
static VkCompositeAlphaFlagBitsKHR composite_alpha(VkCompositeAlphaFlagsKHR supported) {
  if (supported & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR) return VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  return (VkCompositeAlphaFlagBitsKHR)(supported & -supported);
}

CVKResult cw_make_swapchain(const CWDevice *device, VkSurfaceKHR surface, VkSurfaceFormatKHR format,
                            VkPresentModeKHR mode, uint32_t imageCount, uint32_t width, uint32_t height,
                            CWSwapchain *swapchain) {
  VkSurfaceCapabilitiesKHR capabilities;
  CVKResult result = CALL_WINDOW(
      vkGetPhysicalDeviceSurfaceCapabilitiesKHR, device->physicalDevice, surface, &capabilities);
  CWSwapchain created = {0};
  if (result.code == VK_SUCCESS && !(capabilities.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT))
    result = (CVKResult){VK_ERROR_FORMAT_NOT_SUPPORTED, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"};
  if (result.code != VK_SUCCESS) {
    cw_destroy_swapchain(device, swapchain);
    return result;
  }
  bool isFixed = capabilities.currentExtent.width != UINT32_MAX;
  created.width = isFixed ? capabilities.currentExtent.width
                          : clamped(capabilities.minImageExtent.width, width, capabilities.maxImageExtent.width);
  created.height = isFixed ? capabilities.currentExtent.height
                              : clamped(capabilities.minImageExtent.height, height, capabilities.maxImageExtent.height);
  if (created.width > 0 && created.height > 0) {
    bool isLimited = capabilities.maxImageCount > 0 && capabilities.maxImageCount < CW_MAX_IMAGES;
    uint32_t most = isLimited ? capabilities.maxImageCount : CW_MAX_IMAGES;
    VkSwapchainCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                     .surface = surface,
                                     .minImageCount = clamped(capabilities.minImageCount, imageCount, most),
                                     .imageFormat = format.format,
                                     .imageColorSpace = format.colorSpace,
                                     .imageExtent = {created.width, created.height},
                                     .imageArrayLayers = 1,
                                     .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                     .imageSharingMode = VK_SHARING_MODE_EXCLUSIVE,
                                     .preTransform = capabilities.currentTransform,
                                     .compositeAlpha = composite_alpha(capabilities.supportedCompositeAlpha),
                                     .presentMode = present_mode(device, surface, mode),
                                     .clipped = VK_TRUE,
                                     .oldSwapchain = swapchain->swapchain};
    result = CALL_WINDOW(vkCreateSwapchainKHR, device->device, &info, NULL, &created.swapchain);
  }
  cw_destroy_swapchain(device, swapchain);
  if (result.code != VK_SUCCESS || !created.swapchain) return result;
  *swapchain = created;
  swapchain->count = CW_MAX_IMAGES;
  result =
      CALL_WINDOW(vkGetSwapchainImagesKHR, device->device, created.swapchain, &swapchain->count, swapchain->images);
  for (uint32_t i = 0; i < swapchain->count && result.code == VK_SUCCESS; ++i)
    result = cw_make_semaphore(device, &swapchain->presentable[i]);
  if (result.code != VK_SUCCESS) cw_destroy_swapchain(device, swapchain);
  return result;
}

void cw_destroy_swapchain(const CWDevice *device, CWSwapchain *swapchain) {
  for (uint32_t i = 0; i < CW_MAX_IMAGES; ++i)
    if (swapchain->presentable[i])
      device->functions.vkDestroySemaphore(device->device, swapchain->presentable[i], NULL);
  if (swapchain->swapchain) device->windowFunctions.vkDestroySwapchainKHR(device->device, swapchain->swapchain, NULL);
  *swapchain = (CWSwapchain){0};
}

CVKResult cw_acquire(const CWDevice *device, const CWSwapchain *swapchain, uint64_t nanoseconds, VkSemaphore acquired,
                     uint32_t *index) {
  return CALL_WINDOW(vkAcquireNextImageKHR, device->device, swapchain->swapchain, nanoseconds, acquired, VK_NULL_HANDLE,
              index);
}

CVKResult cw_finish(const CWDevice *device, const CWSwapchain *swapchain, uint32_t index, VkSemaphore timeline,
                    uint64_t rendered, uint64_t done) {
  CVKSignal ready = {timeline, rendered};
  CVKSignal signals[] = {{swapchain->presentable[index], 0}, {timeline, done}};
  return cvk_submit(&device->functions, device->queue, NULL, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, &ready, 1, signals, 2);
}

CVKResult cw_present(const CWDevice *device, const CWSwapchain *swapchain, uint32_t index) {
  VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                           .waitSemaphoreCount = 1,
                           .pWaitSemaphores = &swapchain->presentable[index],
                           .swapchainCount = 1,
                           .pSwapchains = &swapchain->swapchain,
                           .pImageIndices = &index};
  return CALL_WINDOW(vkQueuePresentKHR, device->queue, &info);
}
