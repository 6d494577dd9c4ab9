import Foundation
import ImageGraph

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Image I/O's names.

/// Creates a destination for a file. Returns nil, with the reason in the log, for types that are not supported for
/// writing, and if the number of images is not 1. The file is first accessed when it is written.
///
/// - Parameters:
///   - type: a uniform type identifier, one of `CGImageDestinationCopyTypeIdentifiers`.
///   - count: 1: formats that can contain several images are written with one.
///   - options: of no effect.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(.file(url as URL), type, count: count) }

/// Creates a destination that appends a file to data; returns nil as for a URL.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(.data(data), type, count: count) }

/// Creates a destination that passes the bytes of a file to a consumer; returns nil as for a URL.
public func CGImageDestinationCreateWithDataConsumer(
  _ consumer: CGDataConsumer, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(.consumer(consumer), type, count: count) }

/// Adds the image with its properties. A second image and image masks are rejected, with the reason in the log.
///
/// - Parameter properties: the keys of `CIImage.properties`, of which metadata and orientation are written (pixels are
///   never rotated), and `kCGImageDestinationLossyCompressionQuality`, `…BackgroundColor`, `…ImageMaxPixelSize`,
///   `…OptimizeColorForSharing`, `kCGImagePropertyJFIFIsProgressive`, `kCGImagePropertyTIFFCompression`.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  guard !image.isMask else {
    RenderLog.process.note(
      "CGImageDestinationAddImage: an image mask has no colours to write; draw it into a bitmap first")
    return
  }
  let isGrey = image.colorSpace?.model == .monochrome
  let space: [CIImageOption: Any] = image.colorSpace == nil ? [.colorSpace: CGColorSpaceCreateDeviceRGB()] : [:]
  idst.add(CIImage(cgImage: image, options: space), isGrey: isGrey, properties)
}

/// Adds an image of a file, with its properties. If the file cannot be read, adds nothing and logs the reason.
///
/// - Parameter properties: override those of the file, dictionaries key by key; `kCFNull` (`NSNull`) removes a
///   property.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  do {
    let image = try isrc.image(index)
    idst.add(image, isGrey: isrc.isGrey(image, at: index), properties)
  } catch {
    RenderLog.process.note("CGImageDestinationAddImageFromSource: \(error)")
  }
}

/// Sets the properties that apply if the image's own properties do not contain them.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.properties = Settings(properties).values
}

/// Writes the file atomically, by renaming a temporary file in the same folder. If writing fails, returns false with
/// the reason in the log, and keeps the existing file.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  do {
    try idst.finish()
    return true
  } catch {
    RenderLog.process.note("CGImageDestinationFinalize: \(error)")
    return false
  }
}

/// Returns the uniform type identifiers of the supported files for writing: OpenEXR, HEIC and AVIF only if their
/// libraries are installed.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { ImageFileType.identifiers(\.isWritten) }
