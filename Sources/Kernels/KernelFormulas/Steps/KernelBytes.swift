import Foundation
import ImageGraph
import KernelLanguage
import KernelModules

/// The image of floats from which a kernel reads a data argument. See `DataLayout`.
struct KernelBytes {
  let source: Source
  /// The number of elements.
  let count: Int

  /// The maximum number of components: 64 MiB of floats. An image is better for more.
  private static let largestCount = 1 << 24

  /// - Throws: `refused` if the data has less than one element, or too many components.
  init(_ data: Data, _ layout: DataLayout, _ kernel: Kernel, _ name: String) throws(KernelProblem) {
    let count = layout.stride > 0 ? data.count / layout.stride : 0
    guard count > 0 else {
      throw .refused(
        "kernel \(kernel.name): '\(name)' needs \(layout.stride) bytes for each element (got \(data.count) in total)")
    }
    let (componentCount, overflows) = count.multipliedReportingOverflow(by: layout.components.count)
    guard !overflows, componentCount <= Self.largestCount else {
      throw .refused(
        "kernel \(kernel.name): '\(name)' has \(count) elements of \(layout.components.count) components; at most "
          + "\(Self.largestCount) components are allowed")
    }
    let pixels = (componentCount + 3) / 4
    let (width, height) = (
      min(max(pixels, 1), DataLayout.pixelsPerRow),
      (max(pixels, 1) + DataLayout.pixelsPerRow - 1) / DataLayout.pixelsPerRow
    )
    let buffer: PixelBuffer
    do throws(RenderError) {
      buffer = try PixelBuffer(width: width, height: height, format: .rgbaf)
    } catch { throw .refused("\(error)") }
    data.withUnsafeBytes { bytes in
      var number = 0
      for element in 0..<count {
        for component in layout.components {
          // y points up: component 0 is in the last row.
          let (pixel, channel) = (number / 4, number % 4)
          let row = buffer.row(height - 1 - pixel / width).assumingMemoryBound(to: Float.self)
          row[pixel % width * 4 + channel] = component.storage.value(bytes, element * layout.stride + component.offset)
          number += 1
        }
      }
    }
    source = Source(buffer, colorSpace: nil, alpha: .premultiplied, label: "bytes \(name)")
    self.count = count
  }
}

extension Storage {
  /// Returns a component, converted to float. Integers beyond 2^24 lose precision.
  fileprivate func value(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Float {
    func load<T>(_ type: T.Type) -> T { bytes.loadUnaligned(fromByteOffset: offset, as: type) }
    return switch self {
    case .bool: load(UInt8.self) == 0 ? 0 : 1
    case .int8: Float(load(Int8.self))
    case .uint8: Float(load(UInt8.self))
    case .int16: Float(load(Int16.self))
    case .uint16: Float(load(UInt16.self))
    case .int32: Float(load(Int32.self))
    case .uint32: Float(load(UInt32.self))
    case .half: Float(Float16(bitPattern: load(UInt16.self)))
    case .float: load(Float.self)
    }
  }
}
