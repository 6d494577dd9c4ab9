import CoreGraphics
import Foundation
import TestFiles
import Testing

/// A small bitmap of RGB with premultiplied alpha, and access to its pixels.
struct Canvas {
  let context: CGContext
  let width, height: Int

  init(_ width: Int, _ height: Int, space: String = CGColorSpace.sRGB) throws {
    (self.width, self.height) = (width, height)
    context = try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpace(name: space), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// Returns red, green, blue and alpha; y up, as in the context.
  func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
    let data = try #require(context.data)
    let start = data + (height - 1 - y) * context.bytesPerRow + 4 * x
    return (0..<4).map { start.load(fromByteOffset: $0, as: UInt8.self) }
  }

  /// Returns the alpha of all pixels, top row first.
  func alphas() throws -> [UInt8] {
    let data = try #require(context.data)
    return (0..<height).flatMap { y in
      (0..<width).map { (data + y * context.bytesPerRow).load(fromByteOffset: 4 * $0 + 3, as: UInt8.self) }
    }
  }

  /// Returns the covered area in pixels, including partial coverage.
  func area() throws -> Double { try alphas().reduce(0) { $0 + Double($1) } / 255 }
}

/// A grey image in a PGM file, top row first.
struct GreyMap {
  let width, height: Int
  let values: [UInt8]

  init(_ data: Data) throws {
    let header = try #require(data.firstIndex(of: 10))
    let tokens = String(decoding: data[..<header], as: UTF8.self).split(separator: " ")
    let (width, height) = try (#require(Int(tokens[1])), #require(Int(tokens[2])))
    (self.width, self.height, values) = (width, height, Array(data[(header + 1)...]))
    try #require(values.count == width * height)
  }
}

let resources = testFile("Public/CoreGraphicsTests/Resources")

func rgb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
}
