/// A stand-in until the colour target is written.
package struct ColorSpace: Hashable, Sendable {
  package let name: String
  package static let sRGB = ColorSpace(name: "kCGColorSpaceSRGB")
}
