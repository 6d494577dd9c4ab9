import CVideo
import CoreMedia
import Foundation

/// A format of uncompressed audio with interleaved channels.
struct PCMFormat: Hashable, Sendable {
  let rate: Int32
  let channels: Int32
  let bits: Int
  var isFloat = false
  var isBigEndian = false

  static let rates: ClosedRange<Int64> = 4000...768_000
  static let channelCounts: ClosedRange<Int64> = 1...64

  /// Reads a dictionary of AVFoundation's keys.
  ///
  /// - Parameters:
  ///   - rate: the default sample rate.
  ///   - channels: the default number of channels.
  /// - Throws: the rejected value and the allowed range.
  init(_ settings: [String: Any], rate: Int32?, channels: Int32?) throws(AVError) {
    self.rate = try Self.number(settings, AVSampleRateKey, Self.rates, rate)
    self.channels = try Self.number(settings, AVNumberOfChannelsKey, Self.channelCounts, channels)
    isFloat = settings[AVLinearPCMIsFloatKey] as? Bool ?? false
    isBigEndian = settings[AVLinearPCMIsBigEndianKey] as? Bool ?? false
    if settings[AVLinearPCMIsNonInterleaved] as? Bool == true {
      throw AVError(
        .incorrectlyConfigured,
        "\(AVLinearPCMIsNonInterleaved) is true; only interleaved channels are supported: remove the key")
    }
    let allowed = isFloat ? [32, 64] : [16, 24, 32]
    let requestedBits = settings[AVLinearPCMBitDepthKey].map { wholeNumber($0).flatMap { Int(exactly: $0) } ?? 0 }
    bits = requestedBits ?? allowed[0]
    guard allowed.contains(bits) else {
      throw AVError(
        .incorrectlyConfigured,
        "\(AVLinearPCMBitDepthKey) is \(settings[AVLinearPCMBitDepthKey]!); for \(isFloat ? "floats" : "integers") "
          + allowed.map(String.init).joined(separator: ", ") + " are allowed")
    }
  }

  /// Reads a basic description, or returns nil if the format is not supported.
  init?(_ description: AudioStreamBasicDescription) {
    guard description.mFormatID == kAudioFormatLinearPCM,
      let rate = Int32(exactly: description.mSampleRate), Self.rates.contains(Int64(rate)),
      Self.channelCounts.contains(Int64(description.mChannelsPerFrame))
    else { return nil }
    (self.rate, channels, bits) = (rate, Int32(description.mChannelsPerFrame), Int(description.mBitsPerChannel))
    isFloat = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
    isBigEndian = description.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
    let isSupported = isFloat ? [32, 64].contains(bits) : [16, 24, 32].contains(bits)
    guard isSupported, description.mBytesPerFrame == UInt32(bytesPerFrame) else { return nil }
  }

  /// Returns an integer of a dictionary, or the default value.
  static func number(
    _ settings: [String: Any], _ key: String, _ range: ClosedRange<Int64>, _ defaultValue: Int32?
  ) throws(AVError) -> Int32 {
    let number = settings[key].map { wholeNumber($0) ?? -1 } ?? defaultValue.map { Int64($0) }
    guard let number, range.contains(number) else {
      throw AVError(
        .incorrectlyConfigured,
        "\(key) is \(settings[key].map { "\($0)" } ?? "missing"); \(range.lowerBound) to \(range.upperBound) is "
          + "allowed"
      )
    }
    return Int32(number)
  }

  var bytesPerFrame: Int { bits / 8 * Int(channels) }

  /// The format to which decoded sound is converted first. 24 bits are the upper bits of 32.
  var converted: VDSoundFormat {
    let sampleFormat = isFloat ? (bits == 32 ? VD_FLOAT32 : VD_FLOAT64) : bits == 16 ? VD_INT16 : VD_INT32
    return VDSoundFormat(sampleFormat: sampleFormat, rate: rate, channels: channels)
  }

  /// Returns samples of the `converted` format in this format.
  func packed(_ bytes: [UInt8]) -> Data {
    if bits != 24, !isBigEndian { return Data(bytes) }
    let from = bits == 24 ? 4 : bits / 8
    var result = Data(capacity: bytes.count / from * bits / 8)
    for start in stride(from: 0, to: bytes.count, by: from) {
      let sample = bytes[start + from - bits / 8..<start + from]
      if isBigEndian { result.append(contentsOf: sample.reversed()) } else { result.append(contentsOf: sample) }
    }
    return result
  }

  /// FFmpeg's name of the codec.
  var codec: String { "pcm_\(isFloat ? "f" : "s")\(bits)\(isBigEndian ? "be" : "le")" }

  var basicDescription: AudioStreamBasicDescription {
    let flags =
      (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger) | kAudioFormatFlagIsPacked
      | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0)
    return AudioStreamBasicDescription(
      mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: UInt32(bytesPerFrame), mFramesPerPacket: 1, mBytesPerFrame: UInt32(bytesPerFrame),
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits), mReserved: 0)
  }

  /// The format description; nil if FFmpeg is missing.
  var formatDescription: CMFormatDescription? {
    guard let parameters = CodecParameters(self) else { return nil }
    return CMFormatDescription(
      mediaType: kCMMediaType_Audio, mediaSubType: kAudioFormatLinearPCM,
      extensions: [
        CodecParameters.extensionKey: parameters, kCMFormatDescriptionExtension_FormatName: codec,
      ] as CFDictionary)
  }
}
