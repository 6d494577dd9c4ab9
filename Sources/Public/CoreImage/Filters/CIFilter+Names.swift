import Foundation
import ImageFilters

extension CIFilter {
  /// Returns the names of the filters that are in all of these categories, in alphabetical order, including registered
  /// ones. Nil: all filters.
  public class func filterNames(inCategories categories: [String]?) -> [String] {
    let requiredCategories = Set(categories ?? [])
    let builtin = Catalogue.all.filter { requiredCategories.isSubset(of: $0.categories.map(\.rawValue)) }.map(\.name)
    let registered = FilterRegistry.all.filter { requiredCategories.isSubset(of: $0.categories) }.map(\.name)
    return (builtin + registered).sorted()
  }

  /// Returns the names of the filters of a category, in alphabetical order. Nil: all filters.
  public class func filterNames(inCategory category: String?) -> [String] {
    filterNames(inCategories: category.map { [$0] })
  }

  /// Returns the name of a filter for display: `Gaussian Blur`. Returns nil if there is no such filter.
  public class func localizedName(forFilterName filterName: String) -> String? {
    if let definition = Catalogue.filter(named: filterName) { return definition.displayName }
    return FilterRegistry.entry(filterName).map { $0.attributes[kCIAttributeFilterDisplayName] as? String ?? $0.name }
  }

  /// Returns the name of a category for display: `Color Adjustment`. An unknown category is returned unchanged.
  public class func localizedName(forCategory category: String) -> String {
    switch category {
    case kCICategoryBuiltIn: "Built-In"
    case kCICategoryNonSquarePixels: "Non-Square Pixels"
    case Category.xmpSerializable.rawValue: "XMP Serializable"
    default: category.hasPrefix("CICategory") ? words(String(category.dropFirst(10))) : category
    }
  }

  /// Returns one sentence about the filter. Returns nil if there is no such filter.
  public class func localizedDescription(forFilterName filterName: String) -> String? {
    Catalogue.filter(named: filterName)?.summary
      ?? FilterRegistry.entry(filterName)?.attributes[kCIAttributeDescription] as? String
  }

  /// Returns the documentation URL of a registered filter, if its attributes have one. Catalogue filters have no fixed
  /// URL.
  public class func localizedReferenceDocumentation(forFilterName filterName: String) -> URL? {
    FilterRegistry.entry(filterName)?.attributes[kCIAttributeReferenceDocumentation] as? URL
  }
}

/// Returns `Color Adjustment` for `ColorAdjustment`.
private func words(_ name: String) -> String {
  name.reduce(into: "") { text, letter in
    if letter.isUppercase, !text.isEmpty { text.append(" ") }
    text.append(letter)
  }
}

/// The longest name, in bytes, for which similar names are searched.
private let maxTypoLength = 64

/// Returns the names of filters most similar to an unknown one: at most three, best first. Names that contain the text
/// come first, or mistyped names if there are none, then filters whose summary contains the text as a word.
func nearestFilters(to name: String, among names: [String]) -> [String] {
  let typed = name.lowercased()
  let word = typed.hasPrefix("ci") ? String(typed.dropFirst(2)) : typed
  guard (3...maxTypoLength).contains(word.utf8.count) else { return nearestNames(to: name, among: names) }
  let containing = names.filter { $0.lowercased().contains(word) }.sorted { ($0.count, $0) < ($1.count, $1) }
  let meaning = names.filter { name in
    let summary = CIFilter.localizedDescription(forFilterName: name)?.lowercased() ?? ""
    return summary.split { !$0.isLetter && !$0.isNumber }.contains { $0 == word }
  }
  var result: [String] = []
  let similar = containing.isEmpty ? nearestNames(to: name, among: names) : containing
  for name in similar + meaning where !result.contains(name) { result.append(name) }
  return Array(result.prefix(3))
}

/// Returns the names most similar to a mistyped one: at most three, best first; none if no name is similar.
func nearestNames(to name: String, among names: [String]) -> [String] {
  // No name is similar to a text that is longer than all names; the search time would grow with the text.
  guard name.utf8.count <= maxTypoLength else { return [] }
  let typed = Array(name.lowercased())
  // At least one letter must match.
  let maxDistance = Swift.min(Swift.max(3, typed.count / 3), typed.count - 1)
  let ranked = names.map { candidate in
    let full = editDistance(typed, Array(candidate.lowercased()))
    // The prefix is often omitted.
    let letters = Array((candidate.hasPrefix("CI") ? candidate.dropFirst(2) : candidate[...]).lowercased())
    let bare = editDistance(typed, letters)
    // The beginning of a longer name.
    let start = editDistance(typed, Array(letters.prefix(typed.count + 1))) + 1
    return (candidate, distance: Swift.min(full, bare, start))
  }
  return ranked.filter { $0.distance <= maxDistance }
    .sorted { ($0.distance, $0.0) < ($1.distance, $1.0) }.prefix(3).map(\.0)
}

/// Returns the Levenshtein distance: the number of letters to add, remove or change (Levenshtein 1966).
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
