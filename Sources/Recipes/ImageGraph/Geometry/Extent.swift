/// The part of the plane in which an image may have pixels. Every pixel outside is transparent black.
///
/// Infinite is a case, not a large number, so that arithmetic on it neither overflows nor rounds.
package enum Extent: Hashable, Sendable {
  case empty
  case finite(UserRect)
  case infinite

  /// Creates the extent of `rect`: empty if the rectangle is empty, infinite if all its sides are. If only some sides
  /// are infinite, they are limited to a coordinate beyond anything that is rendered, so that half planes are finite.
  package init(_ rect: UserRect) {
    if rect.isEmpty {
      self = .empty
    } else if rect.isFinite {
      self = .finite(rect)
    } else if rect == .infinite {
      self = .infinite
    } else {
      let part = rect.intersection(Self.world)
      self = part.isEmpty ? .empty : .finite(part)
    }
  }

  /// Doubles represent all integers and half integers in this range.
  private static let world = UserRect([-1e15, -1e15], [1e15, 1e15])

  /// The rectangle of a finite extent. Nil for the other cases.
  package var rect: UserRect? {
    if case .finite(let rect) = self { rect } else { nil }
  }

  package func intersection(_ other: Extent) -> Extent {
    switch (self, other) {
    case (.empty, _), (_, .empty): .empty
    case (.infinite, let extent), (let extent, .infinite): extent
    case (.finite(let a), .finite(let b)): Extent(a.intersection(b))
    }
  }

  package func union(_ other: Extent) -> Extent {
    switch (self, other) {
    case (.infinite, _), (_, .infinite): .infinite
    case (.empty, let extent), (let extent, .empty): extent
    case (.finite(let a), .finite(let b)): .finite(a.union(b))
    }
  }

  /// Returns the extent with a finite rectangle changed by `change`. Empty and infinite stay unchanged.
  package func map(_ change: (UserRect) -> UserRect) -> Extent {
    if case .finite(let rect) = self { Extent(change(rect)) } else { self }
  }

  /// Returns the pixels of `rect` that intersect the extent; empty if there are none.
  package func pixels(in rect: UserRect) -> UserRect {
    switch self {
    case .empty: UserRect(rect.min, rect.min)
    case .infinite: rect
    case .finite(let own): own.pixels.intersection(rect)
    }
  }

  /// Whether the extent contains all pixels of `rect`.
  package func covers(_ rect: UserRect) -> Bool {
    switch self {
    case .empty: rect.isEmpty
    case .infinite: true
    case .finite(let own): own.pixels.contains(rect)
    }
  }
}

extension Extent: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "empty"
    case .infinite: "infinite"
    case .finite(let rect): rect.description
    }
  }
}
