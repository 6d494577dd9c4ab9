import CStages
import ImageGraph
import ImagePrograms

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
      width: Int32(pixels.width), height: Int32(pixels.height), format: BlockFormat(pixels.format), planes: nil)
  }
}

extension BlockPlanes {
  init(_ pixels: PixelBuffer, _ load: PlaneLoad) {
    let rows = [(pixels.bytes, pixels.rowBytes)] + pixels.chroma.map { ($0.bytes, $0.rowBytes) }
    let size = load.bytesPerSample
    func component(_ samples: PlaneLoad.Samples, _ columns: Int, _ lines: Int) -> BlockComponent {
      let (bytes, rowBytes) = rows[samples.plane]
      // A sample is in the word that begins at a multiple of the step.
      return BlockComponent(
        bytes: bytes.assumingMemoryBound(to: UInt8.self), row_bytes: Int64(rowBytes),
        step: Int32(samples.step * size), shift: Int32(8 * size * samples.first),
        width: Int32((pixels.width - 1) / columns + 1), height: Int32((pixels.height - 1) / lines + 1))
    }
    let (columns, lines) = (load.across.isHalved ? 2 : 1, load.down.isHalved ? 2 : 1)
    self.init(
      luma: component(load.luma, 1, 1),
      chroma: (component(load.blue, columns, lines), component(load.red, columns, lines)), bits: Int32(8 * size),
      across: ChromaAxis(load.across), down: ChromaAxis(load.down))
  }
}

extension ChromaAxis {
  fileprivate init(_ interpolation: ChromaInterpolation) {
    self.init(
      is_halved: interpolation.isHalved ? 1 : 0, first: (interpolation.first[0], interpolation.first[1]),
      next_weight: (interpolation.nextWeight[0], interpolation.nextWeight[1]))
  }
}
