import Foundation
import ImageCodecs

/// A kind of image file by its uniform type identifier.
enum ImageFileType: String, CaseIterable {
  case png = "public.png"
  case jpeg = "public.jpeg"
  case tiff = "public.tiff"
  case webP = "org.webmproject.webp"
  case openEXR = "com.ilm.openexr-image"
  case heic = "public.heic"
  case avif = "public.avif"
  /// HEIF whose brand says neither.
  case heif = "public.heif"

  private var format: ImageFileFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .tiff: .tiff
    case .webP: .webp
    case .openEXR: .openEXR
    case .heic, .avif, .heif: .heif
    }
  }

  /// False where the library of the format is not installed.
  var isRead: Bool { format.isAvailable }

  /// False for what has no codec of its own, too.
  var isWritten: Bool { isRead && self != .heif }

  /// True where the format has room for several images, which are not written here.
  var mayHoldSeveral: Bool { ![.png, .jpeg].contains(self) }

  /// - Parameter firstBytes: twelve or more.
  init?(firstBytes: Data) {
    switch ImageFileFormat(firstBytes: firstBytes) {
    case nil: return nil
    case .png: self = .png
    case .jpeg: self = .jpeg
    case .tiff: self = .tiff
    case .webp: self = .webP
    case .openEXR: self = .openEXR
    case .heif:
      let brand = String(decoding: firstBytes.dropFirst(8).prefix(4), as: UTF8.self)
      self = brand.hasPrefix("avi") ? .avif : brand.hasPrefix("hei") || brand.hasPrefix("hev") ? .heic : .heif
    }
  }

  /// The identifiers, as arrays of Core Foundation have them.
  static func identifiers(_ isKnown: (ImageFileType) -> Bool) -> CFArray {
    allCases.filter(isKnown).map { $0.rawValue as CFString } as CFArray
  }
}
