extension PixelBuffer {
  /// Returns a pixel as four floats, as stored: integers as 0...1, grey in all three components, missing alpha as 1,
  /// missing colours as 0.
  ///
  /// `x` and `y` are counted from the top left and must be inside.
  package func color(x: Int, y: Int) -> SIMD4<Float> {
    let pixel = row(y) + x * format.bytesPerPixel
    var color = SIMD4<Float>(0, 0, 0, format.isOpaque ? 1 : 0)
    for (index, channel) in format.channels.enumerated() {
      let value = component(index, of: pixel)
      switch channel {
      case .red: color.x = value
      case .green: color.y = value
      case .blue: color.z = value
      case .alpha: color.w = value
      case .grey: (color.x, color.y, color.z) = (value, value, value)
      case .unused: break
      }
    }
    return color
  }

  /// Stores a pixel. Integers are clamped and rounded to nearest, NaN becomes 0. Grey formats store red; see
  /// `color(x:y:)`.
  package func store(_ color: SIMD4<Float>, x: Int, y: Int) {
    let pixel = row(y) + x * format.bytesPerPixel
    if format.component == .packed10 { pixel.storeBytes(of: 0, as: UInt32.self) }
    for (index, channel) in format.channels.enumerated() {
      let value: Float =
        switch channel {
        case .red, .grey: color.x
        case .green: color.y
        case .blue: color.z
        case .alpha: color.w
        case .unused: 1
        }
      put(value, at: index, of: pixel)
    }
  }

  private func component(_ index: Int, of pixel: UnsafeMutableRawPointer) -> Float {
    switch format.component {
    case .unorm8: Float(pixel.load(fromByteOffset: index, as: UInt8.self)) / 255
    case .unorm16: Float(pixel.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)) / 65535
    case .packed10:
      Float(pixel.loadUnaligned(as: UInt32.self) >> (10 * UInt32(index)) & greatestPacked(index))
        / Float(greatestPacked(index))
    case .half: Float(pixel.loadUnaligned(fromByteOffset: 2 * index, as: Float16.self))
    case .float: pixel.loadUnaligned(fromByteOffset: 4 * index, as: Float.self)
    }
  }

  private func put(_ value: Float, at index: Int, of pixel: UnsafeMutableRawPointer) {
    func sample(upTo greatest: Float) -> UInt32 { UInt32(value > 0 ? min(value, 1) * greatest + 0.5 : 0) }
    switch format.component {
    case .unorm8: pixel.storeBytes(of: UInt8(sample(upTo: 255)), toByteOffset: index, as: UInt8.self)
    case .unorm16: pixel.storeBytes(of: UInt16(sample(upTo: 65535)), toByteOffset: 2 * index, as: UInt16.self)
    case .packed10:
      let word = sample(upTo: Float(greatestPacked(index))) << (10 * UInt32(index))
      pixel.storeBytes(of: pixel.loadUnaligned(as: UInt32.self) | word, as: UInt32.self)
    case .half: pixel.storeBytes(of: Float16(value), toByteOffset: 2 * index, as: Float16.self)
    case .float: pixel.storeBytes(of: value, toByteOffset: 4 * index, as: Float.self)
    }
  }
}

/// Returns the greatest value of a component of `packed10`. The fourth component has two bits.
private func greatestPacked(_ index: Int) -> UInt32 { index < 3 ? 1023 : 3 }
