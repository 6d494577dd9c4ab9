import Foundation
import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct CameraCalibrationLensCorrectionTests {
  private let area = UserRect(x: 0, y: 0, width: 60, height: 80)

  private func corrected(
    _ image: Node, _ table: [Float]?, inverse: [Float]? = nil, size: SIMD2<Double> = [60, 80],
    center: SIMD2<Double> = [30, 40], usesInverse: Bool = false
  ) throws -> Node {
    func data(_ numbers: [Float]?) -> Data? { numbers.map { $0.withUnsafeBytes { Data($0) } } }
    let lens = LensCalibration(size: size, center: center, table: data(table), inverseTable: data(inverse))
    return try filtered(
      "CICameraCalibrationLensCorrection",
      [
        "inputImage": .image(image), "inputAVCameraCalibrationData": .calibration(lens),
        "inputUseInverseLookUpTable": .bool(usesInverse),
      ])
  }

  /// An image with x as red and y as green.
  private var coordinates: Node {
    TestImage.floats(60, 80) { x, y in [Float(x) + 0.5, Float(79 - y) + 0.5, 0, 1] }
  }

  @Test func aTableOfZerosChangesNothing() throws {
    let image = try corrected(coordinates, [0, 0])
    for (x, y) in [(0.0, 0.0), (29, 41), (59, 79)] {
      expect(try pixel(image, x, y), near: try pixel(coordinates, x, y), within: 1e-4)
    }
  }

  /// The farthest corner is 50 pixels away. 17.5 to the right and 23.5 up, 29.3002 away, is at 0.586003 of the table,
  /// whose value is -0.0586003 there: 0.9413997 of the distance.
  @Test func radiiChangeByTheTablesShareBetweenItsEntries() throws {
    let way = try pixel(corrected(coordinates, [0, -0.1]), 47, 63)
    #expect(abs(way.x - 46.4745) < 1e-3 && abs(way.y - 62.1229) < 1e-3)
  }

  @Test func theInverseTableIsTheOtherOne() throws {
    let image = try corrected(coordinates, nil, inverse: [-0.5, -0.5], usesInverse: true)
    let way = try pixel(image, 49, 59)
    #expect(abs(way.x - 39.75) < 1e-3 && abs(way.y - 49.75) < 1e-3)
  }

  @Test func theCenterIsThatOfTheCalibrationsImageFromItsTop() throws {
    // (10, 15) of 120 x 160 is (5, 80 - 7.5) here.
    let image = try corrected(coordinates, [-0.5, -0.5], size: [120, 160], center: [10, 15])
    let way = try pixel(image, 24, 52)
    #expect(abs(way.x - (5 + 19.5 * 0.5)) < 1e-3 && abs(way.y - (72.5 - 20 * 0.5)) < 1e-3)
  }

  @Test(arguments: [nil, [], [0], [0, .nan], [0, 1000]] as [[Float]?])
  func tablesThatCannotBeAreRefused(_ table: [Float]?) {
    #expect(throws: RenderError.self) { try corrected(coordinates, table) }
  }

  @Test func imagesWithoutASizeAreRefused() {
    #expect(throws: RenderError.self) { try corrected(coordinates, [0, 0], size: [0, 80]) }
    #expect(throws: RenderError.self) { try corrected(coordinates, [0, 0], center: [.infinity, 0]) }
    #expect(throws: RenderError.self) { try corrected(.empty, [0, 0]) }
  }
}
