/// A list that copies share but for what each of them adds: to add to a copy of a long one costs no copy of it.
struct SharedPrefixList<Element: Sendable>: Sendable {
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
