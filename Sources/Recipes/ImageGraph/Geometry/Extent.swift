/// The part of the plane that an image may have pixels in; every pixel outside is transparent black.
///
/// Infinite is a kind of extent, not a large number, so arithmetic on it cannot overflow or round.
package enum Extent: Hashable, Sendable {
  case empty
  case finite(UserRect)
  case infinite

  /// `rect`, or empty when it has no inside, or infinite when all its sides are. Where only some are it ends there,
  /// further out than anything is rendered: a half plane is a part of the plane.
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

  /// Double holds every whole number and its half in it.
  private static let world = UserRect([-1e15, -1e15], [1e15, 1e15])

  /// The rectangle of a finite extent; nil for the others.
  package var rect: UserRect? {
    if case .finite(let rect) = self { rect } else { nil }
  }

  package func intersection(_ other: Extent) -> Extent {
    switch (self, other) {
    case (.empty, _), (_, .empty): .empty
    case (.infinite, let rest), (let rest, .infinite): rest
    case (.finite(let a), .finite(let b)): Extent(a.intersection(b))
    }
  }

  package func union(_ other: Extent) -> Extent {
    switch (self, other) {
    case (.infinite, _), (_, .infinite): .infinite
    case (.empty, let rest), (let rest, .empty): rest
    case (.finite(let a), .finite(let b)): .finite(a.union(b))
    }
  }

  /// The extent after `change` moved or grew a finite rectangle; empty and infinite stay as they are.
  package func map(_ change: (UserRect) -> UserRect) -> Extent {
    if case .finite(let rect) = self { Extent(change(rect)) } else { self }
  }

  /// The pixels of `rect` that the extent has anything in; empty when none.
  package func pixels(in rect: UserRect) -> UserRect {
    switch self {
    case .empty: UserRect(rect.min, rect.min)
    case .infinite: rect
    case .finite(let own): own.pixels.intersection(rect)
    }
  }

  /// True when no pixel of `rect` lies outside.
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
