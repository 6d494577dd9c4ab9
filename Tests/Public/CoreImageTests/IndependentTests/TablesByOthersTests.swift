import CoreImage
import Foundation
import Testing

/// Compares tables, curves, palettes, thresholds and reductions with numpy and scipy, from their descriptions.
@Suite struct TablesByOthersTests {
  private static let rect = CGRect(x: 0, y: 0, width: 60, height: 50)

  /// Straight colours of `images[0]` in `straight`, with `alpha`.
  private static let prelude = """
    image = images[0]
    alpha = image[..., 3:]
    straight = np.divide(image[..., :3], alpha, out=np.zeros_like(image[..., :3]), where=alpha > 0)

    """

  @Test(arguments: [2, 5, 33], Engine.allCases)
  func cubesAreInterpolatedAsScipyDoes(side: Int, on engine: Engine) throws {
    let input = Floats.hard(60, 50, seed: 31)
    let table = (0..<4 * side * side * side).map { Float(($0 * 7919) % 1009) / 1009 }
    let image = input.image.applyingFilter(
      "CIColorCube",
      parameters: ["inputCubeDimension": side, "inputCubeData": table.withUnsafeBytes { Data($0) }])
    let expected = try Floats.python(
      Self.prelude + """
        from scipy.interpolate import RegularGridInterpolator
        n = int(numbers[0])
        table = ((np.arange(4 * n ** 3) * 7919) % 1009 / 1009).reshape(n, n, n, 4)
        axis = np.linspace(0, 1, n)
        cube = RegularGridInterpolator((axis, axis, axis), table)
        result = cube(np.clip(straight, 0, 1)[..., ::-1]) * alpha
        """, [input], [Double(side)])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 512)
  }

  @Test(arguments: Engine.allCases)
  func curvesAreThoseOfNumpy(on engine: Engine) throws {
    let input = Floats.hard(60, 50, seed: 32)
    let numbers: [Float] = [0, 1, 0.2, 0.5, 0.9, 0, 0.4, 0.3, 1, 1, 0, 0.5]
    let image = input.image.applyingFilter(
      "CIColorCurves",
      parameters: [
        "inputCurvesData": numbers.withUnsafeBytes { Data($0) }, "inputCurvesDomain": CIVector(x: -0.5, y: 1.5),
      ])
    let expected = try Floats.python(
      Self.prelude + """
        curves = np.array(numbers).reshape(-1, 3)
        places = np.linspace(-0.5, 1.5, len(curves))
        rgb = np.stack([np.interp(straight[..., c], places, curves[:, c]) for c in range(3)], -1)
        result = np.concatenate([rgb * alpha, alpha], -1)
        """, [input], numbers.map(Double.init))
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 512)
  }

  /// Few pixels are equally close to two colours within float precision; a larger error would select another colour.
  @Test(arguments: Engine.allCases)
  func palettesAreThatOfScipysTree(on engine: Engine) throws {
    let input = Floats(60, 50) { x, y in
      SIMD4(Float((x * 37 + y * 11) % 101) / 101, Float((x * 17 + y * 53) % 97) / 97, Float((x + y) % 89) / 89, 1)
    }
    let palette = Floats(9, 1) { x, _ in
      SIMD4(Float(x * 31 % 10) / 10, Float(x * 17 % 10) / 10, Float(x * 23 % 10) / 10, 1)
    }
    let image = input.image.applyingFilter("CIPalettize", parameters: ["inputPaletteImage": palette.image])
    let expected = try Floats.python(
      """
      from scipy.spatial import cKDTree
      colors = images[1][0]
      result = colors[cKDTree(colors[:, :3]).query(images[0][..., :3])[1]]
      """, [input, palette])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1 / 512)
  }

  @Test(arguments: Engine.allCases)
  func kMeansAreThoseOfScipy(on engine: Engine) throws {
    let input = Floats(60, 50) { x, y in
      SIMD4(Float((x * 37 + y * 11) % 101) / 101, Float((x * 17 + y * 53) % 97) / 97, Float((x + y) % 89) / 89, 1)
    }
    let start = Floats(5, 1) { x, _ in SIMD4(Float(x) / 5, Float(x * 3 % 5) / 5, Float(x * 2 % 5) / 5, 1) }
    let image = input.image.applyingFilter(
      "CIKMeans",
      parameters: ["inputExtent": CIVector(cgRect: Self.rect), "inputMeans": start.image, "inputPasses": 4])
    let expected = try Floats.python(
      """
      from scipy.cluster.vq import kmeans2, vq
      pixels = images[0][..., :3].reshape(-1, 3).astype(float)
      first = images[1][0, :, :3].astype(float)
      means, labels = kmeans2(pixels, first, iter=4, minit='matrix')
      before = kmeans2(pixels, first, iter=3, minit='matrix')[0]
      weights = np.bincount(vq(pixels, before)[0], minlength=5) / len(pixels)
      result = np.concatenate([means, weights[:, None]], -1)[None]
      """, [input, start])
    // A pixel or two between two means may be assigned to either.
    expect(try Floats(image, CGRect(x: 0, y: 0, width: 5, height: 1), on: engine), near: expected, within: 2e-3)
  }

  @Test(arguments: Engine.allCases)
  func centroidsAreThoseOfNumpy(on engine: Engine) throws {
    let input = Floats(60, 50) { x, y in SIMD4(Float(x) / 60, Float(y) / 50, Float(x * y % 7) / 7, 1) }
    let palette = Floats(3, 1) { x, _ in SIMD4(Float(x) / 2, Float(x * x % 3) / 2, 0.4, 1) }
    let image = input.image.applyingFilter("CIPaletteCentroid", parameters: ["inputPaletteImage": palette.image])
    let expected = try Floats.python(
      """
      pixels, colors = images[0][..., :3], images[1][0, :, :3]
      far = ((pixels[:, :, None] - colors) ** 2).sum(-1)
      # Of colours that are as near but for rounding the first counts.
      nearest = (far <= far.min(-1, keepdims=True) * (1 + 2 ** -13)).argmax(-1)
      y, x = np.mgrid[:50, :60] + 0.5
      rows = [[x[nearest == k].mean(), 50 - y[nearest == k].mean(), 0, 1] for k in range(3)]
      result = np.array(rows)[None]
      """, [input, palette])
    expect(try Floats(image, CGRect(x: 0, y: 0, width: 3, height: 1), on: engine), near: expected, within: 0.05)
  }

  @Test(arguments: Engine.allCases)
  func otsuIsThatOfNumpy(on engine: Engine) throws {
    let input = Floats(60, 50) { x, y in
      let v = Float((x * 37 + y * 11) % 101) / 101
      return SIMD4(v * v, x < 20 ? v * 0.3 : 0.5 + v * 0.4, 1 - v * v * v, 1)
    }
    let image = input.image.applyingFilter("CIColorThresholdOtsu")
    let expected = try Floats.python(
      """
      result = np.ones_like(images[0])
      for c in range(3):
          values = images[0][..., c]
          counts, edges = np.histogram(values, 1024, (0, 1))
          centers = (edges[1:] + edges[:-1]) / 2
          below, above = np.cumsum(counts), np.cumsum(counts[::-1])[::-1]
          low = np.cumsum(counts * centers) / np.maximum(below, 1)
          high = (np.cumsum((counts * centers)[::-1]) / np.maximum(above[::-1], 1))[::-1]
          variance = below[:-1] * above[1:] * (low[:-1] - high[1:]) ** 2
          result[..., c] = values > edges[1:][np.argmax(variance)]
      """, [input])
    expect(try Floats(image, input.rect, on: engine), near: expected, within: 1e-4)
  }

  @Test(arguments: Engine.allCases)
  func rowAndColumnAveragesAreThoseOfNumpy(on engine: Engine) throws {
    let input = Floats.hard(120, 90, seed: 33)
    let rect = CGRect(x: 7, y: 5, width: 100, height: 70)
    let part = "part = images[0][15:85, 7:107]\n"
    let columns = input.image.applyingFilter("CIColumnAverage", parameters: ["inputExtent": CIVector(cgRect: rect)])
    #expect(columns.extent == CGRect(x: 0, y: 0, width: 100, height: 1))
    expect(
      try Floats(columns, columns.extent, on: engine),
      near: try Floats.python(part + "result = part.mean(0)[None]", [input]), within: 1e-3)
    let rows = input.image.applyingFilter("CIRowAverage", parameters: ["inputExtent": CIVector(cgRect: rect)])
    #expect(rows.extent == CGRect(x: 0, y: 0, width: 70, height: 1))
    expect(
      try Floats(rows, rows.extent, on: engine),
      near: try Floats.python(part + "result = part.mean(1)[::-1][None]", [input]), within: 1e-3)
  }

  @Test(arguments: Engine.allCases)
  func weightedAndLogarithmicHistogramsAreThoseOfNumpy(on engine: Engine) throws {
    let input = Floats(60, 50) { x, y in
      let alpha = Float((x * 5 + y * 3) % 256) / 255
      let color = SIMD4(Float((x * 37 + y * 11) % 101) / 101 + 0.003, Float((x * 17 + y) % 97) / 97 + 0.003, 0.42, 1)
      return color * alpha
    }
    let values: [String: Any] = ["inputExtent": CIVector(cgRect: Self.rect), "inputCount": 16, "inputScale": 1]
    let weighted = input.image.applyingFilter("CIAreaAlphaWeightedHistogram", parameters: values)
    let expected = try Floats.python(
      Self.prelude + """
        result = np.ones((1, 16, 4))
        for c in range(3):
            result[0, :, c] = np.histogram(np.clip(straight[..., c], 0, 1), 16, (0, 1), weights=alpha[..., 0])[0] / 3000
        """, [input])
    // A pixel at the border of two bins may be in either of them.
    expect(try Floats(weighted, weighted.extent, on: engine), near: expected, within: 2.01 / 3000)

    let logarithmic = input.image.applyingFilter(
      "CIAreaLogarithmicHistogram",
      parameters: values.merging(["inputMinimumStop": -8, "inputMaximumStop": 1]) { $1 })
    let stops = try Floats.python(
      """
      result = np.zeros((1, 16, 4))
      for c in range(3):
          v = images[0][..., c]
          place = (np.log2(np.maximum(v, 1e-30)) + 8) / 9
          result[0, :, c] = np.histogram(np.clip(np.where(v > 0, place, 0), 0, 1), 16, (0, 1))[0] / 3000
      result[0, :, 3] = np.histogram(images[0][..., 3], 16, (0, 1))[0] / 3000
      """, [input])
    expect(try Floats(logarithmic, logarithmic.extent, on: engine), near: stops, within: 2.01 / 3000)
  }
}
