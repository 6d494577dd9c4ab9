import ImageGraph

extension Schedule.Dispatch {
  /// Returns the rectangle of the output geometry in slot 0: left, top, width, height.
  package func kernelTarget(_ geometry: SIMD4<Float>) -> UserRect {
    UserRect(
      x: Double(geometry.x), y: Double(geometry.y) - Double(geometry.w), width: Double(geometry.z),
      height: Double(geometry.w))
  }

  /// The rectangle that slot 0 specifies: the output's region, or the pixels that a histogram counts.
  package var kernelTarget: UserRect {
    guard case .float4(let geometry)? = arguments.first else { return region }
    return kernelTarget(geometry)
  }
}
