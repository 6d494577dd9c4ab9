import CoreGraphics
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Returns the stored size of the image, in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.shape.width, height: imageBuffer.shape.height)
}

/// Returns the visible part of the image, in pixels with the origin at the lower left: the attached clean aperture, or
/// the whole image if there is none. It may have fractional coordinates, and is inside of the image.
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
  let visible = rect.intersection(whole)
  return visible.isNull || visible.isEmpty ? whole : visible
}

/// Returns the size of the visible part in square pixels: that of the clean rectangle, with its width multiplied by the
/// attached pixel aspect ratio.
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

/// Returns true: the first row in memory is the top one.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

/// Returns the colour space that is attached as an object, which the buffer retains, or nil if there is none.
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<CGColorSpace>? {
  (imageBuffer.attachments.value(kCVImageBufferCGColorSpaceKey) as? CGColorSpace).map { Unmanaged.passUnretained($0) }
}

/// Returns the colour space that attachments describe: an attached object, or that of an ICC profile, or that of
/// primaries and transfer function. Returns nil if they specify none, or one that is not supported. The caller owns the
/// reference.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
  ColorAttachments { attachments[$0] as AnyObject? }.space.map { Unmanaged.passRetained($0) }
}

private func number(_ dictionary: CFDictionary, _ key: CFString) -> Double? {
  (dictionary[key] as? NSNumber).map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil }
}
