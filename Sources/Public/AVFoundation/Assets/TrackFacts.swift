import CVideo
import CoreMedia
import Foundation

/// The description of a stream in a file's header.
struct TrackFacts: @unchecked Sendable {
  let index: Int32
  let stream: VDStream
  /// The start of the asset, in the stream's own times.
  let assetStart: CMTime
  /// The codec parameters for copying packets; nil if they were not read.
  var parameters: CodecParameters?

  var unit: TimeUnit { TimeUnit(stream) }

  /// The identifier in the file, or else the index of the stream plus 1.
  var trackID: CMPersistentTrackID { stream.number > 0 ? stream.number : index + 1 }

  var mediaType: AVMediaType {
    switch stream.kind {
    case VD_VIDEO: .video
    case VD_SOUND: .audio
    case VD_SUBTITLES: .subtitle
    default: .metadata
    }
  }

  /// Returns the asset's time for a timestamp of the stream; `invalid` for an unknown one.
  func time(_ count: Int64) -> CMTime { unit.time(count) - assetStart }

  /// Whether samples follow each other without long gaps, so that packets show how far the file was read. The next
  /// subtitle may be an hour away.
  var isDense: Bool { mediaType != .subtitle }

  /// Returns whether a container supports the packets of this stream.
  func isSupported(by container: String) -> Bool {
    parameters.map { vd_container_takes_packets(container, $0.parameters) } ?? false
  }

  /// Returns the duration of a frame: that of the file, or else that of the frame rate; 0 if neither is codes.
  func duration(_ count: Int64) -> CMTime { count > 0 ? unit.time(count) : frameDuration ?? .zero }

  /// The start of the stream in its own times; 0 if the file does not specify it.
  var ownStart: CMTime { stream.start == vd_no_time ? .zero : unit.time(stream.start) }

  var timeRange: CMTimeRange {
    let duration = stream.duration == vd_no_time ? CMTime.indefinite : unit.time(stream.duration)
    return CMTimeRange(start: ownStart - assetStart, duration: duration)
  }

  /// The number of frames a second, as an exact fraction: 30000 / 1001.
  var frameRate: (numerator: Int32, denominator: Int32)? {
    guard stream.rateNumerator > 0, stream.rateDenominator > 0 else { return nil }
    return (stream.rateNumerator, stream.rateDenominator)
  }

  /// The exact duration of a frame at this rate.
  var frameDuration: CMTime? {
    frameRate.map { CMTime(value: Int64($0.denominator), timescale: $0.numerator) }
  }

  /// The pixel aspect ratio; (1, 1) if it is not specified.
  var pixelAspect: (width: Int32, height: Int32) {
    stream.aspectNumerator > 0 && stream.aspectDenominator > 0
      ? (stream.aspectNumerator, stream.aspectDenominator) : (1, 1)
  }

  /// The size in square pixels, before the track's transform.
  var naturalSize: CGSize {
    let aspect = pixelAspect
    let width = Double(stream.width) * Double(aspect.width) / Double(aspect.height)
    return CGSize(width: width.rounded(), height: Double(stream.height))
  }

  var preferredTransform: CGAffineTransform {
    guard stream.hasMatrix else { return .identity }
    let components = withUnsafeBytes(of: stream.displayMatrix) { Array($0.bindMemory(to: Int32.self)) }
    return DisplayMatrix(components).transform(width: naturalSize.width, height: naturalSize.height)
  }

  var colors: StreamColors {
    StreamColors(
      primaries: stream.primaries, transfer: stream.transfer, matrix: stream.matrix,
      chromaLocation: stream.chromaLocation)
  }

  /// The HDR metadata of the container.
  var dynamicRange: DynamicRange { DynamicRange(stream) }

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
    for (key, value) in dynamicRange.attachments { extensions[key] = value }
    if pixelAspect != (1, 1) {
      extensions[kCMFormatDescriptionExtension_PixelAspectRatio] = aspectDictionary(pixelAspect)
    }
    return CMFormatDescription(
      mediaType: kCMMediaType_Video, mediaSubType: codecType,
      dimensions: CMVideoDimensions(width: stream.width, height: stream.height), extensions: extensions as CFDictionary)
  }

  /// The codec's four-character code: a standard one of mp4, or else that of the file.
  private var codecType: FourCharCode {
    let codes: [String: FourCharCode] = [
      "h264": kCMVideoCodecType_H264, "hevc": kCMVideoCodecType_HEVC, "av1": kCMVideoCodecType_AV1,
      "vp9": kCMVideoCodecType_VP9, "mjpeg": kCMVideoCodecType_JPEG,
    ]
    return codes[text(stream.codec)] ?? stream.tag.byteSwapped
  }
}

/// Returns a pixel aspect ratio as a Core Video attachment.
func aspectDictionary(_ aspect: (width: Int32, height: Int32)) -> CFDictionary {
  [
    kCVImageBufferPixelAspectRatioHorizontalSpacingKey: Int(aspect.width),
    kCVImageBufferPixelAspectRatioVerticalSpacingKey: Int(aspect.height),
  ] as CFDictionary
}
