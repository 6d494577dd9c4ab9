import CommandLineSupport
import Foundation

/// The value of `--size`: both sides, one side, or a scale factor.
package enum VideoSize: Hashable, Sendable {
  case both(Int, Int)
  case width(Int)
  case height(Int)
  case scale(Double)

  /// Parses a size.
  package init(_ text: String) throws {
    let invalid = CommandFailure.usage(
      "--size must be 1280x720, 1280x, x720 or 50%, with sides from 1 to 65536 (got \(text))")
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), percent > 0, percent <= 10_000 else { throw invalid }
      self = .scale(percent / 100)
      return
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2 else { throw invalid }
    func side(_ text: Substring) throws -> Int? {
      if text.isEmpty { return nil }
      guard let side = Int(text), (1...65_536).contains(side) else { throw invalid }
      return side
    }
    switch (try side(sides[0]), try side(sides[1])) {
    case (let width?, let height?): self = .both(width, height)
    case (let width?, nil): self = .width(width)
    case (nil, let height?): self = .height(height)
    case (nil, nil): throw invalid
    }
  }

  /// Returns the sides that an image of a size is scaled to.
  ///
  /// - Parameter isEven: whether the sides must be even, for videos. Computed sides are rounded to even numbers.
  /// - Throws: `CommandFailure` for odd sides of the command line, if they must be even.
  package func sides(of size: CGSize, isEven: Bool) throws -> (width: Int, height: Int) {
    let (width, height) = (Double(size.width), Double(size.height))
    func rounded(_ side: Double) -> Int {
      let step = isEven ? 2.0 : 1
      return Int(min(max((side / step).rounded() * step, step), 65_536))
    }
    let sides =
      switch self {
      case .both(let width, let height): (width, height)
      case .width(let newWidth): (newWidth, rounded(Double(newWidth) * height / width))
      case .height(let newHeight): (rounded(Double(newHeight) * width / height), newHeight)
      case .scale(let scale): (rounded(width * scale), rounded(height * scale))
      }
    if isEven, sides.0 % 2 != 0 || sides.1 % 2 != 0 {
      throw CommandFailure.usage(
        "--size: the sides of a video must be even, because 2x2 pixels share their chroma "
          + "(got \(sides.0)x\(sides.1)); use \((sides.0 + 1) / 2 * 2)x\((sides.1 + 1) / 2 * 2)")
    }
    return sides
  }
}
