import Foundation

// The keys of Image I/O's options, and property keys that `CIImage.properties` does not contain.

/// The key of a file's size, in bytes.
public let kCGImagePropertyFileSize = "FileSize"
/// The key of a file's number of images that can be read.
public let kCGImagePropertyImageCount = "ImageCount"

// MARK: Source options

/// A uniform type identifier. Of no effect: file types are detected by their first bytes.
public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }
/// Of no effect: nothing is cached.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Of no effect: pixels are decoded at once.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// Of no effect: floats stay floats.
public var kCGImageSourceShouldAllowFloat: CFString { "kCGImageSourceShouldAllowFloat" }
/// 1, 2, 4 or 8: the divisor of both sides when a JPEG file is decoded; other files are decoded at full size.
public var kCGImageSourceSubsampleFactor: CFString { "kCGImageSourceSubsampleFactor" }
/// Renders a thumbnail from the full image. Equivalent to `…Always`, since embedded previews are not read.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString { "kCGImageSourceCreateThumbnailFromImageIfAbsent" }
/// Renders a thumbnail from the full image.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// The maximum length of a thumbnail's longer side, in pixels.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// Applies the file's orientation to a thumbnail.
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }

// MARK: Destination options

/// The background `CGColor` for formats without alpha; white by default.
public var kCGImageDestinationBackgroundColor: CFString { "kCGImageDestinationBackgroundColor" }
/// The maximum length of the longer side, in pixels: larger images are reduced.
public var kCGImageDestinationImageMaxPixelSize: CFString { "kCGImageDestinationImageMaxPixelSize" }
/// Converts colours to sRGB.
public var kCGImageDestinationOptimizeColorForSharing: CFString { "kCGImageDestinationOptimizeColorForSharing" }
/// Of no effect: files are written without previews.
public var kCGImageDestinationEmbedThumbnail: CFString { "kCGImageDestinationEmbedThumbnail" }

/// The key of a dictionary of JPEG's own properties: `kCGImagePropertyJFIFIsProgressive`.
public let kCGImagePropertyJFIFDictionary = "{JFIF}"
/// Writes a JPEG file in several scans. Not set when reading.
public let kCGImagePropertyJFIFIsProgressive = "IsProgressive"
/// The compression, in the dictionary of TIFF: 1 none, 5 LZW, 8 Deflate. Not set when reading.
public let kCGImagePropertyTIFFCompression = "Compression"
