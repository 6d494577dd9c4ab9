import Foundation
import ImageCodecs
import ImageGraph

extension CIImageOption {
  /// This package's own: `CodecLimits` that the image's file is held to; those of the environment (`CI_LIMITS`) when
  /// left out.
  public static let codecLimits = CIImageOption(rawValue: "codec_limits")
}

extension CIContextOption {
  /// This package's own: `CodecLimits` that every image file is held to that the context renders, beside those that
  /// it was opened with.
  public static let codecLimits = CIContextOption(rawValue: "codec_limits")
}

extension CodecLimits {
  /// The limits of images that are given none: the defaults, or what the environment says.
  ///
  /// An environment that cannot be read lets no file be opened: whoever wrote it wanted limits.
  package static let process = Result { () throws(RenderError) in
    try CodecLimits(words: ProcessInfo.processInfo.environment["CI_LIMITS"] ?? "")
  }

  /// Limits as `CI_LIMITS` has them: `side=8000 pixels=1e8 bytes=400e6 whole=200e6 growth=1000 root=/srv/images`.
  /// What is not named is as by default; `root` is the last, as folders may have spaces in their names.
  package init(words text: String) throws(RenderError) {
    self.init()
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " }
      if rest.isEmpty { return }
      let name = rest.prefix { $0 != "=" && $0 != " " }
      guard rest.dropFirst(name.count).first == "=" else { throw Self.unreadable(String(name)) }
      let value = rest.dropFirst(name.count + 1)
      // Folders may have spaces in their names.
      let word = name == "root" ? value : value.prefix { $0 != " " }
      try set(String(name), to: String(word))
      rest = value.dropFirst(word.count)
    }
  }

  /// Sets one limit by its word.
  ///
  /// - Throws: `invalidArgument` for a word that is none, and a number that is below 1 or no whole one.
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

  /// Holds a source to the limits: by what its header said.
  func check(_ source: Source) throws(RenderError) {
    guard let file = source.file else { return }
    try imageResult { () throws(CodecError) in
      try check(
        Demand(
          name: source.label, width: source.width, height: source.height, bytesPerPixel: source.format.bytesPerPixel,
          wholeByteCount: source.wholeByteCount, fileByteCount: file.byteCount))
    }
    guard let rootFolder, let url = file.url else { return }
    let (place, root) = (url.resolvingSymlinksInPath().path, rootFolder.resolvingSymlinksInPath().path)
    guard place.hasPrefix(root == "/" ? root : root + "/") else {
      throw .image("\(url.path): there is no such file in the folder that images may come from")
    }
  }
}
