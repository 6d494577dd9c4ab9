import CStages
import ImageGraph

extension BlockFormat {
  init(_ format: PixelFormat) {
    let channels = format.channels.map { channel -> UInt8 in
      switch channel {
      case .red: 0
      case .green: 1
      case .blue: 2
      case .alpha: 3
      case .grey: 4
      case .unused: 5
      }
    }
    let isFloat = format.component == .half || format.component == .float
    func channel(_ index: Int) -> UInt8 { channels.indices.contains(index) ? channels[index] : 0 }
    self.init(
      bytes: UInt8(format.bytesPerPixel), bits: UInt8(format.component.bitCount), is_float: isFloat ? 1 : 0,
      component_count: UInt8(channels.count), channels: (channel(0), channel(1), channel(2), channel(3)),
      last_bits: format.component == .packed10 ? 2 : UInt8(format.component.bitCount))
  }
}

extension BlockImage {
  init(_ pixels: PixelBuffer) {
    self.init(
      bytes: pixels.bytes.assumingMemoryBound(to: UInt8.self), row_bytes: Int64(pixels.rowBytes),
      width: Int32(pixels.width), height: Int32(pixels.height), format: BlockFormat(pixels.format))
  }
}
