import Foundation

/// The file format of a generator: JSON with its filters in archived form, connections, and exported keys by the
/// filters' indices. Attributes other than texts and numbers are omitted.
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

  /// An error of reading or writing a generator.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The size limit of a file, above that of realistic generators.
  private static let byteLimit = 1 << 24

  static func write(_ graph: FilterGraph, to url: URL, atomically: Bool) throws {
    let filters = graph.filters.map(ArchivedFilter.init)
    if let unknown = zip(graph.filters, filters).first(where: { $1.filter == nil && $1.registered == nil }) {
      throw Failure(
        description: "\(unknown.0.name) is neither in the catalogue nor registered, so it could not be read again")
    }
    let exports = graph.exports.map {
      Export(
        name: $0.name, key: $0.key, filter: $0.filter,
        attributes: $0.attributes.compactMapValues(ArchivedFilterValue.init))
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
    guard size <= byteLimit else { throw Failure(description: "the file has \(size) bytes; \(byteLimit) are allowed") }
    let contents = try JSONDecoder().decode(Contents.self, from: Data(contentsOf: url))
    guard contents.generator == 1 else { throw Failure(description: "version \(contents.generator) is not supported") }
    let filters = try contents.filters.map { archived in
      guard let filter = archived.makeFilter() else {
        throw Failure(description: "there is no filter \(archived.filter ?? archived.registered ?? archived.name)")
      }
      return filter
    }
    let exports = contents.exports.map {
      FilterGraph.Export(name: $0.name, key: $0.key, filter: $0.filter, attributes: $0.attributes.mapValues(\.object))
    }
    guard
      let graph = FilterGraph(filters, contents.connections, exports, contents.attributes.mapValues(\.object))
    else { throw Failure(description: "a connection or an exported key refers to a missing filter") }
    return graph
  }
}
