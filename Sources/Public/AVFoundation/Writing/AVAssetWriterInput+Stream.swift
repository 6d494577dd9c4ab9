import CVideo
import CoreMedia
import Foundation

extension AVAssetWriterInput {
  /// What containers have to know of packets.
  ///
  /// - Throws: where the hint does not say it.
  func packetParameters() throws(AVError) -> (CodecParameters, TimeUnit) {
    guard let parameters = sourceFormatHint?.extensions[CodecParameters.extensionKey] as? CodecParameters else {
      throw AVError(
        .incorrectlyConfigured,
        "an input without outputSettings passes packets on, and needs a sourceFormatHint: formatDescriptions.first of "
          + "the track that they come from")
    }
    return (parameters, parameters.unit)
  }

  /// Adds the stream to a file.
  ///
  /// - Throws: what the encoder or the container refuses.
  func lane(in file: OutputFile, _ container: String) throws(AVError) -> Lane {
    var failure = VDFailure()
    let stream: Int32
    let lane: Lane
    if let outputSettings, mediaType == .audio {
      stream = try SoundSettings(outputSettings, sourceFormatHint).encoding.add(to: file.output, &failure)
      guard stream >= 0 else { throw AVError(failure, file.url) }
      lane = .sound(SoundPreparer(stream: stream))
    } else if let outputSettings {
      let required = try adaptor?.format()
      let scale = mediaTimeScale > 0 ? mediaTimeScale : 720_000
      let encoding = try VideoSettings(outputSettings, sourceFormatHint).encoding(
        of: required, in: TimeUnit(1, scale))
      lane = .images(
        try FramePreparer(encoding, adaptor?.sourcePixelBufferAttributes, required: required))
      guard encoding.add(to: file.output, &failure) else { throw AVError(failure, file.url) }
      stream = vd_output_image_stream(file.output)
    } else {
      let (parameters, unit) = try packetParameters()
      stream = vd_output_add_packets(file.output, parameters.parameters, &failure)
      guard stream >= 0 else { throw AVError(failure, file.url) }
      lane = .packets(PacketPreparer(parameters, stream: stream, unit: unit))
    }
    if !transform.isIdentity {
      guard container != "matroska" else {
        throw AVError(
          .incorrectlyConfigured, "Matroska says of no track how it is turned; turn the images, or write .mp4 or .mov"
        )
      }
      guard vd_output_set_matrix(file.output, stream, transform.displayMatrix, &failure) else {
        throw AVError(failure, file.url)
      }
    }
    return lane
  }
}

extension AVAssetWriterInputPixelBufferAdaptor {
  /// What buffers must be; nil: nobody said.
  fileprivate func format() throws(AVError) -> OSType? {
    let key = kCVPixelBufferPixelFormatTypeKey as String
    guard let value = sourcePixelBufferAttributes?[key] else { return nil }
    guard let format = wholeNumber(value).flatMap({ OSType(exactly: $0) }) else {
      throw AVError(.incorrectlyConfigured, "\(key) is \(value); one of the kCVPixelFormatType codes is allowed")
    }
    return format
  }
}

extension CGAffineTransform {
  /// As files have it: nine numbers, row by row, of which those of the map count 65536ths.
  fileprivate var displayMatrix: [Int32] {
    func fixed(_ value: Double) -> Int32 { Int32(clamping: Int64((max(min(value, 32767), -32768) * 65536).rounded())) }
    return [fixed(a), fixed(b), 0, fixed(c), fixed(d), 0, fixed(tx), fixed(ty), 1 << 30]
  }
}
