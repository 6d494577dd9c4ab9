import Foundation

/// Filters and the connections between them.
struct FilterGraph {
  struct Connection: Hashable, Codable {
    /// The index of a filter.
    var source: Int
    var sourceKey: String
    var target: Int
    var targetKey: String
  }

  struct Export {
    var name: String
    var key: String
    var filter: Int
    var attributes: [String: Any] = [:]
  }

  private(set) var filters: [CIFilter] = []
  private(set) var connections: [Connection] = []
  var exports: [Export] = []
  var attributes: [String: Any] = [:]

  init() {}

  /// Returns nil if an index is out of range.
  init?(_ filters: [CIFilter], _ connections: [Connection], _ exports: [Export], _ attributes: [String: Any]) {
    let indices = connections.flatMap { [$0.source, $0.target] } + exports.map(\.filter)
    guard indices.allSatisfy(filters.indices.contains) else { return nil }
    (self.filters, self.connections, self.exports, self.attributes) = (filters, connections, exports, attributes)
  }

  /// Returns the index of a filter, which is added if it is not in the graph.
  @discardableResult mutating func add(_ filter: CIFilter) -> Int {
    if let index = filters.firstIndex(where: { $0 === filter }) { return index }
    filters.append(filter)
    return filters.count - 1
  }

  mutating func connect(_ source: CIFilter, _ sourceKey: String, _ target: CIFilter, _ targetKey: String) {
    let (from, to) = (add(source), add(target))
    connections.removeAll { $0.target == to && $0.targetKey == targetKey }
    connections.append(Connection(source: from, sourceKey: sourceKey, target: to, targetKey: targetKey))
  }

  mutating func disconnect(_ source: CIFilter, _ sourceKey: String, _ target: CIFilter, _ targetKey: String) {
    let (from, to) = (filters.firstIndex { $0 === source }, filters.firstIndex { $0 === target })
    connections.removeAll {
      $0.source == from && $0.sourceKey == sourceKey && $0.target == to && $0.targetKey == targetKey
    }
  }

  /// Returns false if the name is already exported.
  mutating func export(_ key: String, of filter: CIFilter, as name: String) -> Bool {
    guard !exports.contains(where: { $0.name == name }) else { return false }
    exports.append(Export(name: name, key: key, filter: add(filter)))
    return true
  }

  /// The graph with copies of all filters.
  var copied: FilterGraph {
    var copy = self
    copy.filters = filters.map { $0.copy() as? CIFilter ?? $0 }
    return copy
  }

  /// Returns an output of a filter after its connected inputs are evaluated. Returns nil for a cycle.
  func output(_ key: String, of filter: Int) -> Any? {
    var state: [Int: Bool] = [:]
    return isReady(filter, &state) ? filters[filter].value(forKey: key) : nil
  }

  /// Sets the connected inputs of a filter and of all filters before it. Returns false for a cycle.
  private func isReady(_ filter: Int, _ state: inout [Int: Bool]) -> Bool {
    if let isEvaluated = state[filter] { return isEvaluated }
    state[filter] = false
    for connection in connections where connection.target == filter {
      guard isReady(connection.source, &state) else { return false }
      filters[filter].setValue(
        filters[connection.source].value(forKey: connection.sourceKey), forKey: connection.targetKey)
    }
    state[filter] = true
    return true
  }
}
