import CoreMedia
import Foundation

/// What a text of a file is about, whatever the kind of file calls it.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What it is called.
  public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
  /// Who plays.
  public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
  /// Who wrote it.
  public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
  /// What it belongs to.
  public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
  /// What it is about.
  public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
  /// When it was made.
  public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
  /// Whose it is.
  public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
  /// What wrote the file.
  public static let commonKeySoftware = AVMetadataKey(rawValue: "software")

  /// FFmpeg's names of them.
  fileprivate static let names: [AVMetadataKey: String] = [
    .commonKeyTitle: "title", .commonKeyArtist: "artist", .commonKeyCreator: "composer", .commonKeyAlbumName: "album",
    .commonKeyDescription: "comment", .commonKeyCreationDate: "creation_time", .commonKeyCopyrights: "copyright",
    .commonKeySoftware: "encoder",
  ]
}

/// A key and the space that it is of: `common/title`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What it is called.
  public static let commonIdentifierTitle = AVMetadataIdentifier(.commonKeyTitle)
  /// Who plays.
  public static let commonIdentifierArtist = AVMetadataIdentifier(.commonKeyArtist)
  /// Who wrote it.
  public static let commonIdentifierCreator = AVMetadataIdentifier(.commonKeyCreator)
  /// What it belongs to.
  public static let commonIdentifierAlbumName = AVMetadataIdentifier(.commonKeyAlbumName)
  /// What it is about.
  public static let commonIdentifierDescription = AVMetadataIdentifier(.commonKeyDescription)
  /// When it was made.
  public static let commonIdentifierCreationDate = AVMetadataIdentifier(.commonKeyCreationDate)
  /// Whose it is.
  public static let commonIdentifierCopyrights = AVMetadataIdentifier(.commonKeyCopyrights)
  /// What wrote the file.
  public static let commonIdentifierSoftware = AVMetadataIdentifier(.commonKeySoftware)

  fileprivate init(_ key: AVMetadataKey) { self.init(rawValue: "common/\(key.rawValue)") }
}

/// A text that a file says of itself. Those of this class do not change.
open class AVMetadataItem: @unchecked Sendable {
  fileprivate var ownIdentifier: AVMetadataIdentifier?
  fileprivate var ownValue: String?

  fileprivate init(_ identifier: AVMetadataIdentifier?, _ value: String?) {
    (ownIdentifier, ownValue) = (identifier, value)
  }

  /// What it is about: `common/title`, or `file/NAME` by the name that FFmpeg has of it.
  public var identifier: AVMetadataIdentifier? { ownIdentifier }
  /// What it is about, where all kinds of files have such; else nil.
  public var commonKey: AVMetadataKey? {
    guard let parts = identifier?.rawValue.split(separator: "/", maxSplits: 1), parts.count == 2, parts[0] == "common"
    else { return nil }
    return AVMetadataKey(rawValue: String(parts[1]))
  }
  /// The text.
  public var stringValue: String? { ownValue }
  /// The text as an object.
  public var value: (any NSCopying & NSObjectProtocol)? { ownValue.map { NSString(string: $0) } }

  /// Those of a list that have this identifier.
  public class func metadataItems(
    from items: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    items.filter { $0.identifier == identifier }
  }
}

/// A text that an app says of a file, see ``AVAssetExportSession/metadata``. For one thread at a time.
public final class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  /// Without anything in it.
  public init() { super.init(nil, nil) }

  public override var identifier: AVMetadataIdentifier? {
    get { ownIdentifier }
    set { ownIdentifier = newValue }
  }
  public override var stringValue: String? {
    get { ownValue }
    set { ownValue = newValue }
  }
  /// The text as an object; objects of other kinds become their descriptions.
  public override var value: (any NSCopying & NSObjectProtocol)? {
    get { ownValue.map { NSString(string: $0) } }
    set { ownValue = newValue.map { ($0 as? NSString).map { "\($0)" } ?? $0.description } }
  }
}

extension AVMetadataItem {
  /// The items of a file's tags, by their names.
  static func items(_ tags: [String: String]) -> [AVMetadataItem] {
    let common = Dictionary(uniqueKeysWithValues: AVMetadataKey.names.map { ($1, $0) })
    return tags.sorted { $0.key < $1.key }.map { name, text in
      let known = common[name.lowercased()]
      let identifier = known.map { AVMetadataIdentifier($0) } ?? AVMetadataIdentifier(rawValue: "file/\(name)")
      return AVMetadataItem(identifier, text)
    }
  }

  /// FFmpeg's name of what it is about; nil where it says nothing.
  var tag: (name: String, text: String)? {
    guard let text = stringValue, let identifier else { return nil }
    if let key = commonKey { return (AVMetadataKey.names[key] ?? key.rawValue, text) }
    return (identifier.rawValue.split(separator: "/", maxSplits: 1).last.map(String.init) ?? identifier.rawValue, text)
  }
}
