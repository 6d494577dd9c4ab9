/// The file formats that can be read. GIF and BMP are not written.
package enum ImageFileFormat: String, Hashable, Sendable, CaseIterable {
  case png
  case jpeg
  case tiff
  case webp
  case openEXR = "OpenEXR"
  /// HEIF with HEVC or AV1 images: HEIC and AVIF files.
  case heif = "HEIF"
  case gif = "GIF"
  case bmp = "BMP"

  /// Detects the format by its magic number; nil if unknown. Names and extensions are ignored.
  package init?(firstBytes: some Sequence<UInt8>) {
    let start = Array(firstBytes.prefix(12))
    if start.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] {
      self = .png
    } else if start.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if [[0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42], [0x49, 0x49, 43, 0], [0x4d, 0x4d, 0, 43]]
      .contains(where: { start.starts(with: $0) })
    {
      // Intel's or Motorola's byte order; 43 for BigTIFF.
      self = .tiff
    } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).elementsEqual(Array("WEBP".utf8)) {
      self = .webp
    } else if start.starts(with: [0x76, 0x2f, 0x31, 0x01]) {
      self = .openEXR
    } else if start.dropFirst(4).prefix(4).elementsEqual(Array("ftyp".utf8)),
      Self.brands.contains(String(decoding: start.dropFirst(8), as: UTF8.self))
    {
      self = .heif
    } else if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) {
      self = .gif
    } else if start.starts(with: Array("BM".utf8)) {
      self = .bmp
    } else {
      return nil
    }
  }

  /// The brands of ISO/IEC 23008-12, 10, and AV1 Image File Format, 4: still images, and sequences that have one.
  private static let brands: Set<String> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis",
  ]

  /// The Uniform Type Identifier.
  package var typeIdentifier: String {
    switch self {
    case .png: "public.png"
    case .jpeg: "public.jpeg"
    case .tiff: "public.tiff"
    case .webp: "org.webmproject.webp"
    case .openEXR: "com.ilm.openexr-image"
    case .heif: "public.heif"
    case .gif: "com.compuserve.gif"
    case .bmp: "com.microsoft.bmp"
    }
  }

  /// Whether the format is supported. False if its library is not installed, or if its headers were missing when the
  /// package was built.
  package var isAvailable: Bool {
    switch self {
    case .png, .jpeg, .tiff, .webp, .gif, .bmp: true
    case .openEXR: OptionalLibrary.openEXR.isAvailable
    case .heif: OptionalLibrary.heif.isAvailable
    }
  }
}
