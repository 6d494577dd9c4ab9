import ImageColor
import ImageGraph

/// The memory layout of a bitmap's pixels, as specified for an image or a context.
package struct BitmapLayout: Sendable {
  package let bitsPerComponent: Int
  package let bitsPerPixel: Int
  package let info: CGBitmapInfo
  package let alphaInfo: CGImageAlphaInfo
  /// The number of colour components: 1 for grey, 3 for RGB, 0 for alpha only.
  package let colors: Int

  /// Creates a layout and checks it.
  ///
  /// - Parameter space: nil for masks, which have one component.
  /// - Throws: `invalidArgument` or `unsupported` for values that contradict each other or that are unsupported.
  package init(
    bitsPerComponent: Int, bitsPerPixel: Int?, space: ColorSpace?, info: CGBitmapInfo
  ) throws(RenderError) {
    guard let alpha = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) else {
      throw .invalidArgument("CGImageAlphaInfo must be 0 to 7 (got \(info.rawValue & 31))")
    }
    (self.bitsPerComponent, self.info, alphaInfo) = (bitsPerComponent, info, alpha)
    colors = alpha == .alphaOnly ? 0 : space?.model == .rgb ? 3 : 1
    let isFloat = info.contains(.floatComponents)
    guard isFloat ? [16, 32].contains(bitsPerComponent) : [1, 2, 4, 8, 16].contains(bitsPerComponent) else {
      throw .unsupported(
        "bitsPerComponent must be 1, 2, 4, 8 or 16, or 16 or 32 for floats (got \(bitsPerComponent)"
          + "\(isFloat ? " as floats" : ""))")
    }
    let components = colors + (alpha == .none ? 0 : 1)
    self.bitsPerPixel = bitsPerPixel ?? bitsPerComponent * components
    guard self.bitsPerPixel == bitsPerComponent * components, bitsPerComponent >= 8 || components == 1 else {
      throw .unsupported(
        "bitsPerPixel must be \(bitsPerComponent * components) for \(components) components of \(bitsPerComponent) "
          + "bits (got \(self.bitsPerPixel))")
    }
    let order = info.intersection(.byteOrderMask)
    let allowed: [CGBitmapInfo] =
      bitsPerComponent == 16 ? [[], .byteOrder16Little, .byteOrder16Big] : [[], .byteOrder32Little, .byteOrder32Big]
    guard allowed.contains(order), bitsPerComponent == 32 || order != .byteOrder32Little || self.bitsPerPixel == 32
    else {
      throw .unsupported(
        "byte order \(order.rawValue >> 12) does not match components of \(bitsPerComponent) bits in pixels of "
          + "\(self.bitsPerPixel) bits")
    }
  }

  /// Returns the bytes of a row without padding; nil if the number overflows.
  package func minimumRowBytes(width: Int) -> Int? {
    let bits = width.multipliedReportingOverflow(by: bitsPerPixel)
    return bits.overflow || bits.partialValue > Int.max - 7 ? nil : (bits.partialValue + 7) / 8
  }

  /// Whether the bytes of a component, or of a pixel of 32 bits, are in little-endian order. Without an explicit order,
  /// integers of more than one byte are big-endian and floats are in the machine's order.
  package var isLittle: Bool {
    switch info.intersection(.byteOrderMask) {
    case .byteOrder16Little, .byteOrder32Little: true
    case .byteOrder16Big, .byteOrder32Big: false
    default: info.contains(.floatComponents)
    }
  }

  package var alphaState: AlphaState {
    switch alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast: .opaque
    case .premultipliedFirst, .premultipliedLast, .alphaOnly: .premultiplied
    case .first, .last: .straight
    }
  }

  private var isAlphaFirst: Bool { [.premultipliedFirst, .first, .noneSkipFirst].contains(alphaInfo) }

  /// The pixel format with exactly this memory layout; nil if there is none.
  package var format: PixelFormat? {
    let float = info.contains(.floatComponents)
    switch (bitsPerComponent, colors, alphaInfo) {
    case (8, 0, _): return .a8
    case (8, 1, .none): return .l8
    case (8, 1, .premultipliedLast), (8, 1, .last): return .la8
    case (8, 3, .none): return nil
    case (8, 3, .noneSkipLast): return isLittle ? .abgr8 : .rgbx8
    case (8, 3, _): return isAlphaFirst ? (isLittle ? .bgra8 : .argb8) : (isLittle ? .abgr8 : .rgba8)
    case (16, _, _), (32, _, _):
      guard isLittle else { return nil }
      let formats: [PixelFormat] =
        switch (bitsPerComponent, float) {
        case (16, false): [.a16, .l16, .la16, .rgba16, .rgbx16]
        case (16, true): [.ah, .lh, .lah, .rgbah, .rgbxh]
        default: [.af, .lf, .laf, .rgbaf, .rgbxf]
        }
      switch (colors, alphaInfo) {
      case (0, _): return formats[0]
      case (1, .none): return formats[1]
      case (1, .premultipliedLast), (1, .last): return formats[2]
      case (3, .premultipliedLast), (3, .last): return formats[3]
      case (3, .noneSkipLast): return formats[4]
      default: return nil
      }
    default: return nil
    }
  }

  /// The pixel format to convert to if no format has this memory layout.
  package var expanded: PixelFormat {
    let float = info.contains(.floatComponents)
    return bitsPerComponent == 32 ? .rgbaf : bitsPerComponent == 16 ? (float ? .rgbah : .rgba16) : .rgba8
  }

  /// Returns one pixel as stored in a row. Each component is 0...1 or a float; grey is in all colours; without alpha,
  /// alpha is 1.
  package func color(of row: UnsafeRawPointer, x: Int, decode: [Double]?) -> SIMD4<Float> {
    let components = bitsPerPixel / bitsPerComponent
    var values = SIMD4<Float>(0, 0, 0, 1)
    for index in 0..<components {
      var value = component(of: row, at: x * components + index, in: components)
      let position = isAlphaFirst && colors > 0 ? (index + components - 1) % components : index
      if let decode, position < colors {
        value = Float(decode[2 * position] + Double(value) * (decode[2 * position + 1] - decode[2 * position]))
      }
      if colors == 0 { return [0, 0, 0, value] }
      if position < colors { values[position] = value } else { values.w = alphaState == .opaque ? 1 : value }
    }
    return colors == 1 ? [values.x, values.x, values.x, values.w] : values
  }

  private func component(of row: UnsafeRawPointer, at index: Int, in components: Int) -> Float {
    switch bitsPerComponent {
    case 8:
      // Little-endian order reverses the bytes of the whole pixel.
      let offset = isLittle ? index / components * components + components - 1 - index % components : index
      return Float(row.load(fromByteOffset: offset, as: UInt8.self)) / 255
    case 16:
      let bits = row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
      let native = isLittle ? UInt16(littleEndian: bits) : UInt16(bigEndian: bits)
      return info.contains(.floatComponents) ? Float(Float16(bitPattern: native)) : Float(native) / 65535
    case 32:
      let bits = row.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
      return Float(bitPattern: isLittle ? UInt32(littleEndian: bits) : UInt32(bigEndian: bits))
    default:
      let (bit, most) = (index * bitsPerComponent, (1 << bitsPerComponent) - 1)
      let byte = Int(row.load(fromByteOffset: bit / 8, as: UInt8.self))
      return Float(byte >> (8 - bitsPerComponent - bit % 8) & most) / Float(most)
    }
  }

  /// Copies or converts bytes to a pixel buffer.
  ///
  /// - Parameter decode: for each colour component, the decoded values of its least and its greatest sample.
  /// - Throws: `invalidArgument` if rows or data are too short, `limit` for too many pixels. Nothing is allocated then.
  package func pixels(
    of bytes: UnsafeRawBufferPointer, width: Int, height: Int, rowBytes: Int, decode: [Double]?
  ) throws(RenderError) -> PixelBuffer {
    guard width > 0, height > 0, let least = minimumRowBytes(width: width), rowBytes >= least else {
      throw .invalidArgument(
        "\(width)x\(height) pixels of \(bitsPerPixel) bits do not fit into rows of \(rowBytes) bytes")
    }
    // The last row may end where its pixels end.
    let above = rowBytes.multipliedReportingOverflow(by: height - 1)
    guard !above.overflow, let base = bytes.baseAddress, bytes.count >= least,
      above.partialValue <= bytes.count - least
    else {
      throw .invalidArgument(
        "\(width)x\(height) pixels in rows of \(rowBytes) bytes need more than the \(bytes.count) bytes supplied")
    }
    let direct = decode == nil ? format : nil
    let pixels = try PixelBuffer(width: width, height: height, format: direct ?? expanded)
    for y in 0..<height {
      let row = base + y * rowBytes
      if direct != nil {
        pixels.row(y).copyMemory(from: row, byteCount: least)
      } else {
        for x in 0..<width { pixels.store(color(of: row, x: x, decode: decode), x: x, y: y) }
      }
    }
    return pixels
  }
}
