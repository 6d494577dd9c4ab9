import ImageColor
import ImageGraph

/// How somebody says that the pixels of a bitmap lie in memory: what an image or a context is made with.
package struct BitmapLayout: Sendable {
  package let bitsPerComponent: Int
  package let bitsPerPixel: Int
  package let info: CGBitmapInfo
  package let alphaInfo: CGImageAlphaInfo
  /// 1 for grey, 3 for colours, 0 where there is only alpha.
  package let colors: Int

  /// - Parameter space: nil for masks, which have one component.
  /// - Throws: `invalidArgument` or `unsupported` for numbers that do not go together or are not known here.
  package init(
    bitsPerComponent: Int, bitsPerPixel: Int?, space: ColorSpace?, info: CGBitmapInfo
  ) throws(RenderError) {
    guard let alpha = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) else {
      throw .invalidArgument("\(info.rawValue & 31) is no CGImageAlphaInfo; 0 to 7 are")
    }
    (self.bitsPerComponent, self.info, alphaInfo) = (bitsPerComponent, info, alpha)
    colors = alpha == .alphaOnly ? 0 : space?.model == .rgb ? 3 : 1
    let isFloat = info.contains(.floatComponents)
    guard isFloat ? [16, 32].contains(bitsPerComponent) : [1, 2, 4, 8, 16].contains(bitsPerComponent) else {
      throw .unsupported(
        "components of \(bitsPerComponent) bits\(isFloat ? " as floats" : "") are not known here: 1, 2, 4, 8, 16 bits "
          + "are, and 16 and 32 as floats")
    }
    let components = colors + (alpha == .none ? 0 : 1)
    self.bitsPerPixel = bitsPerPixel ?? bitsPerComponent * components
    guard self.bitsPerPixel == bitsPerComponent * components, bitsPerComponent >= 8 || components == 1 else {
      throw .unsupported(
        "\(self.bitsPerPixel) bits a pixel for \(components) components of \(bitsPerComponent) bits are not known "
          + "here: "
          + "give \(bitsPerComponent * components)")
    }
    let order = info.intersection(.byteOrderMask)
    let allowed: [CGBitmapInfo] =
      bitsPerComponent == 16 ? [[], .byteOrder16Little, .byteOrder16Big] : [[], .byteOrder32Little, .byteOrder32Big]
    guard allowed.contains(order), bitsPerComponent == 32 || order != .byteOrder32Little || self.bitsPerPixel == 32
    else {
      throw .unsupported(
        "byte order \(order.rawValue >> 12) does not go with components of \(bitsPerComponent) bits in pixels of "
          + "\(self.bitsPerPixel)")
    }
  }

  /// The bytes of a row without anything after it; nil when that is no number.
  package func leastRowBytes(width: Int) -> Int? {
    let bits = width.multipliedReportingOverflow(by: bitsPerPixel)
    return bits.overflow || bits.partialValue > Int.max - 7 ? nil : (bits.partialValue + 7) / 8
  }

  /// True when the bytes of a component, or those of a pixel of 32 bits, are stored low first. Integers of more than a
  /// byte are high first where nothing is said, floats in the machine's order.
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

  /// The format that lies in memory in just this way; nil when there is none.
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

  /// What pixels of this layout become where no format lies as they do.
  package var expanded: PixelFormat {
    let float = info.contains(.floatComponents)
    return bitsPerComponent == 32 ? .rgbaf : bitsPerComponent == 16 ? (float ? .rgbah : .rgba16) : .rgba8
  }

  /// One pixel of a row as stored, each component 0...1 or a float; grey in all colours, no alpha as 1.
  package func color(of row: UnsafeRawPointer, x: Int, decode: [Double]?) -> SIMD4<Float> {
    let components = bitsPerPixel / bitsPerComponent
    var values = SIMD4<Float>(0, 0, 0, 1)
    for index in 0..<components {
      var value = component(of: row, at: x * components + index, in: components)
      let place = isAlphaFirst && colors > 0 ? (index + components - 1) % components : index
      if let decode, place < colors {
        value = Float(decode[2 * place] + Double(value) * (decode[2 * place + 1] - decode[2 * place]))
      }
      if colors == 0 { return [0, 0, 0, value] }
      if place < colors { values[place] = value } else { values.w = alphaState == .opaque ? 1 : value }
    }
    return colors == 1 ? [values.x, values.x, values.x, values.w] : values
  }

  private func component(of row: UnsafeRawPointer, at index: Int, in components: Int) -> Float {
    switch bitsPerComponent {
    case 8:
      // Low byte first turns the bytes of the whole pixel round.
      let place = isLittle ? index / components * components + components - 1 - index % components : index
      return Float(row.load(fromByteOffset: place, as: UInt8.self)) / 255
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

  /// Pixels of these bytes.
  ///
  /// - Parameter decode: for each colour component the values that its least and its greatest number stand for.
  /// - Throws: `invalidArgument` for rows or data that are too short, `limit` for too many pixels; nothing is allocated
  ///   then.
  package func pixels(
    of bytes: UnsafeRawBufferPointer, width: Int, height: Int, rowBytes: Int, decode: [Double]?
  ) throws(RenderError) -> PixelBuffer {
    guard width > 0, height > 0, let least = leastRowBytes(width: width), rowBytes >= least else {
      throw .invalidArgument(
        "\(width)x\(height) pixels of \(bitsPerPixel) bits do not lie in rows of \(rowBytes) bytes")
    }
    // The last row may end where its pixels end.
    let above = rowBytes.multipliedReportingOverflow(by: height - 1)
    guard !above.overflow, let base = bytes.baseAddress, bytes.count >= least,
      above.partialValue <= bytes.count - least
    else {
      throw .invalidArgument(
        "\(width)x\(height) pixels in rows of \(rowBytes) bytes are more than the \(bytes.count) bytes that are there")
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
