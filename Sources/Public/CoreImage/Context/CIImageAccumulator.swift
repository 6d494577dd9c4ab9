import Foundation
import ImageColor
import ImageGraph
import Synchronization

/// Pixels that renders are put into piece by piece, and an image of what is there now: for painting, simulations and
/// all that goes on from its own last image.
///
/// ```swift
/// let canvas = CIImageAccumulator(extent: CGRect(x: 0, y: 0, width: 640, height: 480), format: .RGBAh)!
/// canvas.setImage(dab.composited(over: canvas.image()), dirtyRect: dab.extent)
/// ```
///
/// Safe from any thread. An image taken from an accumulator keeps its pixels whatever is set later.
public final class CIImageAccumulator: Sendable {
  /// Where the pixels are, in whole pixels.
  public let extent: CGRect
  /// How the pixels are stored.
  public let format: CIFormat

  private let region: UserRect
  private let stored: PixelFormat
  private let space: ColorSpace?
  private let context: CIContext
  private let content: Mutex<Content>

  private struct Content {
    var pixels: PixelBuffer
    /// The image of these pixels as long as somebody has it.
    weak var source: Source?
    /// Pixels that were rendered so far, by all dispatches.
    var pixelsProcessed = 0
  }

  /// Clear pixels. Formats of floats hold values of the working space, formats of integers sRGB.
  ///
  /// - Returns: nil for an extent that is empty, infinite or too large for memory, or a format that pixels cannot be
  ///   stored in; the reason goes to the log.
  public convenience init?(extent: CGRect, format: CIFormat) {
    self.init(extent: extent, format: format, space: Self.usualSpace(format), context: nil)
  }

  /// Clear pixels whose values are stored in `colorSpace`. Nil as for `init(extent:format:)`.
  public convenience init?(extent: CGRect, format: CIFormat, colorSpace: CGColorSpace) {
    self.init(extent: extent, format: format, space: colorSpace.space, context: nil)
  }

  /// This package's own: clear pixels that are rendered by a context of the caller's, with its kernels and its memory.
  public convenience init?(extent: CGRect, format: CIFormat, context: CIContext) {
    self.init(extent: extent, format: format, space: Self.usualSpace(format), context: context)
  }

  private init?(extent: CGRect, format: CIFormat, space: ColorSpace?, context: CIContext?) {
    do throws(RenderError) {
      region = try UserRect(extent).wholePixels(of: "the extent")
      guard let stored = format.pixelFormat else {
        throw .unsupported("pixels cannot be stored as \(format)")
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

  /// Few steps of light are lost in a coded space, none matter in floats.
  private static func usualSpace(_ format: CIFormat) -> ColorSpace? {
    switch format.pixelFormat?.component {
    case .unorm8, .unorm16: .sRGB
    default: nil
    }
  }

  private var alpha: AlphaState { context.settings.outputIsPremultiplied ? .premultiplied : .straight }

  /// What is there now.
  public func image() -> CIImage {
    let source = content.withLock { content in
      if let source = content.source { return source }
      let source = Source(content.pixels, colorSpace: space, alpha: alpha, label: "accumulator")
      content.source = source
      return source
    }
    return CIImage(node: Node.source(source).transformed(by: .translation(region.min.x, region.min.y))!)
  }

  /// Puts `image` in the place of what is there, clear where it has nothing.
  public func setImage(_ image: CIImage) { setImage(image, dirtyRect: extent) }

  /// Puts the pixels of `image` in `dirtyRect` in the place of those that are there; no others are rendered.
  ///
  /// A render that cannot be done leaves the accumulator as it was and says why in the log.
  ///
  /// - Parameter dirtyRect: where the image differs from what is there; rounded out to whole pixels, cut to the extent.
  public func setImage(_ image: CIImage, dirtyRect: CGRect) {
    let dirty = Extent(region).pixels(in: UserRect(dirtyRect).pixels)
    if dirty.isEmpty { return }
    do throws(RenderError) {
      // Not under the lock: the image may be one of this accumulator, and others may look at it meanwhile.
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

  /// Makes every pixel clear.
  public func clear() {
    do throws(RenderError) {
      try change { content in
        content.pixels.bytes.initializeMemory(as: UInt8.self, repeating: 0, count: content.pixels.byteCount)
      }
    } catch {
      context.log.note("CIImageAccumulator.clear: \(error)")
    }
  }

  /// Lets `body` write pixels that no image of before looks at.
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

  /// For tests: pixels that were rendered so far, by all dispatches.
  package var pixelsProcessed: Int { content.withLock { $0.pixelsProcessed } }
}
