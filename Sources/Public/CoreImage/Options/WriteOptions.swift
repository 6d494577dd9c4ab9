import ImageCodecs
import ImageGraph

/// What is asked of a file beside its image, in checked form.
struct WriteOptions: ReadFromOptions {
  /// 0...1, 1 is best. What keeps every pixel as it is takes any.
  let quality: Double
  /// See `PNGOptions.compressionLevel`.
  let pngCompression: Int
  let problems: [RenderError]

  init(_ options: [CIImageRepresentationOption: Any]) {
    var reader = OptionReader(options)
    let key = kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption
    quality = reader.number(key, "a number of 0...1", where: \.isFinite).map { min(max($0, 0), 1) } ?? 0.9
    pngCompression =
      reader.number(.pngCompression, "a whole number of 0...9", where: { (0...9).contains($0) && $0 == $0.rounded() })
      .map { Int($0) } ?? PNGOptions().compressionLevel
    let images: [CIImageRepresentationOption] = [
      .avDepthData, .depthImage, .disparityImage, .portraitEffectsMatteImage, .hdrImage, .hdrGainMapImage,
    ]
    problems = reader.problems(
      Dictionary(images.map { ($0, "files are written with their main image only") }) { first, _ in first })
  }
}
