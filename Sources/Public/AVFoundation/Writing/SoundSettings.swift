import CVideo
import CoreMedia
import Foundation

/// The encoding of an input's sound, read from a dictionary of AVFoundation's keys.
struct SoundSettings: Sendable {
  let encoding: SoundEncoding

  /// - Parameter hint: has the default sample rate and channels.
  /// - Throws: the rejected value and the allowed values.
  init(_ settings: [String: Any], _ hint: CMFormatDescription?) throws(AVError) {
    let hinted = hint.flatMap { CMAudioFormatDescriptionGetStreamBasicDescription($0) }
    let pcmFormat = try PCMFormat(
      settings, rate: hinted.flatMap { Int32(exactly: $0.mSampleRate) },
      channels: hinted.flatMap { Int32(exactly: $0.mChannelsPerFrame) })
    let codecs: [Int64: String] = [
      Int64(kAudioFormatMPEG4AAC): "aac", Int64(kAudioFormatAppleLossless): "alac", Int64(kAudioFormatFLAC): "flac",
      Int64(kAudioFormatOpus): "opus", Int64(kAudioFormatLinearPCM): pcmFormat.codec,
    ]
    guard let codec = settings[AVFormatIDKey].flatMap({ wholeNumber($0) }).flatMap({ codecs[$0] }) else {
      let formatName = settings[AVFormatIDKey].map { value in
        wholeNumber(value).map { characters(OSType(truncatingIfNeeded: $0)) } ?? "\(value)"
      }
      throw AVError(
        .incorrectlyConfigured,
        "\(AVFormatIDKey) is \(formatName ?? "missing"); supported are aac, alac, flac, opus and lpcm")
    }
    let encoder = try SoundEncoding.encoder(of: codec)
    var bitRate = SoundEncoding.defaultBitRate(of: encoder, channels: pcmFormat.channels)
    if settings[AVEncoderBitRatePerChannelKey] != nil {
      let channelBitRate = try PCMFormat.number(settings, AVEncoderBitRatePerChannelKey, 4000...1_000_000, nil)
      bitRate = channelBitRate * pcmFormat.channels
    }
    if settings[AVEncoderBitRateKey] != nil {
      bitRate = try PCMFormat.number(settings, AVEncoderBitRateKey, 4000...10_000_000, nil)
    }
    encoding = SoundEncoding(
      encoder: encoder, rate: pcmFormat.rate, channels: pcmFormat.channels, bits: Int32(pcmFormat.bits),
      bitRate: bitRate)
    for key in settings.keys where !Self.supportedKeys.contains(key) {
      note("\(key) is not supported by the writer, and is ignored")
    }
  }

  private static let supportedKeys: Set<String> = [
    AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey, AVEncoderBitRatePerChannelKey,
    AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved,
  ]
}
