import CommandLineSupport
import CoreImage
import Foundation
import ImageGraph
import QuartzCore

/// `citool layers --damage`: what the frame of one time draws anew where that of another time is shown.
struct LayersDamage {
  private let from, to: Double

  init(_ text: String) throws {
    let times = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard times.count == 2, let from = times[0], let to = times[1], abs(from) <= 1e9, abs(to) <= 1e9 else {
      throw CommandFailure.usage("--damage takes FROM:TO, two times in seconds, not \(text)")
    }
    (self.from, self.to) = (from, to)
  }

  /// Rectangles of whole pixels, y up.
  ///
  /// - Parameters:
  ///   - size: of the frames, pixels.
  ///   - image: the frame of a time.
  func rectangles(_ size: CGSize, _ image: (Double) -> CIImage) -> [CGRect] {
    let (width, height) = (Int(size.width), Int(size.height))
    func frame(_ time: Double) -> LayerFrame { LayerFrame(image(time), width: width, height: height) }
    return LayerFrame.parts(frame(to).changes(since: frame(from))).map { CGRect($0) }
  }

  /// A line for each rectangle, and one for all of them.
  func report(_ rectangles: [CGRect], of size: CGSize) -> String {
    let pixels = rectangles.reduce(0) { $0 + $1.width * $1.height }
    let lines = rectangles.map { "\(Int($0.minX)),\(Int($0.minY)) \(Int($0.width))x\(Int($0.height))" }
    let part = String(format: "%.1f", pixels / (size.width * size.height) * 100)
    let count = rectangles.count == 1 ? "1 rectangle" : "\(rectangles.count) rectangles"
    return (lines + ["\(count), \(Int(pixels)) of \(Int(size.width * size.height)) pixels, \(part) %"])
      .joined(separator: "\n")
  }

  /// The later frame with a red line inside of each rectangle's sides.
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
