import Foundation
import ImageGraph

/// The modules of a QR code, rendered as shapes with round corners.
package struct RoundedModules: Sendable {
  private let modules: ModuleGrid
  private let free: Int
  /// The side of a module, in pixels.
  private let side: Int
  private let radii: [Double]
  private let roundsData: Bool

  /// - Parameters:
  ///   - free: the side of the light square in the middle in modules, odd or 0.
  ///   - side: the side of a module in pixels, at least 1.
  ///   - markers: 0 square, 1 with round corners, 2 circles.
  package init(_ modules: ModuleGrid, free: Int, side: Int, markers: Int, roundsData: Bool) {
    (self.modules, self.free, self.side, self.roundsData) = (modules, free, side, roundsData)
    // The radii of squares of 7, 5 and 3 modules; rings are as wide in their corners as along their sides.
    radii = [[0, 0, 0], [2, 1, 1], [3.5, 2.5, 1.5]][markers]
  }

  /// Returns the inverted modules as grey, white where they are dark, so that a ramp of two colours maps light to dark.
  /// `margin` is in modules.
  package func source(margin: Int) throws(RenderError) -> Source {
    let pixels = try PixelBuffer(
      width: (modules.width + 2 * margin) * side, height: (modules.height + 2 * margin) * side, format: .l8)
    for y in 0..<pixels.height {
      let row = pixels.row(y)
      let v = (Double(y) + 0.5) / Double(side) - Double(margin)
      for x in 0..<pixels.width {
        let u = (Double(x) + 0.5) / Double(side) - Double(margin)
        row.storeBytes(of: UInt8((darkness(u, v) * 255).rounded()), toByteOffset: x, as: UInt8.self)
      }
    }
    return Source(pixels, colorSpace: nil, alpha: .opaque, label: "QR code")
  }

  /// Returns the dark fraction of the pixel around a point; coordinates are modules from the upper left.
  private func darkness(_ u: Double, _ v: Double) -> Double {
    let size = Double(modules.width)
    let (nearU, nearV) = (min(u, size - u), min(v, size - v))
    // Three of the four corners have markers; the lower right one has none.
    if nearU < 8, nearV < 8, u < 8 || v < 8 { return marker(nearU - 3.5, nearV - 3.5) }
    let (x, y) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    guard isDark(x, y) else { return 0 }
    let (way, rise) = (u - Double(x) - 0.5, v - Double(y) - 0.5)
    let (right, down) = (way < 0 ? -1 : 1, rise < 0 ? -1 : 1)
    guard roundsData, !isDark(x + right, y), !isDark(x, y + down) else { return 1 }
    return coverage((way * way + rise * rise).squareRoot() - 0.5)
  }

  private func isDark(_ x: Int, _ y: Int) -> Bool {
    let middle = (modules.width - free) / 2..<(modules.width + free) / 2
    let isInside = (0..<modules.width).contains(x) && (0..<modules.height).contains(y)
    return isInside && !(middle.contains(x) && middle.contains(y)) && modules[x, y]
  }

  /// Returns the dark fraction of a marker at a position relative to its centre.
  private func marker(_ x: Double, _ y: Double) -> Double {
    func square(_ size: Double, _ radius: Double) -> Double {
      let (a, b) = (abs(x) - (size / 2 - radius), abs(y) - (size / 2 - radius))
      return coverage(min(max(a, b), 0) + (pow(max(a, 0), 2) + pow(max(b, 0), 2)).squareRoot() - radius)
    }
    return square(7, radii[0]) - square(5, radii[1]) + square(3, radii[2])
  }

  /// Returns the coverage by the distance from an edge in modules, positive outside.
  private func coverage(_ outside: Double) -> Double { min(max(0.5 - outside * Double(side), 0), 1) }
}
