import CoreImage
import Foundation
import Testing

/// Compares slopes, distances and discs with scipy, in linear light.
@Suite struct EdgesByOthersTests {
  @Test(arguments: Engine.allCases)
  func sobelIsThatOfScipy(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 41)
    let expected = try Floats.python(
      """
      from scipy.ndimage import sobel
      source = images[0]
      # One component after the other, since scipy smooths along every other axis. Rows come from the top: upwards is
      # against them.
      slope = lambda axis: np.stack([sobel(source[..., c], axis, mode='nearest') for c in range(4)], -1) / 4
      x, y = slope(1), -slope(0)
      steepest = np.argmax((x ** 2 + y ** 2)[..., :3], -1)[..., None]
      result = np.zeros_like(source)
      result[..., 0] = np.take_along_axis(x, steepest, -1)[..., 0]
      result[..., 1] = np.take_along_axis(y, steepest, -1)[..., 0]
      result[..., 3] = 1
      """, [input])
    let image = input.image.applyingFilter("CISobelGradients")
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 512)
  }

  @Test(arguments: Engine.allCases)
  func edgesAreLengthsOfScipysSlopes(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 42)
    let expected = try Floats.python(
      """
      from scipy.ndimage import sobel
      source = images[0]
      slope = lambda axis: np.stack([sobel(source[..., c], axis, mode='nearest') for c in range(4)], -1) / 4
      result = np.hypot(slope(1), slope(0)) * 0.5
      result[..., 3] = source[..., 3]
      """, [input])
    let image = input.image.applyingFilter("CIEdges", parameters: ["inputIntensity": 0.5])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 512)
  }

  @Test(arguments: [8.0, 30], Engine.allCases)
  func distancesAreThoseOfScipy(most: Double, on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 43)
    let script = """
      from scipy.ndimage import distance_transform_edt
      margin = int(numbers[0]) + 2
      mask = np.pad(images[0][..., 0] > 0.5, margin)
      outside, inside = distance_transform_edt(~mask), distance_transform_edt(mask)
      distance = np.where(mask, -np.minimum(inside - 1, numbers[0]) * numbers[1], np.minimum(outside, numbers[0]))
      grey = distance[margin:-margin, margin:-margin] / numbers[0]
      result = np.stack([grey, grey, grey, np.ones_like(grey)], -1)
      """
    for (name, isSigned) in [("CIDistanceGradientFromRedMask", 0.0), ("CISignedDistanceGradientFromRedMask", 1)] {
      let image = input.image.applyingFilter(name, parameters: ["inputMaximumDistance": most])
      let expected = try Floats.python(script, [input], [most, isSigned])
      expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 1024, name)
    }
  }

  /// Radii at which rows are added up in runs of three, five and seven pixels.
  @Test(arguments: [3.0, 8.5, 20], Engine.allCases)
  func aDiscIsThatOfScipy(radius: Double, on engine: Engine) throws {
    let input = Floats.hard(90, 70, seed: 44)
    let expected = try Floats.python(
      """
      from scipy.signal import fftconvolve
      reach = int(numbers[0]) + 2
      y, x = np.mgrid[-reach:reach + 1, -reach:reach + 1]
      disc = np.clip(numbers[0] + 0.5 - np.hypot(x, y), 0, 1)
      disc /= disc.sum()
      result = np.stack([fftconvolve(images[0][..., c], disc, 'same') for c in range(4)], -1)
      """, [input], [radius])
    let image = input.image.applyingFilter("CIDiscBlur", parameters: ["inputRadius": radius])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 512, "radius \(radius)")
  }

  /// All differences in the image are below the level, so all of it is blurred.
  @Test(arguments: Engine.allCases)
  func noiseIsBlurredByScipysGaussian(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 45)
    let expected = try Floats.python(
      """
      from scipy.ndimage import correlate1d
      weights = np.exp(-np.arange(-2, 3) ** 2 / (2 * 1.3 ** 2))
      weights /= weights.sum()
      result = correlate1d(correlate1d(images[0], weights, 0, mode='nearest'), weights, 1, mode='nearest')
      """, [input])
    let image = input.image.applyingFilter(
      "CINoiseReduction", parameters: ["inputNoiseLevel": 100, "inputSharpness": 3])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 512)
  }

  /// The positions of edges in a smooth image do not depend on the implementation: nearly all of our edges are within a
  /// pixel of those that numpy finds by the steps of Canny's paper, and vice versa.
  @Test(arguments: Engine.allCases)
  func edgesAreThoseOfCannysSteps(on engine: Engine) throws {
    let input = Floats(96, 72) { x, y in
      let inside = (x - 40) * (x - 40) + (y - 36) * (y - 36) < 500
      let value: Float = inside ? 0.8 : x > 70 ? 0.5 : 0.1
      return [value, value, value, 1]
    }
    let expected = try Floats.python(
      """
      from scipy.ndimage import gaussian_filter, sobel, binary_dilation
      grey = gaussian_filter(images[0][..., 0], 1.6, mode='nearest')
      x, y = sobel(grey, 1) / 4, sobel(grey, 0) / 4
      length, angle = np.hypot(x, y), np.round(np.arctan2(y, x) / (np.pi / 4)).astype(int) % 4
      padded = np.pad(length, 1)
      ridge = np.zeros(length.shape, bool)
      for direction, (dy, dx) in enumerate([(0, 1), (1, 1), (1, 0), (1, -1)]):
          after = padded[1 + dy:1 + dy + 72, 1 + dx:1 + dx + 96]
          before = padded[1 - dy:1 - dy + 72, 1 - dx:1 - dx + 96]
          ridge |= (angle == direction) & (length > before) & (length >= after)
      edges = ridge & (length >= 0.05)
      near = binary_dilation(edges, np.ones((3, 3)))
      result = np.stack([edges, near, near, np.ones_like(edges)], -1).astype(float)
      """, [input])
    let actual = try Floats(
      input.image.applyingFilter("CICannyEdgeDetector"), input.rect, on: engine)
    let pixels = stride(from: 0, to: expected.values.count, by: 4)
    let ours = pixels.filter { actual.values[$0] == 1 }
    let theirs = pixels.filter { expected.values[$0] == 1 }
    let close = ours.filter { expected.values[$0 + 1] == 1 }
    #expect(ours.count > 150 && abs(ours.count - theirs.count) < theirs.count / 10, "\(ours.count) and \(theirs.count)")
    #expect(close.count * 100 >= ours.count * 97, "\(close.count) of \(ours.count)")
  }
}
