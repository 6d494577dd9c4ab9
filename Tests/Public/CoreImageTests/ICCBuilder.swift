import Foundation
import ImageColor

/// A builder of an ICC profile of a device that is described by tables only: RGB to CIE Lab and back, in 16 bits.
///
/// Source of the format: ICC.1:2001-04 (version 2), 6.5.7 (lut16Type), 6.3.4.2 (Lab in 16 bits).
struct ICCBuilder {
  /// The transfer function of the device's components, 0...1.
  let curve: TransferFunction
  let primaries: Primaries

  func profile(gridThere: Int = 17, gridBack: Int = 33, encodes: Bool = true) -> [UInt8] {
    let matrix = primaries.matrixToXYZD50!
    let inverse = matrix.inverse!
    let there = table(gridThere) { (point: SIMD3<Double>) in
      let light = SIMD3((0..<3).map { curve.linear(point[$0]) })
      let lab = Self.lab(matrix * light)
      return SIMD3(lab.x / 100 * 65280, (lab.y + 128) * 256, (lab.z + 128) * 256)
    }
    let back = table(gridBack) { (point: SIMD3<Double>) in
      let lab = SIMD3(point.x * 65535 / 65280 * 100, point.y * 65535 / 256 - 128, point.z * 65535 / 256 - 128)
      let light = inverse * Self.xyz(lab)
      return SIMD3((0..<3).map { min(max(curve.encoded(max(light[$0], 0)), 0), 1) * 65535 })
    }
    var tags: [(String, [UInt8])] = [
      ("desc", Self.description("built by a test")), ("cprt", Self.text("No copyright, use freely")),
      ("wtpt", Array("XYZ ".utf8) + word(0) + word(0xF6D6) + word(0x10000) + word(0xD32D)), ("A2B0", there),
    ]
    if encodes { tags.append(("B2A0", back)) }
    return Self.file(tags, kind: encodes ? "prtr" : "scnr")
  }

  private static func file(_ tags: [(String, [UInt8])], kind: String) -> [UInt8] {
    var directory = word(UInt32(tags.count))
    var data: [UInt8] = []
    for (name, bytes) in tags {
      let padded = bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
      directory += Array(name.utf8) + word(UInt32(128 + 4 + 12 * tags.count + data.count)) + word(UInt32(bytes.count))
      data += padded
    }
    var header = word(UInt32(128 + directory.count + data.count)) + word(0) + word(0x0240_0000)
    header += Array((kind + "RGB Lab ").utf8) + [7, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + word(0xF6D6) + word(0x10000) + word(0xD32D)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + directory + data
  }

  private func table(_ grid: Int, _ value: (SIMD3<Double>) -> SIMD3<Double>) -> [UInt8] {
    var bytes = Array("mft2".utf8) + word(0) + [3, 3, UInt8(grid), 0]
    for index in 0..<9 { bytes += word(index % 4 == 0 ? 0x10000 : 0) }
    let line = half(0) + half(65535)
    bytes += half(2) + half(2) + line + line + line
    for x in 0..<grid {
      for y in 0..<grid {
        for z in 0..<grid {
          let result = value(SIMD3(Double(x), Double(y), Double(z)) / Double(grid - 1))
          for component in 0..<3 { bytes += half(UInt16(min(max(result[component].rounded(), 0), 65535))) }
        }
      }
    }
    return bytes + line + line + line
  }

  private static func description(_ text: String) -> [UInt8] {
    Array("desc".utf8) + word(0) + word(UInt32(text.utf8.count + 1)) + Array(text.utf8)
      + [UInt8](repeating: 0, count: 1 + 8 + 3 + 67)
  }

  private static func text(_ text: String) -> [UInt8] { Array("text".utf8) + word(0) + Array(text.utf8) + [0] }

  /// CIE 15:2004, 8.2.1, under D50.
  private static func lab(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    let f = SIMD3(
      (0..<3).map { (index: Int) -> Double in
        let t = xyz[index] / profileWhite[index]
        return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
      })
    return [116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z)]
  }

  private static func xyz(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let y = (lab.x + 16) / 116
    let f = SIMD3(y + lab.y / 500, y, y - lab.z / 200)
    return SIMD3(
      (0..<3).map { (index: Int) -> Double in
        let cube = f[index] * f[index] * f[index]
        return (cube > 216.0 / 24389 ? cube : (116 * f[index] - 16) * 27 / 24389) * profileWhite[index]
      })
  }
}

private func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
private func half(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)] }
