/// A table whose copies share common entries, like `SharedPrefixList`. Keys can be added and changed, but not removed.
struct SharedPrefixTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var shared: [Key: Value] = [:]
  private var added: [Key: Value] = [:]

  subscript(key: Key) -> Value? {
    get { added[key] ?? shared[key] }
    set { added[key] = newValue }
  }

  var keys: Set<Key> { Set(shared.keys).union(added.keys) }

  mutating func share() {
    if shared.isEmpty { swap(&shared, &added) } else { shared.merge(added) { $1 } }
    added = [:]
  }
}
