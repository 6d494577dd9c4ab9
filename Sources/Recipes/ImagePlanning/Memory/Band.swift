import ImageGraph
import ImagePrograms

/// A part of a dispatch that the device takes at once. Most dispatches are one band.
package struct Band: Hashable, Sendable {
  /// The output row that is row 0 for the kernel.
  package var baseRow: Int
  /// Pixels to compute, relative to the output's left edge and `baseRow`.
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(baseRow: Int, x: Int, y: Int, width: Int, height: Int) {
    (self.baseRow, self.x, self.y, self.width, self.height) = (baseRow, x, y, width, height)
  }

  /// Cuts the dispatch's region so that no band passes the device's group counts or storage range, or the pixels that
  /// it is to be given at once. Bands are whole blocks of the program's.
  ///
  /// An image above the range is bound from `baseRow` on; the kernel is told so by its output geometry alone.
  ///
  /// - Throws: `limit` when not even one row can be bound, nor all planes of an output that has some.
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
      // A base must be aligned; rows have whole groups of 16 bytes, so some small number of them is.
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
      let reach = rowsAtOnce == Int.max ? bottom : min(bottom, base + rowsAtOnce)
      let blocks = min(limits.groupCountY, max(1, device.pixelsAtOnce / max(1, right - left) / block.rows))
      let end = min(reach, row + blocks * block.rows)
      var column = left
      while column < right {
        let next = min(right, widest == Int.max ? right : column + widest)
        bands.append(Band(baseRow: base, x: column, y: row - base, width: next - column, height: end - row))
        column = next
      }
      row = end
    }
    return bands
  }
}
