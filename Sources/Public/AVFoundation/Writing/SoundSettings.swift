import CVideo
import CoreMedia
import Foundation

/// How sound of a writer's input is encoded, read from a dictionary of AVFoundation's keys.
struct SoundSettings: Sendable {
  let encoding: SoundEncoding

  /// - Parameter hint: rate and channels that are not said are as there.
  /// - Throws: what is asked and what is allowed.
  init(_ settings: [String: Any], _ hint: CMFormatDescription?) throws(AVError) {
    let hinted = hint.flatMap { CMAudioFormatDescriptionGetStreamBasicDescription($0) }
    let form = try PCMFormat(
      settings, rate: hinted.flatMap { Int32(exactly: $0.mSampleRate) },
      channels: hinted.flatMap { Int32(exactly: $0.mChannelsPerFrame) })
    let codecs: [Int64: String] = [
      Int64(kAudioFormatMPEG4AAC): "aac", Int64(kAudioFormatAppleLossless): "alac", Int64(kAudioFormatFLAC): "flac",
      Int64(kAudioFormatOpus): "opus", Int64(kAudioFormatLinearPCM): form.codec,
    ]
    guard let codec = settings[AVFormatIDKey].flatMap({ wholeNumber($0) }).flatMap({ codecs[$0] }) else {
      let said = settings[AVFormatIDKey].map { value in
        wholeNumber(value).map { characters(OSType(truncatingIfNeeded: $0)) } ?? "\(value)"
      }
      throw AVError(
        .incorrectlyConfigured,
        "\(AVFormatIDKey) is \(said ?? "not there"); aac, alac, flac, opus and lpcm are encoded")
    }
    let encoder = try SoundEncoding.encoder(of: codec)
    var bitRate = SoundEncoding.usualBitRate(of: encoder, channels: form.channels)
    if settings[AVEncoderBitRatePerChannelKey] != nil {
      let each = try PCMFormat.number(settings, AVEncoderBitRatePerChannelKey, 4000...1_000_000, nil)
      bitRate = each * form.channels
    }
    if settings[AVEncoderBitRateKey] != nil {
      bitRate = try PCMFormat.number(settings, AVEncoderBitRateKey, 4000...10_000_000, nil)
    }
    encoding = SoundEncoding(
      encoder: encoder, rate: form.rate, channels: form.channels, bits: Int32(form.bits), bitRate: bitRate)
    for key in settings.keys where !Self.known.contains(key) {
      note("\(key) is not known to the writer, and changes nothing")
    }
  }

  private static let known: Set<String> = [
    AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey, AVEncoderBitRatePerChannelKey,
    AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved,
  ]
}
