import CVulkan

/// Features of a Vulkan device that kernels and contexts use, as they were switched on when the device was made: a
/// device does not tell afterwards.
public struct CIVulkanFeatures: OptionSet, Hashable, Sendable {
  /// A bit for each feature.
  public let rawValue: UInt32
  /// Features by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `VkPhysicalDeviceVulkan12Features.timelineSemaphore`, without which there is no context.
  public static let timelineSemaphore = CIVulkanFeatures(rawValue: 1)
  /// `VkPhysicalDeviceFeatures.shaderInt64`: kernels store eight bytes at a time.
  public static let shaderInt64 = CIVulkanFeatures(rawValue: 2)
  /// `VkPhysicalDeviceFeatures.shaderInt16`: for an app's kernels that use such numbers.
  public static let shaderInt16 = CIVulkanFeatures(rawValue: 4)
  /// `VkPhysicalDeviceFeatures.shaderFloat64`: for an app's kernels that use such numbers.
  public static let shaderFloat64 = CIVulkanFeatures(rawValue: 8)
  /// `VkPhysicalDeviceVulkan12Features.shaderFloat16`: for an app's kernels that use such numbers.
  public static let shaderFloat16 = CIVulkanFeatures(rawValue: 16)
  /// `VkPhysicalDeviceVulkan12Features.shaderInt8`: for an app's kernels that use such numbers.
  public static let shaderInt8 = CIVulkanFeatures(rawValue: 32)

  /// The features that are on in the structures that an app gave `vkCreateDevice`.
  public init(_ features: VkPhysicalDeviceFeatures, _ newer: VkPhysicalDeviceVulkan12Features) {
    let all: [(CIVulkanFeatures, VkBool32)] = [
      (.timelineSemaphore, newer.timelineSemaphore), (.shaderInt64, features.shaderInt64),
      (.shaderInt16, features.shaderInt16), (.shaderFloat64, features.shaderFloat64),
      (.shaderFloat16, newer.shaderFloat16), (.shaderInt8, newer.shaderInt8),
    ]
    self.init(all.filter { $0.1 != 0 }.map(\.0))
  }

  /// The features that `cvk_open_device` switches on.
  init(_ facts: CVKDeviceFacts) {
    let all: [(CIVulkanFeatures, Bool)] = [
      (.timelineSemaphore, facts.timelineSemaphore), (.shaderInt64, facts.shaderInt64),
      (.shaderInt16, facts.shaderInt16), (.shaderFloat64, facts.shaderFloat64),
      (.shaderFloat16, facts.shaderFloat16), (.shaderInt8, facts.shaderInt8),
    ]
    self.init(all.filter(\.1).map(\.0))
  }

  /// What a context cannot do without.
  public static let required: CIVulkanFeatures = .timelineSemaphore
  /// What makes renders faster where it is on.
  public static let recommended: CIVulkanFeatures = [.timelineSemaphore, .shaderInt64]
}
