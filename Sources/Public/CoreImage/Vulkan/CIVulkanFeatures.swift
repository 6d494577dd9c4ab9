import CVulkan

/// The enabled features of a Vulkan device that kernels and contexts use. A device cannot be queried for them.
public struct CIVulkanFeatures: OptionSet, Hashable, Sendable {
  /// A bit for each feature.
  public let rawValue: UInt32
  /// Creates a set from the bits of features.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `VkPhysicalDeviceVulkan12Features.timelineSemaphore`, required by contexts.
  public static let timelineSemaphore = CIVulkanFeatures(rawValue: 1)
  /// `VkPhysicalDeviceFeatures.shaderInt64`: kernels store eight bytes at a time.
  public static let shaderInt64 = CIVulkanFeatures(rawValue: 2)
  /// `VkPhysicalDeviceFeatures.shaderInt16`: for an app's kernels with this type.
  public static let shaderInt16 = CIVulkanFeatures(rawValue: 4)
  /// `VkPhysicalDeviceFeatures.shaderFloat64`: for an app's kernels with this type.
  public static let shaderFloat64 = CIVulkanFeatures(rawValue: 8)
  /// `VkPhysicalDeviceVulkan12Features.shaderFloat16`: for an app's kernels with this type.
  public static let shaderFloat16 = CIVulkanFeatures(rawValue: 16)
  /// `VkPhysicalDeviceVulkan12Features.shaderInt8`: for an app's kernels with this type.
  public static let shaderInt8 = CIVulkanFeatures(rawValue: 32)

  /// Creates a set of the features that are enabled in an app's structures for `vkCreateDevice`.
  public init(_ features: VkPhysicalDeviceFeatures, _ newer: VkPhysicalDeviceVulkan12Features) {
    let all: [(CIVulkanFeatures, VkBool32)] = [
      (.timelineSemaphore, newer.timelineSemaphore), (.shaderInt64, features.shaderInt64),
      (.shaderInt16, features.shaderInt16), (.shaderFloat64, features.shaderFloat64),
      (.shaderFloat16, newer.shaderFloat16), (.shaderInt8, newer.shaderInt8),
    ]
    self.init(all.filter { $0.1 != 0 }.map(\.0))
  }

  /// Creates a set of the features that `cvk_open_device` enables.
  init(_ facts: CVKDeviceFacts) {
    let all: [(CIVulkanFeatures, Bool)] = [
      (.timelineSemaphore, facts.timelineSemaphore), (.shaderInt64, facts.shaderInt64),
      (.shaderInt16, facts.shaderInt16), (.shaderFloat64, facts.shaderFloat64),
      (.shaderFloat16, facts.shaderFloat16), (.shaderInt8, facts.shaderInt8),
    ]
    self.init(all.filter(\.1).map(\.0))
  }

  /// The features that a context requires.
  public static let required: CIVulkanFeatures = .timelineSemaphore
  /// The features that contexts require or that make renders faster.
  public static let recommended: CIVulkanFeatures = [.timelineSemaphore, .shaderInt64]
}
