import CoreImage
import Foundation
import Testing

/// Compares colour filters, generators and mosaics with numpy and scipy, from their descriptions.
@Suite struct ColorByOthersTests {
  static let tolerance: Float = 1 / 512

  /// Straight colours of `images[0]` in `straight`, sRGB's transfer functions, and `premultiplied`.
  private static let prelude = """
    image = images[0]
    alpha = image[..., 3:]
    straight = np.divide(image[..., :3], alpha, out=np.zeros_like(image[..., :3]), where=alpha > 0)
    def coded(c): return np.where(c <= 0.0031308, 12.92 * c, 1.055 * np.maximum(c, 0) ** (1 / 2.4) - 0.055)
    def linear(u): return np.where(u <= 0.04045, u / 12.92, ((np.maximum(u, 0) + 0.055) / 1.055) ** 2.4)
    def premultiplied(c): return np.concatenate([c * alpha, alpha], -1)

    """

  @Test(arguments: Engine.allCases)
  func toneCurveIsTheNaturalSplineOfScipy(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 20)
    let points = [(0.0, 0.1), (0.2, 0.15), (0.45, 0.6), (0.8, 0.75), (1.0, 0.95)]
    var parameters: [String: Any] = [:]
    for (index, point) in points.enumerated() { parameters["inputPoint\(index)"] = CIVector(x: point.0, y: point.1) }
    let image = input.image.applyingFilter("CIToneCurve", parameters: parameters)
    let expected = try Floats.python(
      Self.prelude + """
        from scipy.interpolate import CubicSpline
        curve = CubicSpline(numbers[0::2], numbers[1::2], bc_type='natural')
        result = premultiplied(linear(curve(coded(straight))))
        """, [input], points.flatMap { [$0.0, $0.1] })
    expect(try Floats(image, input.rect, on: engine), near: expected, within: Self.tolerance)
  }

  @Test(arguments: Engine.allCases)
  func aChainOfColorFiltersIsThatOfNumpy(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 21)
    let image = input.image
      .applyingFilter("CIExposureAdjust", parameters: ["inputEV": -0.5])
      .applyingFilter(
        "CIColorControls", parameters: ["inputSaturation": 1.3, "inputBrightness": 0.05, "inputContrast": 1.1]
      )
      .applyingFilter("CIColorClamp")
      .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.8])
      .applyingFilter("CIColorInvert")
    let expected = try Floats.python(
      Self.prelude + """
        c = straight * 2 ** -0.5
        luma = (c @ [0.2125, 0.7154, 0.0721])[..., None]
        c = ((luma + (c - luma) * 1.3) - 0.5) * 1.1 + 0.5 + 0.05
        result = premultiplied(1 - np.clip(c, 0, 1) ** 0.8)
        """, [input])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: Self.tolerance)
  }

  /// The colour filters of CSS: sepia differs there, but the hue rotation is the same.
  @Test(arguments: Engine.allCases)
  func hueTurnsAsInTheStandard(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 22)
    let image = input.image.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1.1])
    // The matrix as Filter Effects Level 1 prints it, with three digits.
    let expected = try Floats.python(
      Self.prelude + """
        cosine, sine = np.cos(1.1), np.sin(1.1)
        matrix = (np.array([[.213, .715, .072]] * 3)
                  + cosine * np.array([[.787, -.715, -.072], [-.213, .285, -.072], [-.213, -.715, .928]])
                  + sine * np.array([[-.213, -.715, .928], [.143, .140, -.283], [-.787, .715, .072]]))
        result = premultiplied(straight @ matrix.T)
        """, [input])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 255)
  }

  @Test(arguments: Engine.allCases)
  func gradientsAreThoseOfNumpy(on engine: Engine) throws {
    let rect = CGRect(x: -10, y: -20, width: 150, height: 130)
    let red = CIColor(red: 1, green: 0, blue: 0, alpha: 1)
    let glass = CIColor(red: 0, green: 0, blue: 1, alpha: 0.25)
    let line = try CIFilter(checked: "CILinearGradient")
    for (key, value) in [("inputPoint0", CIVector(x: 10, y: 5)), ("inputPoint1", CIVector(x: 100, y: 70))] {
      line.setValue(value, forKey: key)
    }
    let circle = try CIFilter(checked: "CIRadialGradient")
    circle.setValue(CIVector(x: 60, y: 40), forKey: "inputCenter")
    circle.setValue(10, forKey: "inputRadius0")
    circle.setValue(55, forKey: "inputRadius1")
    let prelude = """
      y, x = np.mgrid[130:0:-1, 0:150]
      x, y = x - 10 + 0.5, y - 20 - 0.5
      first, second = np.array([1, 0, 0, 1]), np.array([0, 0, 0.25, 0.25])

      """
    let places = [
      "((x - 10) * 90 + (y - 5) * 65) / (90 ** 2 + 65 ** 2)", "(np.hypot(x - 60, y - 40) - 10) / 45",
    ]
    for (filter, place) in zip([line, circle], places) {
      filter.setValue(red, forKey: "inputColor0")
      filter.setValue(glass, forKey: "inputColor1")
      let expected = try Floats.python(
        prelude + "t = np.clip(\(place), 0, 1)[..., None]\nresult = first + (second - first) * t", [])
      expect(
        try Floats(try filter.checkedOutputImage(), rect, on: engine), near: expected, within: Self.tolerance,
        filter.name)
    }
  }

  /// Cells of five pixels from the centre, each with the colour of its middle pixel.
  @Test(arguments: Engine.allCases)
  func pixellateTakesThePixelsThatNumpyTakes(on engine: Engine) throws {
    let input = Floats.hard(83, 59, seed: 23)
    let image = input.image.applyingFilter(
      "CIPixellate", parameters: ["inputScale": 5, "inputCenter": CIVector(x: 2, y: 1)])
    #expect(image.extent == CGRect(x: -3, y: -4, width: 90, height: 65))
    let expected = try Floats.python(
      """
      padded = np.pad(images[0], ((2, 4), (3, 4), (0, 0)))
      result = padded[2::5, 2::5].repeat(5, 0).repeat(5, 1)
      """, [input])
    expect(try Floats(image, image.extent, on: engine), near: expected, within: Self.tolerance)
  }

  /// 0.8 of the difference to the brighter one of the image and its blur.
  @Test(arguments: Engine.allCases)
  func bloomTakesTheBrighterOfImageAndScipysBlur(on engine: Engine) throws {
    let input = Floats.hard(90, 70, seed: 24)
    let image = input.image.applyingFilter("CIBloom", parameters: ["inputRadius": 6, "inputIntensity": 0.8])
    let expected = try Floats.python(
      """
      from scipy.ndimage import gaussian_filter
      glow = gaussian_filter(images[0], (6, 6, 0), mode='constant', truncate=8)
      result = images[0] + 0.8 * (np.maximum(glow, images[0]) - images[0])
      """, [input])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 255)
  }

  @Test(arguments: Engine.allCases)
  func clampRepeatsEdgesAsNumpyDoes(on engine: Engine) throws {
    let input = Floats.hard(40, 30, seed: 25)
    let image = input.image.applyingFilter(
      "CIClamp", parameters: ["inputExtent": CIVector(x: 0, y: 0, z: 40, w: 30)])
    let expected = try Floats.python("result = np.pad(images[0], ((9, 9), (11, 11), (0, 0)), mode='edge')", [input])
    let actual = try Floats(image, input.rect.insetBy(dx: -11, dy: -9), on: engine)
    expect(actual, near: expected, within: Self.tolerance)
  }

  /// Rotated by the angle (1 - 3u² + 2u³), u = r / radius, about the centre, with four pixels mixed.
  @Test(arguments: Engine.allCases)
  func twirlReadsWhatScipyReads(on engine: Engine) throws {
    var input = Floats.hard(100, 80, seed: 26)
    // The filter's treatment of hard edges is not compared, so the image is smooth.
    input = try Floats.python(
      "from scipy.ndimage import gaussian_filter\nresult = gaussian_filter(images[0], (2, 2, 0), mode='nearest')",
      [input])
    let image = input.image.applyingFilter(
      "CITwirlDistortion",
      parameters: ["inputCenter": CIVector(x: 50, y: 40), "inputRadius": 36, "inputAngle": 1.5])
    let expected = try Floats.python(
      """
      from scipy.ndimage import map_coordinates
      y, x = np.mgrid[0:80, 0:100] + 0.5
      dx, dy = x - 50, y - 40
      u = np.minimum(np.hypot(dx, dy) / 36, 1)
      turn = 1.5 * (1 - u * u * (3 - 2 * u))
      fromx = dx * np.cos(turn) + dy * np.sin(turn) + 49.5
      fromy = dy * np.cos(turn) - dx * np.sin(turn) + 39.5
      up = images[0][::-1]
      result = np.stack([map_coordinates(up[..., n], [fromy, fromx], order=1) for n in range(4)], -1)[::-1]
      """, [input])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: Self.tolerance)
  }
}
