import ImageFilters
import ImageGraph
import Testing

@Suite struct PerspectiveRotateTests {
  private func turned(_ key: String, _ degrees: Double, focalLength: Double = 28) throws -> Node {
    try filtered(
      "CIPerspectiveRotate",
      [
        "inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 36, height: 24))),
        key: .number(degrees * .pi / 180),
        "inputFocalLength": .number(focalLength),
      ])
  }

  /// On 36 by 24 pixels a focal length in millimetres is one in pixels.
  @Test func theFarHalfIsForeshortened() throws {
    // The middle of the lower edge, 12 below the axis, by 30 degrees away at the top: tan(30° + atan(12 / 12)) is 3.73.
    let extent = try #require(try turned("inputPitch", 30, focalLength: 12).extent.rect)
    // The middle itself is seen 30 degrees lower, tan 30° = 0.577, and is brought back.
    #expect(abs(extent.min.y - (12 - 12 * (3.7320508 - 0.5773503))) < 1e-4)
    // And of the upper one: tan(45° - 30°) = 0.268.
    #expect(abs(extent.max.y - (12 + 12 * (0.2679492 + 0.5773503))) < 1e-4)
  }

  @Test func yawMovesTheRightSideAway() throws {
    let extent = try #require(try turned("inputYaw", 20).extent.rect)
    #expect(extent.min.x < -8 && extent.max.x < 36)
  }

  @Test func aRollIsARotation() throws {
    let extent = try #require(try turned("inputRoll", 90).extent.rect)
    #expect(abs(extent.min.x - 6) < 1e-4 && abs(extent.max.x - 30) < 1e-4)
    #expect(abs(extent.min.y + 6) < 1e-4 && abs(extent.max.y - 30) < 1e-4)
  }

  @Test func noAngleIsTheImage() throws {
    let input = flat(.one, square)
    #expect(try filtered("CIPerspectiveRotate", ["inputImage": .image(input)]) === input)
  }

  @Test func whatWouldLieBehindTheCameraIsAnError() {
    let text = message { _ = try turned("inputPitch", 80) }
    #expect(text.contains("CIPerspectiveRotate") && text.contains("behind"))
  }
}
