import CoreGraphics
import PixelFormats

/// Where everything is in a buffer of one format and size: sizes are counted before any memory is taken.
struct PixelBufferLayout: Sendable {
  struct Plane: Hashable, Sendable {
    /// From the start of memory to the first pixel that counts, in bytes.
    var offset: Int
    var rowBytes: Int
    /// Groups of pixels in a row, and rows; without those around the image.
    let width: Int
    let height: Int
    /// Groups and rows before and after those.
    var left = 0
    var top = 0
    var right = 0
    var bottom = 0
  }

  let format: OSType
  let layout: PixelLayout
  let width: Int
  let height: Int
  var planes: [Plane]
  var byteCount: Int

  /// The longest side: up to there a float holds the centre of every pixel.
  static let greatestSide = 1 << 23

  /// The shape without a place in memory yet.
  ///
  /// - Throws: `kCVReturnInvalidPixelFormat` and `kCVReturnInvalidSize`.
  init(format: OSType, width: Int, height: Int) throws(CVError) {
    guard let layout = pixelLayout(of: format) else {
      throw CVError(
        kCVReturnInvalidPixelFormat,
        "there is no pixel format \(name(of: format)) here; docs/pixel-buffers.md lists those that are")
    }
    guard (1...Self.greatestSide).contains(width), (1...Self.greatestSide).contains(height) else {
      throw CVError(
        kCVReturnInvalidSize,
        "a pixel buffer of \(width)x\(height) was asked for; 1 to \(Self.greatestSide) are allowed for each side")
    }
    (self.format, self.layout, self.width, self.height) = (format, layout, width, height)
    byteCount = 0
    planes = layout.planes.map {
      Plane(offset: 0, rowBytes: 0, width: $0.groups(ofWidth: width), height: $0.rows(ofHeight: height))
    }
  }

  /// The shape with planes one after another as the attributes ask for.
  ///
  /// - Throws: as above, and `kCVReturnInvalidSize` for more bytes than can be counted.
  init(format: OSType, width: Int, height: Int, attributes: BufferAttributes) throws(CVError) {
    try self.init(format: format, width: width, height: height)
    // Pixels around the image come in whole groups of every plane.
    let columns = layout.planes.map(\.columns).max() ?? 1
    let rows = layout.planes.map(\.rows).max() ?? 1
    let (left, top) = (roundedUp(attributes.extendedLeft, to: columns), roundedUp(attributes.extendedTop, to: rows))
    let (right, bottom) = (attributes.extendedRight, attributes.extendedBottom)
    let alignment = max(attributes.rowAlignment, layout.rowAlignment)
    for (index, shape) in layout.planes.enumerated() {
      // Sides are at most 2²³ and so are those around them: a row is far from what an Int holds.
      let groups = shape.groups(ofWidth: left + width + right)
      let rowCount = shape.rows(ofHeight: top + height + bottom)
      let rowBytes = roundedUp(groups * shape.bytes, to: alignment)
      let (before, above) = (left / shape.columns, top / shape.rows)
      let start = roundedUp(byteCount, to: attributes.planeAlignment)
      let (size, overflow) = rowBytes.multipliedReportingOverflow(by: rowCount)
      let (end, overflowOfEnd) = start.addingReportingOverflow(size)
      guard !overflow, !overflowOfEnd, end < Int.max / 2 else {
        throw CVError(kCVReturnInvalidSize, "a pixel buffer of \(width)x\(height) \(name(of: format)) is too large")
      }
      planes[index].offset = start + above * rowBytes + before * shape.bytes
      planes[index].rowBytes = rowBytes
      (planes[index].left, planes[index].right) = (before, groups - before - planes[index].width)
      (planes[index].top, planes[index].bottom) = (above, rowCount - above - planes[index].height)
      byteCount = end
    }
  }

  /// The bytes that a row has at least.
  func leastRowBytes(_ plane: Int) -> Int { planes[plane].width * layout.planes[plane].bytes }
}

/// The next multiple of `step` that is not below `count`.
private func roundedUp(_ count: Int, to step: Int) -> Int { (count + step - 1) / step * step }
