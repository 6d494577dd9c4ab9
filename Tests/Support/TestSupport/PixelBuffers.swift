import CoreVideo
import PixelFormats
import RandomNumbers

/// A buffer with any codes in all components.
package func filled(_ format: OSType, _ width: Int, _ height: Int, seed: UInt64) throws -> CVPixelBuffer {
  let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: format)
  var random = SplitMix(seed: seed)
  try buffer.withPlanes(writing: true) { planes in
    for component in planes.layout.components {
      let (columns, rows) = planes.count(of: component)
      for row in 0..<rows {
        for column in 0..<columns {
          let code = component.format.greatestSample.map { Double.random(in: 0...$0, using: &random).rounded() }
          planes.store(code ?? Double.random(in: 0...1, using: &random), component, column: column, row: row)
        }
      }
    }
  }
  return buffer
}

/// The numbers of all components, one after another.
package func numbers(of buffer: CVPixelBuffer) throws -> [Double] {
  try buffer.withPlanes(writing: false) { planes in
    planes.layout.components.flatMap { component in
      let (columns, rows) = planes.count(of: component)
      return (0..<rows).flatMap { row in
        (0..<columns).map { planes.sample(component, column: $0, row: row) }
      }
    }
  }
}
