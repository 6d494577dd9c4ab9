import CommandLineSupport
import CoreImage
import Foundation
import ImageGraph
import QuartzCore

/// The damage of `citool layers --damage`: the area of a frame that is redrawn after a frame at another time.
struct LayersDamage {
  private let from, to: Double

  /// Parses FROM:TO.
  init(_ text: String) throws {
    let times = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard times.count == 2, let from = times[0], let to = times[1], abs(from) <= 1e9, abs(to) <= 1e9 else {
      throw CommandFailure.usage("--damage must be FROM:TO, two times in seconds (got \(text))")
    }
    (self.from, self.to) = (from, to)
  }

  /// Returns the damaged rectangles in whole pixels, y upwards.
  ///
  /// - Parameters:
  ///   - size: the size of the frames, in pixels.
  ///   - image: returns the frame at a time.
  func rectangles(_ size: CGSize, _ image: (Double) -> CIImage) -> [CGRect] {
    let (width, height) = (Int(size.width), Int(size.height))
    func frame(_ time: Double) -> LayerFrame { LayerFrame(image(time), width: width, height: height) }
    return LayerFrame.merged(frame(to).changes(since: frame(from))).map { CGRect($0) }
  }

  /// Returns a line for each rectangle, and one for the total.
  func report(_ rectangles: [CGRect], of size: CGSize) -> String {
    let pixels = rectangles.reduce(0) { $0 + $1.width * $1.height }
    let lines = rectangles.map { "\(Int($0.minX)),\(Int($0.minY)) \(Int($0.width))x\(Int($0.height))" }
    let percentage = String(format: "%.1f", pixels / (size.width * size.height) * 100)
    let count = rectangles.count == 1 ? "1 rectangle" : "\(rectangles.count) rectangles"
    return (lines + ["\(count), \(Int(pixels)) of \(Int(size.width * size.height)) pixels, \(percentage) %"])
      .joined(separator: "\n")
  }

  /// Returns the later frame, with a red line inside the sides of each rectangle.
  func outlined(_ rectangles: [CGRect], _ image: (Double) -> CIImage) -> CIImage {
    rectangles.reduce(image(to)) { image, rect in
      let sides = [
        CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: 1),
        CGRect(x: rect.minX, y: rect.maxY - 1, width: rect.width, height: 1),
        CGRect(x: rect.minX, y: rect.minY, width: 1, height: rect.height),
        CGRect(x: rect.maxX - 1, y: rect.minY, width: 1, height: rect.height),
      ]
      return sides.reduce(image) { CIImage(color: .red).cropped(to: $1).composited(over: $0) }
    }
  }
}
