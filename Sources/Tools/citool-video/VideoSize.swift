import CommandLineSupport
import Foundation

/// What `--size` says: both sides, one of them, or a part of both.
package enum VideoSize: Hashable, Sendable {
  case both(Int, Int)
  case width(Int)
  case height(Int)
  case part(Double)

  package init(_ text: String) throws {
    let wrong = CommandFailure.usage("--size takes 1280x720, 1280x, x720 or 50%, sides from 1 to 65536, not \(text)")
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), percent > 0, percent <= 10_000 else { throw wrong }
      self = .part(percent / 100)
      return
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2 else { throw wrong }
    func side(_ text: Substring) throws -> Int? {
      if text.isEmpty { return nil }
      guard let side = Int(text), (1...65_536).contains(side) else { throw wrong }
      return side
    }
    switch (try side(sides[0]), try side(sides[1])) {
    case (let width?, let height?): self = .both(width, height)
    case (let width?, nil): self = .width(width)
    case (nil, let height?): self = .height(height)
    case (nil, nil): throw wrong
    }
  }

  /// The sides that an image of this size is scaled to.
  ///
  /// - Parameter isEven: for videos: sides that follow from others are rounded to even ones, those that are named have
  ///   to be even.
  package func sides(of size: CGSize, isEven: Bool) throws -> (width: Int, height: Int) {
    let (width, height) = (Double(size.width), Double(size.height))
    func following(_ side: Double) -> Int {
      let step = isEven ? 2.0 : 1
      return Int(min(max((side / step).rounded() * step, step), 65_536))
    }
    let sides =
      switch self {
      case .both(let width, let height): (width, height)
      case .width(let wanted): (wanted, following(Double(wanted) * height / width))
      case .height(let wanted): (following(Double(wanted) * width / height), wanted)
      case .part(let part): (following(width * part), following(height * part))
      }
    if isEven, sides.0 % 2 != 0 || sides.1 % 2 != 0 {
      throw CommandFailure.usage(
        "--size \(sides.0)x\(sides.1): the sides of videos are even, as two by two pixels share a colour; "
          + "\((sides.0 + 1) / 2 * 2)x\((sides.1 + 1) / 2 * 2) is")
    }
    return sides
  }
}
