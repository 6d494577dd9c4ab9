import CoreVideo

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// The presentation time, decode time and duration of a sample.
public struct CMSampleTimingInfo: Hashable, Sendable {
  /// The duration; invalid if it is not known.
  public var duration: CMTime
  /// The presentation time.
  public var presentationTimeStamp: CMTime
  /// The decode time; invalid if it is not known.
  public var decodeTimeStamp: CMTime

  /// Creates invalid times.
  public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }

  /// Creates a value with these times, without changing them.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
    self.decodeTimeStamp = decodeTimeStamp
  }
}

/// An image or a block of data with its time. Immutable, except for the image's pixels, whose accesses the owners must
/// coordinate.
public final class CMSampleBuffer: @unchecked Sendable {
  /// The image; nil for samples of data.
  public let imageBuffer: CVImageBuffer?
  /// The data: compressed video or audio, or PCM audio; nil for images.
  public let dataBuffer: CMBlockBuffer?
  /// The description of the sample.
  public let formatDescription: CMFormatDescription?
  /// The number of samples: 1 for images and packets; for PCM audio the number of sample frames, regardless of the
  /// number of channels.
  public let numSamples: Int
  /// The attachments of each sample, by `kCMSampleAttachmentKey`; empty if there are none.
  let attachments: [CFDictionary]
  private let timing: CMSampleTimingInfo

  /// Creates a sample of an image. By default, the description is that of the buffer.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription? = nil, sampleTiming: CMSampleTimingInfo
  ) {
    self.imageBuffer = imageBuffer
    self.formatDescription = formatDescription ?? CMFormatDescription(imageBuffer: imageBuffer)
    (dataBuffer, numSamples, attachments, timing) = (nil, 1, [], sampleTiming)
  }

  /// Creates a sample of data.
  ///
  /// - Parameters:
  ///   - numSamples: 1 for a packet; for PCM audio the number of sample frames in `dataBuffer`.
  ///   - sampleTiming: the timing of the whole buffer: the duration is that of all samples together.
  ///   - attachments: `kCMSampleAttachmentKey` values.
  public init(
    dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription?, numSamples: Int = 1,
    sampleTiming: CMSampleTimingInfo, attachments: CFDictionary? = nil
  ) {
    (self.dataBuffer, self.formatDescription, self.numSamples) = (dataBuffer, formatDescription, numSamples)
    (imageBuffer, timing) = (nil, sampleTiming)
    self.attachments = attachments.map { [($0.copy() as? CFDictionary) ?? $0] } ?? []
  }

  /// The presentation time.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// The duration; invalid if it is not known.
  public var duration: CMTime { timing.duration }
  /// The decode time; invalid if it is not known.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
}

/// Returns the image of a sample, or nil for samples of data.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Returns the description of the sample.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// Returns the presentation time.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// Returns the decode time; invalid if it is not known.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// Returns the duration; invalid if it is not known.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Returns the data of a sample, or nil for images.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// Returns the number of samples.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }

/// Returns the size of all samples, in bytes; 0 for images.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.dataBuffer?.dataLength ?? 0 }

/// Returns dictionaries of `kCMSampleAttachmentKey` values, one for each sample, or nil if there are none. Samples are
/// immutable, so no array is created.
public func CMSampleBufferGetSampleAttachmentsArray(
  _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
  sbuf.attachments.isEmpty ? nil : sbuf.attachments as CFArray
}

/// True for samples whose decoding depends on other samples: a Boolean, false by default.
public var kCMSampleAttachmentKey_NotSync: CFString { "NotSync" }
/// True for samples that are only decoded as references and not shown: a Boolean.
public var kCMSampleAttachmentKey_DoNotDisplay: CFString { "DoNotDisplay" }

/// Creates a sample of an image. Sets `sampleBufferOut`, and always returns 0.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = CMSampleBuffer(
    imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
  return 0
}
