import Foundation

/// The name of a font, for text. Whether there is such a font is found out when text is drawn; the nearest one that is
/// installed is taken.
public final class CGFont: Sendable {
  /// As it was given.
  public var postScriptName: CFString? { name as NSString }
  let name: String

  /// A font by a PostScript name or a family, for example `DejaVuSans-Bold`.
  public init?(_ name: CFString) {
    let name = name as String
    guard !name.isEmpty, name.utf8.count <= 1000 else { return nil }
    self.name = name
  }
}
