extension PixelBuffer {
  /// One pixel as four floats, as stored: 8 and 16 bit as 0...1; grey in all three, missing alpha as 1.
  ///
  /// `x` and `y` count from the top left and must lie inside.
  package func color(x: Int, y: Int) -> SIMD4<Float> {
    let pixel = row(y) + x * format.bytesPerPixel
    func component(_ index: Int) -> Float {
      switch format.component {
      case .unorm8: Float(pixel.load(fromByteOffset: index, as: UInt8.self)) / 255
      case .unorm16: Float(pixel.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)) / 65535
      case .half: Float(pixel.loadUnaligned(fromByteOffset: 2 * index, as: Float16.self))
      case .float: pixel.loadUnaligned(fromByteOffset: 4 * index, as: Float.self)
      }
    }
    return switch format {
    case .rgba8, .rgba16, .rgbah, .rgbaf: [component(0), component(1), component(2), component(3)]
    case .rgbx8: [component(0), component(1), component(2), 1]
    case .bgra8: [component(2), component(1), component(0), component(3)]
    case .argb8: [component(1), component(2), component(3), component(0)]
    case .abgr8: [component(3), component(2), component(1), component(0)]
    case .r8, .r16, .rh, .rf: [component(0), 0, 0, 1]
    case .rg8, .rg16, .rgh, .rgf: [component(0), component(1), 0, 1]
    case .a8, .a16, .ah, .af: [0, 0, 0, component(0)]
    case .l8, .l16, .lh, .lf: [component(0), component(0), component(0), 1]
    case .la8, .la16, .lah, .laf: [component(0), component(0), component(0), component(1)]
    }
  }

  /// Stores one pixel; 8 and 16 bit clamped and rounded to nearest, NaN as 0. Grey takes red; see `color(x:y:)`.
  package func store(_ color: SIMD4<Float>, x: Int, y: Int) {
    let pixel = row(y) + x * format.bytesPerPixel
    func put(_ value: Float, _ index: Int) {
      switch format.component {
      case .unorm8:
        pixel.storeBytes(of: UInt8(value > 0 ? min(value, 1) * 255 + 0.5 : 0), toByteOffset: index, as: UInt8.self)
      case .unorm16:
        pixel.storeBytes(
          of: UInt16(value > 0 ? min(value, 1) * 65535 + 0.5 : 0), toByteOffset: 2 * index, as: UInt16.self)
      case .half: pixel.storeBytes(of: Float16(value), toByteOffset: 2 * index, as: Float16.self)
      case .float: pixel.storeBytes(of: value, toByteOffset: 4 * index, as: Float.self)
      }
    }
    let components: [Float] =
      switch format {
      case .rgba8, .rgba16, .rgbah, .rgbaf: [color.x, color.y, color.z, color.w]
      case .rgbx8: [color.x, color.y, color.z, 1]
      case .bgra8: [color.z, color.y, color.x, color.w]
      case .argb8: [color.w, color.x, color.y, color.z]
      case .abgr8: [color.w, color.z, color.y, color.x]
      case .r8, .r16, .rh, .rf, .l8, .l16, .lh, .lf: [color.x]
      case .rg8, .rg16, .rgh, .rgf: [color.x, color.y]
      case .a8, .a16, .ah, .af: [color.w]
      case .la8, .la16, .lah, .laf: [color.x, color.w]
      }
    for (index, value) in components.enumerated() { put(value, index) }
  }
}
