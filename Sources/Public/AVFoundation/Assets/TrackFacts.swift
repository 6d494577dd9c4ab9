import CVideo
import CoreMedia
import Foundation

/// What a file says of a stream.
struct TrackFacts: @unchecked Sendable {
  let index: Int32
  let stream: VDStream
  /// When the asset begins, by the stream's own times.
  let assetStart: CMTime
  /// What is needed to pass packets on; nil where nobody read it.
  var parameters: CodecParameters?

  var unit: TimeUnit { TimeUnit(stream) }

  /// As the file has it, else by its place.
  var trackID: CMPersistentTrackID { stream.number > 0 ? stream.number : index + 1 }

  var mediaType: AVMediaType {
    switch stream.kind {
    case VD_VIDEO: .video
    case VD_SOUND: .audio
    case VD_SUBTITLES: .subtitle
    default: .metadata
    }
  }

  /// A time of the asset, from one of the stream's own; `invalid` for what is not known.
  func time(_ count: Int64) -> CMTime { unit.time(count) - assetStart }

  /// Whether something of it comes again and again, so that its packets tell how far the file is read: the next line of
  /// subtitles may be an hour away.
  var isDense: Bool { mediaType != .subtitle }

  /// Whether a container takes its packets as they are.
  func isTaken(by container: String) -> Bool {
    parameters.map { vd_container_takes_packets(container, $0.parameters) } ?? false
  }

  /// How long an image is shown: as the file says, else as its rate does; 0 where nobody knows.
  func duration(_ count: Int64) -> CMTime { count > 0 ? unit.time(count) : frameDuration ?? .zero }

  /// Where the stream begins by its own times; 0 where the file does not say.
  var ownStart: CMTime { stream.start == vd_no_time ? .zero : unit.time(stream.start) }

  var timeRange: CMTimeRange {
    let duration = stream.duration == vd_no_time ? CMTime.indefinite : unit.time(stream.duration)
    return CMTimeRange(start: ownStart - assetStart, duration: duration)
  }

  /// Images a second, as an exact number: 30000 / 1001.
  var frameRate: (numerator: Int32, denominator: Int32)? {
    guard stream.rateNumerator > 0, stream.rateDenominator > 0 else { return nil }
    return (stream.rateNumerator, stream.rateDenominator)
  }

  /// How long an image is shown at that rate.
  var frameDuration: CMTime? {
    frameRate.map { CMTime(value: Int64($0.denominator), timescale: $0.numerator) }
  }

  /// A pixel's width by its height; (1, 1) where it is not said.
  var pixelAspect: (width: Int32, height: Int32) {
    stream.aspectNumerator > 0 && stream.aspectDenominator > 0
      ? (stream.aspectNumerator, stream.aspectDenominator) : (1, 1)
  }

  /// In square pixels, before the track's transform.
  var naturalSize: CGSize {
    let aspect = pixelAspect
    let width = Double(stream.width) * Double(aspect.width) / Double(aspect.height)
    return CGSize(width: width.rounded(), height: Double(stream.height))
  }

  var preferredTransform: CGAffineTransform {
    guard stream.hasMatrix else { return .identity }
    let numbers = withUnsafeBytes(of: stream.displayMatrix) { Array($0.bindMemory(to: Int32.self)) }
    return DisplayMatrix(numbers).transform(width: naturalSize.width, height: naturalSize.height)
  }

  var colors: StreamColors {
    StreamColors(
      primaries: stream.primaries, transfer: stream.transfer, matrix: stream.matrix, chromaPlace: stream.chromaPlace)
  }

  /// The display that images of high dynamic range were made on, where the container says it.
  var light: DynamicRange { DynamicRange(stream) }

  var formatDescription: CMFormatDescription {
    var extensions: [AnyHashable: Any] = [kCMFormatDescriptionExtension_FormatName: text(stream.codec)]
    if let parameters { extensions[CodecParameters.extensionKey] = parameters }
    guard stream.kind == VD_VIDEO else {
      let kind = stream.kind == VD_SOUND ? kCMMediaType_Audio : kCMMediaType_Metadata
      return CMFormatDescription(
        mediaType: stream.kind == VD_SUBTITLES ? kCMMediaType_Subtitle : kind, mediaSubType: codecType,
        extensions: extensions as CFDictionary)
    }
    extensions[kCMFormatDescriptionExtension_FullRangeVideo] = stream.isFullRange
    extensions[kCMFormatDescriptionExtension_BitsPerComponent] = Int(stream.depth)
    for (key, value) in colors.attachments { extensions[key] = value }
    for (key, value) in light.attachments { extensions[key] = value }
    if pixelAspect != (1, 1) {
      extensions[kCMFormatDescriptionExtension_PixelAspectRatio] = aspectDictionary(pixelAspect)
    }
    return CMFormatDescription(
      mediaType: kCMMediaType_Video, mediaSubType: codecType,
      dimensions: CMVideoDimensions(width: stream.width, height: stream.height), extensions: extensions as CFDictionary)
  }

  /// The codec's four characters: as the file has them, else those of mp4.
  private var codecType: FourCharCode {
    let known: [String: FourCharCode] = [
      "h264": kCMVideoCodecType_H264, "hevc": kCMVideoCodecType_HEVC, "av1": kCMVideoCodecType_AV1,
      "vp9": kCMVideoCodecType_VP9, "mjpeg": kCMVideoCodecType_JPEG,
    ]
    return known[text(stream.codec)] ?? stream.tag.byteSwapped
  }
}

/// The shape of a pixel as Core Video has it.
func aspectDictionary(_ aspect: (width: Int32, height: Int32)) -> CFDictionary {
  [
    kCVImageBufferPixelAspectRatioHorizontalSpacingKey: Int(aspect.width),
    kCVImageBufferPixelAspectRatioVerticalSpacingKey: Int(aspect.height),
  ] as CFDictionary
}
