import ImageFilters
import ImageGraph
import Testing

@Suite struct ModTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIModTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputCenter": .vector([20, 15]), "inputRadius": .number(8),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  /// At half of the time the lattice's holes are circles of 0.36826 radii: 43 % of it, where nothing is stretched.
  @Test func theHolesAreCirclesThatGrowWithTheTime() throws {
    let lattice = { (time: Double) in
      try self.moved(
        time,
        [
          "inputCenter": .vector([20.5, 15.5]), "inputAngle": .number(-0.466464), "inputRadius": .number(10 / 0.36826),
          "inputCompression": .number(1e4),
        ])
    }
    let (middle, later) = (try lattice(0.5), try lattice(0.6))
    for (x, y) in [(20.0, 15.0), (29, 15), (20, 6), (26, 21)] {
      expect(try pixel(middle, x, y), near: [0, 0, 1, 1])
    }
    // On the rim, ten pixels from the centre, there is half of both; the edge is a seventeenth of the hole.
    for (x, y) in [(30.0, 15.0), (10, 15), (20, 25), (26, 23), (12, 9)] {
      expect(try pixel(middle, x, y), near: [0.5, 0, 0.5, 1], within: 0.002)
      expect(try pixel(later, x, y), near: [0, 0, 1, 1])
    }
    for (x, y) in [(31.0, 15.0), (20, 26), (28, 22)] { expect(try pixel(middle, x, y), near: [1, 0, 0, 1]) }
  }

  /// A position one compression from the centre comes from 2.72748 - 2.8334 / 1.82356 compressions: there is a hole.
  @Test func farFromTheCentreTheImageIsStretchedAlongX() throws {
    let values: [String: InputValue] = [
      "inputCenter": .vector([0.5, 0.5]), "inputAngle": .number(-0.466464), "inputRadius": .number(11.7373),
      "inputCompression": .number(10),
    ]
    let image = try moved(0.1, values)
    for x in [0.0, 10] { expect(try pixel(image, x, 0), near: [0, 0, 1, 1]) }
    for x in 2...8 { expect(try pixel(image, Double(x), 0), near: [1, 0, 0, 1]) }
    let far = try moved(0.5, values.merging(["inputCompression": .number(1)]) { $1 })
    for y in 0..<30 {
      let (outer, inner) = (try pixel(far, 39, Double(y)), try pixel(far, 33, Double(y)))
      expect(outer, near: inner, within: 0.05)
    }
  }

  @Test func halfOfItIsTheTargetInTheMiddleOfTime() throws {
    let image = try moved(0.5)
    let values = try (0..<30).flatMap { y in try (0..<40).map { x in try pixel(image, Double(x), Double(y)).z } }
    let share = values.reduce(0, +) / 1200
    #expect(share > 0.35 && share < 0.65, "\(share)")
  }
}
