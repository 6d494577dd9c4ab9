import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestFiles
import Testing

/// A reviewed image, stored as half floats after one line of text.
///
/// `CI_GOLDEN` selects which may be written: `never` (CI), `missing` (default), `failed`, `all`.
package struct Golden {
  package let name: String
  private let url: URL

  /// - Parameter name: `Category/Filter/case`.
  package init(_ name: String) {
    self.name = name
    url = Self.folder.appending(path: name + ".rgba16f")
  }

  private static let folder = testFile("Goldens")

  /// Compares an image of the reference with the golden, or records it where that is allowed.
  package func check(_ image: FloatImage, within tolerance: Tolerance) throws {
    let mode = ProcessInfo.processInfo.environment["CI_GOLDEN"] ?? "missing"
    let exists = FileManager.default.fileExists(atPath: url.path)
    if mode == "all" || (!exists && mode != "never") { return try record(image) }
    guard exists else {
      Issue.record("there is no golden \(name); record it with scripts/golden record \(name) and look at it")
      return
    }
    let expected = try read(region: image.region)
    let difference = Difference(expected, image, within: tolerance)
    guard difference.pixelsOut > tolerance.strays else { return }
    if mode == "failed" { return try record(image) }
    Issue.record("\(name): \(difference)\n  accept  scripts/golden record \(name)")
  }

  private func record(_ image: FloatImage) throws {
    var data = Data("rgba16f \(image.width) \(image.height)\n".utf8)
    for color in image.pixels {
      for component in 0..<4 {
        withUnsafeBytes(of: Float16(color[component]).bitPattern.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }

  private func read(region: UserRect) throws -> FloatImage {
    let data = try Data(contentsOf: url)
    let image = try FloatImage(region)
    guard let end = data.firstIndex(of: 10),
      String(decoding: data[..<end], as: UTF8.self) == "rgba16f \(image.width) \(image.height)",
      data.count == end + 1 + image.pixels.count * 8
    else { throw RenderError.image("the golden \(name) is not \(image.width)x\(image.height) half floats") }
    let bytes = [UInt8](data[(end + 1)...])
    for index in image.pixels.indices {
      for component in 0..<4 {
        let at = index * 8 + component * 2
        image.pixels[index][component] = Float(Float16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8))
      }
    }
    return image
  }
}
