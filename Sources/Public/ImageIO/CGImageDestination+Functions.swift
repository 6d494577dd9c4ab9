import Foundation
import ImageGraph

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Image I/O's.

/// A file to write; nil, with the reason in the log, for types that are not written here and for other than one
/// image. Whether the file can be written shows when it is.
///
/// - Parameters:
///   - type: a uniform type identifier, one of `CGImageDestinationCopyTypeIdentifiers`.
///   - count: 1: formats that hold several images are written with one.
///   - options: of no effect.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(.file(url as URL), type, count: count) }

/// Bytes that a file is appended to; nil as for a URL.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(.data(data), type, count: count) }

/// A consumer that gets the bytes of a file; nil as for a URL.
public func CGImageDestinationCreateWithDataConsumer(
  _ consumer: CGDataConsumer, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(.consumer(consumer), type, count: count) }

/// The image, with its properties; nothing, with a line in the log, for the second one and for image masks.
///
/// - Parameter properties: those of `CIImage.properties`, of which metadata and orientation are written (pixels are
///   never turned), and `kCGImageDestinationLossyCompressionQuality`, `…BackgroundColor`, `…ImageMaxPixelSize`,
///   `…OptimizeColorForSharing`, `kCGImagePropertyJFIFIsProgressive`, `kCGImagePropertyTIFFCompression`.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  guard !image.isMask else {
    RenderLog.process.note("CGImageDestinationAddImage: an image mask has no colours to write; draw it first")
    return
  }
  let isGrey = image.colorSpace?.model == .monochrome
  let space: [CIImageOption: Any] = image.colorSpace == nil ? [.colorSpace: CGColorSpaceCreateDeviceRGB()] : [:]
  idst.add(CIImage(cgImage: image, options: space), isGrey: isGrey, properties)
}

/// An image of a file, with its properties; nothing, with the reason in the log, when it cannot be read.
///
/// - Parameter properties: over those of the file, dictionaries key by key; `kCFNull` (`NSNull`) leaves one out.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  do {
    idst.add(try isrc.image(index), isGrey: isrc.isGrey, properties)
  } catch {
    RenderLog.process.note("CGImageDestinationAddImageFromSource: \(error)")
  }
}

/// What holds of the image where its own properties say nothing.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.properties = Settings(properties).values
}

/// Writes the file, in one step: by a temporary one beside it. False, with the reason in the log, when it could not be
/// written; what was there then stays.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  do {
    try idst.finish()
    return true
  } catch {
    RenderLog.process.note("CGImageDestinationFinalize: \(error)")
    return false
  }
}

/// The uniform type identifiers of the files that can be written: OpenEXR, HEIC and AVIF where their libraries are
/// installed.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { ImageFileType.identifiers(\.isWritten) }
