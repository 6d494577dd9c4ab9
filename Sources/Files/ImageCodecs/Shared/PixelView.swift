/// The component order and size of pixels to write; components of more than 8 bits are in the machine's byte order.
package enum ComponentLayout: Hashable, Sendable, CaseIterable {
  case grey8, grey16, greyHalf, greyFloat
  case rgb8, rgb16
  case rgba8, rgba16, rgbaHalf, rgbaFloat

  package var channels: Int {
    switch self {
    case .grey8, .grey16, .greyHalf, .greyFloat: 1
    case .rgb8, .rgb16: 3
    case .rgba8, .rgba16, .rgbaHalf, .rgbaFloat: 4
    }
  }

  package var bits: Int {
    switch self {
    case .grey8, .rgb8, .rgba8: 8
    case .grey16, .rgb16, .rgba16, .greyHalf, .rgbaHalf: 16
    case .greyFloat, .rgbaFloat: 32
    }
  }

  /// Whether components are IEEE floats.
  package var isFloat: Bool {
    switch self {
    case .greyHalf, .greyFloat, .rgbaHalf, .rgbaFloat: true
    case .grey8, .grey16, .rgb8, .rgb16, .rgba8, .rgba16: false
    }
  }

  package var bytesPerPixel: Int { channels * bits / 8 }
}

/// The size and memory layout of an image to write.
package struct BitmapDescription: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let layout: ComponentLayout

  package init(width: Int, height: Int, layout: ComponentLayout) {
    (self.width, self.height, self.layout) = (width, height, layout)
  }

  package var byteCount: Double { Double(width) * Double(height) * Double(layout.bytesPerPixel) }

  func check(longestSide: Int, for format: String) throws(CodecError) {
    guard width > 0, height > 0 else {
      throw .invalidArgument("the sides of a \(format) must be at least 1 pixel (got \(width) x \(height))")
    }
    guard max(width, height) <= longestSide else {
      throw .limit(
        "pixels along a side of a \(format)", requested: UInt64(max(width, height)), allowed: UInt64(longestSide))
    }
  }
}

/// A caller-owned bitmap, top row first, with straight alpha unless an option specifies otherwise. Valid during a call.
package struct PixelView {
  package let base: UnsafeRawPointer
  package let shape: BitmapDescription
  package let rowBytes: Int

  /// Creates a view of a bitmap.
  ///
  /// - Parameter rowBytes: the row stride; nil: rows are contiguous.
  package init(
    _ base: UnsafeRawPointer, width: Int, height: Int, rowBytes: Int? = nil, layout: ComponentLayout
  ) {
    self.base = base
    shape = BitmapDescription(width: width, height: height, layout: layout)
    self.rowBytes = rowBytes ?? width * layout.bytesPerPixel
  }

  package var width: Int { shape.width }
  package var height: Int { shape.height }
}
