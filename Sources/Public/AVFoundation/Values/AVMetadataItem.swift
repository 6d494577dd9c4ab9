import CoreMedia
import Foundation

/// A metadata key that is common to all file types.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The title.
  public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
  /// The performer.
  public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
  /// The author or composer.
  public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
  /// The album.
  public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
  /// A description of the content.
  public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
  /// The creation date.
  public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
  /// The copyright.
  public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
  /// The software that wrote the file.
  public static let commonKeySoftware = AVMetadataKey(rawValue: "software")

  /// FFmpeg's names of the keys.
  fileprivate static let names: [AVMetadataKey: String] = [
    .commonKeyTitle: "title", .commonKeyArtist: "artist", .commonKeyCreator: "composer", .commonKeyAlbumName: "album",
    .commonKeyDescription: "comment", .commonKeyCreationDate: "creation_time", .commonKeyCopyrights: "copyright",
    .commonKeySoftware: "encoder",
  ]
}

/// A key with its key space: `common/title`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The title.
  public static let commonIdentifierTitle = AVMetadataIdentifier(.commonKeyTitle)
  /// The performer.
  public static let commonIdentifierArtist = AVMetadataIdentifier(.commonKeyArtist)
  /// The author or composer.
  public static let commonIdentifierCreator = AVMetadataIdentifier(.commonKeyCreator)
  /// The album.
  public static let commonIdentifierAlbumName = AVMetadataIdentifier(.commonKeyAlbumName)
  /// A description of the content.
  public static let commonIdentifierDescription = AVMetadataIdentifier(.commonKeyDescription)
  /// The creation date.
  public static let commonIdentifierCreationDate = AVMetadataIdentifier(.commonKeyCreationDate)
  /// The copyright.
  public static let commonIdentifierCopyrights = AVMetadataIdentifier(.commonKeyCopyrights)
  /// The software that wrote the file.
  public static let commonIdentifierSoftware = AVMetadataIdentifier(.commonKeySoftware)

  fileprivate init(_ key: AVMetadataKey) { self.init(rawValue: "common/\(key.rawValue)") }
}

/// A metadata item of a file. Items of this class are immutable.
open class AVMetadataItem: @unchecked Sendable {
  fileprivate var ownIdentifier: AVMetadataIdentifier?
  fileprivate var ownValue: String?

  fileprivate init(_ identifier: AVMetadataIdentifier?, _ value: String?) {
    (ownIdentifier, ownValue) = (identifier, value)
  }

  /// The identifier: `common/title`, or `file/NAME` with FFmpeg's name of a key that is not common.
  public var identifier: AVMetadataIdentifier? { ownIdentifier }
  /// The common key; nil for other identifiers.
  public var commonKey: AVMetadataKey? {
    guard let parts = identifier?.rawValue.split(separator: "/", maxSplits: 1), parts.count == 2, parts[0] == "common"
    else { return nil }
    return AVMetadataKey(rawValue: String(parts[1]))
  }
  /// The value as a string.
  public var stringValue: String? { ownValue }
  /// The value as an object.
  public var value: (any NSCopying & NSObjectProtocol)? { ownValue.map { NSString(string: $0) } }

  /// Returns the items with this identifier.
  public class func metadataItems(
    from items: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    items.filter { $0.identifier == identifier }
  }
}

/// A metadata item that an app writes, see ``AVAssetExportSession/metadata``. For one thread at a time.
public final class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  /// Creates an empty item.
  public init() { super.init(nil, nil) }

  public override var identifier: AVMetadataIdentifier? {
    get { ownIdentifier }
    set { ownIdentifier = newValue }
  }
  public override var stringValue: String? {
    get { ownValue }
    set { ownValue = newValue }
  }
  /// The value as an object; objects other than strings are replaced by their descriptions.
  public override var value: (any NSCopying & NSObjectProtocol)? {
    get { ownValue.map { NSString(string: $0) } }
    set { ownValue = newValue.map { ($0 as? NSString).map { "\($0)" } ?? $0.description } }
  }
}

extension AVMetadataItem {
  /// Returns items for a file's tags, sorted by their names.
  static func items(_ tags: [String: String]) -> [AVMetadataItem] {
    let common = Dictionary(uniqueKeysWithValues: AVMetadataKey.names.map { ($1, $0) })
    return tags.sorted { $0.key < $1.key }.map { name, text in
      let key = common[name.lowercased()]
      let identifier = key.map { AVMetadataIdentifier($0) } ?? AVMetadataIdentifier(rawValue: "file/\(name)")
      return AVMetadataItem(identifier, text)
    }
  }

  /// The tag with FFmpeg's name; nil if the item has no identifier or value.
  var tag: (name: String, text: String)? {
    guard let text = stringValue, let identifier else { return nil }
    if let key = commonKey { return (AVMetadataKey.names[key] ?? key.rawValue, text) }
    return (identifier.rawValue.split(separator: "/", maxSplits: 1).last.map(String.init) ?? identifier.rawValue, text)
  }
}
