import CoreVideo

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// When a sample is shown, when it is decoded, and for how long it is shown.
public struct CMSampleTimingInfo: Hashable, Sendable {
  /// How long; invalid where nobody knows.
  public var duration: CMTime
  /// When it is shown.
  public var presentationTimeStamp: CMTime
  /// When it is decoded; invalid where that is not known.
  public var decodeTimeStamp: CMTime

  /// Times that are not known.
  public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }

  /// Times, taken as they are.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
    self.decodeTimeStamp = decodeTimeStamp
  }
}

/// An image, or bytes of a stream, with its time. A value that nobody changes; the image's pixels belong to who
/// agreed on that.
public final class CMSampleBuffer: @unchecked Sendable {
  /// The image; nil for samples that have none.
  public let imageBuffer: CVImageBuffer?
  /// Bytes: coded images, coded sound, or sound as numbers; nil for images.
  public let dataBuffer: CMBlockBuffer?
  /// What the sample is.
  public let formatDescription: CMFormatDescription?
  /// How many samples it stands for: 1 for images and packets; of sound as numbers the moments, whatever the
  /// channels.
  public let numSamples: Int
  /// Facts of each sample by `kCMSampleAttachmentKey`; empty where there is nothing to be said.
  let attachments: [CFDictionary]
  private let timing: CMSampleTimingInfo

  /// An image with its time; where no description is given, the buffer's.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription? = nil, sampleTiming: CMSampleTimingInfo
  ) {
    self.imageBuffer = imageBuffer
    self.formatDescription = formatDescription ?? CMFormatDescription(imageBuffer: imageBuffer)
    (dataBuffer, numSamples, attachments, timing) = (nil, 1, [], sampleTiming)
  }

  /// Bytes with their time.
  ///
  /// - Parameters:
  ///   - numSamples: 1 for a packet; of sound as numbers the moments in `dataBuffer`.
  ///   - sampleTiming: of all of it: the duration is that of all samples together.
  ///   - attachments: `kCMSampleAttachmentKey` values.
  public init(
    dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription?, numSamples: Int = 1,
    sampleTiming: CMSampleTimingInfo, attachments: CFDictionary? = nil
  ) {
    (self.dataBuffer, self.formatDescription, self.numSamples) = (dataBuffer, formatDescription, numSamples)
    (imageBuffer, timing) = (nil, sampleTiming)
    self.attachments = attachments.map { [($0.copy() as? CFDictionary) ?? $0] } ?? []
  }

  /// When it is shown.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// How long it is shown; invalid where nobody knows.
  public var duration: CMTime { timing.duration }
  /// When it is decoded; invalid where that is not known.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
}

/// The image of a sample; nil for samples that have none.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// What the sample is.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// When it is shown.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// When it is decoded; invalid where that is not known.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// How long it is shown; invalid where nobody knows.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The bytes of a sample; nil for images.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// How many samples it stands for.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }

/// Bytes of all samples; 0 for images.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.dataBuffer?.dataLength ?? 0 }

/// Dictionaries of `kCMSampleAttachmentKey` values, one for each sample that something is known of; nil where nothing
/// is. Samples do not change, so none is made.
public func CMSampleBufferGetSampleAttachmentsArray(
  _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
  sbuf.attachments.isEmpty ? nil : sbuf.attachments as CFArray
}

/// True for samples that cannot be decoded without those before them: a Boolean; all can where nothing is said.
public var kCMSampleAttachmentKey_NotSync: CFString { "NotSync" }
/// True for samples that are decoded for those that follow, and not shown: a Boolean.
public var kCMSampleAttachmentKey_DoNotDisplay: CFString { "DoNotDisplay" }

/// Makes a sample of an image and its time. Sets `sampleBufferOut`; always 0.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = CMSampleBuffer(
    imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
  return 0
}
