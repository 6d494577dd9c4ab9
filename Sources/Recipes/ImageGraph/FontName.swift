/// A font name of Apple's systems, translated to Pango's families, weight and slant.
package struct FontName {
  package let families: String
  package let weight: String
  package let isItalic: Bool

  private static let weights = [
    ("UltraLight", "ultralight"), ("Thin", "thin"), ("Light", "light"), ("Medium", "medium"), ("SemiBold", "semibold"),
    ("DemiBold", "semibold"), ("Heavy", "heavy"), ("Black", "heavy"), ("Bold", "bold"),
  ]

  package init(_ name: String) {
    let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let style = parts.count > 1 ? parts[1] : ""
    weight = Self.weights.first { style.contains($0.0) }?.1 ?? "normal"
    isItalic = style.contains("Italic") || style.contains("Oblique")
    // `HelveticaNeue` becomes `Helvetica Neue`. Commas separate families.
    var words = ""
    for letter in parts[0] where letter != "," {
      if letter.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
      words.append(letter)
    }
    let metric =
      words.hasPrefix("Helvetica") || words.isEmpty ? ["Helvetica", "Nimbus Sans", "Liberation Sans", "Arial"] : []
    families = ([words.isEmpty ? "Helvetica Neue" : words] + metric + ["sans-serif"]).joined(separator: ",")
  }
}
