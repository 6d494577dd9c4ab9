import Foundation
import ImageCodecs

/// An image file type by its uniform type identifier.
enum ImageFileType: String, CaseIterable {
  case png = "public.png"
  case jpeg = "public.jpeg"
  case tiff = "public.tiff"
  case webP = "org.webmproject.webp"
  case openEXR = "com.ilm.openexr-image"
  case heic = "public.heic"
  case avif = "public.avif"
  /// HEIF with a brand that specifies neither.
  case heif = "public.heif"
  case gif = "com.compuserve.gif"
  case bmp = "com.microsoft.bmp"

  private var format: ImageFileFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .tiff: .tiff
    case .webP: .webp
    case .openEXR: .openEXR
    case .heic, .avif, .heif: .heif
    case .gif: .gif
    case .bmp: .bmp
    }
  }

  /// Whether the type can be read. False if the library of the format is not installed.
  var isRead: Bool { format.isAvailable }

  /// Whether the type can be written. False also if no codec is specified.
  var isWritten: Bool { isRead && ![.heif, .gif, .bmp].contains(self) }

  /// Whether the format supports several images, which cannot be written here.
  var supportsSeveralImages: Bool { ![.png, .jpeg].contains(self) }

  /// Detects the type of a file.
  ///
  /// - Parameter firstBytes: twelve or more.
  init?(firstBytes: Data) {
    switch ImageFileFormat(firstBytes: firstBytes) {
    case nil: return nil
    case .png: self = .png
    case .jpeg: self = .jpeg
    case .tiff: self = .tiff
    case .webp: self = .webP
    case .openEXR: self = .openEXR
    case .gif: self = .gif
    case .bmp: self = .bmp
    case .heif:
      let brand = String(decoding: firstBytes.dropFirst(8).prefix(4), as: UTF8.self)
      self = brand.hasPrefix("avi") ? .avif : brand.hasPrefix("hei") || brand.hasPrefix("hev") ? .heic : .heif
    }
  }

  /// Returns the identifiers as a Core Foundation array.
  static func identifiers(_ predicate: (ImageFileType) -> Bool) -> CFArray {
    allCases.filter(predicate).map { $0.rawValue as CFString } as CFArray
  }
}
