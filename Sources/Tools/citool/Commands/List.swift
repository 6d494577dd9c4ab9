import CommandLineSupport
import CoreImage
import Foundation
import ImageFilters

let list = Subcommand(
  name: "list", summary: "lists filters", usage: "[WORD…] [OPTIONS]",
  details: """
    With words, lists the filters that have all of them in name, summary or category. The case of letters is ignored.

    examples
      citool list blur
      citool list --category Blur
      citool list --json
    """,
  options: [
    Option(
      "--category", "C", "category of Core Image, with or without the prefix CICategory",
      .words(Category.allCases.map { String($0.rawValue.dropFirst("CICategory".count)) })),
    Option("--names", "prints only the names, a line each"),
    Option("--json", "prints names, summaries, categories, formulas, their sources and an example as JSON"),
  ]
) { arguments in
  var filters = Catalogue.all
  if let name = arguments["--category"] {
    guard let category = Category(rawValue: name) ?? Category(rawValue: "CICategory" + name) else {
      let names = Category.allCases.map { $0.rawValue.dropFirst("CICategory".count) }.joined(separator: ", ")
      throw CommandFailure.usage("unknown category \(name); the categories are \(names)")
    }
    filters = filters.filter { $0.categories.contains(category) }
  }
  let words = arguments.words.map { $0.lowercased() }
  filters = filters.filter { filter in
    let text = ([filter.name, filter.displayName, filter.summary] + filter.categories.map(\.rawValue)).joined(
      separator: " ")
    return words.allSatisfy { text.lowercased().contains($0) }
  }
  guard !filters.isEmpty else {
    throw CommandFailure.failed(
      "no filter has \(arguments.words.joined(separator: " and ")) in its name, summary or category")
  }
  if arguments.has("--names") {
    print(filters.map(\.name).joined(separator: "\n"))
  } else if arguments.has("--json") {
    print(
      try jsonText(
        filters.map {
          [
            "name": $0.name, "displayName": $0.displayName, "summary": $0.summary,
            "categories": $0.categories.map(\.rawValue),
            "formula": filterComments[$0.name]?.mathematics ?? [], "sources": filterComments[$0.name]?.sources ?? [],
            "example": ExampleCommand($0)?.text ?? "",
          ] as [String: Any]
        }))
  } else {
    let width = (filters.map(\.name.count).max() ?? 0) + 2
    for filter in filters {
      print(filter.name.padding(toLength: width, withPad: " ", startingAt: 0) + filter.summary)
    }
  }
}
