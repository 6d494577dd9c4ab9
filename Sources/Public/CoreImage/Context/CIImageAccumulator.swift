import Foundation
import ImageColor
import ImageGraph
import Synchronization

/// A canvas of pixels that images are rendered into region by region, and that can be read as an image: for painting,
/// simulations and other feedback effects.
///
/// ```swift
/// let canvas = CIImageAccumulator(extent: CGRect(x: 0, y: 0, width: 640, height: 480), format: .RGBAh)!
/// canvas.setImage(dab.composited(over: canvas.image()), dirtyRect: dab.extent)
/// ```
///
/// Thread-safe. An image taken from an accumulator keeps its pixels when the accumulator changes.
public final class CIImageAccumulator: Sendable {
  /// The rectangle of the canvas, in whole pixels.
  public let extent: CGRect
  /// The storage format of the pixels.
  public let format: CIFormat

  private let region: UserRect
  private let stored: PixelFormat
  private let space: ColorSpace?
  private let context: CIContext
  private let content: Mutex<Content>

  private struct Content {
    var pixels: PixelBuffer
    /// The image of these pixels while it is in use.
    weak var source: Source?
    /// The pixels that all dispatches rendered so far.
    var pixelsProcessed = 0
  }

  /// Creates a canvas of transparent black pixels. Float formats hold values of the working space, integer formats
  /// sRGB.
  ///
  /// - Returns: nil for an extent that is empty, infinite or too large for memory, or a format that cannot store
  ///   pixels; the log states the reason.
  public convenience init?(extent: CGRect, format: CIFormat) {
    self.init(extent: extent, format: format, space: Self.defaultSpace(format), context: nil)
  }

  /// Creates a canvas of transparent black pixels whose values are stored in `colorSpace`. Returns nil as
  /// `init(extent:format:)` does.
  public convenience init?(extent: CGRect, format: CIFormat, colorSpace: CGColorSpace) {
    self.init(extent: extent, format: format, space: colorSpace.space, context: nil)
  }

  /// Creates a canvas of transparent black pixels that the caller's context renders, with its kernels and memory. Not
  /// part of Apple's API.
  public convenience init?(extent: CGRect, format: CIFormat, context: CIContext) {
    self.init(extent: extent, format: format, space: Self.defaultSpace(format), context: context)
  }

  private init?(extent: CGRect, format: CIFormat, space: ColorSpace?, context: CIContext?) {
    do throws(RenderError) {
      region = try UserRect(extent).wholePixels(of: "the extent")
      guard let stored = format.pixelFormat else {
        throw .unsupported("pixels cannot be stored as \(format); choose for example RGBA8, RGBAh or RGBAf")
      }
      let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: stored)
      content = Mutex(Content(pixels: pixels))
      (self.stored, self.format, self.space) = (stored, format, space)
      self.extent = CGRect(region)
      self.context = context ?? CIContext()
    } catch {
      (context?.log ?? .process).note("CIImageAccumulator: \(error)")
      return nil
    }
  }

  /// Returns sRGB for integers, whose quantisation needs an encoded space; nil (linear light) for floats.
  private static func defaultSpace(_ format: CIFormat) -> ColorSpace? {
    switch format.pixelFormat?.component {
    case .unorm8, .unorm16: .sRGB
    default: nil
    }
  }

  private var alpha: AlphaState { context.settings.outputIsPremultiplied ? .premultiplied : .straight }

  /// Returns an image of the current pixels.
  public func image() -> CIImage {
    let source = content.withLock { content in
      if let source = content.source { return source }
      let source = Source(content.pixels, colorSpace: space, alpha: alpha, label: "accumulator")
      content.source = source
      return source
    }
    return CIImage(node: Node.source(source).transformed(by: .translation(region.min.x, region.min.y))!)
  }

  /// Replaces all pixels by `image`; pixels outside of its extent become transparent black.
  public func setImage(_ image: CIImage) { setImage(image, dirtyRect: extent) }

  /// Replaces the pixels inside `dirtyRect` by those of `image`; no others are rendered.
  ///
  /// If the render fails, the accumulator is unchanged and the log states the reason.
  ///
  /// - Parameter dirtyRect: the rectangle in which the image differs from the current pixels; rounded out to whole
  ///   pixels and intersected with the extent.
  public func setImage(_ image: CIImage, dirtyRect: CGRect) {
    let dirty = Extent(region).pixels(in: UserRect(dirtyRect).pixels)
    if dirty.isEmpty { return }
    do throws(RenderError) {
      // The lock is not held: the image may read this accumulator, and other threads may read it meanwhile.
      let (part, statistics) = try context.renderPixels(
        context.request(image.node, dirty, format: stored, space: space, alpha: alpha))
      try change { content in
        content.pixelsProcessed += statistics.pixelsProcessed
        let (left, top) = (Int(dirty.min.x - region.min.x), Int(region.max.y - dirty.max.y))
        for row in 0..<part.height {
          (content.pixels.row(top + row) + left * stored.bytesPerPixel)
            .copyMemory(from: part.row(row), byteCount: part.width * stored.bytesPerPixel)
        }
      }
    } catch {
      context.log.note("CIImageAccumulator.setImage: \(error)")
    }
  }

  /// Makes all pixels transparent black.
  public func clear() {
    do throws(RenderError) {
      try change { content in
        content.pixels.bytes.initializeMemory(as: UInt8.self, repeating: 0, count: content.pixels.byteCount)
      }
    } catch {
      context.log.note("CIImageAccumulator.clear: \(error)")
    }
  }

  /// Passes the content to `body` for writing. Copies the pixels first if an earlier image uses them.
  private func change(_ body: (inout Content) -> Void) throws(RenderError) {
    try content.withLock { (content) throws(RenderError) in
      if !isKnownUniquelyReferenced(&content.pixels) {
        let old = content.pixels
        let copy = try PixelBuffer(width: old.width, height: old.height, format: old.format)
        copy.bytes.copyMemory(from: old.bytes, byteCount: old.byteCount)
        content.pixels = copy
      }
      content.source = nil
      body(&content)
    }
  }

  /// The pixels that all dispatches rendered so far, for tests.
  package var pixelsProcessed: Int { content.withLock { $0.pixelsProcessed } }
}
