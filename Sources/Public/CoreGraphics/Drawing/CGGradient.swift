import Foundation
import ImageColor

/// Colour stops at locations from 0 to 1, with interpolation between them. Immutable.
///
/// Colours are interpolated as straight components in the gradient's space.
public final class CGGradient: Sendable {
  package struct Stop: Sendable {
    package let location: Double
    /// In the gradient's space, straight.
    package let color: SIMD4<Double>
  }

  package let space: ColorSpace
  /// In order of their locations; at least one.
  package let stops: [Stop]

  /// Creates a gradient from component values: those of the space and alpha, colour after colour.
  ///
  /// - Parameters:
  ///   - locations: `count` locations 0...1, in any order; nil distributes the colours evenly.
  ///   - count: the number of colours; returns nil if it is not above 0.
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

  /// Creates a gradient from colours of any spaces.
  ///
  /// - Parameters:
  ///   - space: the space of the interpolation; nil selects the space of the first colour.
  ///   - colors: `CGColor`s; returns nil if there is none, or if another object is among them.
  ///   - locations: as many locations 0...1; nil distributes the colours evenly.
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
    let spacing = 1 / Double(Swift.max(colors.count - 1, 1))
    var last = 0.0
    let located = colors.enumerated().map { index, values -> Stop in
      let components = values.map { $0.isNaN ? 0 : $0 }
      let color =
        components.count < 4
        ? SIMD4(components[0], components[0], components[0], components[1])
        : SIMD4(components[0], components[1], components[2], components[3])
      let location = locations.map { Double($0[index]) } ?? Double(index) * spacing
      last = location.isNaN ? last : Swift.min(Swift.max(location, 0), 1)
      return Stop(location: last, color: color)
    }
    // Sorting is stable: stops with equal locations keep their order.
    stops = located.enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }.map(
      \.element)
  }

  /// The space of the interpolation.
  public var colorSpace: CGColorSpace? { CGColorSpace(space) }

  /// Returns the stops in another space, straight. If interpolation there would give other colours, stops are added
  /// between them.
  package func stops(in destination: ColorSpace) -> [Stop] {
    let convert = ColorSpaceConversion(from: space, to: destination)
    func converted(_ stop: Stop) -> Stop {
      let color = convert(SIMD3(stop.color.x, stop.color.y, stop.color.z))
      return Stop(location: stop.location, color: SIMD4(color, stop.color.w))
    }
    if convert.isIdentity { return stops }
    var all = [converted(stops[0])]
    for (a, b) in zip(stops, stops.dropFirst()) {
      for step in 1...32 where b.location > a.location || step == 32 {
        let t = Double(step) / 32
        all.append(
          converted(
            Stop(location: a.location + (b.location - a.location) * t, color: a.color + (b.color - a.color) * t)))
      }
    }
    return all
  }
}

extension CGGradient {
  /// Returns the colour at a location among stops, straight; the first and the last colour continue outside.
  package static func color(at location: Double, in stops: [Stop]) -> SIMD4<Double> {
    guard let after = stops.firstIndex(where: { $0.location > location }) else { return stops[stops.count - 1].color }
    guard after > 0 else { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    return a.color + (b.color - a.color) * ((location - a.location) / (b.location - a.location))
  }
}
