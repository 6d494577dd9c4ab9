import Foundation

/// The results of a photo effect over the cube of sRGB-encoded red, green and blue.
struct PhotoEffectTable: Sendable {
  /// The number of points along a side; the first is for 0 and the last for 1.
  let size: Int
  /// The number of components of a point: 1 for greys, 3 for red, green and blue.
  private let components: Int
  private let text: String

  /// - Parameter text: base64 of the components, red varies fastest, blue slowest. Each is stored as the residual of a
  ///   prediction from its neighbours, Rice-coded. `scripts/photo-table` reads and writes the text.
  init(size: Int, components: Int, _ text: String) {
    (self.size, self.components, self.text) = (size, components, text)
  }

  /// Returns the table in the layout of `CubeTable.image`, opaque. Components are sRGB-encoded and limited to 0...1.
  func image(_ label: String) -> Node {
    let source = Source(
      width: size * size, height: size, format: .rgbaf, colorSpace: nil, alpha: .opaque, label: label
    ) { () throws(RenderError) in
      let numbers = self.numbers.map { Float($0) * (2.25 / 4095) - 0.75 }
      let pixels = try PixelBuffer(width: size * size, height: size, format: .rgbaf)
      for point in 0..<size * size * size {
        let first = point * components
        let color = SIMD4(
          numbers[first], numbers[first + (components == 3 ? 1 : 0)], numbers[first + (components == 3 ? 2 : 0)], 1)
        // Image rows are stored from the top; blue counts from the bottom.
        pixels.row(size - 1 - point / (size * size)).storeBytes(
          of: color, toByteOffset: 16 * (point % (size * size)), as: SIMD4<Float>.self)
      }
      return pixels
    }
    return .source(source)
  }

  /// The decoded components: 0...4095 for -0.75...1.5.
  private var numbers: [Int] {
    let bytes = [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    var position = 0
    func bit() -> Int {
      defer { position += 1 }
      return Int(bytes[position / 8]) >> (7 - position % 8) & 1
    }
    func bits(_ count: Int) -> Int { (0..<count).reduce(0) { number, _ in number * 2 + bit() } }
    let restBits = bits(4)
    func difference() -> Int {
      var quotient = 0
      while bit() == 1 { quotient += 1 }
      let code = quotient << restBits + bits(restBits)
      return code % 2 == 0 ? code / 2 : -(code + 1) / 2
    }
    var numbers: [Int] = []
    func number(_ point: SIMD3<Int>, _ component: Int) -> Int {
      point.min() < 0 ? 0 : numbers[((point.z * size + point.y) * size + point.x) * components + component]
    }
    for index in 0..<size * size * size * components {
      let (point, component) = (index / components, index % components)
      let p = SIMD3(point % size, point / size % size, point / (size * size))
      func near(_ x: Int, _ y: Int, _ z: Int) -> Int { number(p &- SIMD3(x, y, z), component) }
      // Exact for colours that are curved in no more than two directions at once.
      let expected =
        near(1, 0, 0) + near(0, 1, 0) + near(0, 0, 1) - near(1, 1, 0) - near(1, 0, 1) - near(0, 1, 1) + near(1, 1, 1)
      numbers.append(expected + difference())
    }
    return numbers
  }
}
