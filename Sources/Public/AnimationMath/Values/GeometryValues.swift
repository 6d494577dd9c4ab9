import CoreGraphics

extension CGPoint: NumberValue {
  package var components: [Double] { [x, y] }
  package init(components: [Double]) { self.init(x: components[0], y: components[1]) }
}

extension CGSize: NumberValue {
  package var components: [Double] { [width, height] }
  package init(components: [Double]) { self.init(width: components[0], height: components[1]) }
}

extension CGRect: NumberValue {
  // Not `width` and `height`, which are never negative.
  package var components: [Double] { [origin.x, origin.y, size.width, size.height] }
  package init(components: [Double]) {
    self.init(x: components[0], y: components[1], width: components[2], height: components[3])
  }
}

/// Interpolation of the decomposed transforms; concatenation in place of sums.
extension CATransform3D: Interpolable {
  package func mixed(with end: CATransform3D, at u: Double) -> CATransform3D {
    if self == end { return self }
    guard let a = DecomposedTransform(self), let b = DecomposedTransform(end) else { return u < 0.5 ? self : end }
    // Exactly the end values, without rounding errors.
    return u == 0 ? self : u == 1 ? end : a.mixed(with: b, at: u).map
  }

  /// Returns this transform followed by the underlying one.
  package func added(to underlying: CATransform3D) -> CATransform3D { followed(by: underlying) }

  package func subtracting(_ other: CATransform3D) -> CATransform3D { other.inverse.map { followed(by: $0) } ?? self }

  /// Returns the transform concatenated with itself `count` times, rounded down.
  package func repeated(_ count: Double) -> CATransform3D {
    guard count >= 1 else { return CATransform3DIdentity }
    var (result, power) = (CATransform3DIdentity, self)
    var remaining = min(count.rounded(.down), 1e15)
    while remaining > 0 {
      if remaining.truncatingRemainder(dividingBy: 2) == 1 { result = result.followed(by: power) }
      power = power.followed(by: power)
      remaining = (remaining / 2).rounded(.down)
    }
    return result
  }

  private var list: NumberList {
    NumberList([row1, row2, row3, row4].flatMap { [$0.x, $0.y, $0.z, $0.w] })
  }

  /// Nil: the elements of a rotation between two rotations are not on a spline through their elements.
  package var splineComponents: [Double]? { nil }
  package func replacing(_ components: [Double]) -> CATransform3D { self }
  package func span(to other: CATransform3D) -> Double { list.span(to: other.list) }
}

/// Interpolation point by point, if both have the same segments.
extension Outline: Interpolable {
  package func mixed(with end: Outline, at u: Double) -> Outline {
    guard elements.count == end.elements.count else { return u < 0.5 ? self : end }
    var result = Outline()
    for (a, b) in zip(elements, end.elements) {
      func between(_ p: Point, _ q: Point) -> Point { Point(mix(p.x, q.x, u), mix(p.y, q.y, u)) }
      switch (a, b) {
      case (.move(let p), .move(let q)): result.move(to: between(p, q))
      case (.line(let p), .line(let q)): result.line(to: between(p, q))
      case (.quad(let c, let p), .quad(let d, let q)): result.quad(to: between(p, q), control: between(c, d))
      case (.cubic(let c1, let c2, let p), .cubic(let d1, let d2, let q)):
        result.cubic(to: between(p, q), between(c1, d1), between(c2, d2))
      case (.close, .close): result.close()
      default: return u < 0.5 ? self : end
      }
    }
    return result
  }

  package func added(to underlying: Outline) -> Outline { self }
  package func repeated(_ count: Double) -> Outline { self }
  package func subtracting(_ other: Outline) -> Outline { self }
  package var splineComponents: [Double]? { nil }
  package func replacing(_ components: [Double]) -> Outline { self }
  /// Returns the distance over all points if both have the same segments; otherwise 0.
  package func span(to other: Outline) -> Double {
    let (a, b) = (subpaths.flatMap(\.segments), other.subpaths.flatMap(\.segments))
    guard a.count == b.count else { return 0 }
    func list(_ segments: [Segment]) -> NumberList {
      NumberList(segments.flatMap { [$0.from, $0.control1, $0.control2, $0.to] }.flatMap { [$0.x, $0.y] })
    }
    return list(a).span(to: list(b))
  }
}
