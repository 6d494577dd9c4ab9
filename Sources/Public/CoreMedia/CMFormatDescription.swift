import CoreGraphics
import CoreVideo
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// Why a function of Core Media's kind made nothing.
public typealias OSStatus = Int32
/// Four characters that name what a stream holds: images, sound …
public typealias CMMediaType = FourCharCode
/// Four characters that name how images are coded.
public typealias CMVideoCodecType = FourCharCode

/// Images: 'vide'.
public var kCMMediaType_Video: CMMediaType { 0x7669_6465 }
/// Sound: 'soun'.
public var kCMMediaType_Audio: CMMediaType { 0x736F_756E }
/// Text that is shown with images: 'sbtl'.
public var kCMMediaType_Subtitle: CMMediaType { 0x7362_746C }
/// What belongs to none of them: 'meta'.
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
/// Motion JPEG and single JPEGs: 'jpeg'.
public var kCMVideoCodecType_JPEG: CMVideoCodecType { 0x6A70_6567 }

/// Primaries: a value of `kCVImageBufferColorPrimariesKey`.
public var kCMFormatDescriptionExtension_ColorPrimaries: CFString { kCVImageBufferColorPrimariesKey }
/// The curve: a value of `kCVImageBufferTransferFunctionKey`.
public var kCMFormatDescriptionExtension_TransferFunction: CFString { kCVImageBufferTransferFunctionKey }
/// The matrix: a value of `kCVImageBufferYCbCrMatrixKey`.
public var kCMFormatDescriptionExtension_YCbCrMatrix: CFString { kCVImageBufferYCbCrMatrixKey }
/// Where chroma lies: a value of `kCVImageBufferChromaLocationTopFieldKey`.
public var kCMFormatDescriptionExtension_ChromaLocationTopField: CFString { kCVImageBufferChromaLocationTopFieldKey }
/// True where codes use their whole range.
public var kCMFormatDescriptionExtension_FullRangeVideo: CFString { "FullRangeVideo" }
/// The shape of a pixel: a dictionary as of `kCVImageBufferPixelAspectRatioKey`.
public var kCMFormatDescriptionExtension_PixelAspectRatio: CFString { kCVImageBufferPixelAspectRatioKey }
/// Bits of a component: a number.
public var kCMFormatDescriptionExtension_BitsPerComponent: CFString { "BitsPerComponent" }
/// The display that the images were made on: data as of `kCVImageBufferMasteringDisplayColorVolumeKey`.
public var kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString {
  kCVImageBufferMasteringDisplayColorVolumeKey
}
/// The brightest pixel and frame: data as of `kCVImageBufferContentLightLevelInfoKey`.
public var kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString { kCVImageBufferContentLightLevelInfoKey }
/// The name of the codec: a string.
public var kCMFormatDescriptionExtension_FormatName: CFString { "FormatName" }

/// An image's size in stored pixels.
public struct CMVideoDimensions: Hashable, Sendable {
  /// Pixels in a row.
  public var width: Int32
  /// Rows.
  public var height: Int32

  /// No pixels.
  public init() { self.init(width: 0, height: 0) }
  /// A size, taken as it is.
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// How the samples of a stream are made: what they are, by which codec, how large, in which colours.
///
/// A value that nobody changes; safe on any thread.
public final class CMFormatDescription: @unchecked Sendable {
  /// Images, sound …
  public let mediaType: CMMediaType
  /// The codec, or the pixel format of images that are not coded.
  public let mediaSubType: FourCharCode
  /// Of images their size in stored pixels; of others 0 × 0.
  public let dimensions: CMVideoDimensions
  /// What else is known, by `kCMFormatDescriptionExtension` keys.
  public let extensions: CFDictionary

  /// A description by its parts, taken as they are.
  public init(
    mediaType: CMMediaType, mediaSubType: FourCharCode, dimensions: CMVideoDimensions = CMVideoDimensions(),
    extensions: CFDictionary = CFDictionary()
  ) {
    (self.mediaType, self.mediaSubType, self.dimensions) = (mediaType, mediaSubType, dimensions)
    self.extensions = extensions.copy() as? CFDictionary ?? extensions
  }

  /// What a pixel buffer is: its format, its size, and the colours that are attached.
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

  /// For example `vide avc1 1920x1080`.
  public var description: String {
    let size = dimensions == CMVideoDimensions() ? "" : " \(dimensions.width)x\(dimensions.height)"
    return "\(text(of: mediaType)) \(text(of: mediaSubType))\(size)"
  }
}

/// A description of images.
public typealias CMVideoFormatDescription = CMFormatDescription
/// A description of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

/// Images, sound …
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType }

/// The codec, or the pixel format of images that are not coded.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaSubType }

/// What is known under a key; nil when nothing is.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFTypeRef? {
  desc.extensions[extensionKey] as AnyObject?
}

/// All that is known beside kind, codec and size.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? { desc.extensions }

/// The size in stored pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  videoDesc.dimensions
}

/// The size in which images are shown: in square pixels where `usePixelAspectRatio`. There is no clean aperture.
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

/// What a pixel buffer is. Sets `formatDescriptionOut`; always 0.
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
