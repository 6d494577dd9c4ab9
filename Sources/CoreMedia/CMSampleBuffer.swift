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

/// A picture with its time. A value that nobody changes; the picture's pixels belong to who agreed on that.
public final class CMSampleBuffer: @unchecked Sendable {
  /// The picture; nil for samples that have none.
  public let imageBuffer: CVImageBuffer?
  /// What the sample is.
  public let formatDescription: CMFormatDescription?
  private let timing: CMSampleTimingInfo

  /// A picture with its time; where no description is given, the buffer's.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription? = nil, sampleTiming: CMSampleTimingInfo
  ) {
    self.imageBuffer = imageBuffer
    self.formatDescription = formatDescription ?? CMFormatDescription(imageBuffer: imageBuffer)
    timing = sampleTiming
  }

  /// When it is shown.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// How long it is shown; invalid where nobody knows.
  public var duration: CMTime { timing.duration }
  /// When it is decoded; invalid where that is not known.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
}

/// The picture of a sample; nil for samples that have none.
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

/// Makes a sample of a picture and its time. Sets `sampleBufferOut`; always 0.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = CMSampleBuffer(
    imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
  return 0
}
