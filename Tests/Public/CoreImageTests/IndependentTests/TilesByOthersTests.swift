import CoreImage
import Foundation
import Testing

/// Compares tilings, scaling kernels and guided filtering with scipy, numpy and Pillow.
@Suite struct TilesByOthersTests {
  /// Copies side by side, then the map: scipy wraps when it samples.
  @Test(arguments: Engine.allCases)
  func affineTileIsThatOfScipy(on engine: Engine) throws {
    let input = Floats.hard(24, 18, seed: 41)
    let map = CGAffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 40, ty: 5)
    let image = input.image.applyingFilter("CIAffineTile", parameters: ["inputTransform": map])
    let rect = CGRect(x: -20, y: -30, width: 100, height: 90)
    let expected = try Floats.python(
      """
      from scipy.ndimage import affine_transform
      a, b, c, d, tx, ty, left, bottom, width, height = numbers
      inverse = np.linalg.inv([[d, b], [c, a]])
      start = inverse @ (np.array([bottom + 0.5 - ty, left + 0.5 - tx])) - 0.5
      planes = [affine_transform(images[0][::-1, :, n], inverse, start, (int(height), int(width)), order=1,
                                 mode='grid-wrap') for n in range(4)]
      result = np.stack(planes, -1)[::-1]
      """, [input],
      [map.a, map.b, map.c, map.d, map.tx, map.ty, rect.minX, rect.minY, rect.width, rect.height].map { Double($0) })
    expect(try Floats(image, rect, on: engine), near: expected, within: 1 / 512)
  }

  /// A square of 16 pixels, mirrored at its sides: numpy's symmetric padding.
  @Test(arguments: Engine.allCases)
  func fourfoldReflectionIsThePaddingOfNumpy(on engine: Engine) throws {
    let input = Floats.hard(16, 16, seed: 42)
    let image = input.image.applyingFilter(
      "CIFourfoldReflectedTile", parameters: ["inputCenter": CIVector(x: 0, y: 0), "inputWidth": 16])
    let expected = try Floats.python(
      "result = np.pad(images[0], ((40, 40), (40, 40), (0, 0)), mode='symmetric')", [input])
    let rect = CGRect(x: -40, y: -40, width: 96, height: 96)
    expect(try Floats(image, rect, on: engine), near: expected, within: 1 / 2048)
  }

  /// Pillow's cubic is B = 0, C = 1/2. Edges are excluded, as with Lanczos.
  @Test(arguments: [0.5, 0.25, 1.5, 3], Engine.allCases)
  func bicubicIsThatOfPillow(scale: Double, on engine: Engine) throws {
    let input = Floats.hard(160, 120, seed: 43)
    let image = input.image.applyingFilter(
      "CIBicubicScaleTransform", parameters: ["inputScale": scale, "inputB": 0, "inputC": 0.5])
    let expected = try Floats.python(
      """
      from PIL import Image
      planes = [np.asarray(Image.fromarray(np.ascontiguousarray(images[0][..., n], np.float32), 'F').resize(
          (int(numbers[0]), int(numbers[1])), Image.BICUBIC)) for n in range(4)]
      result = np.stack(planes, -1)
      """, [input], [160 * scale, 120 * scale])
    let border = 3 * Int(max(scale, 1).rounded(.up))
    let actual = try Floats(image, image.extent, on: engine)
    expect(actual.inset(by: border), near: expected.inset(by: border), within: 1 / 512, "\(scale)")
  }

  @Test(arguments: [2, 4, 8], Engine.allCases)
  func maximumScaleIsTheMaximumOfBlocks(block: Int, on engine: Engine) throws {
    let input = Floats.hard(96, 64, seed: 44)
    let image = input.image.applyingFilter("CIMaximumScaleTransform", parameters: ["inputScale": 1 / Double(block)])
    let expected = try Floats.python(
      """
      n = int(numbers[0])
      result = images[0].reshape(64 // n, n, 96 // n, n, 4).max((1, 3))
      """, [input], [Double(block)])
    expect(try Floats(image, image.extent, on: engine), near: expected, within: 1 / 2048)
  }

  /// The box means of He, Sun and Tang by scipy, with repeated borders.
  @Test(arguments: [1.0, 4], Engine.allCases)
  func guidedFilterIsThatOfScipy(radius: Double, on engine: Engine) throws {
    let (input, guide) = (Floats.hard(60, 44, seed: 45), Floats.hard(60, 44, seed: 46))
    let image = input.image.applyingFilter(
      "CIGuidedFilter",
      parameters: ["inputGuideImage": guide.image, "inputRadius": radius, "inputEpsilon": 0.01])
    let expected = try Floats.python(
      """
      from scipy.ndimage import uniform_filter
      side = 2 * int(numbers[0]) + 1
      mean = lambda x: uniform_filter(x, (side, side) + (1,) * (x.ndim - 2), mode='nearest')
      guide = images[1][..., :3] @ [0.2125, 0.7154, 0.0721]
      m = mean(guide)
      variance = mean(guide * guide) - m * m
      means = mean(images[0])
      a = (mean(images[0] * guide[..., None]) - means * m[..., None]) / (variance + 0.01)[..., None]
      b = means - a * m[..., None]
      result = mean(a) * guide[..., None] + mean(b)
      """, [input, guide], [radius])
    // Beyond the border, scipy repeats the linear models of the border; the filter fits models to repeated pixels.
    let border = 2 * Int(radius)
    expect(
      try Floats(image, input.rect, on: engine).inset(by: border), near: expected.inset(by: border), within: 1 / 256)
  }
}
