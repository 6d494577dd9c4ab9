import CoreMedia

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are AVFoundation's and Core Audio's.

/// Four characters that name how sound is coded.
public typealias AudioFormatID = UInt32

/// Numbers that are not coded: 'lpcm'.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// AAC, by FFmpeg: 'aac '.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// Apple Lossless: 'alac'.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// FLAC, without loss: 'flac'.
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus: 'opus'.
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573

/// How sound is coded: an ``AudioFormatID``.
public let AVFormatIDKey = "AVFormatIDKey"
/// Moments a second: a whole number of 4000 to 768000.
public let AVSampleRateKey = "AVSampleRateKey"
/// Channels: a whole number of 1 to 64.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// Bits a second of sound that is coded: a number.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The same for each channel: a number.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// Bits of a number: 16, 24 or 32, of floats 32 or 64. 16, and 32 of floats, where nothing is said.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// True for floats, 1 as the loudest. False where nothing is said.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// True for numbers whose greatest byte comes first. False where nothing is said.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// True for channels one after another; false, as it always is here, for moments.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

/// What `mFormatFlags` are made of.
public typealias AudioFormatFlags = UInt32
/// Floats.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// The greatest byte comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Whole numbers below 0, too.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// No bits between numbers.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8

/// How sound lies in memory.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Moments a second.
  public var mSampleRate: Double
  /// How it is coded.
  public var mFormatID: AudioFormatID
  /// Of numbers what they are.
  public var mFormatFlags: AudioFormatFlags
  /// Bytes of a packet: of a moment where it is not coded.
  public var mBytesPerPacket: UInt32
  /// Moments of a packet: 1 where it is not coded.
  public var mFramesPerPacket: UInt32
  /// Bytes of a moment.
  public var mBytesPerFrame: UInt32
  /// Channels.
  public var mChannelsPerFrame: UInt32
  /// Bits of a number.
  public var mBitsPerChannel: UInt32
  /// 0.
  public var mReserved: UInt32

  /// Nothing yet.
  public init() {
    (mSampleRate, mFormatID, mFormatFlags) = (0, 0, 0)
    (mBytesPerPacket, mFramesPerPacket, mBytesPerFrame, mChannelsPerFrame) = (0, 0, 0, 0)
    (mBitsPerChannel, mReserved) = (0, 0)
  }

  /// All of it, taken as it is.
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
