import AnimationMath
import CoreGraphics
import Foundation
import Testing

@Suite struct PathTrackTests {
  private func arch() -> Outline {
    var outline = Outline()
    outline.move(to: [0, 0])
    outline.cubic(to: [100, 0], [0, 100], [100, 100])
    return outline
  }

  private func corner() -> Outline {
    var outline = Outline()
    outline.move(to: [0, 0])
    outline.line(to: [30, 0])
    outline.line(to: [30, 10])
    return outline
  }

  @Test func positionsAreThoseOfTheCurve() {
    #expect(PathTrack(arch()).position(at: 0.5) == CGPoint(x: 50, y: 75))
    #expect(PathTrack(arch()).position(at: 0) == .zero && PathTrack(arch()).position(at: 1) == CGPoint(x: 100, y: 0))
    // Each line takes half of the time; at constant speed, the first one takes three times as long as the second.
    #expect(PathTrack(corner()).position(at: 0.25) == CGPoint(x: 15, y: 0))
    #expect(PathTrack(corner(), mode: .paced).position(at: 0.25) == CGPoint(x: 10, y: 0))
    #expect(PathTrack(corner(), times: [0, 0.8, 1]).position(at: 0.9) == CGPoint(x: 30, y: 5))
    #expect(PathTrack(corner(), mode: .discrete).position(at: 0.4) == CGPoint(x: 30, y: 0))
    #expect(PathTrack(Outline()).position(at: 0.4) == nil)
  }

  @Test func pacedPositionsMatchChordLengths() throws {
    let track = PathTrack(arch(), mode: .paced)
    // 10⁶ chords of the curve's own formula.
    func point(_ t: Double) -> (x: Double, y: Double) {
      (300 * t * t * (1 - t) + 100 * t * t * t, 300 * t * (1 - t))
    }
    var (lengths, last) = ([0.0], point(0))
    for step in 1...1_000_000 {
      let next = point(Double(step) / 1e6)
      lengths.append(lengths[step - 1] + hypot(next.x - last.x, next.y - last.y))
      last = next
    }
    for part in [0.1, 0.3, 0.5, 0.77, 0.95] {
      let step = try #require(lengths.firstIndex { $0 >= lengths[1_000_000] * part })
      let (position, expected) = (try #require(track.position(at: part)), point(Double(step) / 1e6))
      // A step of t is up to 0.0003 long.
      #expect(hypot(position.x - expected.x, position.y - expected.y) < 4e-4)
    }
  }

  @Test func anglesAreThoseOfTheTangent() throws {
    let track = PathTrack(corner())
    #expect(track.angle(at: 0.2) == 0 && track.angle(at: 0.7) == .pi / 2)
    #expect(try abs(#require(PathTrack(arch()).angle(at: 0.5))) < 1e-12)
    #expect(PathTrack(arch()).angle(at: 0) == .pi / 2 && PathTrack(arch()).angle(at: 1) == -.pi / 2)
  }

  @Test func withoutTangentTheLastAngleIsUsed() throws {
    var outline = Outline()
    outline.move(to: [0, 0])
    // The first control point coincides with the start: the tangent is towards the second one.
    outline.cubic(to: [10, 10], [0, 0], [0, 10])
    // A line without length.
    outline.line(to: [10, 10])
    outline.line(to: [0, 10])
    let track = PathTrack(outline)
    #expect(try abs(#require(track.angle(at: 0)) - .pi / 2) < 1e-4)
    #expect(track.angle(at: 0.5) == 0)
    #expect(track.angle(at: 0.9) == .pi)
    var point = Outline()
    point.move(to: [1, 1])
    point.line(to: [1, 1])
    #expect(
      PathTrack(point).angle(at: 0.5) == 0 && PathTrack(point, mode: .paced).position(at: 0.5) == CGPoint(x: 1, y: 1))
  }

  @Test func movesJump() {
    var outline = corner()
    outline.move(to: [0, 100])
    outline.line(to: [10, 100])
    let track = PathTrack(outline)
    #expect(track.position(at: 2 / 3.0) == CGPoint(x: 0, y: 100) && track.position(at: 1) == CGPoint(x: 10, y: 100))
  }
}
