/// CIHexagonalPixellate: a mosaic of hexagons, each of the mean colour of its pixels.
///
/// Formula: c′(p) = 1/n ∑_{q ∈ cell(p)} c(q), cell : " hexagons"
package enum HexagonalPixellate {
  static let scale = Parameter<Float>("inputScale", type: .distance, default: 8, min: 1, slider: 1...100, identity: 1)

  static let filter = Filter(
    "CIHexagonalPixellate", displayName: "Hexagonal Pixelate", summary: "Hexagonal mosaic of mean colours.",
    categories: .extended(.stylize), since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage, .center, scale],
    formulas: [.region(means), .region(cells)]
  ) { (inputs) throws(RenderError) in
    let (image, center) = (inputs.image, inputs[.center])
    let width = max(inputs[scale], 1)
    guard center.x.isFinite, center.y.isFinite, width <= 2000 else {
      throw .invalidArgument("CIHexagonalPixellate: inputCenter must be finite, and inputScale at most 2000 pixels")
    }
    let place = SIMD2<Float>(center)
    let reach = SIMD2(Double(width), Double(width) * 1.155)
    return image.gathered(by: means, place, width).gathered(by: cells, place, width)
      .cropped(to: image.extent.map { $0.outset(by: reach).pixels })
  }

  /// The cell that a point lies in: its number along the row and the row's. Cells have two vertical sides; rows are
  /// √3/2 of a cell's width apart, and every other one is moved by half a cell. Shader: Stylize/HexagonalPixellate.glsl
  package static func cell(_ point: SIMD2<Float>, _ width: Float) -> SIMD2<Float> {
    let height = width * 0.8660254
    let row = (point.y / height).rounded(.down)
    func nearest(_ row: Float) -> (cell: SIMD2<Float>, distance: Float) {
      let shift = shift(row)
      let column = (point.x / width - shift + 0.5).rounded(.down)
      let way = point - SIMD2((column + shift) * width, row * height)
      return ([column, row], (way * way).sum())
    }
    let (below, above) = (nearest(row), nearest(row + 1))
    return above.distance < below.distance ? above.cell : below.cell
  }

  /// How far a row is moved, in cells.
  private static func shift(_ row: Float) -> Float { (row * 0.5 - (row * 0.5).rounded(.down)) }

  /// Pixel (i, j) is the mean of the pixels whose centres lie in cell i of row j; clear ones count. Premultiplied,
  /// linear light.
  /// Shader: Stylize/HexagonalPixellate.glsl
  ///
  /// Source: our own: the middle of a cell lies on the centre, and scale is the distance of opposite sides.
  package static let means = RegionFormula(
    "hexagonMean", weights: .linear,
    taps: { (_: SIMD2<Float>, width: Float) in Double(width * width) * 1.2 + 4 },
    region: { (output, center: SIMD2<Float>, width: Float) in
      let size = SIMD2(Double(width), Double(width) * 0.8660254)
      let (low, high) = (output.min.rounded(.down) - 1, output.max.rounded(.up) + 1)
      return UserRect(low * size, high * size).offset(by: SIMD2(center)).outset(by: 1)
    },
    extent: { (input, center: SIMD2<Float>, width: Float) in
      let size = SIMD2(Double(width), Double(width) * 0.8660254)
      let part = input.offset(by: -SIMD2(center))
      return UserRect((part.min / size).rounded(.down) - 1, (part.max / size).rounded(.up) + 2)
    },
    reference: { (read, at, center: SIMD2<Float>, width: Float) in
      let own = at.rounded(.down)
      let middle = center + SIMD2((own.x + shift(own.y)) * width, own.y * width * 0.8660254)
      let (low, high) = (middle - width * SIMD2(0.5, 0.5773503), middle + width * SIMD2(0.5, 0.5773503))
      var (sum, count) = (SIMD4<Float>.zero, Float(0))
      for y in stride(from: low.y.rounded(.down) + 0.5, through: high.y, by: 1) {
        for x in stride(from: low.x.rounded(.down) + 0.5, through: high.x, by: 1) {
          guard cell(SIMD2(x, y) - center, width) == own else { continue }
          sum += read(0, [x, y])
          count += 1
        }
      }
      return sum / max(count, 1)
    })

  /// The mean of the cell that a pixel lies in. Shader: Stylize/HexagonalPixellate.glsl
  package static let cells = RegionFormula(
    "hexagonCell",
    taps: { (_: SIMD2<Float>, _: Float) in 1 },
    region: { (output, center: SIMD2<Float>, width: Float) in
      let size = SIMD2(Double(width), Double(width) * 0.8660254)
      let part = output.offset(by: -SIMD2(center))
      return UserRect((part.min / size).rounded(.down) - 1, (part.max / size).rounded(.up) + 2)
    },
    extent: { (input, center: SIMD2<Float>, width: Float) in
      let size = SIMD2(Double(width), Double(width) * 0.8660254)
      return UserRect((input.min - 1) * size, (input.max + 1) * size).offset(by: SIMD2(center))
    },
    reference: { (read, at, center: SIMD2<Float>, width: Float) in read(0, cell(at - center, width) + 0.5) })
}
