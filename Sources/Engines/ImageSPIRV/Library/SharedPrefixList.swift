/// A list whose copies share a common prefix: appending to a copy does not copy the prefix.
struct SharedPrefixList<Element: Sendable>: Sendable {
  private var shared: [Element] = []
  private var added: [Element] = []

  var count: Int { shared.count + added.count }

  subscript(index: Int) -> Element { index < shared.count ? shared[index] : added[index - shared.count] }

  mutating func append(_ element: Element) { added.append(element) }

  /// Makes all present elements the prefix that copies share.
  mutating func share() {
    if shared.isEmpty { swap(&shared, &added) } else { shared += added }
    added = []
  }
}
