import ImageCodecs
import ImageGraph

/// The options of an image file, in checked form.
struct WriteOptions: ReadFromOptions {
  /// 0...1, 1 is best. Ignored by lossless formats.
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
      Dictionary(images.map { ($0, "auxiliary images are not written") }) { first, _ in first })
  }
}
