import Foundation
import ImageGraph
import KernelLanguage
import KernelModules

/// Bytes of an app, as the image of floats that a kernel reads its numbers from. See `DataLayout`.
struct KernelBytes {
  let source: Source
  /// How many elements there are.
  let count: Int

  /// 64 MiB of numbers: more belongs into an image.
  private static let largestCount = 1 << 24

  /// - Throws: `refused` for less than one element, and for too many.
  init(_ data: Data, _ layout: DataLayout, _ kernel: Kernel, _ name: String) throws(KernelProblem) {
    let count = layout.stride > 0 ? data.count / layout.stride : 0
    guard count > 0 else {
      throw .refused(
        "kernel \(kernel.name): '\(name)' takes \(layout.stride) bytes for each element, and got \(data.count) in all")
    }
    let (numbers, isTooMany) = count.multipliedReportingOverflow(by: layout.numbers.count)
    guard !isTooMany, numbers <= Self.largestCount else {
      throw .refused(
        "kernel \(kernel.name): '\(name)' got \(count) elements of \(layout.numbers.count) numbers; "
          + "\(Self.largestCount) numbers are allowed")
    }
    let pixels = (numbers + 3) / 4
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
        for place in layout.numbers {
          // y points up: number 0 stands in the last row.
          let (pixel, component) = (number / 4, number % 4)
          let row = buffer.row(height - 1 - pixel / width).assumingMemoryBound(to: Float.self)
          row[pixel % width * 4 + component] = place.storage.value(bytes, element * layout.stride + place.offset)
          number += 1
        }
      }
    }
    source = Source(buffer, colorSpace: nil, alpha: .premultiplied, label: "bytes \(name)")
    self.count = count
  }
}

extension Storage {
  /// A number as it lies in memory. Integers beyond 2^24 lose their last digits.
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
