/// An attribute of an image that does not affect its pixels.
package enum ImageFileProperty: Hashable, Sendable {
  case number(Double)
  case text(String)
}
