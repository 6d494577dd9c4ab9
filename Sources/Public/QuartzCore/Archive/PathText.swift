import AnimationMath
import CoreGraphics
import Foundation

/// The conversion of paths to SVG path data and back.
///
/// Source: SVG 1.1, section 8.3; arcs by its appendix F.6.
enum PathText {
  static func text(_ path: CGPath) -> String {
    func pair(_ p: Outline.Point) -> String { "\(number(p.x)) \(number(p.y))" }
    return path.outline.elements.map { element in
      switch element {
      case .move(let p): "M\(pair(p))"
      case .line(let p): "L\(pair(p))"
      case .quad(let c, let p): "Q\(pair(c)) \(pair(p))"
      case .cubic(let a, let b, let p): "C\(pair(a)) \(pair(b)) \(pair(p))"
      case .close: "Z"
      }
    }.joined(separator: " ")
  }

  /// Returns the text of a number that is parsed as the same number.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// - Throws: the problem and its position.
  static func path(_ text: String) throws(PathTextError) -> CGPath {
    var reader = PathReader(text)
    try reader.read()
    return CGPath(reader.outline)
  }
}

struct PathTextError: Error {
  let text: String
}

private struct PathReader {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var outline = Outline()
  /// The last control point, if the last command was a curve of the same type.
  private var control: Outline.Point?
  private var lastCommand: UInt8 = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  private var current: Outline.Point { outline.current ?? .zero }

  private func failure(_ text: String) -> PathTextError {
    PathTextError(text: "path data, position \(index + 1): \(text)")
  }

  mutating func read() throws(PathTextError) {
    var command: UInt8?
    while true {
      skip()
      guard index < bytes.count else { return }
      let byte = bytes[index]
      if "MmLlHhVvCcSsQqTtAaZz".utf8.contains(byte) {
        index += 1
        command = byte
      } else if command == nil || command == UInt8(ascii: "Z") || command == UInt8(ascii: "z") {
        throw failure("a command must follow, one of MLHVCSQTAZ in either case")
      }
      guard let current = command else { return }
      if outline.isEmpty, current | 32 != UInt8(ascii: "m") { throw failure("a path must begin with M") }
      try run(current)
      lastCommand = current | 32
      // Further points after a move are lines.
      if current == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if current == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    }
  }

  private mutating func run(_ command: UInt8) throws(PathTextError) {
    let base: Outline.Point = command >= UInt8(ascii: "a") ? current : .zero
    let start = current
    func mirrored(_ kinds: String) -> Outline.Point {
      guard let control, kinds.utf8.contains(lastCommand) else { return start }
      return start * 2 - control
    }
    switch command | 32 {
    case UInt8(ascii: "m"): outline.move(to: base + (try point()))
    case UInt8(ascii: "l"): outline.line(to: base + (try point()))
    case UInt8(ascii: "h"): outline.line(to: [base.x + (try number()), start.y])
    case UInt8(ascii: "v"): outline.line(to: [start.x, base.y + (try number())])
    case UInt8(ascii: "c"):
      let (a, b, end) = (base + (try point()), base + (try point()), base + (try point()))
      outline.cubic(to: end, a, b)
      control = b
    case UInt8(ascii: "s"):
      let a = mirrored("cs")
      let (b, end) = (base + (try point()), base + (try point()))
      outline.cubic(to: end, a, b)
      control = b
    case UInt8(ascii: "q"):
      let (a, end) = (base + (try point()), base + (try point()))
      outline.quad(to: end, control: a)
      control = a
    case UInt8(ascii: "t"):
      let a = mirrored("qt")
      outline.quad(to: base + (try point()), control: a)
      control = a
    case UInt8(ascii: "a"):
      let radii = try point()
      let angle = try number()
      let (isLarge, isPositive) = (try flag(), try flag())
      arc(to: base + (try point()), radii, angle * .pi / 180, isLarge, isPositive)
    default: outline.close()
    }
  }

  private mutating func arc(
    to end: Outline.Point, _ size: SIMD2<Double>, _ angle: Double, _ isLarge: Bool, _ isPositive: Bool
  ) {
    let start = current
    var radii = SIMD2(abs(size.x), abs(size.y))
    guard radii.min() > 0, start != end else { return outline.line(to: end) }
    let (c, s) = (cos(angle), sin(angle))
    let half = (start - end) / 2
    let p = SIMD2(c * half.x + s * half.y, c * half.y - s * half.x)
    let scale = (p * p / (radii * radii)).sum()
    if scale > 1 { radii *= scale.squareRoot() }
    let (r, q) = (radii * radii, p * p)
    let divisor = r.x * q.y + r.y * q.x
    let factor = (max(r.x * r.y - divisor, 0) / divisor).squareRoot() * (isLarge == isPositive ? -1 : 1)
    let middle = SIMD2(factor * radii.x * p.y / radii.y, -factor * radii.y * p.x / radii.x)
    let center = SIMD2(c * middle.x - s * middle.y, s * middle.x + c * middle.y) + (start + end) / 2
    let (u, v) = ((p - middle) / radii, (-p - middle) / radii)
    let from = atan2(u.y, u.x)
    var sweep = atan2(v.y, v.x) - from
    if isPositive, sweep < 0 { sweep += 2 * .pi }
    if !isPositive, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite, center.x.isFinite, center.y.isFinite else { return outline.line(to: end) }
    // Segments of a quarter turn or less, within 0.0003 of the ellipse.
    let count = max(Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = sweep / Double(count)
    let handle = 4 / 3 * tan(step / 4)
    func point(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let local = SIMD2(x, y) * radii
      return SIMD2(c * local.x - s * local.y, s * local.x + c * local.y) + center
    }
    for index in 0..<count {
      let (a, b) = (from + step * Double(index), from + step * Double(index + 1))
      outline.cubic(
        to: index == count - 1 ? end : point(cos(b), sin(b)), point(cos(a) - handle * sin(a), sin(a) + handle * cos(a)),
        point(cos(b) + handle * sin(b), sin(b) - handle * cos(b)))
    }
  }

  private mutating func skip() {
    while index < bytes.count, " ,\t\r\n".utf8.contains(bytes[index]) { index += 1 }
  }

  private mutating func point() throws(PathTextError) -> Outline.Point { [try number(), try number()] }

  private mutating func flag() throws(PathTextError) -> Bool {
    skip()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "0") || bytes[index] == UInt8(ascii: "1") else {
      throw failure("the flag must be 0 or 1")
    }
    index += 1
    return bytes[index - 1] == UInt8(ascii: "1")
  }

  private mutating func number() throws(PathTextError) -> Double {
    skip()
    var end = index
    func digits() { while end < bytes.count, (48...57).contains(bytes[end]) { end += 1 } }
    func sign() { if end < bytes.count, bytes[end] == 43 || bytes[end] == 45 { end += 1 } }
    sign()
    digits()
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      digits()
    }
    if end > index, end < bytes.count, bytes[end] | 32 == UInt8(ascii: "e") {
      let mantissaEnd = end
      end += 1
      sign()
      let first = end
      digits()
      if end == first { end = mantissaEnd }
    }
    guard let value = Double(String(decoding: bytes[index..<end], as: UTF8.self)), abs(value) <= 1e15 else {
      throw failure("a number between -1e15 and 1e15 must follow")
    }
    index = end
    return value
  }
}
