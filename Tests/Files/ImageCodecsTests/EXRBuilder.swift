import Foundation

/// A builder of OpenEXR files with uncompressed tiles, byte by byte.
///
/// Source: "OpenEXR File Layout", openexr.com.
struct EXRBuilder {
  enum Kind: UInt32 {
    case half = 1
    case float = 2
  }

  var width: Int
  var height: Int
  var tile: Int
  /// Channel names in alphabetical order.
  var channels: [(name: String, kind: Kind)]
  var left = 0
  var top = 0
  /// Left, top, right and bottom of the display window, inclusive. Nil: the data window.
  var display: [Int]?

  /// - Parameter value: returns the value of a channel, by its index, at a column and a row from the top.
  func file(_ value: (_ channel: Int, _ x: Int, _ y: Int) -> Float) -> Data {
    var bytes: [UInt8] = [0x76, 0x2f, 0x31, 0x01] + word(0x202)
    var list: [UInt8] = []
    for (name, kind) in channels { list += text(name) + word(kind.rawValue) + [0, 0, 0, 0] + word(1) + word(1) }
    let window = [left, top, left + width - 1, top + height - 1].flatMap { word(UInt32(bitPattern: Int32($0))) }
    let displayed = display.map { $0.flatMap { word(UInt32(bitPattern: Int32($0))) } } ?? window
    bytes += attribute("channels", "chlist", list + [0]) + attribute("compression", "compression", [0])
    bytes += attribute("dataWindow", "box2i", window) + attribute("displayWindow", "box2i", displayed)
    bytes +=
      attribute("lineOrder", "lineOrder", [0]) + attribute("pixelAspectRatio", "float", word(Float(1).bitPattern))
    bytes += attribute("screenWindowCenter", "v2f", word(0) + word(0))
    bytes += attribute("screenWindowWidth", "float", word(Float(1).bitPattern))
    bytes += attribute("tiles", "tiledesc", word(UInt32(tile)) + word(UInt32(tile)) + [0]) + [0]

    var chunks: [[UInt8]] = []
    for tileY in stride(from: 0, to: height, by: tile) {
      for tileX in stride(from: 0, to: width, by: tile) {
        var pixels: [UInt8] = []
        for y in tileY..<min(tileY + tile, height) {
          for (channel, form) in channels.enumerated() {
            for x in tileX..<min(tileX + tile, width) {
              let value = value(channel, x, y)
              pixels +=
                form.kind == .half ? Array(word(UInt32(Float16(value).bitPattern))[..<2]) : word(value.bitPattern)
            }
          }
        }
        let coordinates = [tileX / tile, tileY / tile, 0, 0, pixels.count].flatMap { word(UInt32($0)) }
        chunks.append(coordinates + pixels)
      }
    }
    var offset = bytes.count + 8 * chunks.count
    for chunk in chunks {
      bytes += word(UInt32(offset)) + word(0)
      offset += chunk.count
    }
    return Data(bytes + chunks.joined())
  }

  private func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
    text(name) + text(type) + word(UInt32(value.count)) + value
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
  private func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}
