import ImageGraph

/// A page that rolls up around a cylinder, for the two transitions that turn one.
package enum PageCurl {
  /// - Parameters:
  ///   - page: the rectangle that turns.
  ///   - shadow: how dark it is beside the cylinder, and how far it reaches in radii.
  /// - Throws: `invalidArgument` when a number is not finite.
  static func image(
    _ source: Node, _ target: Node, backside: Node, shading: Node, page: UserRect, time: Float, angle: Float,
    radius: Float,
    shadow: SIMD2<Float>, filter: String
  ) throws(RenderError) -> Node {
    let time = progress(time)
    if time == 0 { return source }
    if time == 1 { return target }
    let sweep = try Sweep(angle, over: page, filter: filter)
    guard radius.isFinite, shadow.x.isFinite, shadow.y.isFinite else {
      throw .invalidArgument("\(filter): inputRadius and the shadow's numbers must be finite")
    }
    let radius = max(radius, 0.01)
    let line = sweep.low + Double(time) * (sweep.length + Double(radius))
    let light = shading.extent.rect ?? UserRect(x: 0, y: 0, width: 1, height: 1)
    return Node.gathered(
      [source, target, backside, shading], by: formula, SIMD2<Float>(sweep.way),
      SIMD4(Float(line), radius, shadow.x, shadow.y),
      SIMD4(lowHalf: SIMD2<Float>(page.min), highHalf: SIMD2<Float>(page.max)),
      SIMD4(lowHalf: SIMD2<Float>(light.center), highHalf: SIMD2<Float>(light.size / 2)))
  }

  /// Beyond `curl`.x along the way the page lies flat; what is before it has gone up around a cylinder of radius
  /// `curl`.y and lies above the page, its backside up. What is at the angle θ came from `line` - radius θ and lies at
  /// `line` - radius sin θ. The backside is `backside` at the same point of the page, and over it what the shading
  /// image has where the surface looks. `curl`: line, radius, the shadow's amount and its size in radii; `page`: the
  /// rectangle's corners; `shading`: middle and half size. Premultiplied, linear light. Shader:
  /// Transition/PageCurl.glsl
  ///
  /// Source: geometry of a cylinder; that the line moves by the extent along the way and a radius agrees with one
  /// picture of Core Image. Shadow and shading are our own.
  package static let formula = RegionFormula(
    "pageCurl", inputs: 4,
    taps: { (_: SIMD2<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>) in 4 },
    region: { (input, output, way: SIMD2<Float>, curl: SIMD4<Float>, page: SIMD4<Float>, shading: SIMD4<Float>) in
      switch input {
      case 0: output.outset(by: Double(curl.y) + 1)
      case 1: output
      case 2: UserRect(SIMD2<Double>(page.lowHalf), SIMD2<Double>(page.highHalf)).outset(by: 1)
      default:
        UserRect(
          SIMD2<Double>(shading.lowHalf - shading.highHalf), SIMD2<Double>(shading.lowHalf + shading.highHalf)
        ).outset(by: 1)
      }
    },
    extent: { (inputs, way: SIMD2<Float>, curl: SIMD4<Float>, page: SIMD4<Float>, _: SIMD4<Float>) in
      // The page and where its farthest corner comes down.
      let (way, curl) = (SIMD2<Double>(way), SIMD4<Double>(curl))
      let rect = UserRect(SIMD2<Double>(page.lowHalf), SIMD2<Double>(page.highHalf))
      let corners = [rect.min, [rect.max.x, rect.min.y], rect.max, [rect.min.x, rect.max.y]]
      let least = corners.map { ($0 * way).sum() }.min()!
      let far = max(2 * (curl.x - least) - Double.pi * curl.y, 0)
      let turned = rect.union(rect.offset(by: way * far)).outset(by: curl.y + 1).pixels
      return inputs[0].union(inputs[1]).union(Extent(turned))
    },
    reference: { (read, at, way: SIMD2<Float>, curl: SIMD4<Float>, page: SIMD4<Float>, shading: SIMD4<Float>) in
      let (line, radius) = (curl.x, curl.y)
      let place = (at * way).sum()
      let before = line - place
      let x = min(max(before / radius, 0), 1)
      let angle = arcsine(x)
      let isPage = before < radius

      let beside = max(before - radius, 0) / max(curl.w * radius, 1e-3)
      let shade = 1 - curl.z * max(1 - beside, 0) * max(1 - beside, 0)
      let target = read(1, at)
      var result = SIMD4(target.x * shade, target.y * shade, target.z * shade, target.w)
      let front = RegionFormula.mixed(read, 0, at + way * (before > 0 ? before - radius * angle : 0))
      if isPage { result = front + result * (1 - front.w) }

      let around = before > 0 ? Float.pi - angle : Float.pi
      let from = before > 0 ? line - radius * around : place + 2 * before - radius * Float.pi
      let point = at + way * (from - place)
      let isBack =
        isPage && point.x >= page.x && point.y >= page.y && point.x < page.z && point.y < page.w
      guard isBack else { return result }
      let back = RegionFormula.mixed(read, 2, point)
      result = back + result * (1 - back.w)
      let light = RegionFormula.mixed(read, 3, shading.lowHalf - way * shading.highHalf * x)
      return light + result * (1 - light.w)
    })

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
