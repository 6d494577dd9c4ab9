import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

let compare = Subcommand(
  name: "compare", summary: "compares two images", usage: "A B [--json] [--strip OUT.png]",
  details: """
    Differences are in 8-bit steps, 0 to 255, of premultiplied stored values: colour spaces are not converted.

    example
      citool compare expected.png actual.png --strip strip.png
    """,
  options: [
    Option("--json", "prints the differences as JSON"),
    Option("--strip", "OUT.png", "writes A | difference × 16 | B as one image", .files), .timeout,
  ] + Option.limits,
  words: .files
) { arguments in
  guard arguments.words.count == 2 else { throw CommandFailure.usage("pass two images (got \(arguments.words.count))") }
  let images = try arguments.words.map { try Image($0, ImageInput(arguments)) }
  let (a, b) = (images[0], images[1])
  guard a.width == b.width, a.height == b.height else {
    throw CommandFailure.failed("the sizes differ: \(a.width)x\(a.height) and \(b.width)x\(b.height)")
  }
  let difference = Difference(a, b)
  print(arguments.has("--json") ? try jsonText(difference.json) : difference.line)
  if let strip = try arguments.file("--strip") {
    try createFolder(strip.deletingLastPathComponent())
    try writeStrip(a, b, to: strip)
  }
}

/// The pixels of a file, premultiplied, 0...255 with fractions.
private struct Image {
  let width: Int
  let height: Int
  private let colors: [SIMD4<Float>]

  init(_ path: String, _ images: ImageInput) throws {
    guard case .source(let source) = try images.image(path, isUpright: false).node.op else {
      throw CommandFailure.failed("\(path): not an image")
    }
    let pixels = try source.pixels()
    (width, height) = (pixels.width, pixels.height)
    var colors: [SIMD4<Float>] = []
    colors.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let color = pixels.color(x: x, y: y)
        let scale = source.alpha == .straight ? color.w : 1
        colors.append(SIMD4(color.x * scale, color.y * scale, color.z * scale, color.w) * 255)
      }
    }
    self.colors = colors
  }

  subscript(x: Int, y: Int) -> SIMD4<Float> { colors[y * width + x] }
}

/// The difference of two images in 8-bit steps.
private struct Difference {
  private let width, height: Int
  private var worst: Float = 0
  private var worstPosition = (x: 0, y: 0)
  private var worstAlpha: Float = 0
  private var sum = 0.0
  private var squares = 0.0
  private var within1 = 0
  private var within4 = 0

  init(_ a: Image, _ b: Image) {
    (width, height) = (a.width, a.height)
    for y in 0..<height {
      for x in 0..<width {
        let delta = a[x, y] - b[x, y]
        let size = SIMD4(abs(delta.x), abs(delta.y), abs(delta.z), abs(delta.w))
        let most = size.max()
        if most > worst { (worst, worstPosition) = (most, (x, y)) }
        worstAlpha = max(worstAlpha, size.w)
        sum += Double(size.sum()) / 4
        squares += Double((size * size).sum()) / 4
        // A tolerance of 0.001: 16-bit values are not whole 8-bit steps.
        if most <= 1.001 { within1 += 1 }
        if most <= 4.001 { within4 += 1 }
      }
    }
  }

  private var count: Double { Double(width * height) }
  private var psnr: Double? { squares > 0 ? 10 * log10(255 * 255 * count / squares) : nil }
  private func percent(_ number: Int) -> Double { (Double(number) / count * 100_000).rounded() / 1000 }
  private func short(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }

  var line: String {
    guard let psnr else { return "identical: \(width)x\(height)" }
    return "max \(short(Double(worst))) of 255 at (\(worstPosition.x), \(worstPosition.y)), "
      + "mean \(short(sum / count)), \(percent(within1)) % within 1, \(percent(within4)) % within 4, "
      + "PSNR \((psnr * 100).rounded() / 100) dB"
  }

  var json: [String: Any] {
    var members: [String: Any] = [
      "width": width, "height": height, "identical": worst == 0, "max": short(Double(worst)),
      "mean": short(sum / count), "alpha_max": short(Double(worstAlpha)), "within1": percent(within1),
      "within4": percent(within4), "worst": [worstPosition.x, worstPosition.y],
    ]
    members["psnr"] = psnr.map { short($0) }
    return members
  }
}

private func writeStrip(_ a: Image, _ b: Image, to url: URL) throws {
  let gap = 4
  let strip = try PixelBuffer(width: a.width * 3 + gap * 2, height: a.height, format: .rgba8)
  for y in 0..<a.height {
    for x in 0..<a.width {
      let delta = a[x, y] - b[x, y]
      let shown = SIMD4(abs(delta.x) + abs(delta.w), abs(delta.y) + abs(delta.w), abs(delta.z) + abs(delta.w), 0) * 16
      for (part, color) in [a[x, y], shown, b[x, y]].enumerated() {
        let opaque = SIMD4(color.x, color.y, color.z, 255) / 255
        strip.store(opaque, x: part * (a.width + gap) + x, y: y)
      }
    }
  }
  let view = PixelView(strip.bytes, width: strip.width, height: strip.height, rowBytes: strip.rowBytes, layout: .rgba8)
  try writeImage(view, colorSpace: .sRGB, as: PNGOptions(), to: url)
}
