/// A page that rolls up around a cylinder, shared by the two page-turning transitions.
package enum PageCurl {
  /// Returns the transition at a time.
  ///
  /// - Parameters:
  ///   - page: the rectangle that defines the start and the end of the cylinder; the whole source is turned.
  ///   - shadow: its darkness, its range in radii, and the rectangle along which it is cast.
  ///   - gloss: the amount of grey on the backside where it is upright, 0...1.
  /// - Throws: `invalidArgument` if a parameter is not finite.
  static func image(
    _ source: Node, _ target: Node, backside: Node, shading: Node, page: UserRect, time: Float, angle: Float,
    radius: Float, shadow: (amount: Float, size: Float, rect: UserRect), gloss: Float, filter: String
  ) throws(RenderError) -> Node {
    try passage(at: time, from: source, to: target) { (time) throws(RenderError) in
      let sweep = try Sweep(angle, over: page, filter: filter)
      guard radius.isFinite, shadow.amount.isFinite, shadow.size.isFinite, shadow.rect.isFinite else {
        throw .invalidArgument("\(filter): inputRadius and the shadow's inputs must be finite")
      }
      let radius = max(radius, 0.01)
      let line = sweep.low + Double(time) * (sweep.length + Double(radius))
      let light = shading.extent.rect ?? UserRect(x: 0, y: 0, width: 1, height: 1)
      let across = SIMD2(-sweep.way.y, sweep.way.x)
      let half = shadow.rect.size / 2 * across
      let softness = shadow.amount > 0 ? max(shadow.size, 1e-3) * radius : 0
      let reach = 0.61 * softness
      let way = SIMD2<Float>(sweep.way)
      let curl = SIMD3(Float(line), radius, gloss)
      let shine = shading.warped(
        by: glint, way, curl, SIMD4(lowHalf: SIMD2<Float>(light.center), highHalf: SIMD2<Float>(light.size / 2)))
      func area(of image: Node) -> Extent {
        image.extent.map { turned($0, sweep.way, SIMD3(line, Double(radius), 0)).outset(by: Double(reach)).pixels }
      }
      return Node.combined(
        [source.warped(by: front, way, curl), target, backside.warped(by: back, way, curl), shine], by: formula, way,
        curl,
        SIMD4(
          Float((shadow.rect.center * across).sum()), Float((half * half).sum().squareRoot()), shadow.amount, softness),
        extent: .stated(area(of: source).union(target.extent).union(area(of: backside))))
    }
  }

  static let tolerance = Tolerance(
    absolute: 1 / 1024, relative: 1 / 1024,
    because:
      "where the page is upright, a square root amplifies the rounding of a division to 2e-4 of the radius, which "
      + "moves the source positions of pixels")

  private static func corners(_ rect: UserRect) -> [SIMD2<Double>] {
    [rect.min, [rect.max.x, rect.min.y], rect.max, [rect.min.x, rect.max.y]]
  }

  private static func including(_ point: SIMD2<Double>, in box: UserRect) -> UserRect {
    UserRect(pointwiseMin(box.min, point), pointwiseMax(box.max, point))
  }

  /// Returns the box that contains the rectangle before and after rolling up around the cylinder.
  private static func turned(_ rect: UserRect, _ way: SIMD2<Double>, _ curl: SIMD3<Double>) -> UserRect {
    corners(rect).reduce(rect) { box, corner in
      let far = max(2 * (curl.x - (corner * way).sum()) - Double.pi * curl.y, 0)
      return including(corner + way * far, in: box)
    }
  }

  /// The page's front where it is flat, and where it rises. A point at the angle θ comes from `line` - radius θ and is
  /// at `line` - radius sin θ. `curl`: line, radius, gloss. Shader: Transition/PageCurl.glsl
  ///
  /// Source: geometry of a cylinder, by the arcsine measured on two images of Core Image, in which both sides of the
  /// page are interpolated in linear light.
  package static let front = WarpFormula(
    "pageFront", mixesLinearLight: true,
    region: { (output, _: SIMD2<Float>, curl: SIMD3<Float>) in output.outset(by: Double(curl.y) + 1) },
    extent: { (input, way: SIMD2<Float>, curl: SIMD3<Float>) in
      turned(input, SIMD2<Double>(way), SIMD3<Double>(curl)).pixels
    },
    reference: { (at, way: SIMD2<Float>, curl: SIMD3<Float>) in
      let turn = Turn(at, way, curl)
      let rolled = Lane().replacing(with: turn.before - curl.y * turn.angle, where: turn.before .> 0)
      return at + Point(way.x * rolled, way.y * rolled)
    })

  /// The backside, on the cylinder and on the flat page before it. Shader: Transition/PageCurl.glsl
  package static let back = WarpFormula(
    "pageBack", mixesLinearLight: true,
    region: { (output, way: SIMD2<Float>, curl: SIMD3<Float>) in
      // A point that is there now was before the cylinder, at most as far back as the turned page reaches.
      let (way, curl) = (SIMD2<Double>(way), SIMD3<Double>(curl))
      let box = corners(output).reduce(output) { box, corner in
        let back = max(2 * ((corner * way).sum() - curl.x) + Double.pi * curl.y, 0)
        return including(corner - way * back, in: box)
      }
      return box.outset(by: Double.pi * curl.y + 1)
    },
    extent: { (input, way: SIMD2<Float>, curl: SIMD3<Float>) in
      turned(input, SIMD2<Double>(way), SIMD3<Double>(curl)).pixels
    },
    reference: { (at, way: SIMD2<Float>, curl: SIMD3<Float>) in
      let turn = Turn(at, way, curl)
      let onCylinder = turn.before - curl.y * (Float.pi - turn.angle)
      let back = (2 * turn.before - curl.y * Float.pi).replacing(with: onCylinder, where: turn.before .> 0)
      return at + Point(way.x * back, way.y * back)
    })

  /// The shading image, sampled by the direction of the surface. `shading`: middle and half size. Shader:
  /// Transition/PageCurl.glsl
  package static let glint = WarpFormula(
    "pageGlint",
    region: { (_, _: SIMD2<Float>, _: SIMD3<Float>, shading: SIMD4<Float>) in
      UserRect(
        SIMD2<Double>(shading.lowHalf - shading.highHalf), SIMD2<Double>(shading.lowHalf + shading.highHalf)
      ).outset(by: 1)
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD3<Float>, _: SIMD4<Float>) in .infinite },
    reference: { (at, way: SIMD2<Float>, curl: SIMD3<Float>, shading: SIMD4<Float>) in
      let sine = Turn(at, way, curl).sine
      let half = way * shading.highHalf
      return Point(shading.x - half.x * sine, shading.y - half.y * sine)
    })

  /// Beyond `curl`.x along the direction, the source is flat. The part before has rolled up around a cylinder of radius
  /// `curl`.y and is above, with its backside up. Over the backside is the shading image, sampled by the direction of
  /// the surface, or `curl`.z of a grey. The shadow is black over the target, with half its amount at the cylinder's
  /// edge, and softer ends further from there. The layers are front, target, backside and shading; `shadow`: its middle
  /// across the direction, the distance of its ends from there, amount, and softness in pixels. Premultiplied, linear
  /// light.
  /// Shader: Transition/PageCurl.glsl
  ///
  /// Formula: s′ = line - radius sin θ, θ = {line - s}/radius, line = s_0 + t (L + radius)
  ///
  /// Source: the rim and the grey are measured on two images of Core Image; the shadow is fitted on one, within 0.025
  /// next to the cylinder and 0.06 below the page. The placement of the shading image is our own.
  package static let formula = ColorFormula(layers: "pageCurl", count: 4, keepsClear: false) {
    (colors, at, way: SIMD2<Float>, curl: SIMD3<Float>, shadow: SIMD4<Float>) in
    let turn = Turn(at, way, curl)
    let side = way.x * at.y - way.y * at.x

    let scale = max(shadow.w, 1e-3)
    let beside = (turn.before - curl.y) / scale
    let away = beside.atLeast(0)
    let near = 0.478 - away * 0.744
    let left = (1 - away / 0.75).limited(to: 0, 1)
    let far = (left * 0.381 + 0.139) * left
    let dark = near + (far - near) * ((away - 0.15) / 0.075).limited(to: 0, 1)
    let soft = (away.atMost(0.1875) * 1.3 + 0.586) * (2 * scale)
    let ends = smooth(0.5 + (shadow.y - (side - shadow.x).magnitude) / soft)
    // Below the page it fades faster than next to it.
    let below = least(beside, Lane())
    let shade = shadow.z * dark * ends * greatest(smooth(1 + below * 2), (below + 0.615) * 0.981)
    let under = colors[1] * (1 - shade) + Color(RGB(0), shade)
    // The last pixel of the cylinder partly covers the layers below.
    let covered = (curl.y - turn.before).limited(to: 0, 1)
    let lying = colors[0] + under * (1 - colors[0].alpha)

    // The backside is mixed with a grey where it is upright, and has a darker strip there.
    let back = colors[2]
    let rising = (turn.sine - 0.6).atLeast(0)
    let upright = turn.sine - 0.9
    let bright = (rising * (rising * 2.296 + 0.887)).replacing(
      with: (upright * 93.28 - 5.214) * upright + 0.473, where: upright .> 0)
    let gloss = bright * curl.z
    let grey = Color(repeating: [0.703, 0.703, 0.703, 1]) * (gloss * back.alpha)
    let turned = back * (1 - gloss) + grey + lying * (1 - back.alpha)
    let light = colors[3] * back.alpha
    let page = light + turned * (1 - light.alpha)
    return under.replacing(with: mix(under, page, covered), where: covered .> 0)
  }

  /// The geometry of the cylinder at eight points.
  private struct Turn {
    /// Pixels before the line at which the page leaves the plane.
    let before: Lane
    let sine, angle: Lane

    init(_ at: Point, _ way: SIMD2<Float>, _ curl: SIMD3<Float>) {
      before = curl.x - (at.x * way.x + at.y * way.y)
      sine = (before / curl.y).limited(to: 0, 1)
      angle = sine.map(arcsine)
    }
  }

  private static func smooth(_ value: Lane) -> Lane {
    let t = value.limited(to: 0, 1)
    return t * t * (3 - 2 * t)
  }

  /// Returns the arcsine approximation of Core Image, for 0...1.
  ///
  /// Source: fitted on two of them, front and backside alike, within 2e-4; up to 0.0053 less than the exact one, and
  /// 0.02 at 1, where nothing was measured. Shader: Transition/PageCurl.glsl
  private static func arcsine(_ x: Float) -> Float {
    var sum: Float = -0.08945
    for factor: Float in [0.16076, -0.11852, 0.1129, -0.22009, 1.56544826] { sum = sum * x + factor }
    return 1.56555 - (1.00013 - x).squareRoot() * sum
  }
}
