import CVulkan
import CoreImage
import Foundation
import ImageGraph

/// The size, format and usage of drawable images.
struct DrawableKind: Equatable {
  let device: ObjectIdentifier
  let width, height: Int
  let format: VkFormat
  let framebufferOnly: Bool
}

/// A Vulkan device with the functions that drawables require.
///
/// Unchecked: handles and function tables are constant.
final class DrawableDevice: @unchecked Sendable {
  let owner: CIVulkanDevice
  private let functions: CVKFunctions
  private let facts: CVKDeviceFacts
  private let createView: PFN_vkCreateImageView
  private let destroyView: PFN_vkDestroyImageView
  private let counterValue: PFN_vkGetSemaphoreCounterValue
  private let signal: PFN_vkSignalSemaphore
  /// The maximum side of an image, in pixels.
  let maximumSide: Int

  /// - Throws: `unsupported` if the functions of Vulkan 1.2 cannot be loaded.
  init(_ owner: CIVulkanDevice, _ loader: PFN_vkGetInstanceProcAddr?) throws(RenderError) {
    var (functions, facts) = (CVKFunctions(), CVKDeviceFacts())
    cvk_load(&functions, loader)
    guard functions.vkGetInstanceProcAddr != nil, cvk_load_instance(&functions, owner.instance),
      cvk_load_device(&functions, owner.device),
      let create = functions.vkGetDeviceProcAddr(owner.device, "vkCreateImageView"),
      let destroy = functions.vkGetDeviceProcAddr(owner.device, "vkDestroyImageView"),
      let counterValue = functions.vkGetDeviceProcAddr(owner.device, "vkGetSemaphoreCounterValue"),
      let signal = functions.vkGetDeviceProcAddr(owner.device, "vkSignalSemaphore")
    else {
      throw .unsupported(
        "the functions of the device \(owner.name) cannot be loaded; set the layer's getInstanceProcAddr to that of "
          + "the loader that created the app's instance")
    }
    cvk_read_facts(&functions, owner.physicalDevice, &facts)
    createView = unsafeBitCast(create, to: PFN_vkCreateImageView.self)
    destroyView = unsafeBitCast(destroy, to: PFN_vkDestroyImageView.self)
    self.counterValue = unsafeBitCast(counterValue, to: PFN_vkGetSemaphoreCounterValue.self)
    self.signal = unsafeBitCast(signal, to: PFN_vkSignalSemaphore.self)
    var properties = VkPhysicalDeviceProperties()
    functions.vkGetPhysicalDeviceProperties(owner.physicalDevice, &properties)
    maximumSide = Int(properties.limits.maxImageDimension2D)
    (self.owner, self.functions, self.facts) = (owner, functions, facts)
  }

  private func usage(_ kind: DrawableKind) -> VkImageUsageFlags {
    var properties = VkFormatProperties()
    functions.vkGetPhysicalDeviceFormatProperties(owner.physicalDevice, kind.format, &properties)
    // Contexts read and write images by copies.
    var usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
    func add(_ bit: VkImageUsageFlagBits, where feature: VkFormatFeatureFlagBits) {
      if properties.optimalTilingFeatures & feature.rawValue != 0 { usage |= bit.rawValue }
    }
    add(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, where: VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT)
    let isAttached = usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue != 0
    if !kind.framebufferOnly || !isAttached {
      add(VK_IMAGE_USAGE_SAMPLED_BIT, where: VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)
      add(VK_IMAGE_USAGE_STORAGE_BIT, where: VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT)
    }
    return usage
  }

  /// - Throws: `device`.
  func make(_ kind: DrawableKind) throws(RenderError) -> DrawableImage {
    var (image, memory, byteCount): (VkImage?, VkDeviceMemory?, UInt64) = (nil, nil, 0)
    let usage = usage(kind)
    try check(
      withUnsafePointer(to: functions) { functions in
        withUnsafePointer(to: facts) { facts in
          cvk_create_image(
            functions, owner.device, facts, kind.format, UInt32(kind.width), UInt32(kind.height), usage, 0, &image,
            &memory, &byteCount)
        }
      })
    var info = VkImageViewCreateInfo()
    info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO
    (info.image, info.viewType, info.format) = (image, VK_IMAGE_VIEW_TYPE_2D, kind.format)
    info.subresourceRange = VkImageSubresourceRange(
      aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, baseMipLevel: 0, levelCount: 1, baseArrayLayer: 0, layerCount: 1)
    var (view, timeline): (VkImageView?, VkSemaphore?) = (nil, nil)
    let code = createView(owner.device, &info, nil, &view)
    guard code == VK_SUCCESS, let view else {
      destroy(image, memory, nil, nil)
      throw .device(call: "vkCreateImageView", result: code.rawValue)
    }
    let result = withUnsafePointer(to: functions) { cvk_create_timeline($0, owner.device, &timeline) }
    guard result.code == VK_SUCCESS, let image, let memory, let timeline else {
      destroy(image, memory, view, timeline)
      throw .device(call: "vkCreateSemaphore", result: result.code.rawValue)
    }
    return DrawableImage(self, kind, image, memory, view, timeline)
  }

  func destroy(_ image: VkImage?, _ memory: VkDeviceMemory?, _ view: VkImageView?, _ timeline: VkSemaphore?) {
    if let view { destroyView(owner.device, view, nil) }
    functions.vkDestroyImage(owner.device, image, nil)
    functions.vkFreeMemory(owner.device, memory, nil)
    if let timeline { functions.vkDestroySemaphore(owner.device, timeline, nil) }
  }

  /// Waits until a value is signalled, with a timeout of one second.
  func wait(_ timeline: VkSemaphore, _ value: UInt64) {
    _ = withUnsafePointer(to: functions) { cvk_wait($0, owner.device, timeline, value, 1_000_000_000) }
  }

  /// Signals a value that the app has not signalled, as waits for it would never end.
  ///
  /// - Returns: false if the value was already signalled.
  func signalIfPending(_ value: UInt64, of timeline: VkSemaphore) -> Bool {
    var current: UInt64 = 0
    guard counterValue(owner.device, timeline, &current) == VK_SUCCESS, current < value else { return false }
    var info = VkSemaphoreSignalInfo()
    (info.sType, info.semaphore, info.value) = (VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, timeline, value)
    return signal(owner.device, &info) == VK_SUCCESS
  }

  private func check(_ result: CVKResult) throws(RenderError) {
    guard result.code != VK_SUCCESS else { return }
    throw .device(call: result.call.map { String(cString: $0) } ?? "Vulkan", result: result.code.rawValue)
  }
}

/// An image that is leased to one drawable at a time.
///
/// Unchecked: the handles are constant; the values are used only by the drawable that has the image.
final class DrawableImage: @unchecked Sendable {
  let kind: DrawableKind
  let image: VkImage
  let view: VkImageView
  let timeline: VkSemaphore
  private let memory: VkDeviceMemory
  private let device: DrawableDevice
  /// The last timeline value that was assigned to a drawable, and the last one that is certain to be signalled.
  var value: UInt64 = 0
  var presented: UInt64 = 0

  fileprivate init(
    _ device: DrawableDevice, _ kind: DrawableKind, _ image: VkImage, _ memory: VkDeviceMemory, _ view: VkImageView,
    _ timeline: VkSemaphore
  ) {
    (self.device, self.kind, self.image, self.memory) = (device, kind, image, memory)
    (self.view, self.timeline) = (view, timeline)
  }

  /// Signals the presented value after a timeout, if the app does not signal it.
  ///
  /// - Parameter seconds: the timeout.
  func signalAfterTimeout(_ seconds: Double) {
    let value = presented
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self, device.signalIfPending(value, of: timeline) else { return }
      RenderLog.process.note(
        "CAVulkanDrawable: the presented drawable was not signalled within \(seconds) seconds; submit commands that "
          + "signal it. Its image is shown as it is")
    }
  }

  deinit {
    // The app may still be rendering an image that was not presented.
    if presented > 0 { device.wait(timeline, presented) }
    device.destroy(image, memory, view, timeline)
  }
}
