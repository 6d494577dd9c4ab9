import CoreImage
import ImageColor
import ImageGraph

/// A surface of a library that images retain.
package protocol RetainedSurface: AnyObject, Sendable {
  /// The kind of surface, for recipes and error texts.
  var label: String { get }

  /// Returns the pixels, which are valid until `unlock`. Called for each render, on any thread.
  func lock() throws(RenderError) -> SurfacePixels

  /// Ends a lock; on any thread.
  func unlock()
}

/// Returns the functions of a library, from the C function that loads it.
///
/// - Parameter label: the feature that requires the library, for the error text.
/// - Throws: `unsupported`, with the package to install.
package func library<Functions>(
  for label: String, _ load: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> UnsafePointer<Functions>?
) throws(RenderError) -> Functions {
  var reason: UnsafePointer<CChar>?
  guard let functions = load(&reason) else {
    throw .unsupported("no \(label): \(reason.map { String(cString: $0) } ?? "")")
  }
  return functions.pointee
}

extension CIImage {
  /// Creates an image of a surface whose pixels are read for each render; the lower left corner is the origin.
  ///
  /// - Parameter colorSpace: nil: the working space.
  package convenience init(_ surface: some RetainedSurface, colorSpace: CGColorSpace?) throws(RenderError) {
    let pixels = try surface.lock()
    surface.unlock()
    let (format, alpha) = pixels.layout.read
    let (width, height) = (pixels.width, pixels.height)
    let tiles = { @Sendable () throws(RenderError) -> any RowReader in SurfaceTiles(surface, pixels) }
    let source = Source(
      width: width, height: height, format: format, colorSpace: space(colorSpace, for: format), alpha: alpha,
      label: surface.label, cachesPixels: false,
      rows: pixels.layout.isReadInPlace ? nil : tiles
    ) { () throws(RenderError) in try surface.image(like: pixels) }
    self.init(node: .source(source), colorSpace: colorSpace)
  }
}

extension CIImage {
  /// Creates an image with a copy of a surface's present pixels.
  package convenience init(copying surface: some RetainedSurface, colorSpace: CGColorSpace?) throws(RenderError) {
    let pixels = try surface.lock()
    defer { surface.unlock() }
    let (format, alpha) = pixels.layout.read
    let space = space(colorSpace, for: format)
    let source = Source(try pixels.copied(), colorSpace: space, alpha: alpha, label: surface.label)
    self.init(node: .source(source), colorSpace: colorSpace)
  }
}

/// Returns the colour space of the components; the range of floats is extended.
func space(_ colorSpace: CGColorSpace?, for format: PixelFormat) -> ColorSpace? {
  let isFloat = format.component == .half || format.component == .float
  guard let space = colorSpace?.space else { return nil }
  return isFloat && space == .sRGB ? .extendedSRGB : space.asRGB
}

extension RetainedSurface {
  /// Returns the pixels for one render, without a copy if the layout allows it.
  fileprivate func image(like expected: SurfacePixels) throws(RenderError) -> PixelBuffer {
    let pixels = try locked(like: expected)
    if pixels.isReadInPlace {
      return PixelBuffer(
        width: pixels.width, height: pixels.height, format: pixels.layout.read.format, rowBytes: pixels.rowBytes,
        adopting: pixels.start
      ) { _ in self.unlock() }
    }
    defer { unlock() }
    return try pixels.copied()
  }

  /// - Throws: `image` if size or layout differ from those of the image.
  fileprivate func locked(like expected: SurfacePixels) throws(RenderError) -> SurfacePixels {
    let pixels = try lock()
    guard (pixels.width, pixels.height) == (expected.width, expected.height), pixels.layout == expected.layout else {
      unlock()
      throw .image(
        "\(label) has changed its size or layout (\(pixels.width)x\(pixels.height) pixels now); create a new image")
    }
    return pixels
  }
}

/// A reader of parts of a surface that converts the pixels.
private final class SurfaceTiles: PartReader {
  private let surface: any RetainedSurface
  private let expected: SurfacePixels

  init(_ surface: any RetainedSurface, _ expected: SurfacePixels) {
    (self.surface, self.expected) = (surface, expected)
  }

  func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError) {
    try read(rows, columns: 0..<expected.width, into: bytes, rowBytes: rowBytes)
  }

  func read(
    _ rows: Range<Int>, columns: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int
  ) throws(RenderError) {
    let pixels = try surface.locked(like: expected)
    defer { surface.unlock() }
    for (index, row) in rows.enumerated() {
      pixels.layout.unpack(
        pixels.address(row: row, column: columns.lowerBound), to: bytes + index * rowBytes, columns.count)
    }
  }
}
