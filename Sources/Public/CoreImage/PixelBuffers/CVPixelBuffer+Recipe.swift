import CoreVideo
import Foundation
import ImageColor
import ImageGraph
import PixelFormats

/// Recipes of the pixels of a buffer.
extension CVBuffer {
  /// Returns the recipe of the buffer's pixels, and the colour space in which they are interpreted.
  ///
  /// - Throws: `unsupported` for formats that can be stored and copied only.
  func recipe(_ options: ReadOptions) throws(RenderError) -> (node: Node, space: ColorSpace?) {
    let space = options.space(else: options.videoGamma.applied(to: ownSpace))
    let coded: Node
    if layout.isYCbCr {
      coded = try colors(options.chromaQuality)
    } else if alpha == .opaque, !layout.isOpaque {
      // Stored alpha is ignored.
      coded = .combined(
        [.source(try interleaved(nil, .premultiplied))], by: ColorConversions.opaque, extent: .stated(.finite(rect)))
    } else {
      return (.source(try interleaved(space, alpha)), space)
    }
    return (space.map { Node(.matched($0, .toWorking(.opaque)), [coded]) } ?? coded, space)
  }

  /// Returns R'G'B' of planes of Y'CbCr, not clamped. Source: ITU-T H.273, 8.3.
  func colors(_ quality: ChromaQuality?) throws(RenderError) -> Node {
    let rows = yCbCrMatrix.rows
    return try samples(quality).mapped(by: ColorFormula.linear, row(rows[0]), row(rows[1]), row(rows[2]))
  }

  /// Returns the stored Y', Cb and Cr of every pixel in red, green and blue; 1 is the largest integer of their bits.
  ///
  /// - Parameter quality: nil: automatic, see `AutomaticChroma`.
  func samples(_ quality: ChromaQuality?) throws(RenderError) -> Node {
    let (luma, blue, red) = (try view(of: .luma), try view(of: .blueDifference), try view(of: .redDifference))
    let siting = ChromaSiting(quality ?? .smooth, chromaSite, layout, height: height)
    var (chromaSamples, channels) = (source(of: blue), (blue: blue.channel, red: red.channel))
    if red.view != blue.view {
      let reds = source(of: red)
      chromaSamples = .combined(
        [chromaSamples, reds, reds], by: PlaneFormulas.join, axis(blue.channel), axis(red.channel), SIMD4<Float>.zero,
        extent: .first)
      channels = (0, 1)
    }
    let chroma = siting.expanded(
      chromaSamples, by: quality == nil ? PlaneFormulas.expandUnspecified : PlaneFormulas.expand)
    return .combined(
      [source(of: luma), chroma, chroma], by: PlaneFormulas.join, axis(luma.channel), axis(channels.blue),
      axis(channels.red), extent: .first)
  }

  /// The conversion between sample values and R'G'B' for this buffer.
  var yCbCrMatrix: YCbCrMatrix {
    YCbCrMatrix(
      videoColor.weights ?? .bt709, layout.range ?? .full, depth: layout.component(.luma)?.format.depth ?? 8)
  }

  /// The value of one integer step of a sample in a plane that is read as an image: 1/255, or 2^shift/65,535.
  var sampleStep: Double {
    if case .sixteenBits(_, let shift) = layout.component(.luma)?.format { Double(1 << shift) / 65535 } else { 1 / 255 }
  }

  /// The colour space: as attached, else that of the code points of Y'CbCr, else the default of destinations with the
  /// same component type. Depth has none.
  var ownSpace: ColorSpace? {
    if layout.isYCbCr { return attachedSpace?.space ?? videoColor.space ?? .itur_709 }
    if let space = attachedSpace?.space { return layout.isGrey ? space : space.asRGB }
    switch CVPixelBufferGetPixelFormatType(self) {
    case kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_DisparityFloat16,
      kCVPixelFormatType_DisparityFloat32:
      return nil
    default: return .defaultSpace(isGrey: layout.isGrey, isFloat: layout.components.first?.format.depth == nil)
    }
  }

  /// The alpha state according to the attachments.
  var alpha: AlphaState {
    if layout.isOpaque || (CVBufferCopyAttachment(self, kCVImageBufferAlphaChannelIsOpaque, nil) as? Bool) == true {
      return .opaque
    }
    let mode = CVBufferCopyAttachment(self, kCVImageBufferAlphaChannelModeKey, nil) as? String
    return mode == kCVImageBufferAlphaChannelMode_StraightAlpha as String ? .straight : .premultiplied
  }

  /// Returns the source of pixels whose components are interleaved.
  private func interleaved(_ space: ColorSpace?, _ alpha: AlphaState) throws(RenderError) -> Source {
    let (width, height) = (width, height)
    func source(
      _ format: PixelFormat, _ fetch: @escaping @Sendable () throws(RenderError) -> PixelBuffer
    ) -> Source {
      Source(
        width: width, height: height, format: format, colorSpace: space, alpha: alpha, label: "CVPixelBuffer",
        cachesPixels: false, origin: Source.Origin(self, plane: 0), fetch: fetch)
    }
    if let format = pixelFormat {
      return source(format) { () throws(RenderError) in try self.lockedPixels(0, width, height, format) }
    }
    guard let converter = PixelConverter(layout) else {
      throw .unsupported(
        "pixels of the format \(formatName) can be stored and copied, but not read; docs/pixel-buffers.md lists "
          + "readable formats")
    }
    return source(converter.format) { () throws(RenderError) in
      let pixels = try PixelBuffer(width: width, height: height, format: converter.format)
      converter.read(try self.lockedPixels(0, width, height, converter.format), to: pixels)
      return pixels
    }
  }

  /// A component in the view of its plane, with its channel in the view's pixels.
  private struct ComponentView {
    let component: Component
    let view: PlaneView
    let channel: Int
  }

  private func view(of meaning: Component.Meaning) throws(RenderError) -> ComponentView {
    guard let component = layout.component(meaning), let (view, channel) = PlaneView.of(component) else {
      throw .unsupported("pixels of the format \(formatName) have no readable plane of luma and chroma")
    }
    return ComponentView(component: component, view: view, channel: channel)
  }

  private func source(of componentView: ComponentView) -> Node {
    let columns = (width - 1) / componentView.component.columns + 1
    let rows = (height - 1) / componentView.component.rows + 1
    return .source(componentView.view.source(of: self, columns: columns, rows: rows))
  }

  /// Returns a row of the matrix for planes that are read as images.
  private func row(_ row: SIMD4<Double>) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4(row.x / sampleStep, row.y / sampleStep, row.z / sampleStep, row.w))
  }

  var formatName: String { "\(self)".split(separator: " ").last.map(String.init) ?? "" }
}

/// Returns the unit vector of a channel.
private func axis(_ channel: Int) -> SIMD4<Float> {
  var axis = SIMD4<Float>.zero
  axis[channel] = 1
  return axis
}

extension PixelLayout {
  var isGrey: Bool { component(.grey) != nil }
}

extension ColorSpace {
  /// Returns the default space of pixels: sRGB, or grey with gamma 2.2; extended for floats.
  static func defaultSpace(isGrey: Bool, isFloat: Bool) -> ColorSpace {
    switch (isGrey, isFloat) {
    case (false, false): .sRGB
    case (false, true): .extendedSRGB
    case (true, false): .genericGrayGamma2_2
    case (true, true): .extendedGray
    }
  }
}
