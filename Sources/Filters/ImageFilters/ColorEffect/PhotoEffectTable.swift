import Foundation

/// Colours of an effect over the cube of sRGB-coded red, green and blue.
struct PhotoEffectTable: Sendable {
  /// Points along a side, the first for 0 and the last for 1.
  let size: Int
  /// Numbers of a point: 1 for greys, 3 for red, green and blue.
  private let components: Int
  private let text: String

  /// - Parameter text: base64 of the numbers, red counts up fastest, blue slowest, each as the difference from what its
  ///   neighbours let expect, coded by Rice's rule; `scripts/photo-table` reads and writes it.
  init(size: Int, components: Int, _ text: String) {
    (self.size, self.components, self.text) = (size, components, text)
  }

  /// The table as `CubeTable.image` lays it out, opaque. Numbers are sRGB-coded; below 0 stands for 0, above 1 for 1.
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
        // Rows lie top first, blue counts from below.
        pixels.row(size - 1 - point / (size * size)).storeBytes(
          of: color, toByteOffset: 16 * (point % (size * size)), as: SIMD4<Float>.self)
      }
      return pixels
    }
    return .source(source)
  }

  /// 0...4095 for -0.75...1.5.
  private var numbers: [Int] {
    let bytes = [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    var place = 0
    func bit() -> Int {
      defer { place += 1 }
      return Int(bytes[place / 8]) >> (7 - place % 8) & 1
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
      // Exact where colours are curved in no more than two directions at once.
      let expected =
        near(1, 0, 0) + near(0, 1, 0) + near(0, 0, 1) - near(1, 1, 0) - near(1, 0, 1) - near(0, 1, 1) + near(1, 1, 1)
      numbers.append(expected + difference())
    }
    return numbers
  }
}
