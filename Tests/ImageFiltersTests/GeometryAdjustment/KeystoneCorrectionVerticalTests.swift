import Foundation
import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct KeystoneCorrectionVerticalTests {
  /// A facade as a camera saw it that was turned; on 36 by 24 pixels the focal length in millimetres is one in pixels.
  private func corrected(pitch: Double, yaw: Double) throws -> Node {
    let frame = UserRect(x: 0, y: 0, width: 36, height: 24)
    let facade: [SIMD2<Double>] = [[10, 6], [26, 6], [26, 18], [10, 18]]
    var points: [InputValue] = []
    for p in facade {
      let v = SIMD3(p.x - 18, p.y - 12, 28)
      let pitched = SIMD3(v.x, v.y * cos(pitch) - v.z * sin(pitch), v.y * sin(pitch) + v.z * cos(pitch))
      let seen = SIMD3(
        pitched.x * cos(yaw) - pitched.z * sin(yaw), pitched.y, pitched.x * sin(yaw) + pitched.z * cos(yaw))
      points.append(.vector([18 + 28 * seen.x / seen.z, 12 + 28 * seen.y / seen.z]))
    }
    let seen = try filtered(
      "CIPerspectiveRotate",
      ["inputImage": .image(TestImage.smooth(36, 24)), "inputPitch": .number(pitch), "inputYaw": .number(yaw)]
    ).cropped(to: frame)
    return try filtered(
      "CIKeystoneCorrectionVertical",
      [
        "inputImage": .image(
          Node.combined([seen, flat([0, 0, 0, 0], frame)], by: SourceOverCompositing.formula, extent: .last)),
        "inputBottomLeft": points[0], "inputBottomRight": points[1], "inputTopRight": points[2],
        "inputTopLeft": points[3],
      ])
  }

  @Test func whatTheCameraTurnedIsTurnedBack() throws {
    let image = try corrected(pitch: 0.1, yaw: 0)
    for p in [SIMD2(14.0, 10), [20, 15], [24, 9]] {
      expect(try pixel(image, p.x, p.y), near: try pixel(TestImage.smooth(36, 24), p.x, p.y), within: 0.03)
    }
  }

  @Test func linesThatAreParallelStay() throws {
    let image = try corrected(pitch: 0, yaw: 0)
    #expect(image.extent.rect?.pixels == UserRect(x: 0, y: 0, width: 36, height: 24))
  }

  @Test func pointsOnALineAreAnError() {
    let text = message {
      _ = try filtered(
        "CIKeystoneCorrectionVertical",
        [
          "inputImage": .image(flat(.one, square)), "inputTopLeft": .vector([0, 10]),
          "inputTopRight": .vector([0, 20]),
          "inputBottomRight": .vector([0, 30]), "inputBottomLeft": .vector([0, 0]),
        ])
    }
    #expect(text.contains("CIKeystoneCorrectionVertical"))
  }
}
