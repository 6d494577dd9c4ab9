/// A list that copies share but for what each of them adds: to add to a copy of a long one costs no copy of it.
struct GrownList<Element: Sendable>: Sendable {
  private var kept: [Element] = []
  private var added: [Element] = []

  var count: Int { kept.count + added.count }

  subscript(index: Int) -> Element { index < kept.count ? kept[index] : added[index - kept.count] }

  mutating func append(_ element: Element) { added.append(element) }

  /// What is there now is what copies share.
  mutating func keep() {
    if kept.isEmpty { swap(&kept, &added) } else { kept += added }
    added = []
  }
}

/// The same as a table: keys may be added and changed, never removed.
struct GrownTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
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
