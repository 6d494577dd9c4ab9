import Foundation

/// The name of a font. Drawing text selects the font; if it is missing, the nearest installed font is used.
public final class CGFont: Sendable {
  /// The name that the initializer got.
  public var postScriptName: CFString? { name as NSString }
  let name: String

  /// Creates a font from a PostScript name or a family, for example `DejaVuSans-Bold`.
  public init?(_ name: CFString) {
    let name = name as String
    guard !name.isEmpty, name.utf8.count <= 1000 else { return nil }
    self.name = name
  }
}
