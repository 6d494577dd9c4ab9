import CVulkan

/// What some devices have and others do not. Tests switch it off.
package enum DeviceFeature: String, Hashable, Sendable, CaseIterable {
  /// Without it there is no context.
  case timelineSemaphore
  /// Kernels store eight bytes at a time.
  case shaderInt64
  /// For an app's kernels alone.
  case shaderInt16, shaderInt8, shaderFloat16, shaderFloat64
  /// Images of the host are read where they lie (VK_EXT_external_memory_host).
  case externalMemoryHost
  /// Kernels ask that NaN stays NaN (VK_KHR_shader_float_controls).
  case preservesNaN
  /// Invocations that count the same number do it at once.
  case subgroupVotes
  /// The driver says how much memory is free (VK_EXT_memory_budget).
  case memoryBudget

  /// What is used where it is there.
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
