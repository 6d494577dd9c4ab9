import CVideo
import CoreMedia
import Foundation

/// Sound as numbers that are not coded, those of all channels of a moment in turn.
struct PCMFormat: Hashable, Sendable {
  let rate: Int32
  let channels: Int32
  let bits: Int
  var isFloat = false
  var isBigEndian = false

  static let rates: ClosedRange<Int64> = 4000...768_000
  static let channelCounts: ClosedRange<Int64> = 1...64

  /// Read from a dictionary of AVFoundation's keys.
  ///
  /// - Parameters:
  ///   - rate: moments a second where nothing is said.
  ///   - channels: the same.
  /// - Throws: what is asked and what is allowed.
  init(_ settings: [String: Any], rate: Int32?, channels: Int32?) throws(AVError) {
    self.rate = try Self.number(settings, AVSampleRateKey, Self.rates, rate)
    self.channels = try Self.number(settings, AVNumberOfChannelsKey, Self.channelCounts, channels)
    isFloat = settings[AVLinearPCMIsFloatKey] as? Bool ?? false
    isBigEndian = settings[AVLinearPCMIsBigEndianKey] as? Bool ?? false
    if settings[AVLinearPCMIsNonInterleaved] as? Bool == true {
      throw AVError(
        .incorrectlyConfigured, "\(AVLinearPCMIsNonInterleaved) is true; here channels lie in turn: leave it out")
    }
    let allowed = isFloat ? [32, 64] : [16, 24, 32]
    let said = settings[AVLinearPCMBitDepthKey].map { wholeNumber($0).flatMap { Int(exactly: $0) } ?? 0 }
    bits = said ?? allowed[0]
    guard allowed.contains(bits) else {
      throw AVError(
        .incorrectlyConfigured,
        "\(AVLinearPCMBitDepthKey) is \(settings[AVLinearPCMBitDepthKey]!); of \(isFloat ? "floats" : "whole numbers") "
          + allowed.map(String.init).joined(separator: ", ") + " is allowed")
    }
  }

  /// Nil for what is no such sound.
  init?(_ description: AudioStreamBasicDescription) {
    guard description.mFormatID == kAudioFormatLinearPCM,
      let rate = Int32(exactly: description.mSampleRate), Self.rates.contains(Int64(rate)),
      Self.channelCounts.contains(Int64(description.mChannelsPerFrame))
    else { return nil }
    (self.rate, channels, bits) = (rate, Int32(description.mChannelsPerFrame), Int(description.mBitsPerChannel))
    isFloat = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
    isBigEndian = description.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
    let isKnown = isFloat ? [32, 64].contains(bits) : [16, 24, 32].contains(bits)
    guard isKnown, description.mBytesPerFrame == UInt32(momentBytes) else { return nil }
  }

  /// A whole number of a dictionary.
  static func number(
    _ settings: [String: Any], _ key: String, _ range: ClosedRange<Int64>, _ usual: Int32?
  ) throws(AVError) -> Int32 {
    let said = settings[key].map { wholeNumber($0) ?? -1 } ?? usual.map { Int64($0) }
    guard let said, range.contains(said) else {
      throw AVError(
        .incorrectlyConfigured,
        "\(key) is \(settings[key].map { "\($0)" } ?? "not there"); \(range.lowerBound) to \(range.upperBound) is "
          + "allowed"
      )
    }
    return Int32(said)
  }

  var momentBytes: Int { bits / 8 * Int(channels) }

  /// What decoded sound is converted to first: 24 bits are the upper ones of 32.
  var converted: VDSoundForm {
    let numbers = isFloat ? (bits == 32 ? VD_FLOAT32 : VD_FLOAT64) : bits == 16 ? VD_INT16 : VD_INT32
    return VDSoundForm(numbers: numbers, rate: rate, channels: channels)
  }

  /// The numbers of `converted` as they are asked for.
  func packed(_ bytes: [UInt8]) -> Data {
    if bits != 24, !isBigEndian { return Data(bytes) }
    let from = bits == 24 ? 4 : bits / 8
    var result = Data(capacity: bytes.count / from * bits / 8)
    for start in stride(from: 0, to: bytes.count, by: from) {
      let number = bytes[start + from - bits / 8..<start + from]
      if isBigEndian { result.append(contentsOf: number.reversed()) } else { result.append(contentsOf: number) }
    }
    return result
  }

  /// FFmpeg's name of it.
  var codec: String { "pcm_\(isFloat ? "f" : "s")\(bits)\(isBigEndian ? "be" : "le")" }

  var basicDescription: AudioStreamBasicDescription {
    let flags =
      (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger) | kAudioFormatFlagIsPacked
      | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0)
    return AudioStreamBasicDescription(
      mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: UInt32(momentBytes), mFramesPerPacket: 1, mBytesPerFrame: UInt32(momentBytes),
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits), mReserved: 0)
  }

  /// Nil without FFmpeg.
  var formatDescription: CMFormatDescription? {
    guard let parameters = CodecParameters(self) else { return nil }
    return CMFormatDescription(
      mediaType: kCMMediaType_Audio, mediaSubType: kAudioFormatLinearPCM,
      extensions: [
        CodecParameters.extensionKey: parameters, kCMFormatDescriptionExtension_FormatName: codec,
      ] as CFDictionary)
  }
}
