import CVideo
import CoreMedia
import Foundation

extension AVAssetWriterInput {
  /// Returns the codec parameters of packets.
  ///
  /// - Throws: an error if the format hint has none.
  func packetParameters() throws(AVError) -> (CodecParameters, TimeUnit) {
    guard let parameters = sourceFormatHint?.extensions[CodecParameters.extensionKey] as? CodecParameters else {
      throw AVError(
        .incorrectlyConfigured,
        "an input without outputSettings copies packets and needs a sourceFormatHint: pass formatDescriptions.first of "
          + "the packets' track")
    }
    return (parameters, parameters.unit)
  }

  /// Adds the stream to a file.
  ///
  /// - Throws: an error of the encoder or the container.
  func preparer(in file: OutputFile, _ container: String) throws(AVError) -> Preparer {
    var failure = VDFailure()
    let stream: Int32
    let preparer: Preparer
    if let outputSettings, mediaType == .audio {
      stream = try SoundSettings(outputSettings, sourceFormatHint).encoding.add(to: file.output, &failure)
      guard stream >= 0 else { throw AVError(failure, file.url) }
      preparer = .sound(SoundPreparer(stream: stream))
    } else if let outputSettings {
      let required = try adaptor?.format()
      let scale = mediaTimeScale > 0 ? mediaTimeScale : 720_000
      let encoding = try VideoSettings(outputSettings, sourceFormatHint).encoding(
        of: required, in: TimeUnit(1, scale))
      preparer = .images(
        try FramePreparer(encoding, adaptor?.sourcePixelBufferAttributes, required: required))
      guard encoding.add(to: file.output, &failure) else { throw AVError(failure, file.url) }
      stream = vd_output_image_stream(file.output)
    } else {
      let (parameters, unit) = try packetParameters()
      stream = vd_output_add_packets(file.output, parameters.parameters, &failure)
      guard stream >= 0 else { throw AVError(failure, file.url) }
      preparer = .packets(PacketPreparer(parameters, stream: stream, unit: unit))
    }
    if !transform.isIdentity {
      guard container != "matroska" else {
        throw AVError(
          .incorrectlyConfigured,
          "Matroska cannot store the transform of a track; rotate the frames, or write .mp4 or .mov")
      }
      guard vd_output_set_matrix(file.output, stream, transform.displayMatrix, &failure) else {
        throw AVError(failure, file.url)
      }
    }
    return preparer
  }
}

extension AVAssetWriterInputPixelBufferAdaptor {
  /// Returns the required pixel format of buffers, or nil for any.
  fileprivate func format() throws(AVError) -> OSType? {
    let key = kCVPixelBufferPixelFormatTypeKey as String
    guard let value = sourcePixelBufferAttributes?[key] else { return nil }
    guard let format = wholeNumber(value).flatMap({ OSType(exactly: $0) }) else {
      throw AVError(.incorrectlyConfigured, "\(key) is \(value); a kCVPixelFormatType code is required")
    }
    return format
  }
}

extension CGAffineTransform {
  /// The transform as a file's display matrix: nine numbers, row by row; those of the linear map are 16.16 fixed point.
  fileprivate var displayMatrix: [Int32] {
    func fixed(_ value: Double) -> Int32 { Int32(clamping: Int64((max(min(value, 32767), -32768) * 65536).rounded())) }
    return [fixed(a), fixed(b), 0, fixed(c), fixed(d), 0, fixed(tx), fixed(ty), 1 << 30]
  }
}
