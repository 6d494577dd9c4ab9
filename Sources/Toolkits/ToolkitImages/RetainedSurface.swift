import CoreImage
import ImageColor
import ImageGraph

/// A surface of a library that images hold.
package protocol RetainedSurface: AnyObject, Sendable {
  /// What it is, for recipes and errors.
  var label: String { get }

  /// Where its pixels are from now on, until `unlock`. Called with each render, from any thread.
  func lock() throws(RenderError) -> SurfacePixels

  /// Ends a lock; from any thread.
  func unlock()
}

/// The functions of a library, from the C function that looks for it.
///
/// - Parameter label: what there cannot be without it.
/// - Throws: `unsupported` that says what to install.
package func library<Functions>(
  for label: String, _ find: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> UnsafePointer<Functions>?
) throws(RenderError) -> Functions {
  var reason: UnsafePointer<CChar>?
  guard let functions = find(&reason) else {
    throw .unsupported("no \(label): \(reason.map { String(cString: $0) } ?? "")")
  }
  return functions.pointee
}

extension CIImage {
  /// The pixels of a surface as each render finds them; the lower left corner is the origin.
  ///
  /// - Parameter colorSpace: nil where the values are in the working space.
  package convenience init(_ surface: some RetainedSurface, colorSpace: CGColorSpace?) throws(RenderError) {
    let pixels = try surface.lock()
    surface.unlock()
    let (format, alpha) = pixels.layout.read
    let (width, height) = (pixels.width, pixels.height)
    let parts = { @Sendable () throws(RenderError) -> any RowReader in SurfaceTiles(surface, pixels) }
    let source = Source(
      width: width, height: height, format: format, colorSpace: space(colorSpace, for: format), alpha: alpha,
      label: surface.label, keepsPixels: false,
      rows: pixels.layout.isReadInPlace ? nil : parts
    ) { () throws(RenderError) in try surface.image(like: pixels) }
    self.init(node: .source(source), colorSpace: colorSpace)
  }
}

extension CIImage {
  /// The pixels that a surface has now, copied.
  package convenience init(copying surface: some RetainedSurface, colorSpace: CGColorSpace?) throws(RenderError) {
    let pixels = try surface.lock()
    defer { surface.unlock() }
    let (format, alpha) = pixels.layout.read
    let space = space(colorSpace, for: format)
    let source = Source(try pixels.copied(), colorSpace: space, alpha: alpha, label: surface.label)
    self.init(node: .source(source), colorSpace: colorSpace)
  }
}

/// What the numbers mean; those of floats may be below 0 and above 1.
func space(_ given: CGColorSpace?, for format: PixelFormat) -> ColorSpace? {
  let isFloat = format.component == .half || format.component == .float
  guard let space = given?.space else { return nil }
  return isFloat && space == .sRGB ? .extendedSRGB : space.withColors
}

extension RetainedSurface {
  /// The pixels for one render, in their own memory where that can be.
  fileprivate func image(like announced: SurfacePixels) throws(RenderError) -> PixelBuffer {
    let pixels = try locked(like: announced)
    if pixels.isReadInPlace {
      return PixelBuffer(
        width: pixels.width, height: pixels.height, format: pixels.layout.read.format, rowBytes: pixels.rowBytes,
        adopting: pixels.start
      ) { _ in self.unlock() }
    }
    defer { unlock() }
    return try pixels.copied()
  }

  /// - Throws: `image` where the surface is another one than was announced.
  fileprivate func locked(like announced: SurfacePixels) throws(RenderError) -> SurfacePixels {
    let pixels = try lock()
    guard (pixels.width, pixels.height) == (announced.width, announced.height), pixels.layout == announced.layout else {
      unlock()
      throw .image("\(label) has become one of \(pixels.width)x\(pixels.height) pixels; make a new image of it")
    }
    return pixels
  }
}

/// Parts of a surface whose pixels are copied to be read.
private final class SurfaceTiles: PartReader {
  private let surface: any RetainedSurface
  private let announced: SurfacePixels

  init(_ surface: any RetainedSurface, _ announced: SurfacePixels) { (self.surface, self.announced) = (surface, announced) }

  func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError) {
    try read(rows, columns: 0..<announced.width, into: bytes, rowBytes: rowBytes)
  }

  func read(
    _ rows: Range<Int>, columns: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int
  ) throws(RenderError) {
    let pixels = try surface.locked(like: announced)
    defer { surface.unlock() }
    for (index, row) in rows.enumerated() {
      pixels.layout.unpack(
        pixels.place(row: row, column: columns.lowerBound), to: bytes + index * rowBytes, columns.count)
    }
  }
}
