/// A table that copies share but for what each of them adds, as `SharedPrefixList`: keys may be added and changed, never
/// removed.
struct SharedPrefixTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var kept: [Key: Value] = [:]
  private var added: [Key: Value] = [:]

  subscript(key: Key) -> Value? {
    get { added[key] ?? kept[key] }
    set { added[key] = newValue }
  }

  var keys: Set<Key> { Set(kept.keys).union(added.keys) }

  mutating func keep() {
    if kept.isEmpty { swap(&kept, &added) } else { kept.merge(added) { $1 } }
    added = [:]
  }
}
