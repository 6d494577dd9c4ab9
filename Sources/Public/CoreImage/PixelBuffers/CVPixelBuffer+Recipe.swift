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

  /// Returns the planes as a source, whose red, green and blue are the stored Y', Cb and Cr of every pixel. Each render
  /// reads them in place, while the buffer is locked.
  ///
  /// - Parameter quality: nil: automatic, see `PlaneRequest`.
  func samples(_ quality: ChromaQuality?) throws(RenderError) -> Node {
    guard let planes = YCbCrPlanes(layout, site: chromaSite, quality: quality) else {
      throw .unsupported("pixels of the format \(formatName) have no readable planes of luma and chroma")
    }
    let (width, height) = (width, height)
    return .source(
      Source(
        width: width, height: height, planes: planes, label: "CVPixelBuffer", origin: Source.Origin(self, plane: 0)
      ) { () throws(RenderError) in
        try self.locked(.readOnly)
        let (start, rowBytes) = self.memory(of: 0)
        let chroma = planes.layout.planes.indices.dropFirst().map { plane in
          let memory = self.memory(of: plane)
          return PixelBuffer.Plane(bytes: memory.start, rowBytes: memory.rowBytes, planes.layout.planes[plane])
        }
        return PixelBuffer(
          width: width, height: height, format: planes.format, rowBytes: rowBytes, adopting: start, chroma: chroma
        ) { _ in _ = CVPixelBufferUnlockBaseAddress(self, .readOnly) }
      })
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

  /// Returns a row of the matrix for planes that are read as images.
  private func row(_ row: SIMD4<Double>) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4(row.x / sampleStep, row.y / sampleStep, row.z / sampleStep, row.w))
  }

  var formatName: String { "\(self)".split(separator: " ").last.map(String.init) ?? "" }
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
