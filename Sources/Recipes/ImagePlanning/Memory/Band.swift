import ImageGraph
import ImagePrograms

/// A part of a dispatch that is submitted to the device at once. Most dispatches are a single band.
package struct Band: Hashable, Sendable {
  /// The output row that is row 0 for the kernel.
  package var baseRow: Int
  /// The pixels to compute, relative to the output's left edge and `baseRow`.
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(baseRow: Int, x: Int, y: Int, width: Int, height: Int) {
    (self.baseRow, self.x, self.y, self.width, self.height) = (baseRow, x, y, width, height)
  }

  /// Divides the dispatch's region into bands within the device's group counts and storage range, and within its number
  /// of pixels at a time. Bands are whole blocks of the program.
  ///
  /// An image above the storage range is bound from `baseRow` on. The kernel's output geometry accounts for that.
  ///
  /// - Throws: `limit` if not even one row can be bound, or not all planes of a planar output.
  package static func bands(
    of dispatch: Schedule.Dispatch, into image: Schedule.Image, on device: DeviceProfile
  ) throws(RenderError) -> [Band] {
    let (limits, block) = (device.limits, dispatch.program.block)
    let target = dispatch.kernelTarget
    let left = Int(dispatch.region.min.x - target.min.x)
    let top = Int(target.max.y - dispatch.region.max.y)
    let right = left + Int(dispatch.region.width)
    let bottom = top + Int(dispatch.region.height)
    let columns = limits.groupCountX.multipliedReportingOverflow(
      by: device.rules.groupWidth * block.columns)
    let widest = columns.overflow ? Int.max : columns.partialValue

    var rowsAtOnce = Int.max
    var baseStep = 0  // 0: all is bound from row 0
    let rowBytes = image.byteCount / max(image.height, 1)
    if image.byteCount > limits.storageBufferRange, case .counters = image.kind {
      throw .limit(
        "bytes of a histogram's counters", requested: UInt64(image.byteCount),
        allowed: UInt64(limits.storageBufferRange))
    } else if image.byteCount > limits.storageBufferRange, case .planes? = image.store {
      throw .limit(
        "bytes of planes that a kernel writes", requested: UInt64(image.byteCount),
        allowed: UInt64(limits.storageBufferRange))
    } else if image.byteCount > limits.storageBufferRange {
      rowsAtOnce = limits.storageBufferRange / rowBytes
      // The base must be aligned. Rows are multiples of 16 bytes, so a small number of rows is aligned.
      baseStep = 1
      while baseStep * rowBytes % device.storageAlignment != 0 { baseStep += 1 }
      guard rowsAtOnce >= baseStep else {
        throw .limit(
          "bytes that a kernel writes at once", requested: UInt64(rowBytes * baseStep),
          allowed: UInt64(limits.storageBufferRange))
      }
    }

    var bands: [Band] = []
    var row = top
    while row < bottom {
      let base = baseStep == 0 ? 0 : row / baseStep * baseStep
      let end = rowsAtOnce == Int.max ? bottom : min(bottom, base + rowsAtOnce)
      let blocks = min(limits.groupCountY, max(1, device.pixelsAtOnce / max(1, right - left) / block.rows))
      let blockEnd = min(end, row + blocks * block.rows)
      var column = left
      while column < right {
        let next = min(right, widest == Int.max ? right : column + widest)
        bands.append(Band(baseRow: base, x: column, y: row - base, width: next - column, height: blockEnd - row))
        column = next
      }
      row = blockEnd
    }
    return bands
  }
}
