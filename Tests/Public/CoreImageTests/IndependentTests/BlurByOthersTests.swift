import CoreImage
import Foundation
import Testing

/// Compares blurs with scipy and ImageMagick, in linear light.
@Suite struct BlurByOthersTests {
  /// A step of 8 bits, the tolerance in the blur's documentation.
  static let step: Float = 1 / 255

  @Test(arguments: [1.0, 3, 10, 50], Engine.allCases)
  func gaussianIsThatOfScipy(sigma: Double, on engine: Engine) throws {
    let input = Floats.hard(150, 110, seed: 1)
    let image = input.image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": sigma])
    #expect(image.extent == input.rect.insetBy(dx: -3 * sigma, dy: -3 * sigma))
    let expected = try Floats.python(
      """
      from scipy.ndimage import gaussian_filter
      margin = int(3 * numbers[0])
      padded = np.pad(images[0], ((margin, margin), (margin, margin), (0, 0)))
      result = gaussian_filter(padded, (numbers[0], numbers[0], 0), mode='constant', truncate=8)
      """, [input], [sigma])
    expect(try Floats(image, image.extent, on: engine), near: expected, within: Self.step, "sigma \(sigma)")
  }

  @Test(arguments: [1.5, 4], Engine.allCases)
  func gaussianIsThatOfImageMagick(sigma: Double, on engine: Engine) throws {
    let input = Floats.hard(90, 70, seed: 2)
    let image = input.image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": sigma])
    let expected = try Floats.imageMagick(
      [input], ["-virtual-pixel", "transparent", "-channel", "RGBA,sync", "-gaussian-blur", "0x\(sigma)"])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: Self.step, "sigma \(sigma)")
  }

  /// Core Image's radius 8 is a square of 7 pixels.
  @Test(arguments: Engine.allCases)
  func boxIsThatOfScipyAndImageMagick(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 3)
    let image = input.image.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 8])
    #expect(image.extent == input.rect.insetBy(dx: -3, dy: -3))
    let actual = try Floats(image, input.rect, on: engine)
    let mean = try Floats.python(
      "from scipy.ndimage import uniform_filter\nresult = uniform_filter(images[0], (7, 7, 1), mode='constant')",
      [input])
    expect(actual, near: mean, within: 1 / 1024, "scipy")
    let square = try Floats.imageMagick(
      [input],
      [
        "-virtual-pixel", "transparent", "-channel", "RGBA,sync", "-define", "convolve:scale=!", "-morphology",
        "Convolve", "Square:3",
      ])
    expect(actual, near: square, within: 1 / 1024, "ImageMagick")
  }

  /// Along an axis a motion blur is the one-dimensional Gaussian.
  @Test(arguments: [0, Double.pi / 2], Engine.allCases)
  func motionIsTheGaussianOfOneAxis(angle: Double, on engine: Engine) throws {
    let input = Floats.hard(150, 110, seed: 4)
    let image = input.image.applyingFilter("CIMotionBlur", parameters: ["inputRadius": 10, "inputAngle": angle])
    let expected = try Floats.python(
      """
      from scipy.ndimage import gaussian_filter1d
      result = gaussian_filter1d(images[0], 10, axis=int(numbers[0]), mode='constant', truncate=8)
      """, [input], [angle == 0 ? 1 : 0])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 2 * Self.step, "angle \(angle)")
  }

  /// c + 0.7 (c - blur), an opaque image whose edges are repeated.
  @Test(arguments: Engine.allCases)
  func unsharpMaskAddsTheDifferenceToScipysBlur(on engine: Engine) throws {
    var input = Floats.hard(90, 70, seed: 5)
    for index in stride(from: 3, to: input.values.count, by: 4) { input.values[index] = 1 }
    let image = input.image.applyingFilter("CIUnsharpMask", parameters: ["inputRadius": 2.5, "inputIntensity": 0.7])
    #expect(image.extent == input.rect)
    let expected = try Floats.python(
      """
      from scipy.ndimage import gaussian_filter
      source = images[0]
      result = source + 0.7 * (source - gaussian_filter(source, (2.5, 2.5, 0), mode='nearest', truncate=8))
      result[..., 3] = 1
      """, [input])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: Self.step)
  }
}
