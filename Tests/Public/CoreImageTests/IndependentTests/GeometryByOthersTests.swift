import CoreImage
import Foundation
import Testing

/// Compares affine maps and scaling with scipy, ImageMagick and Pillow.
@Suite struct GeometryByOthersTests {
  private static let maps: [CGAffineTransform] = [
    CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 3.25, ty: -2.5),
    CGAffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 40, ty: 5),
    CGAffineTransform(a: 1.7, b: 0, c: 0.4, d: 2.3, tx: 0, ty: 0),
    CGAffineTransform(a: -1.2, b: 0.1, c: 0.3, d: 0.9, tx: 100, ty: 10),
  ]

  /// Both mix four pixels; pixels outside are transparent.
  @Test(arguments: maps.indices, Engine.allCases)
  func affineIsThatOfScipy(index: Int, on engine: Engine) throws {
    let (input, map) = (Floats.hard(60, 44, seed: 13), Self.maps[index])
    let image = input.image.applyingFilter("CIAffineTransform", parameters: ["inputTransform": map])
    let rect = image.extent.integral
    // Rows from below, so that both planes have y upwards. Pixel centres are whole numbers there and halves here.
    let expected = try Floats.python(
      """
      from scipy.ndimage import affine_transform
      a, b, c, d, tx, ty, left, bottom, width, height = numbers
      inverse = np.linalg.inv([[d, b], [c, a]])
      start = inverse @ (np.array([bottom + 0.5 - ty, left + 0.5 - tx])) - 0.5
      planes = [affine_transform(images[0][::-1, :, n], inverse, start, (int(height), int(width)), order=1,
                                 mode='grid-constant') for n in range(4)]
      result = np.stack(planes, -1)[::-1]
      """, [input],
      [map.a, map.b, map.c, map.d, map.tx, map.ty, rect.minX, rect.minY, rect.width, rect.height].map { Double($0) })
    expect(try Floats(image, rect, on: engine), near: expected, within: 1 / 512, "map \(index)")
  }

  /// An opaque image, for the pixels whose four neighbours are inside. ImageMagick's y grows downwards.
  @Test(arguments: Engine.allCases)
  func rotationIsThatOfImageMagick(on engine: Engine) throws {
    var input = Floats.hard(64, 64, seed: 14)
    for index in stride(from: 3, to: input.values.count, by: 4) { input.values[index] = 1 }
    let angle = Double.pi / 6
    let map = CGAffineTransform(translationX: 32, y: 32).rotated(by: angle).translatedBy(x: -32, y: -32)
    let image = input.image.transformed(by: map)
    let expected = try Floats.imageMagick(
      [input],
      ["-virtual-pixel", "transparent", "-filter", "point", "-interpolate", "bilinear", "-distort", "SRT", "32,32 -30"])
    let actual = try Floats(image, input.rect, on: engine)
    expect(actual.inset(by: 12), near: expected.inset(by: 12), within: 1 / 512)
  }

  /// Consecutive maps are combined into one, so pixels are interpolated once.
  @Test(arguments: maps.indices, Engine.allCases)
  func thereAndBackAgainIsTheImage(index: Int, on engine: Engine) throws {
    let (input, map) = (Floats.hard(60, 44, seed: 27), Self.maps[index])
    let image = input.image
      .applyingFilter("CIAffineTransform", parameters: ["inputTransform": map])
      .transformed(by: map.inverted())
    expect(try Floats(image, input.rect, on: engine), near: input, within: 1 / 1024, "map \(index)")
  }

  @Test(arguments: [(2.0, 2.0), (3, 1), (1, 4), (16, 8), (32, 32)], Engine.allCases)
  func highQualityDownsampleIsTheMeanOfPillow(block: (width: Double, height: Double), on engine: Engine) throws {
    let input = Floats.hard(96, 64, seed: 31)
    let image = input.image.transformed(
      by: CGAffineTransform(scaleX: 1 / block.width, y: 1 / block.height), highQualityDownsample: true)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 96 / block.width, height: 64 / block.height))
    let expected = try Floats.python(
      """
      from PIL import Image
      planes = [np.asarray(Image.fromarray(np.ascontiguousarray(images[0][..., n], np.float32), 'F').reduce(
          (int(numbers[0]), int(numbers[1])))) for n in range(4)]
      result = np.stack(planes, -1)
      """, [input], [block.width, block.height])
    expect(try Floats(image, image.extent, on: engine), near: expected, within: 1 / 1024, "\(block)")
  }

  /// Means of 3 x 2 pixels by numpy, and the remaining map by scipy.
  @Test(arguments: Engine.allCases)
  func highQualityDownsampleInterpolatesMeansOfPixels(on engine: Engine) throws {
    let input = Floats.hard(60, 44, seed: 32)
    let (c, s) = (cos(0.5), sin(0.5))
    let map = CGAffineTransform(a: 0.3 * c, b: 0.3 * s, c: -0.45 * s, d: 0.45 * c, tx: 0, ty: 0)
    let image = input.image.transformed(by: map, highQualityDownsample: true)
    let rect = image.extent.integral
    let expected = try Floats.python(
      """
      from scipy.ndimage import affine_transform
      a, b, c, d, left, bottom, width, height = numbers
      means = images[0][::-1].reshape(22, 2, 20, 3, 4).mean((1, 3))
      inverse = np.linalg.inv([[2 * d, 3 * b], [2 * c, 3 * a]])
      start = inverse @ np.array([bottom + 0.5, left + 0.5]) - 0.5
      planes = [affine_transform(means[..., n], inverse, start, (int(height), int(width)), order=1,
                                 mode='grid-constant') for n in range(4)]
      result = np.stack(planes, -1)[::-1]
      """, [input], [map.a, map.b, map.c, map.d, rect.minX, rect.minY, rect.width, rect.height].map { Double($0) })
    expect(try Floats(image, rect, on: engine), near: expected, within: 1 / 512)
  }

  /// Edges are excluded: Pillow omits pixels beyond the image, Core Image repeats its border.
  @Test(arguments: [(0.5, 1.0), (0.25, 1), (1.5, 1), (0.5, 2), (3, 0.5)], Engine.allCases)
  func lanczosIsThatOfPillow(scale: (factor: Double, aspect: Double), on engine: Engine) throws {
    let input = Floats.hard(160, 120, seed: 15)
    let image = input.image.applyingFilter(
      "CILanczosScaleTransform", parameters: ["inputScale": scale.factor, "inputAspectRatio": scale.aspect])
    let (width, height) = (160 * scale.factor * scale.aspect, 120 * scale.factor)
    #expect(image.extent == CGRect(x: 0, y: 0, width: width, height: height))
    let expected = try Floats.python(
      """
      from PIL import Image
      planes = [np.asarray(Image.fromarray(np.ascontiguousarray(images[0][..., n], np.float32), 'F').resize(
          (int(numbers[0]), int(numbers[1])), Image.LANCZOS)) for n in range(4)]
      result = np.stack(planes, -1)
      """, [input], [width, height])
    let border = 4 * Int(max(scale.factor * scale.aspect, scale.factor, 1).rounded(.up))
    let actual = try Floats(image, image.extent, on: engine)
    expect(actual.inset(by: border), near: expected.inset(by: border), within: 1 / 512, "\(scale)")
  }
}
