import Foundation
import ImageGraph

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Image I/O's.

/// An image file; nil, with the reason in the log, when it cannot be opened. A file that is no image has a source
/// without images, whose status says why.
///
/// - Parameter options: of no effect: kinds are known by their first bytes.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  do {
    return try CGImageSource(url as URL)
  } catch {
    RenderLog.process.note("CGImageSourceCreateWithURL: \(error)")
    return nil
  }
}

/// The bytes of an image file.
///
/// - Parameter options: of no effect.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(Data(referencing: data))
}

/// The bytes that a provider has.
///
/// - Parameter options: of no effect.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource?
{
  provider.data.map { CGImageSource(Data(referencing: $0)) }
}

/// A source whose bytes come later: `CGImageSourceUpdateData`.
///
/// - Parameter options: of no effect.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource { CGImageSource() }

/// Gives an incremental source all bytes that there are by now. Once they were final, and for other sources, nothing
/// changes.
///
/// Properties are known as soon as the header is there; the image when all bytes are.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.update(Data(referencing: data), isFinal: final)
}

/// The uniform type identifier of the file; nil when it is none that is known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.type.map { $0.rawValue as CFString } }

/// 1 for an image file, 0 for what is none. Of a file with several images the main one counts.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.count }

/// 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// How far the file can be read.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// How far an image can be read; `statusInvalidData` for those that the file does not have.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  index == 0 ? isrc.status : .statusInvalidData
}

/// Nothing: no image is kept.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {}

/// The uniform type identifiers of the files that can be read: OpenEXR, HEIC and AVIF where their libraries are
/// installed.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageFileType.identifiers(\.isRead) }

/// What is known of the file: `kCGImagePropertyFileSize`, `kCGImagePropertyImageCount`; nil for what is no image.
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

/// What is known of an image, with the keys of `CIImage.properties`; nil, with the reason in the log, for those that
/// cannot be read.
///
/// - Parameter options: of no effect.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  noted("CGImageSourceCopyPropertiesAtIndex") { () throws(RenderError) in
    try isrc.image(index).properties as CFDictionary
  }
}

/// An image, decoded now: its pixels as the file has them, not turned. Nil, with the reason in the log, when it cannot
/// be read.
///
/// - Parameter options: `kCGImageSourceSubsampleFactor`; the others of Image I/O have no effect: pixels are decoded at
///   once, kept by nobody but the image, and floats stay floats.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  noted("CGImageSourceCreateImageAtIndex") { () throws(RenderError) in
    guard isrc.status == .statusComplete else {
      throw .image("the file cannot be read: \(isrc.status)")
    }
    var read: [CIImageOption: Any] = [:]
    if let factor = Settings(options).number(kCGImageSourceSubsampleFactor) { read[.subsampleFactor] = factor }
    return try CGImage(stored: try isrc.image(index, read), isGrey: isrc.isGrey)
  }
}

/// A small image. Previews that files carry are not read: it is made of the whole image where
/// `kCGImageSourceCreateThumbnailFromImageAlways` or `…IfAbsent` asks for that, else there is none, and the log says
/// so.
///
/// Each pixel is the mean of the light of those that it covers, 8 bits a component or 16 where the file has more, in
/// the colour space of the file.
///
/// - Parameter options: `kCGImageSourceThumbnailMaxPixelSize`: the longer side, up to that of the image; left out:
///   that of the image. `kCGImageSourceCreateThumbnailWithTransform`: turned upright as the file says.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  noted("CGImageSourceCreateThumbnailAtIndex") { () throws(RenderError) in
    let settings = Settings(options)
    guard
      settings.flag(kCGImageSourceCreateThumbnailFromImageAlways)
        || settings.flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
    else {
      throw .unsupported(
        "previews in files are not read; set kCGImageSourceCreateThumbnailFromImageAlways to have one made")
    }
    guard isrc.status == .statusComplete else {
      throw .image("the file cannot be read: \(isrc.status)")
    }
    let most = settings.pixels(kCGImageSourceThumbnailMaxPixelSize, "CGImageSourceCreateThumbnailAtIndex")
    return try Thumbnail(
      most: most, isUpright: settings.flag(kCGImageSourceCreateThumbnailWithTransform)
    ).pixels(of: isrc, index)
  }
}

/// What cannot be had is nil and a line in the log.
private func noted<Value>(_ caller: String, _ body: () throws(RenderError) -> Value) -> Value? {
  do throws(RenderError) {
    return try body()
  } catch {
    RenderLog.process.note("\(caller): \(error)")
    return nil
  }
}
