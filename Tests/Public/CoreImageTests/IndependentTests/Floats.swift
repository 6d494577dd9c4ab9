import CoreImage
import Foundation
import RandomNumbers
import Synchronization
import TestContexts
import TestFiles
import TestSupport
import Testing

/// The engine: that of a default context, and the reference.
enum Engine: String, CaseIterable, Sendable {
  case standard, reference

  var context: CIContext { self == .standard ? Self.standardContext : Self.referenceContext }

  private static let standardContext = Backend.context()
  private static let referenceContext = CIContext(options: [.backend: "reference"])
}

/// Pixels in the working space: linear light, premultiplied RGBA, top row first.
struct Floats: Hashable {
  var width: Int
  var height: Int
  var values: [Float]

  init(width: Int, height: Int, values: [Float]) {
    (self.width, self.height, self.values) = (width, height, values)
  }

  /// Creates pixels by their colour; x and y count from the top left.
  init(_ width: Int, _ height: Int, _ color: (Int, Int) -> SIMD4<Float>) {
    var values: [Float] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        values += (0..<4).map { color[$0] }
      }
    }
    self.init(width: width, height: height, values: values)
  }

  /// Returns edges, lines, single pixels and noise, a difficult image for filters, with transparent regions.
  static func hard(_ width: Int, _ height: Int, seed: UInt64) -> Floats {
    var random = SplitMix(seed: seed)
    return Floats(width, height) { x, y in
      var color = SIMD4<Float>((0..<4).map { _ in Float.random(in: 0...1, using: &random) })
      if x < width / 3 { color = x % 7 == 0 || y % 11 == 0 ? [1, 0.2, 0, 1] : [0, 0, 0.1, 1] }
      if y < height / 4 { color = (x / 16 + y / 16) % 2 == 0 ? .one : [0, 0, 0, 0.5] }
      return [color.x * color.w, color.y * color.w, color.z * color.w, color.w]
    }
  }

  /// Renders the pixels of a rectangle of an image.
  init(_ image: CIImage, _ rect: CGRect, on engine: Engine) throws {
    self.init(width: Int(rect.width), height: Int(rect.height), values: [])
    values = [Float](repeating: .nan, count: width * height * 4)
    let rowBytes = width * 16
    try values.withUnsafeMutableBytes { bytes in
      try engine.context.render(
        checked: image, toBitmap: bytes.baseAddress!, rowBytes: rowBytes, bounds: rect, format: .RGBAf, colorSpace: nil)
    }
  }

  /// The image with its lower left corner at the origin.
  var image: CIImage {
    CIImage(
      bitmapData: values.withUnsafeBytes { Data($0) }, bytesPerRow: width * 16,
      size: CGSize(width: width, height: height),
      format: .RGBAf, colorSpace: nil)
  }

  var rect: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  /// Runs a Python program on images.
  ///
  /// - Parameter script: reads `images`, float64 arrays [row, column, component] with the top row first, and `numbers`,
  ///   and stores an array of the same kind in `result`.
  static func python(_ script: String, _ images: [Floats], _ numbers: [Double] = []) throws -> Floats {
    let question = Question(script: script, images: images, numbers: numbers)
    let answer = answers.withLock { answers in
      let answer = answers[question] ?? Answer()
      answers[question] = answer
      return answer
    }
    return try answer.floats.withLock { floats in
      if let floats { return floats }
      let result = try run(script, images, numbers)
      floats = result
      return result
    }
  }

  private struct Question: Hashable {
    var script: String
    var images: [Floats]
    var numbers: [Double]
  }

  private final class Answer: Sendable {
    let floats = Mutex<Floats?>(nil)
  }

  /// Results are cached: a program takes a second to start, and all engines are compared with the same result.
  private static let answers = Mutex<[Question: Answer]>([:])

  private static func run(_ script: String, _ images: [Floats], _ numbers: [Double]) throws -> Floats {
    let folder = try TestFolder()
    var lines = ["import numpy as np", "numbers = \(numbers)", "images = []"]
    for (index, image) in images.enumerated() {
      try image.values.withUnsafeBytes { Data($0) }.write(to: folder.file("\(index).f32"))
      let shape = "\(image.height), \(image.width), 4"
      lines.append("images.append(np.fromfile('\(index).f32', '<f4').reshape(\(shape)).astype(float))")
    }
    lines += [script, "result.astype('<f4').tofile('result.f32')", "print(result.shape[1], result.shape[0])"]
    let size = try OutsideProgram.python.run(["-c", lines.joined(separator: "\n")], in: folder)
    let numbers = String(decoding: size, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    let data = try Data(contentsOf: folder.file("result.f32"))
    return Floats(
      width: try #require(numbers.first), height: try #require(numbers.last),
      values: data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
  }

  /// Runs ImageMagick on images as straight 16-bit values, which it processes without conversion: in linear light.
  ///
  /// - Parameters:
  ///   - operations: the arguments after the images on the command line.
  ///   - size: of the result, if it differs from that of the first image.
  static func imageMagick(
    _ images: [Floats], _ operations: [String], size: (width: Int, height: Int)? = nil
  ) throws -> Floats {
    let folder = try TestFolder()
    var arguments: [String] = []
    for (index, image) in images.enumerated() {
      try image.straight16.withUnsafeBytes { Data($0) }.write(to: folder.file("\(index).raw"))
      arguments += [
        "-size", "\(image.width)x\(image.height)", "-depth", "16", "-endian", "LSB", "rgba:\(index).raw",
      ]
    }
    arguments += operations + ["-depth", "16", "-endian", "LSB", "rgba:result.raw"]
    try OutsideProgram.imageMagick.run(arguments, in: folder)
    let data = try Data(contentsOf: folder.file("result.raw"))
    let straight = data.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    let size = size ?? (images[0].width, images[0].height)
    try #require(straight.count == size.width * size.height * 4)
    return Floats(size.width, size.height) { x, y in
      let color = SIMD4<Float>((0..<4).map { Float(straight[(y * size.width + x) * 4 + $0]) / 65535 })
      return [color.x * color.w, color.y * color.w, color.z * color.w, color.w]
    }
  }

  private var straight16: [UInt16] {
    values.indices.map { index in
      let alpha = values[index | 3]
      let value = index & 3 == 3 ? alpha : alpha > 0 ? values[index] / alpha : 0
      return UInt16((min(max(value, 0), 1) * 65535).rounded())
    }
  }

  /// Returns the pixels that are `inset` or more from every side.
  func inset(by inset: Int) -> Floats {
    Floats(width - 2 * inset, height - 2 * inset) { x, y in
      let at = ((y + inset) * width + x + inset) * 4
      return [values[at], values[at + 1], values[at + 2], values[at + 3]]
    }
  }
}

/// Fails if a component of a pixel differs by more than `tolerance`.
func expect(
  _ actual: Floats, near expected: Floats, within tolerance: Float, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual.width == expected.width, actual.height == expected.height else {
    Issue.record(
      "\(what): \(actual.width)x\(actual.height), expected \(expected.width)x\(expected.height)",
      sourceLocation: sourceLocation)
    return
  }
  var worst: (index: Int, off: Float) = (0, 0)
  var out = 0
  for index in actual.values.indices {
    let off = abs(actual.values[index] - expected.values[index])
    if !(off <= tolerance) { out += 1 }
    if !(off <= worst.off) { worst = (index, off) }
  }
  guard out > 0 else { return }
  let (pixel, component) = (worst.index / 4, worst.index % 4)
  Issue.record(
    """
    \(what): \(out) of \(actual.values.count) components out, worst at (\(pixel % actual.width), \
    \(pixel / actual.width)) from the top left, component \(component): expected \(expected.values[worst.index]), got \
    \(actual.values[worst.index]), off \(worst.off), allowed \(tolerance)
    """, sourceLocation: sourceLocation)
}
