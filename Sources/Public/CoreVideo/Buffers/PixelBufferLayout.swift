import CoreGraphics
import PixelFormats

/// The memory layout of a buffer of one format and size, which is computed before memory is allocated.
struct PixelBufferLayout: Sendable {
  struct Plane: Hashable, Sendable {
    /// The offset from the start of the memory to the first visible pixel, in bytes.
    var offset: Int
    var rowBytes: Int
    /// The width in groups of pixels, and the height in rows, without the extra ones around the image.
    let width: Int
    let height: Int
    /// The numbers of extra groups and rows on each side.
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

  /// The greatest width and height, in pixels. Up to this limit a `Float` represents the centre of every pixel.
  static let greatestSide = 1 << 23

  /// Creates a layout whose offsets and strides are not set yet.
  ///
  /// - Throws: `kCVReturnInvalidPixelFormat` and `kCVReturnInvalidSize`.
  init(format: OSType, width: Int, height: Int) throws(CVError) {
    guard let layout = pixelLayout(of: format) else {
      throw CVError(
        kCVReturnInvalidPixelFormat,
        "the pixel format \(name(of: format)) is not supported; docs/pixel-buffers.md lists the supported formats")
    }
    guard (1...Self.greatestSide).contains(width), (1...Self.greatestSide).contains(height) else {
      throw CVError(
        kCVReturnInvalidSize,
        "a pixel buffer cannot have \(width)x\(height) pixels; 1 to \(Self.greatestSide) are allowed for each side")
    }
    (self.format, self.layout, self.width, self.height) = (format, layout, width, height)
    byteCount = 0
    planes = layout.planes.map {
      Plane(offset: 0, rowBytes: 0, width: $0.groups(ofWidth: width), height: $0.rows(ofHeight: height))
    }
  }

  /// Creates a layout with consecutive planes, according to the attributes.
  ///
  /// - Throws: `kCVReturnInvalidPixelFormat`, and `kCVReturnInvalidSize` if the size in bytes overflows as well.
  init(format: OSType, width: Int, height: Int, attributes: BufferAttributes) throws(CVError) {
    try self.init(format: format, width: width, height: height)
    // Extra pixels are rounded up to whole groups of every plane.
    let columns = layout.planes.map(\.columns).max() ?? 1
    let rows = layout.planes.map(\.rows).max() ?? 1
    let (left, top) = (roundedUp(attributes.extendedLeft, to: columns), roundedUp(attributes.extendedTop, to: rows))
    let (right, bottom) = (attributes.extendedRight, attributes.extendedBottom)
    let alignment = max(attributes.rowAlignment, layout.rowAlignment)
    for (index, shape) in layout.planes.enumerated() {
      // Sides and extra pixels are at most 2²³ each, so the size of a row cannot overflow.
      let groups = shape.groups(ofWidth: left + width + right)
      let rowCount = shape.rows(ofHeight: top + height + bottom)
      let rowBytes = roundedUp(groups * shape.bytes, to: alignment)
      let (before, above) = (left / shape.columns, top / shape.rows)
      let start = roundedUp(byteCount, to: attributes.planeAlignment)
      let (size, overflow) = rowBytes.multipliedReportingOverflow(by: rowCount)
      let (end, overflowOfEnd) = start.addingReportingOverflow(size)
      guard !overflow, !overflowOfEnd, end < Int.max / 2 else {
        throw CVError(
          kCVReturnInvalidSize,
          "the size of a \(width)x\(height) pixel buffer \(name(of: format)) overflows; request a smaller buffer")
      }
      planes[index].offset = start + above * rowBytes + before * shape.bytes
      planes[index].rowBytes = rowBytes
      (planes[index].left, planes[index].right) = (before, groups - before - planes[index].width)
      (planes[index].top, planes[index].bottom) = (above, rowCount - above - planes[index].height)
      byteCount = end
    }
  }

  /// Returns the least number of bytes in a row of a plane.
  func minimumRowBytes(_ plane: Int) -> Int { planes[plane].width * layout.planes[plane].bytes }
}

/// Returns the least multiple of `step` that is at least `count`.
private func roundedUp(_ count: Int, to step: Int) -> Int { (count + step - 1) / step * step }
