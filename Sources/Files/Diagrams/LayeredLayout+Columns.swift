extension LayeredLayout {
  /// Items to be aligned vertically, with their offsets from the left end of the line.
  private typealias Column = [(item: Int, offset: Double)]

  /// Straightens long lines. Least squares bend a long line slightly everywhere; moving whole columns as far as there
  /// is space bends it once.
  mutating func straighten() {
    var location = Array(repeating: (row: 0, index: 0), count: items.count)
    for (row, members) in rows.enumerated() {
      for (index, item) in members.enumerated() { location[item] = (row, index) }
    }
    let above = Dictionary(grouping: parts, by: \.lower)
    let below = Dictionary(grouping: parts, by: \.upper)
    let columns = columns(above, below)
    for _ in 0..<8 {
      for column in columns {
        var (least, most) = (-Double.infinity, Double.infinity)
        var current = 0.0
        for (item, offset) in column {
          let row = rows[location[item].row]
          let index = location[item].index
          if index > 0 {
            let left = items[row[index - 1]]
            least = max(least, left.x + left.width + gap.x - offset)
          }
          if index + 1 < row.count {
            most = min(most, items[row[index + 1]].x - gap.x - items[item].width - offset)
          }
          current += (items[item].x - offset) / Double(column.count)
        }
        // Neighbours prevent a straight line.
        if least > most { continue }
        let target = targetX(of: column, above, below)
        let x = min(max(target ?? current, least), most)
        for (item, offset) in column { items[item].x = x + offset }
      }
    }
  }

  /// Returns the chains of items that are linked one to one.
  private func columns(_ above: [Int: [Part]], _ below: [Int: [Part]]) -> [Column] {
    /// Returns the only link down from an item, if it is the only link up from its other end.
    func next(_ item: Int) -> Part? {
      guard let links = below[item], links.count == 1, above[links[0].lower]?.count == 1 else { return nil }
      return links[0]
    }
    return items.indices.filter { item in above[item]?.count != 1 || next(above[item]![0].upper) == nil }.map { top in
      var column: Column = [(top, 0)]
      while let part = next(column[column.count - 1].item) {
        column.append((part.lower, column[column.count - 1].offset + part.upperX - part.lowerX))
      }
      return column
    }
  }

  /// Returns the position at which the links of a column's ends are straight: those on the side with more links,
  /// otherwise those below.
  private func targetX(of column: Column, _ above: [Int: [Part]], _ below: [Int: [Part]]) -> Double? {
    func mean(_ pulls: [Double]) -> Double? { pulls.isEmpty ? nil : pulls.reduce(0, +) / Double(pulls.count) }
    let (top, bottom) = (column[0].item, column[column.count - 1])
    let up = (above[top] ?? []).map { items[$0.upper].x + $0.upperX - $0.lowerX }
    let down = (below[bottom.item] ?? []).map { items[$0.lower].x + $0.lowerX - $0.upperX - bottom.offset }
    return up.count > down.count ? mean(up) : mean(down) ?? mean(up)
  }
}
