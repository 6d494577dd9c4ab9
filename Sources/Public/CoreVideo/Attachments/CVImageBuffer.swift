import CoreGraphics
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// The size of the image in pixels as they are stored.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.shape.width, height: imageBuffer.shape.height)
}

/// The part of the image that is to be seen, in pixels, with the origin at the lower left: the clean aperture that is
/// attached, else all of it. May have fractions; never reaches outside.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  let whole = CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(imageBuffer))
  guard let aperture = imageBuffer.attachments.value(kCVImageBufferCleanApertureKey) as? CFDictionary,
    let width = number(aperture, kCVImageBufferCleanApertureWidthKey), width > 0,
    let height = number(aperture, kCVImageBufferCleanApertureHeightKey), height > 0
  else { return whole }
  let right = number(aperture, kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0
  let down = number(aperture, kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0
  let rect = CGRect(
    x: (whole.width - width) / 2 + right, y: (whole.height - height) / 2 - down, width: width, height: height)
  let seen = rect.intersection(whole)
  return seen.isNull || seen.isEmpty ? whole : seen
}

/// The size of the part that is to be seen in square pixels: the clean rectangle, its width by the aspect ratio of
/// pixels that is attached.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  var size = CVImageBufferGetCleanRect(imageBuffer).size
  if let ratio = imageBuffer.attachments.value(kCVImageBufferPixelAspectRatioKey) as? CFDictionary,
    let width = number(ratio, kCVImageBufferPixelAspectRatioHorizontalSpacingKey), width > 0,
    let height = number(ratio, kCVImageBufferPixelAspectRatioVerticalSpacingKey), height > 0
  {
    size.width *= width / height
  }
  return size
}

/// True: the first row in memory is the top one.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

/// The colour space that is attached as one, which the buffer keeps; nil when none is.
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<CGColorSpace>? {
  (imageBuffer.attachments.value(kCVImageBufferCGColorSpaceKey) as? CGColorSpace).map { Unmanaged.passUnretained($0) }
}

/// The colour space that attachments say: the one among them, else that of a profile, else that of primaries and curve;
/// nil where they do not say, or where it is none that is known here. The caller takes over the reference.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
  ColorAttachments { attachments[$0] as AnyObject? }.space.map { Unmanaged.passRetained($0) }
}

private func number(_ dictionary: CFDictionary, _ key: CFString) -> Double? {
  (dictionary[key] as? NSNumber).map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil }
}
