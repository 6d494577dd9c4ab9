import Foundation

// The keys of Image I/O's options, and those of properties that `CIImage.properties` does not have.

/// Of a file's properties: its bytes.
public let kCGImagePropertyFileSize = "FileSize"
/// Of a file's properties: how many images can be read of it.
public let kCGImagePropertyImageCount = "ImageCount"

// MARK: Of sources

/// A uniform type identifier. Of no effect: kinds are known by their first bytes.
public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }
/// Of no effect: nothing is kept.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Of no effect: pixels are decoded at once.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// Of no effect: floats stay floats.
public var kCGImageSourceShouldAllowFloat: CFString { "kCGImageSourceShouldAllowFloat" }
/// 1, 2, 4 or 8: a JPEG file is decoded with that much less along both sides; others whole.
public var kCGImageSourceSubsampleFactor: CFString { "kCGImageSourceSubsampleFactor" }
/// True: a thumbnail is made of the whole image. As `…Always`, since previews in files are not read.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString { "kCGImageSourceCreateThumbnailFromImageIfAbsent" }
/// True: a thumbnail is made of the whole image.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// The longer side of a thumbnail at most, in pixels.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// True: a thumbnail is turned upright as the file says.
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }

// MARK: Of destinations

/// A `CGColor` that shows through where a format has no alpha: white when left out.
public var kCGImageDestinationBackgroundColor: CFString { "kCGImageDestinationBackgroundColor" }
/// The longer side at most, in pixels: larger images are reduced.
public var kCGImageDestinationImageMaxPixelSize: CFString { "kCGImageDestinationImageMaxPixelSize" }
/// True: colours are brought to sRGB.
public var kCGImageDestinationOptimizeColorForSharing: CFString { "kCGImageDestinationOptimizeColorForSharing" }
/// Of no effect: files are written without previews.
public var kCGImageDestinationEmbedThumbnail: CFString { "kCGImageDestinationEmbedThumbnail" }

/// A dictionary of what only JPEG has: `kCGImagePropertyJFIFIsProgressive`.
public let kCGImagePropertyJFIFDictionary = "{JFIF}"
/// True: a JPEG file is written in several scans. Written, not read.
public let kCGImagePropertyJFIFIsProgressive = "IsProgressive"
/// In the dictionary of TIFF, how rows are packed: 1 not at all, 5 LZW, 8 Deflate. Written, not read.
public let kCGImagePropertyTIFFCompression = "Compression"
