import CoreVideo
import Foundation
import ImageColor
import ImageGraph
import PixelFormats

/// What the pixels of a buffer are as a recipe.
extension CVBuffer {
  /// The recipe of the buffer's pixels, and the space that they were taken to be in.
  ///
  /// - Throws: `unsupported` for formats that can be kept and copied, and no more.
  func recipe(_ options: ReadOptions) throws(RenderError) -> (node: Node, space: ColorSpace?) {
    let space = options.space(else: options.videoGamma.applied(to: ownSpace))
    let coded: Node
    if layout.isYCbCr {
      coded = try colors(options.chromaQuality)
    } else if alpha == .opaque, !layout.isOpaque {
      // What is stored as alpha means nothing.
      coded = .combined(
        [.source(try interleaved(nil, .premultiplied))], by: ColorConversions.opaque, extent: .stated(.finite(rect)))
    } else {
      return (.source(try interleaved(space, alpha)), space)
    }
    return (space.map { Node(.matched($0, .toWorking(.opaque)), [coded]) } ?? coded, space)
  }

  /// R'G'B' of planes of Y'CbCr, not clamped. Source: ITU-T H.273, 8.3.
  func colors(_ quality: ChromaQuality?) throws(RenderError) -> Node {
    let rows = codeMap.rows
    return try codes(quality).mapped(by: ColorFormula.linear, row(rows[0]), row(rows[1]), row(rows[2]))
  }

  /// Y', Cb and Cr of every pixel as they are stored, in red, green and blue: 1 is the largest number of their bits.
  ///
  /// - Parameter quality: nil: automatic, see `AutomaticChroma`.
  func codes(_ quality: ChromaQuality?) throws(RenderError) -> Node {
    let (luma, blue, red) = (try seen(.luma), try seen(.blueDifference), try seen(.redDifference))
    let placement = ChromaSiting(quality ?? .smooth, chromaSite, layout, height: height)
    var (numbers, places) = (source(of: blue), (blue: blue.place, red: red.place))
    if red.view != blue.view {
      let reds = source(of: red)
      numbers = .combined(
        [numbers, reds, reds], by: PlaneFormulas.join, axis(blue.place), axis(red.place), SIMD4<Float>.zero,
        extent: .first)
      places = (0, 1)
    }
    let chroma = placement.up(numbers, by: quality == nil ? PlaneFormulas.expandAtWill : PlaneFormulas.expand)
    return .combined(
      [source(of: luma), chroma, chroma], by: PlaneFormulas.join, axis(luma.place), axis(places.blue),
      axis(places.red), extent: .first)
  }

  /// Codes to R'G'B' and back, for the numbers of this buffer.
  var codeMap: CodeMap {
    CodeMap(
      videoColor.weights ?? .bt709, layout.range ?? .full, depth: layout.component(.luma)?.number.depth ?? 8)
  }

  /// What a code counts in a plane that is seen as an image: one step of 255 or of 65,535 times 2^shift.
  var codeUnit: Double {
    if case .sixteenBits(_, let shift) = layout.component(.luma)?.number { Double(1 << shift) / 65535 } else { 1 / 255 }
  }

  /// The space of the colours: as attached, else that of the codes of Y'CbCr, else what destinations of such numbers
  /// start with. Depth has none.
  var ownSpace: ColorSpace? {
    if layout.isYCbCr { return attachedSpace?.space ?? videoColor.space ?? .itur_709 }
    if let space = attachedSpace?.space { return layout.isGrey ? space : space.withColors }
    switch CVPixelBufferGetPixelFormatType(self) {
    case kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_DisparityFloat16,
      kCVPixelFormatType_DisparityFloat32:
      return nil
    default: return .usual(isGrey: layout.isGrey, isFloat: layout.components.first?.number.depth == nil)
    }
  }

  /// What alpha is by what is attached.
  var alpha: AlphaState {
    if layout.isOpaque || (CVBufferCopyAttachment(self, kCVImageBufferAlphaChannelIsOpaque, nil) as? Bool) == true {
      return .opaque
    }
    let mode = CVBufferCopyAttachment(self, kCVImageBufferAlphaChannelModeKey, nil) as? String
    return mode == kCVImageBufferAlphaChannelMode_StraightAlpha as String ? .straight : .premultiplied
  }

  /// Pixels that lie whole beside each other.
  private func interleaved(_ space: ColorSpace?, _ alpha: AlphaState) throws(RenderError) -> Source {
    let (width, height) = (width, height)
    func source(
      _ format: PixelFormat, _ fetch: @escaping @Sendable () throws(RenderError) -> PixelBuffer
    ) -> Source {
      Source(
        width: width, height: height, format: format, colorSpace: space, alpha: alpha, label: "CVPixelBuffer",
        keepsPixels: false, origin: Source.Origin(self, plane: 0), fetch: fetch)
    }
    if let format = pixelFormat {
      return source(format) { () throws(RenderError) in try self.lockedPixels(0, width, height, format) }
    }
    guard let copied = CopiedPixels(layout) else {
      throw .unsupported(
        "pixels of the format \(formatName) can be kept and copied, not read; docs/pixel-buffers.md lists those that "
          + "are"
      )
    }
    return source(copied.format) { () throws(RenderError) in
      let pixels = try PixelBuffer(width: width, height: height, format: copied.format)
      copied.read(try self.lockedPixels(0, width, height, copied.format), to: pixels)
      return pixels
    }
  }

  /// How a component is seen, and in which place of the pixels it is.
  private struct Seen {
    let component: Component
    let view: PlaneView
    let place: Int
  }

  private func seen(_ meaning: Component.Meaning) throws(RenderError) -> Seen {
    guard let component = layout.component(meaning), let (view, place) = PlaneView.of(component) else {
      throw .unsupported("pixels of the format \(formatName) have no plane of luma and chroma that can be read")
    }
    return Seen(component: component, view: view, place: place)
  }

  private func source(of seen: Seen) -> Node {
    let columns = (width - 1) / seen.component.columns + 1
    let rows = (height - 1) / seen.component.rows + 1
    return .source(seen.view.source(of: self, columns: columns, rows: rows))
  }

  /// A row of the map for planes that are seen as images.
  private func row(_ row: SIMD4<Double>) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4(row.x / codeUnit, row.y / codeUnit, row.z / codeUnit, row.w))
  }

  var formatName: String { "\(self)".split(separator: " ").last.map(String.init) ?? "" }
}

/// The axis of a component's place in a pixel.
private func axis(_ place: Int) -> SIMD4<Float> {
  var axis = SIMD4<Float>.zero
  axis[place] = 1
  return axis
}

extension PixelLayout {
  var isGrey: Bool { component(.grey) != nil }
}

extension ColorSpace {
  /// What pixels without a space of their own are taken for: sRGB, or grey with gamma 2.2; extended for floats.
  static func usual(isGrey: Bool, isFloat: Bool) -> ColorSpace {
    switch (isGrey, isFloat) {
    case (false, false): .sRGB
    case (false, true): .extendedSRGB
    case (true, false): .genericGrayGamma2_2
    case (true, true): .extendedGray
    }
  }
}
