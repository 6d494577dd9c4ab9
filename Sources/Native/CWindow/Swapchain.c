// The images of a window, and when they may be used.
#include "Call.h"

CVKResult cw_surface_formats(const CWDevice *device, VkSurfaceKHR surface, VkSurfaceFormatKHR *formats,
                             uint32_t *count) {
  CVKResult result =
      CALL_MORE(vkGetPhysicalDeviceSurfaceFormatsKHR, device->physicalDevice, surface, count, formats);
  if (result.code == VK_INCOMPLETE) result.code = VK_SUCCESS;
  return result;
}

static uint32_t within(uint32_t least, uint32_t value, uint32_t most) {
  return value < least ? least : value > most ? most : value;
}

static VkPresentModeKHR offered_mode(const CWDevice *device, VkSurfaceKHR surface, VkPresentModeKHR wanted) {
  VkPresentModeKHR modes[16];
  uint32_t count = 16;
  if (device->more.vkGetPhysicalDeviceSurfacePresentModesKHR(device->physicalDevice, surface, &count, modes) >= 0)
    for (uint32_t i = 0; i < count; ++i)
      if (modes[i] == wanted) return wanted;
  // The one that is always there.
  return VK_PRESENT_MODE_FIFO_KHR;
}

/// The first bit that is set: what is shown is opaque wherever there is a choice.
static VkCompositeAlphaFlagBitsKHR offered_alpha(VkCompositeAlphaFlagsKHR offered) {
  if (offered & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR) return VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  return (VkCompositeAlphaFlagBitsKHR)(offered & -offered);
}

CVKResult cw_make_swapchain(const CWDevice *device, VkSurfaceKHR surface, VkSurfaceFormatKHR format,
                            VkPresentModeKHR mode, uint32_t imageCount, uint32_t width, uint32_t height,
                            CWSwapchain *swapchain) {
  VkSurfaceCapabilitiesKHR can;
  CVKResult result = CALL_MORE(vkGetPhysicalDeviceSurfaceCapabilitiesKHR, device->physicalDevice, surface, &can);
  CWSwapchain made = {0};
  if (result.code == VK_SUCCESS && !(can.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT))
    result = (CVKResult){VK_ERROR_FORMAT_NOT_SUPPORTED, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"};
  if (result.code != VK_SUCCESS) {
    cw_destroy_swapchain(device, swapchain);
    return result;
  }
  bool isFixed = can.currentExtent.width != UINT32_MAX;
  made.width = isFixed ? can.currentExtent.width
                       : within(can.minImageExtent.width, width, can.maxImageExtent.width);
  made.height = isFixed ? can.currentExtent.height
                        : within(can.minImageExtent.height, height, can.maxImageExtent.height);
  if (made.width > 0 && made.height > 0) {
    uint32_t most = can.maxImageCount > 0 && can.maxImageCount < CW_MOST_IMAGES ? can.maxImageCount : CW_MOST_IMAGES;
    VkSwapchainCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                     .surface = surface,
                                     .minImageCount = within(can.minImageCount, imageCount, most),
                                     .imageFormat = format.format,
                                     .imageColorSpace = format.colorSpace,
                                     .imageExtent = {made.width, made.height},
                                     .imageArrayLayers = 1,
                                     .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                     .imageSharingMode = VK_SHARING_MODE_EXCLUSIVE,
                                     .preTransform = can.currentTransform,
                                     .compositeAlpha = offered_alpha(can.supportedCompositeAlpha),
                                     .presentMode = offered_mode(device, surface, mode),
                                     .clipped = VK_TRUE,
                                     .oldSwapchain = swapchain->swapchain};
    result = CALL_MORE(vkCreateSwapchainKHR, device->device, &info, NULL, &made.swapchain);
  }
  cw_destroy_swapchain(device, swapchain);
  if (result.code != VK_SUCCESS || !made.swapchain) return result;
  *swapchain = made;
  swapchain->count = CW_MOST_IMAGES;
  result = CALL_MORE(vkGetSwapchainImagesKHR, device->device, made.swapchain, &swapchain->count, swapchain->images);
  for (uint32_t i = 0; i < swapchain->count && result.code == VK_SUCCESS; ++i)
    result = cw_make_semaphore(device, &swapchain->presentable[i]);
  if (result.code != VK_SUCCESS) cw_destroy_swapchain(device, swapchain);
  return result;
}

void cw_destroy_swapchain(const CWDevice *device, CWSwapchain *swapchain) {
  for (uint32_t i = 0; i < CW_MOST_IMAGES; ++i)
    if (swapchain->presentable[i])
      device->functions.vkDestroySemaphore(device->device, swapchain->presentable[i], NULL);
  if (swapchain->swapchain) device->more.vkDestroySwapchainKHR(device->device, swapchain->swapchain, NULL);
  *swapchain = (CWSwapchain){0};
}

CVKResult cw_acquire(const CWDevice *device, const CWSwapchain *swapchain, uint64_t nanoseconds, VkSemaphore acquired,
                     uint32_t *index) {
  return CALL_MORE(vkAcquireNextImageKHR, device->device, swapchain->swapchain, nanoseconds, acquired, VK_NULL_HANDLE,
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
  return CALL_MORE(vkQueuePresentKHR, device->queue, &info);
}
