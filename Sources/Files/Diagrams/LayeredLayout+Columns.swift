extension LayeredLayout {
  /// Items that shall stand in one line, with their distances from its left end.
  private typealias Column = [(item: Int, offset: Double)]

  /// Least squares bend a long line a little everywhere; moving whole columns as far as there is room bends it once.
  mutating func straighten() {
    var place = Array(repeating: (row: 0, index: 0), count: items.count)
    for (row, members) in rows.enumerated() {
      for (index, item) in members.enumerated() { place[item] = (row, index) }
    }
    let above = Dictionary(grouping: parts, by: \.lower)
    let below = Dictionary(grouping: parts, by: \.upper)
    let columns = columns(above, below)
    for _ in 0..<8 {
      for column in columns {
        var (least, most) = (-Double.infinity, Double.infinity)
        var current = 0.0
        for (item, offset) in column {
          let row = rows[place[item].row]
          let index = place[item].index
          if index > 0 {
            let left = items[row[index - 1]]
            least = max(least, left.x + left.width + gap.x - offset)
          }
          if index + 1 < row.count {
            most = min(most, items[row[index + 1]].x - gap.x - items[item].width - offset)
          }
          current += (items[item].x - offset) / Double(column.count)
        }
        // Neighbours stand in the way of a straight line.
        if least > most { continue }
        let wanted = wantedPlace(of: column, above, below)
        let x = min(max(wanted ?? current, least), most)
        for (item, offset) in column { items[item].x = x + offset }
      }
    }
  }

  /// Chains of items that are joined one to one.
  private func columns(_ above: [Int: [Part]], _ below: [Int: [Part]]) -> [Column] {
    /// The only link down from an item, if it is the only one up from where it leads.
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

  /// Where the links of a column's ends come out straight: those on the side with more of them, else those below.
  private func wantedPlace(of column: Column, _ above: [Int: [Part]], _ below: [Int: [Part]]) -> Double? {
    func mean(_ pulls: [Double]) -> Double? { pulls.isEmpty ? nil : pulls.reduce(0, +) / Double(pulls.count) }
    let (top, bottom) = (column[0].item, column[column.count - 1])
    let up = (above[top] ?? []).map { items[$0.upper].x + $0.upperX - $0.lowerX }
    let down = (below[bottom.item] ?? []).map { items[$0.lower].x + $0.lowerX - $0.upperX - bottom.offset }
    return up.count > down.count ? mean(up) : mean(down) ?? mean(up)
  }
}
