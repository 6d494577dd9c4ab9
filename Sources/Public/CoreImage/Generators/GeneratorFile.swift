import Foundation

/// A generator as a file: JSON with its filters as archives of filters are, connections and exported keys by the
/// filters' numbers. Of attributes texts and numbers are kept.
enum GeneratorFile {
  private struct Contents: Codable {
    var generator = 1
    var filters: [ArchivedFilter]
    var connections: [FilterGraph.Connection]
    var exports: [Export]
    var attributes: [String: ArchivedFilterValue]
  }

  private struct Export: Codable {
    var name: String
    var key: String
    var filter: Int
    var attributes: [String: ArchivedFilterValue]
  }

  /// Why a file is no generator, or a generator no file.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// More than any generator that people connect.
  private static let byteLimit = 1 << 24

  static func write(_ graph: FilterGraph, to url: URL, atomically: Bool) throws {
    let filters = graph.filters.map(ArchivedFilter.init)
    if let unknown = zip(graph.filters, filters).first(where: { $1.filter == nil && $1.registered == nil }) {
      throw Failure(
        description: "\(unknown.0.name) is neither of the catalogue nor registered, so nobody could make it")
    }
    let exports = graph.exports.map {
      Export(
        name: $0.name, key: $0.key, filter: $0.filter, attributes: $0.attributes.compactMapValues(ArchivedFilterValue.init))
    }
    let contents = Contents(
      filters: filters, connections: graph.connections, exports: exports,
      attributes: graph.attributes.compactMapValues(ArchivedFilterValue.init))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(contents).write(to: url, options: atomically ? .atomic : [])
  }

  static func read(_ url: URL) throws -> FilterGraph {
    let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    guard size <= byteLimit else { throw Failure(description: "\(size) bytes; \(byteLimit) are allowed") }
    let contents = try JSONDecoder().decode(Contents.self, from: Data(contentsOf: url))
    guard contents.generator == 1 else { throw Failure(description: "version \(contents.generator) is not known") }
    let filters = try contents.filters.map { archived in
      guard let filter = archived.made else {
        throw Failure(description: "there is no filter \(archived.filter ?? archived.registered ?? archived.name)")
      }
      return filter
    }
    let exports = contents.exports.map {
      FilterGraph.Export(name: $0.name, key: $0.key, filter: $0.filter, attributes: $0.attributes.mapValues(\.object))
    }
    guard
      let graph = FilterGraph(filters, contents.connections, exports, contents.attributes.mapValues(\.object))
    else { throw Failure(description: "a connection names a filter that is not there") }
    return graph
  }
}
