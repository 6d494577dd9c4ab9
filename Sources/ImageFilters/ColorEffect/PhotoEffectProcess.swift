import ImageGraph

/// CIPhotoEffectProcess: cool tones, like film that was developed in the wrong bath.
package enum PhotoEffectProcess {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extrapolate = Parameter<Bool>("inputExtrapolate", type: .boolean, default: false, min: 0, max: 1)

  static let filter = Filter(
    "CIPhotoEffectProcess", displayName: "Photo Effect Process", summary: "Cool vintage look.",
    categories: [
      .builtIn, .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
    ], since: "macOS 10.9 / iOS 7 / tvOS 7", builtin: "CIPhotoEffect", parameters: [image, extrapolate],
    formulas: [.region(lookup), .color(finish)]
  ) { inputs in
    let straight = inputs[image].mapped(by: ColorConversions.unpremultiply)
    let coded = straight.mapped(by: ColorConversions.sRGBFromLinear)
    let toned = Node.gathered(
      [coded, PhotoEffectProcessTable.picture], by: lookup, Float(PhotoEffectProcessTable.size))
    return Node.combined([toned, straight], by: finish, Float(inputs[extrapolate] ? 1 : 0), extent: .last)
  }

  /// The colour of input 1, a table of size³ colours, at the straight, sRGB-coded colour of input 0, which is limited to
  /// 0...1; trilinear between the table's colours; alpha of input 0. Shader: ColorEffect/PhotoEffectProcess.glsl
  ///
  /// Table: x = blue · size + red, y = green.
  package static let lookup = RegionFormula(
    "photoEffectProcessLookup", inputs: 2,
    taps: { (_: Float) in 1 },
    region: { (input, output, size: Float) in
      input == 0 ? output : UserRect(x: 0, y: 0, width: Double(size * size), height: Double(size))
    },
    extent: { (inputs, _: Float) in inputs[0] },
    reference: { (read, at, size: Float) in
      let color = read(0, at)
      let last = size - 1
      let place =
        SIMD3(color.x, color.y, color.z)
        .replacing(with: 0, where: SIMD3(color.x, color.y, color.z) .< 0)
        .replacing(with: 1, where: SIMD3(color.x, color.y, color.z) .> 1) * last
      var cell = place.rounded(.down)
      cell.replace(with: last - 1, where: cell .> last - 1)
      let t = place - cell
      func plane(_ blue: Float) -> SIMD4<Float> {
        let corner = SIMD2(blue * size + cell.x + 0.5, cell.y + 0.5)
        let low = mix(read(1, corner), read(1, corner + [1, 0]), t.x)
        return mix(low, mix(read(1, corner + [0, 1]), read(1, corner + [1, 1]), t.x), t.y)
      }
      var result = mix(plane(cell.z), plane(cell.z + 1), t.z)
      result.w = color.w
      return result
    })

  private static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { a + (b - a) * t }

  /// The toned colour, squared, with what the table could not hold of the straight one: cut off at `extrapolate` 0, added
  /// again at 1; then premultiplied. Linear light. Shader: ColorEffect/PhotoEffectProcess.glsl
  ///
  /// Source: the table is fitted on Core Image's pixels, all within 4/255; extrapolation is our own.
  package static let finish = ColorFormula(blend: "photoEffectProcessFinish") { (toned, straight, extrapolate: Float) in
    func light(_ root: Lane, _ value: Lane) -> Lane {
      let positive = root.atLeast(0)
      let squared = positive * positive
      return squared.atMost(1) + (squared.atLeast(1) - 1 + value - value.limited(to: 0, 1)) * extrapolate
    }
    return Color(
      light(toned.red, straight.red), light(toned.green, straight.green), light(toned.blue, straight.blue),
      straight.alpha
    ).premultiplied
  }
}
