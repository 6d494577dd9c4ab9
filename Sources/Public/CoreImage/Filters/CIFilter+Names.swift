import Foundation
import ImageFilters

extension CIFilter {
  /// The filters that are in all of these categories, in alphabetical order; nil: every filter. Registered ones are
  /// among them.
  public class func filterNames(inCategories categories: [String]?) -> [String] {
    let wanted = Set(categories ?? [])
    let builtin = Catalogue.all.filter { wanted.isSubset(of: $0.categories.map(\.rawValue)) }.map(\.name)
    let registered = FilterRegistry.all.filter { wanted.isSubset(of: $0.categories) }.map(\.name)
    return (builtin + registered).sorted()
  }

  /// The filters of a category, in alphabetical order; nil: every filter.
  public class func filterNames(inCategory category: String?) -> [String] {
    filterNames(inCategories: category.map { [$0] })
  }

  /// For people: `Gaussian Blur`. Nil when there is no such filter.
  public class func localizedName(forFilterName filterName: String) -> String? {
    if let definition = Catalogue.filter(named: filterName) { return definition.displayName }
    return FilterRegistry.entry(filterName).map { $0.attributes[kCIAttributeFilterDisplayName] as? String ?? $0.name }
  }

  /// For people: `Color Adjustment`. A category that is not known comes back as it is.
  public class func localizedName(forCategory category: String) -> String {
    switch category {
    case kCICategoryBuiltIn: "Built-In"
    case kCICategoryNonSquarePixels: "Non-Square Pixels"
    case Category.xmpSerializable.rawValue: "XMP Serializable"
    default: category.hasPrefix("CICategory") ? words(String(category.dropFirst(10))) : category
    }
  }

  /// One sentence on what the filter does. Nil when there is no such filter.
  public class func localizedDescription(forFilterName filterName: String) -> String? {
    Catalogue.filter(named: filterName)?.summary
      ?? FilterRegistry.entry(filterName)?.attributes[kCIAttributeDescription] as? String
  }

  /// Of a registered filter, when its attributes have one; filters of the catalogue have pages, but at no fixed place.
  public class func localizedReferenceDocumentation(forFilterName filterName: String) -> URL? {
    FilterRegistry.entry(filterName)?.attributes[kCIAttributeReferenceDocumentation] as? URL
  }
}

/// `Color Adjustment` for `ColorAdjustment`.
private func words(_ name: String) -> String {
  name.reduce(into: "") { text, letter in
    if letter.isUppercase, !text.isEmpty { text.append(" ") }
    text.append(letter)
  }
}

/// Bytes of a mistyped name.
private let longestTypo = 64

/// The names that look most like a mistyped one: at most three, nearest first; none when nothing is near.
func nearestNames(to name: String, among names: [String]) -> [String] {
  // Nothing is near a text that is longer than every name, and looking would take as long as the text is.
  guard name.utf8.count <= longestTypo else { return [] }
  let typed = Array(name.lowercased())
  // At least one letter has to be right.
  let reach = Swift.min(Swift.max(3, typed.count / 3), typed.count - 1)
  let ranked = names.map { candidate in
    let full = editDistance(typed, Array(candidate.lowercased()))
    // People forget the prefix.
    let bare = candidate.hasPrefix("CI") ? editDistance(typed, Array(candidate.dropFirst(2).lowercased())) : full
    return (candidate, distance: Swift.min(full, bare))
  }
  return ranked.filter { $0.distance <= reach }
    .sorted { ($0.distance, $0.0) < ($1.distance, $1.0) }.prefix(3).map(\.0)
}

/// How many letters have to be added, dropped or changed (Levenshtein 1966).
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for j in b.indices {
      let changed = diagonal + (letter == b[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = Swift.min(changed, row[j] + 1, diagonal + 1)
    }
  }
  return row[b.count]
}
