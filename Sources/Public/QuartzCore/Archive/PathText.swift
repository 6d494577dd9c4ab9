import AnimationMath
import CoreGraphics
import Foundation

/// Paths as the path data of SVG.
///
/// Source: SVG 1.1, section 8.3; arcs by its appendix F.6.
enum PathText {
  static func text(_ path: CGPath) -> String {
    func place(_ p: Outline.Point) -> String { "\(number(p.x)) \(number(p.y))" }
    return path.outline.elements.map { element in
      switch element {
      case .move(let p): "M\(place(p))"
      case .line(let p): "L\(place(p))"
      case .quad(let c, let p): "Q\(place(c)) \(place(p))"
      case .cubic(let a, let b, let p): "C\(place(a)) \(place(b)) \(place(p))"
      case .close: "Z"
      }
    }.joined(separator: " ")
  }

  /// Read back it is the same number.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// - Throws: what is wrong, and at which letter.
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
  private let letters: [UInt8]
  private var index = 0
  private(set) var outline = Outline()
  /// The last control point, when the last command was a curve of that kind.
  private var control: Outline.Point?
  private var lastCommand: UInt8 = 0

  init(_ text: String) { letters = Array(text.utf8) }

  private var current: Outline.Point { outline.current ?? .zero }

  private func failure(_ text: String) -> PathTextError {
    PathTextError(text: "path data, letter \(index + 1): \(text)")
  }

  mutating func read() throws(PathTextError) {
    var command: UInt8?
    while true {
      skip()
      guard index < letters.count else { return }
      let letter = letters[index]
      if "MmLlHhVvCcSsQqTtAaZz".utf8.contains(letter) {
        index += 1
        command = letter
      } else if command == nil || command == UInt8(ascii: "Z") || command == UInt8(ascii: "z") {
        throw failure("a command is wanted here, one of MLHVCSQTAZ in either case")
      }
      guard let now = command else { return }
      if outline.isEmpty, now | 32 != UInt8(ascii: "m") { throw failure("a path begins with M") }
      try run(now)
      lastCommand = now | 32
      // More places behind a move are lines.
      if now == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if now == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    }
  }

  private mutating func run(_ command: UInt8) throws(PathTextError) {
    let base: Outline.Point = command >= UInt8(ascii: "a") ? current : .zero
    let last = current
    func mirrored(_ kinds: String) -> Outline.Point {
      guard let control, kinds.utf8.contains(lastCommand) else { return last }
      return last * 2 - control
    }
    switch command | 32 {
    case UInt8(ascii: "m"): outline.move(to: base + (try point()))
    case UInt8(ascii: "l"): outline.line(to: base + (try point()))
    case UInt8(ascii: "h"): outline.line(to: [base.x + (try number()), last.y])
    case UInt8(ascii: "v"): outline.line(to: [last.x, base.y + (try number())])
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
    let much = (p * p / (radii * radii)).sum()
    if much > 1 { radii *= much.squareRoot() }
    let (r, q) = (radii * radii, p * p)
    let below = r.x * q.y + r.y * q.x
    let way = (max(r.x * r.y - below, 0) / below).squareRoot() * (isLarge == isPositive ? -1 : 1)
    let middle = SIMD2(way * radii.x * p.y / radii.y, -way * radii.y * p.x / radii.x)
    let center = SIMD2(c * middle.x - s * middle.y, s * middle.x + c * middle.y) + (start + end) / 2
    let (u, v) = ((p - middle) / radii, (-p - middle) / radii)
    let from = atan2(u.y, u.x)
    var turn = atan2(v.y, v.x) - from
    if isPositive, turn < 0 { turn += 2 * .pi }
    if !isPositive, turn > 0 { turn -= 2 * .pi }
    guard turn.isFinite, center.x.isFinite, center.y.isFinite else { return outline.line(to: end) }
    // Quarter turns or less: within 0.0003 of the ellipse.
    let count = max(Int((abs(turn) / (.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = turn / Double(count)
    let pull = 4 / 3 * tan(step / 4)
    func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let local = SIMD2(x, y) * radii
      return SIMD2(c * local.x - s * local.y, s * local.x + c * local.y) + center
    }
    for index in 0..<count {
      let (a, b) = (from + step * Double(index), from + step * Double(index + 1))
      outline.cubic(
        to: index == count - 1 ? end : place(cos(b), sin(b)), place(cos(a) - pull * sin(a), sin(a) + pull * cos(a)),
        place(cos(b) + pull * sin(b), sin(b) - pull * cos(b)))
    }
  }

  private mutating func skip() {
    while index < letters.count, " ,\t\r\n".utf8.contains(letters[index]) { index += 1 }
  }

  private mutating func point() throws(PathTextError) -> Outline.Point { [try number(), try number()] }

  private mutating func flag() throws(PathTextError) -> Bool {
    skip()
    guard index < letters.count, letters[index] == UInt8(ascii: "0") || letters[index] == UInt8(ascii: "1") else {
      throw failure("0 or 1 is wanted here")
    }
    index += 1
    return letters[index - 1] == UInt8(ascii: "1")
  }

  private mutating func number() throws(PathTextError) -> Double {
    skip()
    var end = index
    func digits() { while end < letters.count, (48...57).contains(letters[end]) { end += 1 } }
    func sign() { if end < letters.count, letters[end] == 43 || letters[end] == 45 { end += 1 } }
    sign()
    digits()
    if end < letters.count, letters[end] == UInt8(ascii: ".") {
      end += 1
      digits()
    }
    if end > index, end < letters.count, letters[end] | 32 == UInt8(ascii: "e") {
      let before = end
      end += 1
      sign()
      let first = end
      digits()
      if end == first { end = before }
    }
    guard let value = Double(String(decoding: letters[index..<end], as: UTF8.self)), abs(value) <= 1e15 else {
      throw failure("a number of at most 1e15 is wanted here")
    }
    index = end
    return value
  }
}
