/// A reproducible sequence of numbers.
struct Numbers {
  var state: UInt64

  mutating func next(_ low: Float, _ high: Float) -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return low + (high - low) * Float(state >> 40) / Float(1 << 24)
  }
}
