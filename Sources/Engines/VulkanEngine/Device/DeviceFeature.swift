import CVulkan

/// Optional features of devices. Tests disable them.
package enum DeviceFeature: String, Hashable, Sendable, CaseIterable {
  /// Required for a context.
  case timelineSemaphore
  /// Kernels store eight bytes at a time.
  case shaderInt64
  /// Used only by kernels of apps.
  case shaderInt16, shaderInt8, shaderFloat16, shaderFloat64
  /// Images in host memory are read in place (VK_EXT_external_memory_host).
  case externalMemoryHost
  /// Kernels require that NaN is preserved (VK_KHR_shader_float_controls).
  case preservesNaN
  /// Invocations of a subgroup that increment the same counter are combined.
  case subgroupVotes
  /// The driver reports free memory (VK_EXT_memory_budget).
  case memoryBudget

  /// The features that are used only if available.
  package static var optional: [DeviceFeature] { allCases.filter { $0 != .timelineSemaphore } }

  var fact: WritableKeyPath<CVKDeviceFacts, Bool> {
    switch self {
    case .timelineSemaphore: \.timelineSemaphore
    case .shaderInt64: \.shaderInt64
    case .shaderInt16: \.shaderInt16
    case .shaderInt8: \.shaderInt8
    case .shaderFloat16: \.shaderFloat16
    case .shaderFloat64: \.shaderFloat64
    case .externalMemoryHost: \.externalMemoryHost
    case .preservesNaN: \.preservesNaN
    case .subgroupVotes: \.subgroupVotes
    case .memoryBudget: \.memoryBudget
    }
  }
}
