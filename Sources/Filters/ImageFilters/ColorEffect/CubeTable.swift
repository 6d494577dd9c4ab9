import Foundation
import ImageColor

/// Colour lookup tables over red, green and blue, as the colour cube filters use them.
package enum CubeTable {
  /// The allowed number of colours along a side.
  static let dimensions = 2...128

  /// Returns the table as an image: x = green · n + red, y = blue; premultiplied, in the colour space of the lookup.
  ///
  /// - Parameters:
  ///   - data: four floats a colour, red, green, blue and alpha, premultiplied; red varies fastest, then green.
  ///   - key: the parameter that holds the data, for the error text.
  ///   - dimension: the number of colours along a side, n.
  /// - Throws: `invalidArgument` for dimensions other than 2...128, and for data of other than 16 n³ bytes.
  static func image(
    of data: Data, key: String, dimension: Float, filter: String
  ) throws(RenderError) -> (node: Node, size: Float) {
    guard let n = Int(exactly: dimension.rounded()), dimensions.contains(n) else {
      throw .invalidArgument(
        "\(filter): inputCubeDimension is \(dimension); a side of a cube has \(dimensions.lowerBound) to "
          + "\(dimensions.upperBound) colours")
    }
    guard data.count == 16 * n * n * n else {
      throw .invalidArgument(
        "\(filter): \(key) has \(data.count) bytes; with inputCubeDimension \(n) it must have \(16 * n * n * n), "
          + "four floats for each of \(n) x \(n) x \(n) colours")
    }
    let source = Source(
      width: n * n, height: n, format: .rgbaf, colorSpace: nil, alpha: .premultiplied, label: "\(filter) \(key)"
    ) { () throws(RenderError) in
      let pixels = try PixelBuffer(width: n * n, height: n, format: .rgbaf)
      data.withUnsafeBytes { bytes in
        let slice = 16 * n * n
        // Image rows are stored from the top; blue counts from the bottom.
        for blue in 0..<n {
          pixels.row(n - 1 - blue).copyMemory(from: bytes.baseAddress! + blue * slice, byteCount: slice)
        }
      }
      return pixels
    }
    return (.source(source), Float(n))
  }

  /// The identity table: two colours along each side.
  static let identity: Data = {
    let numbers = (0..<8).flatMap { index in [index & 1, index >> 1 & 1, index >> 2, 1].map(Float.init) }
    return numbers.withUnsafeBytes { Data($0) }
  }()

  /// Looks up the straight colour of input 0 in the table, trilinear between its points, and multiplies by the alpha of
  /// input 0. Red, green and blue of 0...1 span the table. With `extrapolate` 1 its outermost cells are extrapolated,
  /// with 0 its border repeats. Input 1 is a table in the layout of `image`; `size` is its number of points along a
  /// side. Shader: ColorEffect/CubeTable.glsl
  ///
  /// Source: Core Image's filter reference; trilinear interpolation is the usual one for such tables.
  package static let lookup = RegionFormula(
    "cubeLookup", inputs: 2,
    taps: { (_: Float, _: Float) in 1 },
    region: { (input, output, size: Float, _: Float) in
      input == 0 ? output : UserRect(x: 0, y: 0, width: Double(size * size), height: Double(size))
    },
    extent: { (inputs, _: Float, _: Float) in inputs[0] },
    reference: { (read, at, size: Float, extrapolate: Float) in
      let color = read(0, at)
      let scale = color.w > 0 ? 1 / color.w : 0
      let last = size - 1
      let position = SIMD3(color.x, color.y, color.z) * (scale * last)
      let low = SIMD3<Float>.zero.replacing(with: position, where: position .> 0)
      let inside = SIMD3(repeating: last).replacing(with: low, where: low .< last)
      var cell = inside.rounded(.down)
      cell.replace(with: last - 1, where: cell .> last - 1)
      let t = (extrapolate > 0 ? position : inside) - cell
      func plane(_ blue: Float) -> SIMD4<Float> {
        let corner = SIMD2(cell.y * size + cell.x + 0.5, blue + 0.5)
        let low = mix(read(1, corner), read(1, corner + [1, 0]), t.x)
        return mix(low, mix(read(1, corner + [size, 0]), read(1, corner + [size + 1, 0]), t.x), t.y)
      }
      return mix(plane(cell.z), plane(cell.z + 1), t.z) * color.w
    })

  private static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { a + (b - a) * t }
}

extension Node {
  /// Applies `change` to the image converted to `space`: straight components times alpha. Nil stands for the working
  /// space.
  ///
  /// - Throws: `invalidArgument` for a grey space; errors of `change`.
  func inside(
    _ space: ColorSpace?, filter: String, _ change: (Node) throws(RenderError) -> Node
  ) throws(RenderError) -> Node {
    guard let space else { return try change(self) }
    guard space.model == .rgb else {
      throw .invalidArgument("\(filter): inputColorSpace is \(space.name), which has one component; give one of RGB")
    }
    let changed = try change(Node(.matched(space, .fromWorking), [self]))
    return Node(.matched(space, .toWorking(.premultiplied)), [changed])
  }
}

extension AnyParameter where Self == Parameter<Data> {
  static var cubeData: Self { Parameter("inputCubeData", default: CubeTable.identity, identity: CubeTable.identity) }
}
