import ImageGraph
import Testing

/// Conversion of arguments to whole pixels and counts.
@Suite struct WholePixelsTests {
  private func error(_ rect: UserRect) -> RenderError? {
    do throws(RenderError) {
      _ = try rect.wholePixels(of: "it")
      return nil
    } catch {
      return error
    }
  }

  @Test func whatLiesNearIsRoundedOut() throws {
    let rect = UserRect(x: 0.5, y: -0.5, width: 1, height: 1)
    #expect(try rect.wholePixels(of: "it") == UserRect(x: 0, y: -1, width: 2, height: 2))
    let whole = UserRect([-0x1p23, -0x1p23], [0x1p23, 0x1p23])
    #expect(try whole.wholePixels(of: "it") == whole)
  }

  @Test(arguments: [1e7, 1e9, 9e18, 1e30, 1e308, .infinity])
  func whatLiesFarSaysHowFarAndWhatIsAllowed(_ far: Double) {
    for rect in [UserRect([0, 0], [far, 1]), UserRect([-far, 0], [1, 1]), UserRect([0, -far], [1, far])] {
      let requested = far < 9e18 ? UInt64(far) : far == 9e18 ? 9_000_000_000_000_000_000 : UInt64(Int.max)
      #expect(error(rect) == .limit("it is too far from the origin, in pixels", requested: requested, allowed: 1 << 23))
    }
  }

  @Test func whatHasNoPixelIsNoRectangle() {
    // A side that is shorter than the rounding to pixels, one that a coordinate swallows, and what is no number.
    for rect in [
      UserRect.nothing, UserRect(x: 0, y: 0, width: 1e-9, height: 5), UserRect(x: 1e30, y: 0, width: 16, height: 5),
      UserRect(x: .nan, y: 0, width: 5, height: 5),
    ] {
      guard case .invalidArgument(let text)? = error(rect) else {
        Issue.record("\(rect.min), \(rect.max)")
        continue
      }
      #expect(text.hasPrefix("it has no pixel"))
    }
  }

  @Test func cornersAreInOrderAndEachSideMayBeWithoutEnd() {
    let half = Double.greatestFiniteMagnitude / 2
    #expect(UserRect(corner: [-half, -half], size: [2 * half, 2 * half]) == .infinite)
    #expect(UserRect(corner: [-.infinity, -.infinity], size: [.infinity, .infinity]) == .infinite)
    #expect(UserRect(corner: [5, 6], size: [-2, -3]) == UserRect(x: 3, y: 3, width: 2, height: 3))
    #expect(UserRect(corner: [2, 3], size: [.infinity, 4]) == UserRect([2, 3], [.infinity, 7]))
    #expect(UserRect(corner: [2, 3], size: [1e308, -1e308]) == UserRect([2, -.infinity], [.infinity, 3]))
    #expect(UserRect(corner: [-half, 0], size: [half, 4]) == UserRect([-.infinity, 0], [0, 4]))
    #expect(UserRect(corner: [0, 0], size: [1e30, 4]) == UserRect([0, 0], [1e30, 4]))
    #expect(UserRect(corner: [.nan, 0], size: [4, 4]).isEmpty)
  }

  @Test func aHalfPlaneIsAPartOfThePlane() {
    let right = Extent(UserRect(corner: [2, -.infinity], size: [.infinity, .infinity]))
    let image = Extent(UserRect(x: 0, y: 0, width: 10, height: 10))
    #expect(right.intersection(image) == .finite(UserRect([2, 0], [10, 10])))
    #expect(right != .infinite && !right.covers(UserRect(x: 0, y: 0, width: 4, height: 4)))
    #expect(right.covers(UserRect(x: 2, y: -5e6, width: 8e6, height: 1e7)))
    #expect(Extent(.infinite) == .infinite)
    #expect(Extent(UserRect([1e20, 0], [.infinity, 1])) == .empty)
  }

  @Test func countsEndAtWhatAnIntHolds() {
    #expect(Int(clamping: 2.6) == 3 && Int(clamping: .nan) == 0)
    #expect(Int(clamping: 1e30) == .max && Int(clamping: -.infinity) == .min)
    #expect(Int.max.plus(1) == .max && Int.min.plus(-1) == .min && 2.plus(3) == 5)
    #expect((1 << 40).times(1 << 40) == .max && (1 << 40).times(-(1 << 40)) == .min && 6.times(7) == 42)
  }
}

@Suite struct QuotedTextTests {
  @Test func aShortTextStaysAsItIs() { #expect(quoted("Größe 9 漢") == "Größe 9 漢") }

  @Test func aLongTextLosesItsMiddle() {
    let text = quoted(String(repeating: "a", count: 1_000_000) + "end", most: 60)
    #expect(text.unicodeScalars.count == 60)
    #expect(text.hasPrefix("aaaa") && text.contains("…") && text.hasSuffix("aend"))
  }

  @Test func nothingInItMovesACursorOrTurnsALine() {
    #expect(quoted("a\u{1B}[2J\nb\u{202E}c\u{0}") == "a\u{FFFD}[2J\u{FFFD}b\u{FFFD}c\u{FFFD}")
  }
}
