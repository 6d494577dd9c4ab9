import ImageGraph

extension Argument.Kind {
  /// The number of 32-bit words of a value.
  var wordCount: Int {
    switch self {
    case .float, .int: 1
    case .float2, .axis: 2
    case .float3: 3
    case .float4: 4
    }
  }
}
