/// A page that rolls up around a cylinder, for the two transitions that turn one.
package enum PageCurl {
  /// - Parameters:
  ///   - page: the rectangle whose ends are where the cylinder begins and ends; what turns is the whole source.
  ///   - shadow: how dark it is, how far it reaches in radii, and along which rectangle.
  ///   - gloss: how bright the backside is where it stands upright, 0...1.
  /// - Throws: `invalidArgument` when a number is not finite.
  static func image(
    _ source: Node, _ target: Node, backside: Node, shading: Node, page: UserRect, time: Float, angle: Float,
    radius: Float, shadow: (amount: Float, size: Float, rect: UserRect), gloss: Float, filter: String
  ) throws(RenderError) -> Node {
    let time = progress(time)
    if time == 0 { return source }
    if time == 1 { return target }
    let sweep = try Sweep(angle, over: page, filter: filter)
    guard radius.isFinite, shadow.amount.isFinite, shadow.size.isFinite, shadow.rect.isFinite else {
      throw .invalidArgument("\(filter): inputRadius and the shadow's numbers must be finite")
    }
    let radius = max(radius, 0.01)
    let line = sweep.low + Double(time) * (sweep.length + Double(radius))
    let light = shading.extent.rect ?? UserRect(x: 0, y: 0, width: 1, height: 1)
    let across = SIMD2(-sweep.way.y, sweep.way.x)
    let sides = corners(shadow.rect).map { ($0 * across).sum() }
    let reach = shadow.amount > 0 ? max(shadow.size, 1e-3) * radius * 0.61 : 0
    return Node.gathered(
      [source, target, backside, shading], by: formula, SIMD2<Float>(sweep.way), SIMD3(Float(line), radius, gloss),
      SIMD4(Float(sides.min()!), Float(sides.max()!), shadow.amount, reach),
      SIMD4(lowHalf: SIMD2<Float>(light.center), highHalf: SIMD2<Float>(light.size / 2)))
  }

  private static func corners(_ rect: UserRect) -> [SIMD2<Double>] {
    [rect.min, [rect.max.x, rect.min.y], rect.max, [rect.min.x, rect.max.y]]
  }

  private static func including(_ point: SIMD2<Double>, in box: UserRect) -> UserRect {
    UserRect(pointwiseMin(box.min, point), pointwiseMax(box.max, point))
  }

  /// Where what lies in the rectangle may be once it has gone around the cylinder.
  private static func turned(_ rect: UserRect, _ way: SIMD2<Double>, _ curl: SIMD3<Double>) -> UserRect {
    corners(rect).reduce(rect) { box, corner in
      let far = max(2 * (curl.x - (corner * way).sum()) - Double.pi * curl.y, 0)
      return including(corner + way * far, in: box)
    }
  }

  /// Beyond `curl`.x along the way the source lies flat; what is before it has gone up around a cylinder of radius
  /// `curl`.y and lies above, its backside up. What is at the angle θ came from `line` - radius θ and lies at
  /// `line` - radius sin θ. The backside is `backside` at the point of the source, and over it what the shading image
  /// has where the surface looks; or light, `curl`.z (2 sin θ - 1)² of a grey of 0.69. The shadow is black over the
  /// target, half as dark as its amount at the cylinder's edge and softened along its sides. `curl`: line, radius,
  /// gloss; `shadow`: its sides across the way, amount and reach; `shading`: middle and half size. Premultiplied,
  /// linear light. Shader: Transition/PageCurl.glsl
  ///
  /// Formula: s′ = line - radius sin θ, θ = {line - s}/radius, line = s_0 + t (L + radius)
  ///
  /// Source: geometry of a cylinder, which is exact on two pictures of Core Image; shadow and gloss are fitted on one
  /// of them, coarsely. How the shading image lies is our own.
  package static let formula = RegionFormula(
    "pageCurl", inputs: 4,
    taps: { (_: SIMD2<Float>, _: SIMD3<Float>, _: SIMD4<Float>, _: SIMD4<Float>) in 4 },
    region: { (input, output, way: SIMD2<Float>, curl: SIMD3<Float>, _: SIMD4<Float>, shading: SIMD4<Float>) in
      switch input {
      case 0: return output.outset(by: Double(curl.y) + 1)
      case 1: return output
      case 2:
        // What came to lie there was before the cylinder: as far back as the turned page reaches.
        let (way, curl) = (SIMD2<Double>(way), SIMD3<Double>(curl))
        let box = corners(output).reduce(output) { box, corner in
          let back = max(2 * ((corner * way).sum() - curl.x) + Double.pi * curl.y, 0)
          return including(corner - way * back, in: box)
        }
        return box.outset(by: Double.pi * curl.y + 1)
      default:
        return UserRect(
          SIMD2<Double>(shading.lowHalf - shading.highHalf), SIMD2<Double>(shading.lowHalf + shading.highHalf)
        ).outset(by: 1)
      }
    },
    extent: { (inputs, way: SIMD2<Float>, curl: SIMD3<Float>, shadow: SIMD4<Float>, _: SIMD4<Float>) in
      let (way, curl) = (SIMD2<Double>(way), SIMD3<Double>(curl))
      func turned(_ input: Extent) -> Extent {
        guard let rect = input.rect else { return input }
        return Extent(PageCurl.turned(rect, way, curl).outset(by: Double(shadow.w)).pixels)
      }
      return turned(inputs[0]).union(inputs[1]).union(turned(inputs[2]))
    },
    reference: { (read, at, way: SIMD2<Float>, curl: SIMD3<Float>, shadow: SIMD4<Float>, shading: SIMD4<Float>) in
      let (line, radius) = (curl.x, curl.y)
      let place = (at * way).sum()
      let side = way.x * at.y - way.y * at.x
      let before = line - place
      let x = min(max(before / radius, 0), 1)
      let angle = arcsine(x)
      let isPage = before < radius

      // The shadow is strongest at the edge, and sooner gone below the page than beside it.
      let beside = before - radius
      let soft = 1 / max(shadow.w * 2.46, 1e-3)
      let along = smooth(0.5 + (side - shadow.x) * soft) * smooth(0.5 + (shadow.y - side) * soft)
      let across = smooth(0.5 - beside * soft) * smooth(1 + min(beside, 0) * soft * 3)
      let shade = shadow.z * along * across
      let target = read(1, at)
      var result = target * (1 - shade) + SIMD4(0, 0, 0, shade)
      let front = RegionFormula.bilinear(read, 0, at + way * (before > 0 ? before - radius * angle : 0))
      if isPage { result = front + result * (1 - front.w) }

      let around = before > 0 ? Float.pi - angle : Float.pi
      let from = before > 0 ? line - radius * around : place + 2 * before - radius * Float.pi
      guard isPage else { return result }
      let back = RegionFormula.bilinear(read, 2, at + way * (from - place))
      let upright = max(2 * x - 1, 0)
      let gloss = curl.z * upright * upright
      let glossy = back * (1 - gloss) + SIMD4(0.69, 0.69, 0.69, 1) * (gloss * back.w)
      result = glossy + result * (1 - back.w)
      let light = RegionFormula.bilinear(read, 3, shading.lowHalf - way * shading.highHalf * x) * back.w
      return light + result * (1 - light.w)
    })

  private static func smooth(_ value: Float) -> Float {
    let t = min(max(value, 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// Source: Abramowitz and Stegun 4.4.46, for 0...1, error below 2e-8. Shader: Transition/PageCurl.glsl
  private static func arcsine(_ x: Float) -> Float {
    var sum: Float = -0.0012624911
    for factor: Float in [
      0.0066700901, -0.0170881256, 0.0308918810, -0.0501743046, 0.0889789874, -0.2145988016, 1.5707963050,
    ] {
      sum = sum * x + factor
    }
    return 1.5707963268 - (1 - x).squareRoot() * sum
  }
}
