/// Returns the name with the smallest edit distance to `name`, or nil if all differ by more than two edits.
func nearestName(to name: String, in names: [String]) -> String? {
  let letters = Array(name.utf8.prefix(40))
  var best: (name: String, distance: Int)?
  for other in names.sorted() where abs(other.utf8.count - letters.count) <= 2 {
    let distance = editDistance(letters, Array(other.utf8))
    if distance < best?.distance ?? 3 { best = (other, distance) }
  }
  return best.flatMap { $0.distance < letters.count ? $0.name : nil }
}

/// Returns the Levenshtein distance of two names.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var corner = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let changed = corner + (letter == other ? 0 : 1)
      corner = row[j + 1]
      row[j + 1] = min(changed, row[j] + 1, corner + 1)
    }
  }
  return row[b.count]
}
