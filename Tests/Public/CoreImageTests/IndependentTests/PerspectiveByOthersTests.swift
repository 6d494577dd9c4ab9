import CoreImage
import Foundation
import Testing

/// Compares perspective and straightening with numpy, which solves for the map, and scipy, which samples through it.
@Suite struct PerspectiveByOthersTests {
  /// A map from the result's plane, rows from below and pixel centres at halves, to the image's: `numbers` begin with
  /// the result's width and height. Stores the nine numbers of the map in `map`.
  private static let reading = """
    from scipy.ndimage import map_coordinates
    width, height = int(numbers[0]), int(numbers[1])
    y, x = np.mgrid[0:height, 0:width] + 0.5
    u, v, w = np.einsum('ij,jyx->iyx', map, np.stack([x, y, np.ones_like(x)]))
    result = np.stack([map_coordinates(images[0][::-1, :, n], [v / w - 0.5, u / w - 0.5], order=1, mode=mode)
                       for n in range(4)], -1)[::-1]
    """

  @Test(arguments: Engine.allCases)
  func perspectiveCorrectionIsThatOfNumpy(on engine: Engine) throws {
    let input = Floats.hard(90, 70, seed: 51)
    let corners: [(key: String, x: Double, y: Double)] = [
      ("inputBottomLeft", 12, 8), ("inputBottomRight", 80, 15), ("inputTopRight", 70, 60), ("inputTopLeft", 20, 52),
    ]
    var parameters: [String: Any] = [:]
    for corner in corners { parameters[corner.key] = CIVector(x: corner.x, y: corner.y) }
    let image = input.image.applyingFilter("CIPerspectiveCorrection", parameters: parameters)
    #expect(image.extent.origin == .zero)
    let expected = try Floats.python(
      """
      corners = np.array(numbers[2:]).reshape(4, 2)
      rows, right = [], []
      for (x, y), (u, v) in zip([(0, 0), (numbers[0], 0), (numbers[0], numbers[1]), (0, numbers[1])], corners):
          rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
          right += [u, v]
      map = np.append(np.linalg.solve(rows, right), 1).reshape(3, 3)
      mode = 'grid-constant'

      """ + Self.reading, [input], [image.extent.width, image.extent.height] + corners.flatMap { [$0.x, $0.y] })
    expect(try Floats(image, image.extent, on: engine), near: expected, within: 1 / 256)
  }

  @Test(arguments: [0.2, -0.6, 2], Engine.allCases)
  func straighteningIsARotationOfScipy(angle: Double, on engine: Engine) throws {
    let input = Floats.hard(90, 60, seed: 52)
    let image = input.image.applyingFilter("CIStraightenFilter", parameters: ["inputAngle": angle])
    let expected = try Floats.python(
      """
      width, height, angle = numbers
      c, s = np.cos(angle), np.sin(angle)
      corners = np.array([[width, height], [-width, height]]) / 2
      # The largest frame of its shape that fits into the turned source, corner by corner.
      turned = np.abs(corners @ np.array([[c, -s], [s, c]]))
      scale = (turned / [width / 2, height / 2]).max()
      turn = np.array([[c, s], [-s, c]]) / scale
      middle = np.array([width, height]) / 2
      map = np.vstack([np.column_stack([turn, middle - turn @ middle]), [0, 0, 1]])
      mode = 'nearest'

      """ + Self.reading, [input], [90, 60, angle])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 512, "\(angle)")
  }
}
