import Foundation
import ImageColor

/// Colours at places from 0 to 1, and all that lie between them. Immutable.
///
/// Between two places colours are mixed as components of the gradient's space, not premultiplied.
public final class CGGradient: Sendable {
  package struct Stop: Sendable {
    package let place: Double
    /// In the gradient's space, straight.
    package let color: SIMD4<Double>
  }

  package let space: ColorSpace
  /// In order of their places; at least one.
  package let stops: [Stop]

  /// Components as numbers: those of the space and alpha, colour after colour.
  ///
  /// - Parameters:
  ///   - locations: `count` places 0...1, in any order; nil: evenly.
  ///   - count: of colours; nil when it is not above 0.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    guard count > 0, count <= 1 << 20 else { return nil }
    let width = space.numberOfComponents + 1
    let colors = (0..<count).map { index in
      (0..<width).map { Double(components[index * width + $0]) }
    }
    self.init(space.space, colors, locations.map { Array(UnsafeBufferPointer(start: $0, count: count)) })
  }

  /// Colours of any spaces.
  ///
  /// - Parameters:
  ///   - space: in which colours are mixed; nil: that of the first colour.
  ///   - colors: `CGColor`s; nil when there is none or another object among them.
  ///   - locations: as many places 0...1; nil: evenly.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
    let list = colors.compactMap { $0 as? CGColor }
    guard !list.isEmpty, list.count == colors.count, let mixing = (space ?? list[0].colorSpace)?.space else {
      return nil
    }
    let values = list.map { color in
      let all = color.components(in: mixing)
      return mixing.model == .grey ? [all.x, all.w] : [all.x, all.y, all.z, all.w]
    }
    self.init(mixing, values, locations.map { Array(UnsafeBufferPointer(start: $0, count: list.count)) })
  }

  private init(_ space: ColorSpace, _ colors: [[Double]], _ locations: [CGFloat]?) {
    self.space = space
    let even = 1 / Double(Swift.max(colors.count - 1, 1))
    var last = 0.0
    let placed = colors.enumerated().map { index, values -> Stop in
      let known = values.map { $0.isNaN ? 0 : $0 }
      let color =
        known.count < 4 ? SIMD4(known[0], known[0], known[0], known[1]) : SIMD4(known[0], known[1], known[2], known[3])
      let place = locations.map { Double($0[index]) } ?? Double(index) * even
      last = place.isNaN ? last : Swift.min(Swift.max(place, 0), 1)
      return Stop(place: last, color: color)
    }
    // Sorting by place keeps the order of what is at one place.
    stops = placed.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
  }

  /// Where the colours are mixed.
  public var colorSpace: CGColorSpace? { CGColorSpace(space) }

  /// The stops in another space, straight, with more between them where mixing there would give other colours.
  package func stops(in destination: ColorSpace) -> [Stop] {
    let convert = ColorSpaceConversion(from: space, to: destination)
    func converted(_ stop: Stop) -> Stop {
      let color = convert(SIMD3(stop.color.x, stop.color.y, stop.color.z))
      return Stop(place: stop.place, color: SIMD4(color, stop.color.w))
    }
    if convert.isIdentity { return stops }
    var all = [converted(stops[0])]
    for (a, b) in zip(stops, stops.dropFirst()) {
      for step in 1...32 where b.place > a.place || step == 32 {
        let t = Double(step) / 32
        all.append(
          converted(Stop(place: a.place + (b.place - a.place) * t, color: a.color + (b.color - a.color) * t)))
      }
    }
    return all
  }
}

extension CGGradient {
  /// The colour at a place among stops, straight; the ends go on.
  package static func color(at place: Double, in stops: [Stop]) -> SIMD4<Double> {
    guard let after = stops.firstIndex(where: { $0.place > place }) else { return stops[stops.count - 1].color }
    guard after > 0 else { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    return a.color + (b.color - a.color) * ((place - a.place) / (b.place - a.place))
  }
}
