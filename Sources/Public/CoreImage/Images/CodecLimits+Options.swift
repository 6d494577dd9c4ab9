import Foundation
import ImageCodecs
import ImageGraph

extension CIImageOption {
  /// `CodecLimits` of the image's file. Those of the environment (`CI_LIMITS`) by default. Not part of Apple's API.
  public static let codecLimits = CIImageOption(rawValue: "codec_limits")
}

extension CIImageOption {
  /// The index of an image in a file with several ones, the pages of a TIFF file; 0 by default. Not part of Apple's
  /// API.
  public static let imageIndex = CIImageOption(rawValue: "image_index")
}

extension CIContextOption {
  /// `CodecLimits` of every image file that the context renders, in addition to those that the file was opened with.
  /// Not part of Apple's API.
  public static let codecLimits = CIContextOption(rawValue: "codec_limits")
}

extension CodecLimits {
  /// The limits of images without limits of their own: the defaults, or those of the environment.
  ///
  /// If the value of the environment cannot be parsed, no file can be opened, since its author intended limits.
  package static let process = Result { () throws(RenderError) in
    try CodecLimits(words: ProcessInfo.processInfo.environment["CI_LIMITS"] ?? "")
  }

  /// Parses limits in the form of `CI_LIMITS`: `side=8000 pixels=1e8 bytes=400e6 whole=200e6 growth=1000
  /// root=/srv/images`. Missing limits have their defaults. `root` must be the last one, since paths may contain
  /// spaces.
  package init(words text: String) throws(RenderError) {
    self.init()
    var remaining = text[...]
    while true {
      remaining = remaining.drop { $0 == " " }
      if remaining.isEmpty { return }
      let name = remaining.prefix { $0 != "=" && $0 != " " }
      guard remaining.dropFirst(name.count).first == "=" else { throw Self.unreadable(String(name)) }
      let value = remaining.dropFirst(name.count + 1)
      // Paths may contain spaces.
      let word = name == "root" ? value : value.prefix { $0 != " " }
      try set(String(name), to: String(word))
      remaining = value.dropFirst(word.count)
    }
  }

  /// Sets one limit by its name.
  ///
  /// - Throws: `invalidArgument` for an unknown name, and for a number that is below 1 or not whole.
  private mutating func set(_ name: String, to text: String) throws(RenderError) {
    if name == "root" {
      guard !text.isEmpty else { throw Self.unreadable("root=") }
      rootFolder = URL(fileURLWithPath: text)
      return
    }
    guard let number = Double(text), number >= 1, number <= 9e15, number == number.rounded() else {
      throw Self.unreadable("\(name)=\(text.prefix(40))")
    }
    switch name {
    case "side": longestSide = Int(number)
    case "pixels": pixelCount = Int(number)
    case "bytes": byteCount = Int(number)
    case "whole": wholeByteCount = Int(number)
    case "growth": growth = Int(number)
    default: throw Self.unreadable("\(name)=\(text.prefix(40))")
    }
  }

  private static func unreadable(_ word: String) -> RenderError {
    .invalidArgument(
      "limits of image files are side, pixels, bytes, whole and growth, each = a number from 1 to 9e15, and root= a "
        + "folder, not \(word.prefix(60))")
  }

  /// Checks a source against the limits, by the values of its header.
  func check(_ source: Source) throws(RenderError) {
    guard let file = source.file else { return }
    try imageResult { () throws(CodecError) in
      try check(
        Demand(
          name: source.label, width: source.width, height: source.height, bytesPerPixel: source.format.bytesPerPixel,
          wholeByteCount: source.wholeByteCount, fileByteCount: file.byteCount))
    }
    guard let rootFolder, let url = file.url else { return }
    let (path, root) = (url.resolvingSymlinksInPath().path, rootFolder.resolvingSymlinksInPath().path)
    guard path.hasPrefix(root == "/" ? root : root + "/") else {
      throw .image("\(url.path): the folder that images may come from contains no such file")
    }
  }
}
