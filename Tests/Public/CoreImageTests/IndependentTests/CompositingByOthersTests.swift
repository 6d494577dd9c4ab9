import CoreImage
import Foundation
import Testing

/// Compares compositing, crops and colour matrices with ImageMagick and numpy, in linear light.
@Suite struct CompositingByOthersTests {
  /// Two roundings to half floats and one to 16 bits.
  static let tolerance: Float = 1 / 1024

  @Test(
    arguments: [
      ("CISourceOverCompositing", "Over"), ("CIMultiplyBlendMode", "Multiply"), ("CIScreenBlendMode", "Screen"),
      ("CISourceInCompositing", "In"), ("CISourceOutCompositing", "Out"), ("CISourceAtopCompositing", "Atop"),
      ("CIDarkenBlendMode", "Darken"), ("CILightenBlendMode", "Lighten"), ("CIDifferenceBlendMode", "Difference"),
      ("CIExclusionBlendMode", "Exclusion"), ("CIHardLightBlendMode", "HardLight"), ("CIOverlayBlendMode", "Overlay"),
      ("CIPinLightBlendMode", "PinLight"), ("CIColorDodgeBlendMode", "ColorDodge"),
      ("CIColorBurnBlendMode", "ColorBurn"),
    ], Engine.allCases)
  func isThatOfImageMagick(names: (filter: String, compose: String), on engine: Engine) throws {
    let (source, background) = (Floats.hard(80, 60, seed: 6), Floats.hard(80, 60, seed: 7))
    let image = source.image.applyingFilter(names.filter, parameters: ["inputBackgroundImage": background.image])
    let expected = try Floats.imageMagick([background, source], ["-compose", names.compose, "-composite"])
    expect(try Floats(image, source.rect, on: engine), near: expected, within: Self.tolerance, names.filter)
  }

  @Test(arguments: Engine.allCases)
  func cropIsThatOfImageMagick(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 8)
    // Twelve pixels from below are 60 - 12 - 31 from above.
    let rect = CGRect(x: 9, y: 12, width: 43, height: 31)
    let image = input.image.applyingFilter("CICrop", parameters: ["inputRectangle": CIVector(cgRect: rect)])
    #expect(image.extent == rect)
    let expected = try Floats.imageMagick([input], ["-crop", "43x31+9+17", "+repage"], size: (43, 31))
    expect(try Floats(image, rect, on: engine), near: expected, within: Self.tolerance)
  }

  @Test(arguments: Engine.allCases)
  func colorMatrixIsThatOfNumpy(on engine: Engine) throws {
    let input = Floats.hard(80, 60, seed: 9)
    let rows: [[Double]] = [[0.5, 0.25, -0.5, 0.1], [0.1, 1.5, 0, 0], [0, -0.2, 0.9, 0.3], [0, 0, 0, 1]]
    let bias = [0.1, -0.05, 0.2, 0.0]
    func vector(_ numbers: [Double]) -> CIVector {
      CIVector(x: numbers[0], y: numbers[1], z: numbers[2], w: numbers[3])
    }
    let image = input.image.applyingFilter(
      "CIColorMatrix",
      parameters: [
        "inputRVector": vector(rows[0]), "inputGVector": vector(rows[1]), "inputBVector": vector(rows[2]),
        "inputAVector": vector(rows[3]), "inputBiasVector": vector(bias),
      ])
    let expected = try Floats.python(
      """
      matrix, bias = np.array(numbers[:16]).reshape(4, 4), np.array(numbers[16:])
      alpha = images[0][..., 3:]
      straight = np.concatenate([np.divide(images[0][..., :3], alpha, out=np.zeros_like(images[0][..., :3]),
                                           where=alpha > 0), alpha], -1)
      changed = straight @ matrix.T + bias
      result = np.concatenate([changed[..., :3] * changed[..., 3:], changed[..., 3:]], -1)
      """, [input], rows.flatMap { $0 } + bias)
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 2 * Self.tolerance)
  }

  @Test(arguments: Engine.allCases)
  func maskMixesByGreen(on engine: Engine) throws {
    let images = (10..<13).map { Floats.hard(80, 60, seed: $0) }
    let image = images[0].image.applyingFilter(
      "CIBlendWithMask",
      parameters: ["inputBackgroundImage": images[1].image, "inputMaskImage": images[2].image])
    let expected = try Floats.python(
      "source, background, mask = images\nresult = background + (source - background) * mask[..., 1:2]", images)
    expect(try Floats(image, images[0].rect, on: engine), near: expected, within: Self.tolerance)
  }
}
