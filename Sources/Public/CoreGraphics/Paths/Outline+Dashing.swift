extension Outline {
  /// The parts of the outline that dashes cover, each a subpath of its own. Curves stay curves.
  ///
  /// - Parameters:
  ///   - lengths: dash, gap, dash, gap …; an odd number of them is gone through twice. Where one is negative or none is
  ///     above 0, the outline itself.
  ///   - phase: how far into the lengths each subpath begins.
  ///   - most: where there would be more dashes than this, the outline itself: they would be too fine to be seen.
  package func dashed(phase: Double, lengths given: [Double], most: Int = 100_000) -> Outline {
    let lengths = given.count % 2 == 0 ? given : given + given
    let period = lengths.reduce(0, +)
    guard period > 0, period.isFinite, phase.isFinite, lengths.allSatisfy({ $0 >= 0 }) else { return self }
    let subpaths = subpaths
    let whole = subpaths.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.length() } }
    guard whole / period * Double(lengths.count) <= Double(most) else { return self }
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
    var left = lengths[index] - offset
    let beganInside = index % 2 == 0
    let firstElement = elements.count
    var isDrawing = false
    for segment in subpath.segments {
      let length = segment.length()
      guard length > 0 else { continue }
      var (at, t) = (0.0, 0.0)
      while at < length {
        let endsHere = at + left <= length
        let next = endsHere ? at + left : length
        let end = next >= length ? 1 : segment.parameter(atLength: next)
        if index % 2 == 0 {
          if !isDrawing { move(to: segment.place(t)) }
          isDrawing = true
          add(segment.part(t, end))
        }
        left -= next - at
        (at, t) = (next, end)
        if endsHere {
          index = (index + 1) % lengths.count
          left = lengths[index]
          isDrawing = false
        }
      }
    }
    if subpath.isClosed, beganInside, isDrawing { joinEnds(from: firstElement) }
  }

  /// A dash over the place where a closed subpath begins and ends is one, not two.
  private mutating func joinEnds(from first: Int) {
    guard let last = elements.lastIndex(where: \.isMove), last > first else { return }
    let secondMove = elements[(first + 1)...].firstIndex(where: \.isMove) ?? last
    let opening = elements[(first + 1)..<secondMove]
    let (kept, ending) = (elements[..<first] + elements[secondMove..<last], elements[last...])
    self = Outline(kept + ending + opening)
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

  /// The part between two lengths along all subpaths, 0 the beginning and 1 the end; nothing where they meet.
  package func trimmed(from first: Double, to last: Double) -> Outline {
    guard first > 0 || last < 1 else { return self }
    let subpaths = subpaths
    let whole = subpaths.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.length() } }
    guard first < last, whole > 0, whole.isFinite else { return Outline() }
    let (low, high) = (first * whole, last * whole)
    var result = Outline()
    var at = 0.0
    for subpath in subpaths {
      var isDrawing = false
      for segment in subpath.segments {
        let length = segment.length()
        defer { at += length }
        guard at < high, at + length > low else { continue }
        let (t0, t1) = (segment.parameter(atLength: low - at), segment.parameter(atLength: high - at))
        if !isDrawing { result.move(to: segment.place(t0)) }
        isDrawing = true
        result.add(segment.part(t0, t1))
      }
    }
    return result
  }
}

extension Outline.Element {
  fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}
