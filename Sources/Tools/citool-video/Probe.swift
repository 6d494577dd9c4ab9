import AVFoundation
import CommandLineSupport
import CoreVideo
import Foundation

/// Runs `citool probe`.
func probe(_ arguments: Arguments) throws {
  let path = try arguments.single("IN")
  guard path != "-" else { throw CommandFailure.usage("IN must be a file, not standard input") }
  let asset = AVURLAsset(url: URL(fileURLWithPath: path))
  let facts = try asset.mediaFacts()
  let hdr = try HDRMetadata(of: asset, facts)
  let report = ProbeReport(name: asset.url.lastPathComponent, facts: facts, hdr: hdr)
  print(arguments.has("--json") ? try jsonText(report.json) : report.text)
}

/// The HDR metadata of the first frame.
struct HDRMetadata {
  /// The mastering display: chromaticities x and y of red, green, blue and white, and luminances in cd/m².
  private(set) var masteringDisplay:
    (red: [Double], green: [Double], blue: [Double], white: [Double], maximum: Double, minimum: Double)?
  /// The content light level: MaxCLL and MaxFALL, in cd/m².
  private(set) var lightLevel: (maximum: Int, frameAverage: Int)?

  /// Decodes the first frame of an HDR video. Returns nil for other videos, and for a frame without metadata.
  init?(of asset: AVAsset, _ facts: MediaFacts) throws {
    let isHDR = facts.streams.contains { $0.images.map { [16, 18].contains($0.transfer) } ?? false }
    guard isHDR else { return nil }
    final class First: @unchecked Sendable { var buffer: CVPixelBuffer? }
    let first = First()
    try waitFor {
      for try await frame in asset.frames(of: .video) {
        first.buffer = frame.pixelBuffer
        break
      }
    }
    guard let buffer = first.buffer else { return nil }
    func bytes(_ key: CFString, _ count: Int) -> [UInt8]? {
      guard let data = CVBufferCopyAttachment(buffer, key, nil) as? Data, data.count == count else { return nil }
      return [UInt8](data)
    }
    // SEI messages of HEVC: ITU-T H.265, D.2.28 and D.2.35. Green, blue and red in 1/50000, luminances in 1/10000.
    if let data = bytes(kCVImageBufferMasteringDisplayColorVolumeKey, 24) {
      let points = (0..<4).map { index in
        [0, 2].map { Double(Self.number(data[(4 * index + $0)..<(4 * index + $0 + 2)])) / 50_000 }
      }
      masteringDisplay = (
        red: points[2], green: points[0], blue: points[1], white: points[3],
        maximum: Double(Self.number(data[16..<20])) / 10_000, minimum: Double(Self.number(data[20..<24])) / 10_000
      )
    }
    if let data = bytes(kCVImageBufferContentLightLevelInfoKey, 4) {
      lightLevel = (Self.number(data[0..<2]), Self.number(data[2..<4]))
    }
    if masteringDisplay == nil, lightLevel == nil { return nil }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  var json: [String: Any] {
    var json: [String: Any] = [:]
    if let masteringDisplay {
      json["mastering_display"] = [
        "red": masteringDisplay.red, "green": masteringDisplay.green, "blue": masteringDisplay.blue,
        "white": masteringDisplay.white, "max_luminance": masteringDisplay.maximum,
        "min_luminance": masteringDisplay.minimum,
      ]
    }
    if let lightLevel {
      json["content_light"] = ["max_cll": lightLevel.maximum, "max_fall": lightLevel.frameAverage]
    }
    return json
  }

  var text: String {
    var parts: [String] = []
    if let masteringDisplay {
      parts.append(
        "mastering display \(short(masteringDisplay.minimum)) to \(short(masteringDisplay.maximum)) cd/m²")
    }
    if let lightLevel { parts.append("MaxCLL \(lightLevel.maximum), MaxFALL \(lightLevel.frameAverage)") }
    return parts.joined(separator: ", ")
  }
}

/// The description of a file, as text and as JSON.
struct ProbeReport {
  let name: String
  let facts: MediaFacts
  let hdr: HDRMetadata?

  var json: [String: Any] {
    var json: [String: Any] = [
      "file": name, "container": facts.container, "streams": facts.streams.map(stream), "tags": facts.tags,
    ]
    json["bytes"] = facts.byteCount
    if facts.duration.isNumeric {
      (json["duration"], json["duration_exact"]) = (facts.duration.seconds, fraction(facts.duration))
    }
    if !facts.chapters.isEmpty { json["chapters"] = facts.chapters.map { chapter($0.timeRange, $0.title) } }
    return json
  }

  private func chapter(_ range: CMTimeRange, _ title: String?) -> [String: Any] {
    var json: [String: Any] = ["start": range.start.seconds, "end": range.end.seconds]
    json["title"] = title
    return json
  }

  private func stream(_ stream: MediaFacts.Stream) -> [String: Any] {
    var json: [String: Any] = [
      "kind": stream.kind, "codec": stream.codec, "id": Int(stream.trackID), "default": stream.isEnabled,
      "start": stream.timeRange.start.seconds, "start_exact": fraction(stream.timeRange.start),
    ]
    if stream.timeRange.duration.isNumeric {
      json["duration"] = stream.timeRange.duration.seconds
      json["duration_exact"] = fraction(stream.timeRange.duration)
    }
    json["language"] = stream.language
    if stream.bitRate > 0 { json["bits_per_second"] = Int(stream.bitRate) }
    if let images = stream.images { json.merge(self.images(images)) { $1 } }
    if let sound = stream.sound {
      (json["sample_rate"], json["channels"]) = (Int(sound.sampleRate), Int(sound.channels))
    }
    return json
  }

  private func images(_ images: MediaFacts.Images) -> [String: Any] {
    var json: [String: Any] = [
      "width": images.width, "height": images.height, "shown_width": Int(images.shownSize.width),
      "shown_height": Int(images.shownSize.height),
      "pixel_aspect": "\(images.pixelAspect.width)/\(images.pixelAspect.height)", "layout": images.layout,
      "bits": images.depth, "range": images.isFullRange ? "full" : "video",
    ]
    json["rotation"] = images.rotation
    if let rate = images.frameRate {
      json["frame_rate"] = Double(rate.numerator) / Double(rate.denominator)
      json["frame_rate_exact"] = "\(rate.numerator)/\(rate.denominator)"
    }
    json["primaries"] = VideoNames.primaries[images.primaries]
    json["transfer"] = VideoNames.transfer[images.transfer]
    json["matrix"] = VideoNames.matrix[images.matrix]
    json["chroma_place"] = VideoNames.chromaSitings[images.chromaLocation]
    if let hdr { json["hdr"] = hdr.json }
    return json
  }

  var text: String {
    let length = facts.duration.isNumeric ? clock(facts.duration) : nil
    let size = facts.byteCount.map { bytes in
      bytes < 1_000_000
        ? String(format: "%.1f kB", Double(bytes) / 1e3) : String(format: "%.1f MB", Double(bytes) / 1e6)
    }
    var lines = [[name, facts.container, length, size].compactMap { $0 }.joined(separator: "  ")]
    let title = facts.tags.sorted { $0.key < $1.key }.filter { ["title", "artist"].contains($0.key) }
    lines += title.map { "  \($0.key): \($0.value)" }
    for stream in facts.streams { lines.append("  " + line(stream)) }
    for chapter in facts.chapters {
      let times = "\(clock(chapter.timeRange.start)) to \(clock(chapter.timeRange.end))"
      lines.append("  chapter from \(times)" + (chapter.title.map { ": \($0)" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ stream: MediaFacts.Stream) -> String {
    var parts = ["\(stream.trackID) \(stream.kind)", stream.codec]
    if let images = stream.images { parts += descriptions(images) }
    if let sound = stream.sound {
      let channels = [1: "mono", 2: "stereo"][sound.channels] ?? "\(sound.channels) channels"
      parts += ["\(sound.sampleRate) Hz", channels]
    }
    if let language = stream.language { parts.append(language) }
    if stream.timeRange.duration.isNumeric { parts.append(clock(stream.timeRange.duration)) }
    if stream.timeRange.start != .zero { parts.append("from \(short(stream.timeRange.start.seconds)) s") }
    if stream.bitRate > 0 { parts.append("\(Int((Double(stream.bitRate) / 1000).rounded())) kbit/s") }
    return parts.joined(separator: "  ")
  }

  private func descriptions(_ images: MediaFacts.Images) -> [String] {
    let (width, height) = (Int(images.shownSize.width), Int(images.shownSize.height))
    let isPlain = images.pixelAspect == (1, 1) && images.rotation == 0
    var parts = ["\(images.width)x\(images.height)" + (isPlain ? "" : ", shown as \(width)x\(height)")]
    if let rotation = images.rotation, rotation != 0 { parts.append("rotated by \(rotation)°") }
    if let rate = images.frameRate {
      parts.append("\(short(Double(rate.numerator) / Double(rate.denominator))) fps")
    }
    parts.append(images.layout)
    let colors = [
      VideoNames.primaries[images.primaries], VideoNames.transfer[images.transfer],
      VideoNames.matrix[images.matrix],
    ].compactMap { $0 }
    let unique = Set(colors).count == 1 ? [colors[0]] : colors
    parts.append((unique + ["\(images.isFullRange ? "full" : "video") range"]).joined(separator: " "))
    if let hdr { parts.append(hdr.text) }
    return parts
  }

  private func fraction(_ time: CMTime) -> String { "\(time.value)/\(time.timescale)" }

  /// Formats a time as `0:01:02.500`.
  private func clock(_ time: CMTime) -> String {
    let thousandths = Int((time.seconds * 1000).rounded())
    return String(
      format: "%d:%02d:%02d.%03d", thousandths / 3_600_000, thousandths / 60_000 % 60, thousandths / 1000 % 60,
      thousandths % 1000)
  }
}

/// Formats a number with at most three decimals, or four below 0.1.
private func short(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15
    ? String(Int(number)) : String(format: abs(number) < 0.1 ? "%.4f" : "%.3f", number)
}

/// FFmpeg's names for the code points of ITU-T H.273.
private enum VideoNames {
  static let primaries: [Int32: String] = [
    1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020", 10: "smpte428",
    11: "smpte431", 12: "smpte432", 22: "ebu3213",
  ]
  static let transfer: [Int32: String] = [
    1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "linear", 11: "iec61966-2-4",
    12: "bt1361e", 13: "iec61966-2-1", 14: "bt2020-10", 15: "bt2020-12", 16: "smpte2084", 17: "smpte428",
    18: "arib-std-b67",
  ]
  static let matrix: [Int32: String] = [
    0: "gbr", 1: "bt709", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "ycgco", 9: "bt2020nc",
    10: "bt2020c", 14: "ictcp",
  ]
  static let chromaSitings: [Int32: String] = [
    1: "left", 2: "center", 3: "topleft", 4: "top", 5: "bottomleft", 6: "bottom",
  ]
}
