import CoreMedia

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are AVFoundation's and Core Audio's.

/// The format of audio samples, as four characters.
public typealias AudioFormatID = UInt32

/// Uncompressed PCM: 'lpcm'.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// AAC, by FFmpeg's encoder: 'aac '.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// Apple Lossless: 'alac'.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// FLAC, lossless: 'flac'.
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus: 'opus'.
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573

/// The key of the audio format: an ``AudioFormatID``.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the sample rate, in hertz: an integer from 4000 to 768000.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels: an integer from 1 to 64.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the encoder's bit rate, in bits a second: a number.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The key of the encoder's bit rate for each channel, in bits a second: a number.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The key of the bit depth: 16 (default), 24 or 32 for integers, 32 (default) or 64 for floats.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of whether samples are floats, from −1 to 1: a Boolean, false by default.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key of whether samples are big endian: a Boolean, false by default.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key of whether channels are stored one after another: a Boolean. Only false, for interleaved channels, is
/// supported.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

/// The flags of an audio format.
public typealias AudioFormatFlags = UInt32
/// Samples are floats.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// Samples are big endian.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// There is no padding between samples.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8

/// The memory layout of audio.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// The sample rate, in hertz.
  public var mSampleRate: Double
  /// The audio format.
  public var mFormatID: AudioFormatID
  /// The flags of the audio format.
  public var mFormatFlags: AudioFormatFlags
  /// The size of a packet, in bytes; for PCM that of a sample frame.
  public var mBytesPerPacket: UInt32
  /// The number of sample frames in a packet; 1 for PCM.
  public var mFramesPerPacket: UInt32
  /// The size of a sample frame, in bytes.
  public var mBytesPerFrame: UInt32
  /// The number of channels.
  public var mChannelsPerFrame: UInt32
  /// The bit depth.
  public var mBitsPerChannel: UInt32
  /// Padding; 0.
  public var mReserved: UInt32

  /// Creates a description of zeros.
  public init() {
    (mSampleRate, mFormatID, mFormatFlags) = (0, 0, 0)
    (mBytesPerPacket, mFramesPerPacket, mBytesPerFrame, mChannelsPerFrame) = (0, 0, 0, 0)
    (mBitsPerChannel, mReserved) = (0, 0)
  }

  /// Creates a description from its components, without changing them.
  public init(
    mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
    (self.mBytesPerPacket, self.mFramesPerPacket) = (mBytesPerPacket, mFramesPerPacket)
    (self.mBytesPerFrame, self.mChannelsPerFrame) = (mBytesPerFrame, mChannelsPerFrame)
    (self.mBitsPerChannel, self.mReserved) = (mBitsPerChannel, mReserved)
  }
}
