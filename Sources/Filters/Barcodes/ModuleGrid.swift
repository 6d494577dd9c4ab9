import ImageGraph

/// The modules of a barcode, the top row first.
package struct ModuleGrid: Sendable, Equatable {
  package let width: Int
  package let height: Int
  private var dark: [Bool]

  /// Creates a grid of light modules.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    dark = Array(repeating: false, count: width * height)
  }

  init(width: Int, height: Int, modules: [UInt8]) {
    (self.width, self.height) = (width, height)
    dark = modules.prefix(width * height).map { $0 != 0 }
  }

  package subscript(x: Int, y: Int) -> Bool {
    get { dark[y * width + x] }
    set { dark[y * width + x] = newValue }
  }

  /// Returns an image with one pixel for each module, black on white, which is enlarged without interpolation.
  ///
  /// - Parameters:
  ///   - margin: the width of the quiet zone on all sides, in pixels.
  ///   - rowHeight: the height of a row, in pixels.
  package func image(margin: Int, rowHeight: Int = 1, label: String) throws(RenderError) -> Node {
    let pixels = try PixelBuffer(width: width + 2 * margin, height: height * rowHeight + 2 * margin, format: .l8)
    for y in 0..<pixels.height {
      let row = pixels.row(y)
      for x in 0..<pixels.width {
        let (module, line) = (x - margin, y - margin)
        let isInside = (0..<width).contains(module) && (0..<height * rowHeight).contains(line)
        row.storeBytes(of: isInside && self[module, line / rowHeight] ? 0 : 255, toByteOffset: x, as: UInt8.self)
      }
    }
    return .source(Source(pixels, colorSpace: nil, alpha: .opaque, label: label)).sampled(.crisp)
  }
}
