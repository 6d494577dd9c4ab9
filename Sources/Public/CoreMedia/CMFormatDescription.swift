import CoreGraphics
import CoreVideo
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// The result code of a Core Media function; 0 on success.
public typealias OSStatus = Int32
/// The kind of a stream's samples, as four characters.
public typealias CMMediaType = FourCharCode
/// The codec of a video stream, as four characters.
public typealias CMVideoCodecType = FourCharCode

/// Video: 'vide'.
public var kCMMediaType_Video: CMMediaType { 0x7669_6465 }
/// Audio: 'soun'.
public var kCMMediaType_Audio: CMMediaType { 0x736F_756E }
/// Text that is shown with video: 'sbtl'.
public var kCMMediaType_Subtitle: CMMediaType { 0x7362_746C }
/// Other data: 'meta'.
public var kCMMediaType_Metadata: CMMediaType { 0x6D65_7461 }

/// ITU-T H.264: 'avc1'.
public var kCMVideoCodecType_H264: CMVideoCodecType { 0x6176_6331 }
/// ITU-T H.265: 'hvc1'.
public var kCMVideoCodecType_HEVC: CMVideoCodecType { 0x6876_6331 }
/// AV1: 'av01'.
public var kCMVideoCodecType_AV1: CMVideoCodecType { 0x6176_3031 }
/// VP9: 'vp09'.
public var kCMVideoCodecType_VP9: CMVideoCodecType { 0x7670_3039 }
/// ProRes 422: 'apcn'.
public var kCMVideoCodecType_AppleProRes422: CMVideoCodecType { 0x6170_636E }
/// Motion JPEG and single JPEG images: 'jpeg'.
public var kCMVideoCodecType_JPEG: CMVideoCodecType { 0x6A70_6567 }

/// Primaries: a value of `kCVImageBufferColorPrimariesKey`.
public var kCMFormatDescriptionExtension_ColorPrimaries: CFString { kCVImageBufferColorPrimariesKey }
/// The transfer function: a value of `kCVImageBufferTransferFunctionKey`.
public var kCMFormatDescriptionExtension_TransferFunction: CFString { kCVImageBufferTransferFunctionKey }
/// The matrix: a value of `kCVImageBufferYCbCrMatrixKey`.
public var kCMFormatDescriptionExtension_YCbCrMatrix: CFString { kCVImageBufferYCbCrMatrixKey }
/// The chroma siting: a value of `kCVImageBufferChromaLocationTopFieldKey`.
public var kCMFormatDescriptionExtension_ChromaLocationTopField: CFString { kCVImageBufferChromaLocationTopFieldKey }
/// Whether samples use the full range: a Boolean.
public var kCMFormatDescriptionExtension_FullRangeVideo: CFString { "FullRangeVideo" }
/// The pixel aspect ratio: a dictionary as of `kCVImageBufferPixelAspectRatioKey`.
public var kCMFormatDescriptionExtension_PixelAspectRatio: CFString { kCVImageBufferPixelAspectRatioKey }
/// The bit depth of a component: a number.
public var kCMFormatDescriptionExtension_BitsPerComponent: CFString { "BitsPerComponent" }
/// The mastering display's colour volume: data as of `kCVImageBufferMasteringDisplayColorVolumeKey`.
public var kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString {
  kCVImageBufferMasteringDisplayColorVolumeKey
}
/// The content light levels: data as of `kCVImageBufferContentLightLevelInfoKey`.
public var kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString { kCVImageBufferContentLightLevelInfoKey }
/// The name of the codec: a string.
public var kCMFormatDescriptionExtension_FormatName: CFString { "FormatName" }

/// The stored size of an image, in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
  /// The width, in pixels.
  public var width: Int32
  /// The height, in pixels.
  public var height: Int32

  /// Creates a size of 0 × 0.
  public init() { self.init(width: 0, height: 0) }
  /// Creates a size, without changing it.
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// A description of a stream's samples: media type, codec, size and colours.
///
/// Immutable, and safe on any thread.
public final class CMFormatDescription: @unchecked Sendable {
  /// The media type: video, audio or another kind.
  public let mediaType: CMMediaType
  /// The codec, or the pixel format of uncompressed images.
  public let mediaSubType: FourCharCode
  /// The stored size of images, in pixels; 0 × 0 for other samples.
  public let dimensions: CMVideoDimensions
  /// Further properties, by `kCMFormatDescriptionExtension` keys.
  public let extensions: CFDictionary

  /// Creates a description from its components, without changing them.
  public init(
    mediaType: CMMediaType, mediaSubType: FourCharCode, dimensions: CMVideoDimensions = CMVideoDimensions(),
    extensions: CFDictionary = CFDictionary()
  ) {
    (self.mediaType, self.mediaSubType, self.dimensions) = (mediaType, mediaSubType, dimensions)
    self.extensions = extensions.copy() as? CFDictionary ?? extensions
  }

  /// Creates the description of a pixel buffer: its pixel format, its size, and its propagating attachments.
  public convenience init(imageBuffer: CVImageBuffer) {
    let attached = CVBufferCopyAttachments(imageBuffer, .shouldPropagate) ?? CFDictionary()
    self.init(
      mediaType: kCMMediaType_Video, mediaSubType: CVPixelBufferGetPixelFormatType(imageBuffer),
      dimensions: CMVideoDimensions(
        width: Int32(CVPixelBufferGetWidth(imageBuffer)), height: Int32(CVPixelBufferGetHeight(imageBuffer))),
      extensions: attached)
  }
}

extension CMFormatDescription: Hashable, CustomStringConvertible {
  public static func == (a: CMFormatDescription, b: CMFormatDescription) -> Bool {
    a.mediaType == b.mediaType && a.mediaSubType == b.mediaSubType && a.dimensions == b.dimensions
      && a.extensions.isEqual(to: b.extensions as? [AnyHashable: Any] ?? [:])
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(mediaType)
    hasher.combine(mediaSubType)
    hasher.combine(dimensions)
  }

  /// A description, for example `vide avc1 1920x1080`.
  public var description: String {
    let size = dimensions == CMVideoDimensions() ? "" : " \(dimensions.width)x\(dimensions.height)"
    return "\(text(of: mediaType)) \(text(of: mediaSubType))\(size)"
  }
}

/// A description of video samples.
public typealias CMVideoFormatDescription = CMFormatDescription
/// A description of audio samples.
public typealias CMAudioFormatDescription = CMFormatDescription

/// Returns the media type: video, audio or another kind.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType }

/// Returns the codec, or the pixel format of uncompressed images.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaSubType }

/// Returns the extension of a key, or nil if there is none.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFTypeRef? {
  desc.extensions[extensionKey] as AnyObject?
}

/// Returns all extensions.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? { desc.extensions }

/// Returns the stored size, in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  videoDesc.dimensions
}

/// Returns the display size: in square pixels if `usePixelAspectRatio`. There is no clean aperture.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  var size = CGSize(width: Int(videoDesc.dimensions.width), height: Int(videoDesc.dimensions.height))
  let ratio = videoDesc.extensions[kCMFormatDescriptionExtension_PixelAspectRatio] as? CFDictionary
  if usePixelAspectRatio, let ratio,
    let width = (ratio[kCVImageBufferPixelAspectRatioHorizontalSpacingKey] as? NSNumber)?.doubleValue, width > 0,
    let height = (ratio[kCVImageBufferPixelAspectRatioVerticalSpacingKey] as? NSNumber)?.doubleValue, height > 0
  {
    size.width *= width / height
  }
  return size
}

/// Creates the description of a pixel buffer. Sets `formatDescriptionOut`, and always returns 0.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = CMFormatDescription(imageBuffer: imageBuffer)
  return 0
}

private func text(of code: FourCharCode) -> String {
  let characters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }
  return characters.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: characters, as: UTF8.self) : "\(code)"
}
