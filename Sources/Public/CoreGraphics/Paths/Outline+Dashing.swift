extension Outline {
  /// Returns the dashes along the outline, each as a subpath. Curves stay curves.
  ///
  /// - Parameters:
  ///   - lengths: dash, gap, dash, gap …; an odd number of lengths is repeated twice. If a length is negative or no
  ///     length is above 0, the outline is returned unchanged.
  ///   - phase: the offset into the pattern at which each subpath begins.
  ///   - maximum: the maximum number of dashes, above which they are too fine to be visible and the outline is returned
  ///     unchanged.
  package func dashed(phase: Double, lengths pattern: [Double], maximum: Int = 100_000) -> Outline {
    let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    let period = lengths.reduce(0, +)
    guard period > 0, period.isFinite, phase.isFinite, lengths.allSatisfy({ $0 >= 0 }) else { return self }
    let subpaths = subpaths
    let total = subpaths.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.length() } }
    guard total / period * Double(lengths.count) <= Double(maximum) else { return self }
    var result = Outline()
    for subpath in subpaths { result.addDashes(of: subpath, lengths, into: period, phase) }
    return result
  }

  private mutating func addDashes(of subpath: Subpath, _ lengths: [Double], into period: Double, _ phase: Double) {
    var offset = phase.truncatingRemainder(dividingBy: period)
    if offset < 0 { offset += period }
    var index = 0
    while offset >= lengths[index] {
      offset -= lengths[index]
      index = (index + 1) % lengths.count
    }
    var remaining = lengths[index] - offset
    let beganInside = index % 2 == 0
    let firstElement = elements.count
    var isDrawing = false
    for segment in subpath.segments {
      let length = segment.length()
      guard length > 0 else { continue }
      var (position, t) = (0.0, 0.0)
      while position < length {
        let endsHere = position + remaining <= length
        let next = endsHere ? position + remaining : length
        let end = next >= length ? 1 : segment.parameter(atLength: next)
        if index % 2 == 0 {
          if !isDrawing { move(to: segment.point(at: t)) }
          isDrawing = true
          add(segment.subsegment(t, end))
        }
        remaining -= next - position
        (position, t) = (next, end)
        if endsHere {
          index = (index + 1) % lengths.count
          remaining = lengths[index]
          isDrawing = false
        }
      }
    }
    if subpath.isClosed, beganInside, isDrawing { joinEnds(from: firstElement) }
  }

  /// Joins the dash at the end of a closed subpath with the one at its start.
  private mutating func joinEnds(from first: Int) {
    guard let last = elements.lastIndex(where: \.isMove), last > first else { return }
    let secondMove = elements[(first + 1)...].firstIndex(where: \.isMove) ?? last
    let opening = elements[(first + 1)..<secondMove]
    let (unchanged, ending) = (elements[..<first] + elements[secondMove..<last], elements[last...])
    self = Outline(unchanged + ending + opening)
  }

  private mutating func add(_ segment: Segment) {
    if segment.isLine {
      line(to: segment.to)
    } else {
      cubic(to: segment.to, segment.control1, segment.control2)
    }
  }

  private init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements {
      switch element {
      case .move(let p): move(to: p)
      case .line(let p): line(to: p)
      case .quad(let c, let p): quad(to: p, control: c)
      case .cubic(let c, let d, let p): cubic(to: p, c, d)
      case .close: close()
      }
    }
  }

  /// Returns the part between two fractions of the total length of all subpaths; empty if they are equal.
  package func trimmed(from first: Double, to last: Double) -> Outline {
    guard first > 0 || last < 1 else { return self }
    let subpaths = subpaths
    let total = subpaths.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.length() } }
    guard first < last, total > 0, total.isFinite else { return Outline() }
    let (low, high) = (first * total, last * total)
    var result = Outline()
    var position = 0.0
    for subpath in subpaths {
      var isDrawing = false
      for segment in subpath.segments {
        let length = segment.length()
        defer { position += length }
        guard position < high, position + length > low else { continue }
        let (t0, t1) = (segment.parameter(atLength: low - position), segment.parameter(atLength: high - position))
        if !isDrawing { result.move(to: segment.point(at: t0)) }
        isDrawing = true
        result.add(segment.subsegment(t0, t1))
      }
    }
    return result
  }
}

extension Outline.Element {
  fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}
