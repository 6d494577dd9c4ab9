import Foundation
import ImageGraph

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Image I/O's names.

/// Creates a source for an image file. Returns nil, with the reason in the log, if the file cannot be opened. For other
/// files the source has no images, and its status is the reason.
///
/// - Parameter options: of no effect: file types are detected by their first bytes.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  do {
    return try CGImageSource(url as URL)
  } catch {
    RenderLog.process.note("CGImageSourceCreateWithURL: \(error)")
    return nil
  }
}

/// Creates a source for the bytes of an image file.
///
/// - Parameter options: of no effect.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(Data(referencing: data))
}

/// Creates a source for a provider's bytes.
///
/// - Parameter options: of no effect.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource?
{
  provider.data.map { CGImageSource(Data(referencing: $0)) }
}

/// Creates a source whose bytes `CGImageSourceUpdateData` supplies.
///
/// - Parameter options: of no effect.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource { CGImageSource() }

/// Passes all bytes received so far to an incremental source. Has no effect after the final bytes, and on other
/// sources.
///
/// Properties are available after the header, the image after all bytes.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.update(Data(referencing: data), isFinal: final)
}

/// Returns the uniform type identifier of the file; nil if it is unknown.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.type.map { $0.rawValue as CFString } }

/// Returns the number of images: that of a TIFF file, up to 1000, 1 for other image files, else 0. Images of reduced
/// resolution in a TIFF file, and further frames of an animation are not counted.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.count }

/// Returns 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Returns the read status of the file.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// Returns the read status of an image; `statusInvalidData` if the file does not contain it.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  index == 0 || (0..<isrc.count).contains(index) ? isrc.status : .statusInvalidData
}

/// Has no effect: images are not cached.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {}

/// Returns the uniform type identifiers of the supported files for reading: OpenEXR, HEIC and AVIF only if their
/// libraries are installed.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageFileType.identifiers(\.isRead) }

/// Returns properties of the file: `kCGImagePropertyFileSize`, `kCGImagePropertyImageCount`; nil if it is no image.
///
/// - Parameter options: of no effect.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  guard isrc.count > 0 else { return nil }
  let properties: [String: Any] = [
    kCGImagePropertyFileSize: NSNumber(value: isrc.byteCount),
    kCGImagePropertyImageCount: NSNumber(value: isrc.count),
  ]
  return properties as CFDictionary
}

/// Returns properties of an image, with the keys of `CIImage.properties`; nil, with the reason in the log, if the image
/// cannot be read.
///
/// - Parameter options: of no effect.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  logged("CGImageSourceCopyPropertiesAtIndex") { () throws(RenderError) in
    try isrc.image(index).properties as CFDictionary
  }
}

/// Decodes an image immediately, without rotating its pixels. Returns nil, with the reason in the log, if it cannot be
/// read.
///
/// - Parameter options: `kCGImageSourceSubsampleFactor`. Image I/O's other options have no effect: pixels are decoded
///   at once, are not cached, and floats stay floats.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  logged("CGImageSourceCreateImageAtIndex") { () throws(RenderError) in
    guard isrc.status == .statusComplete else {
      throw .image("the file cannot be read: \(isrc.status)")
    }
    var read: [CIImageOption: Any] = [:]
    if let factor = Settings(options).number(kCGImageSourceSubsampleFactor) { read[.subsampleFactor] = factor }
    let image = try isrc.image(index, read)
    return try CGImage(stored: image, isGrey: isrc.isGrey(image, at: index))
  }
}

/// Creates a thumbnail. Embedded previews are not read. The thumbnail is rendered from the full image if
/// `kCGImageSourceCreateThumbnailFromImageAlways` or `…IfAbsent` is set. Otherwise the function returns nil, and the
/// log has a note.
///
/// Each pixel is the mean, in linear light, of the pixels that it covers. The result is in the colour space of the
/// file, with 8 bits a component, or 16 if the file has more.
///
/// - Parameter options: `kCGImageSourceThumbnailMaxPixelSize`: the length of the longer side; the default and the
///   maximum is that of the image. `kCGImageSourceCreateThumbnailWithTransform`: applies the file's orientation.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  logged("CGImageSourceCreateThumbnailAtIndex") { () throws(RenderError) in
    let settings = Settings(options)
    guard
      settings.flag(kCGImageSourceCreateThumbnailFromImageAlways)
        || settings.flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
    else {
      throw .unsupported(
        "embedded previews are not supported; set kCGImageSourceCreateThumbnailFromImageAlways to render one")
    }
    guard isrc.status == .statusComplete else {
      throw .image("the file cannot be read: \(isrc.status)")
    }
    let maximum = settings.pixels(kCGImageSourceThumbnailMaxPixelSize, "CGImageSourceCreateThumbnailAtIndex")
    return try Thumbnail(
      maximum: maximum, isUpright: settings.flag(kCGImageSourceCreateThumbnailWithTransform)
    ).pixels(of: isrc, index)
  }
}

/// Returns nil and logs the reason if `body` throws.
private func logged<Value>(_ caller: String, _ body: () throws(RenderError) -> Value) -> Value? {
  do throws(RenderError) {
    return try body()
  } catch {
    RenderLog.process.note("\(caller): \(error)")
    return nil
  }
}
