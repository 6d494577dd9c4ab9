import CoreImage
import Foundation
import ImageCodecs

/// The description of an image file by `citool probe`.
struct ImageProbe {
  private let name: String
  private let header: ImageFileHeader
  private let byteCount: UInt64

  /// Reads the header of a file. Returns nil if the file is not an image.
  init?(_ path: String) {
    let url = URL(fileURLWithPath: path)
    guard let rows = try? ImageFileRows(url) else { return nil }
    (name, header, byteCount) = (url.lastPathComponent, rows.header, rows.fileByteCount)
  }

  /// The kinds of metadata in the file.
  private var metadata: [String] {
    let blocks = [("EXIF", header.metadata.exif), ("XMP", header.metadata.xmp), ("IPTC", header.metadata.photoshop)]
    return blocks.filter { !$0.1.isEmpty }.map(\.0)
  }

  private var channels: String {
    switch header.kind {
    case .grey: "grey"
    case .greyAlpha: "grey and alpha"
    case .rgb: "RGB"
    case .rgba: "RGB and alpha"
    case .cmyk: "CMYK"
    }
  }

  private var resolution: (x: Double, y: Double)? {
    guard case .number(let x)? = header.properties["DPIWidth"], case .number(let y)? = header.properties["DPIHeight"]
    else { return nil }
    return (x, y)
  }

  /// A line for the file, one for the pixels, and one for the metadata.
  var text: String {
    var pixels = ["\(header.width) x \(header.height) pixels", "\(header.bitsPerComponent) bits", channels]
    if header.isFloat { pixels[1] += " float" }
    pixels.append(header.colorSpace.name + (header.isTagged ? "" : " (not stated)"))
    pixels.append("orientation \(header.orientation)")
    if let resolution { pixels.append("\(number(resolution.x)) x \(number(resolution.y)) dpi") }
    var lines = [
      "\(name): image, \(header.format.rawValue), \(byteCount) bytes", "pixels: " + pixels.joined(separator: ", "),
    ]
    if !metadata.isEmpty { lines.append("metadata: " + metadata.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }

  var json: [String: Any] {
    var json: [String: Any] = [
      "file": name, "format": header.format.rawValue, "bytes": byteCount, "width": header.width,
      "height": header.height, "bits": header.bitsPerComponent, "float": header.isFloat, "channels": channels,
      "color_space": header.colorSpace.name, "color_space_stated": header.isTagged,
      "orientation": header.orientation, "metadata": metadata,
    ]
    if let resolution { json["dpi"] = [resolution.x, resolution.y] }
    return json
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(format: "%.2f", value)
  }
}

/// Prints the description of an image. Returns false if the file is not an image.
func printImage(_ arguments: Arguments) throws -> Bool {
  guard let path = arguments.words.first, arguments.words.count == 1, path != "-", let probe = ImageProbe(path) else {
    return false
  }
  print(arguments.has("--json") ? try jsonText(probe.json) : probe.text)
  return true
}
