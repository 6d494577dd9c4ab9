import CoreImage
import Foundation
import ImageFilters

let list = Subcommand(
  name: "list", summary: "the filters that there are", usage: "[--category C] [--json]",
  details: """
    C is a category of Core Image, with or without CICategory in front.

    examples
      citool list --category Blur
      citool list --json
    """
) { words in
  let arguments = try Arguments(words, valued: ["--category"], flags: ["--json"])
  guard arguments.words.isEmpty else { throw Failure.usage("\(arguments.words[0]) is not wanted here") }
  var filters = Catalogue.all
  if let name = arguments["--category"] {
    guard let category = Category(rawValue: name) ?? Category(rawValue: "CICategory" + name) else {
      let known = Category.allCases.map { $0.rawValue.dropFirst("CICategory".count) }.joined(separator: ", ")
      throw Failure.usage("there is no category \(name); there are \(known)")
    }
    filters = filters.filter { $0.categories.contains(category) }
  }
  if arguments.has("--json") {
    print(
      try jsonText(
        filters.map {
          [
            "name": $0.name, "displayName": $0.displayName, "summary": $0.summary,
            "categories": $0.categories.map(\.rawValue),
            "formula": filterComments[$0.name]?.mathematics ?? [], "sources": filterComments[$0.name]?.sources ?? [],
          ] as [String: Any]
        }))
  } else {
    let width = (filters.map(\.name.count).max() ?? 0) + 2
    for filter in filters {
      print(filter.name.padding(toLength: width, withPad: " ", startingAt: 0) + filter.summary)
    }
  }
}
