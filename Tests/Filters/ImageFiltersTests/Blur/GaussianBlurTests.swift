import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct GaussianBlurTests {
  @Test func onePassWeighsByTheBellCurve() {
    // sigma 1, one tap: weights 1 and exp(-1/2) = 0.60653, over their sum 2.21306.
    let body = GaussianBlur.pass.body([Axis.horizontal.argument, Int32(1).argument, Float(0.60653).argument])
    let read: RegionFormula.Read = { _, at in SIMD4(repeating: at.x == 0.5 ? 1 : 0) }
    expect(body(read, [0.5, 0.5]), near: SIMD4(repeating: 0.45186))
    expect(body(read, [1.5, 0.5]), near: SIMD4(repeating: 0.27407))
    #expect(body(read, [2.5, 0.5]) == .zero)
  }

  @Test func theExtentGrowsByThreeSigmaInWholePixels() throws {
    let image = try filtered("CIGaussianBlur", ["inputImage": .image(flat(.one, square)), "inputRadius": .number(2.5)])
    #expect(image.extent == .finite(square.outset(by: 8)))
  }

  @Test func aTinyRadiusPassesTheImageOn() throws {
    let input = flat(.one, square)
    #expect(try filtered("CIGaussianBlur", ["inputImage": .image(input), "inputRadius": .number(0.15)]) === input)
    #expect(try filtered("CIGaussianBlur", ["inputImage": .image(input), "inputRadius": .number(-3)]) === input)
  }

  @Test func anEndlessColourStaysAsItIs() throws {
    let colour = Node.generated(by: .constant, SIMD4<Float>(0.25, 0.5, 1, 1))
    let image = try filtered("CIGaussianBlur", ["inputImage": .image(colour), "inputRadius": .number(30)])
    #expect(image.extent == .infinite)
    expect(try pixel(image, 17, -5), near: [0.25, 0.5, 1, 1])
  }

  @Test func aRadiusThatIsNoSizeIsAnError() {
    let input = flat(.one, square)
    for radius in [Double.infinity, .nan, 1e30] {
      let text = message {
        _ = try filtered("CIGaussianBlur", ["inputImage": .image(input), "inputRadius": .number(radius)])
      }
      #expect(text.contains("CIGaussianBlur") && text.contains("inputRadius"))
    }
  }

  @Test(arguments: [0.3, 0.7, 1.5, 3, 3.9, 5, 8, 10, 17, 30, 64])
  func keepsWithinOneStepOfEightBitsOfTheGaussian(sigma: Double) throws {
    let (width, height) = (90, 70)
    let input = TestImage.noise(width, height, seed: 5)
    let image = try filtered("CIGaussianBlur", ["inputImage": .image(input), "inputRadius": .number(sigma)])
    let region = try #require(image.extent.rect)
    let source = try ReferenceRenderer().render(input, UserRect(x: 0, y: 0, width: 90, height: 70))
    let result = try ReferenceRenderer().render(image, region)
    let grown = Int(-region.min.x)

    // The exact Gaussian, in double precision, by axis; 6 sigma contain all of it.
    let reach = Int((6 * sigma).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    var rows = [SIMD4<Double>](repeating: .zero, count: result.width * height)
    for y in 0..<height {
      for x in 0..<result.width {
        for tap in max(0, x - grown - reach)...max(0, min(width - 1, x - grown + reach)) where tap < width {
          let offset = tap - (x - grown) + reach
          guard weights.indices.contains(offset) else { continue }
          rows[y * result.width + x] += SIMD4<Double>(source.pixels[y * width + tap]) * (weights[offset] / sum)
        }
      }
    }
    var worst = 0.0
    for y in 0..<result.height {
      for x in 0..<result.width {
        var expected = SIMD4<Double>.zero
        for tap in 0..<height {
          let offset = tap - (y - grown) + reach
          guard weights.indices.contains(offset) else { continue }
          expected += rows[tap * result.width + x] * (weights[offset] / sum)
        }
        let off = expected - SIMD4<Double>(result.pixels[y * result.width + x])
        worst = max(worst, off.max(), -off.min())
      }
    }
    #expect(worst < 1 / 255.0, "off by \(worst * 255) / 255")
    withExtendedLifetime((source, result)) {}
  }

  @Test(arguments: [2.0, 9, 40]) func aTileEqualsTheSameTileOfTheWhole(sigma: Double) throws {
    let input = TestImage.noise(60, 50, seed: 6)
    let image = try filtered("CIGaussianBlur", ["inputImage": .image(input), "inputRadius": .number(sigma)])
    let whole = UserRect(x: -20, y: -20, width: 100, height: 90)
    let tile = UserRect(x: 13, y: 7, width: 17, height: 21)
    let expected = try ReferenceRenderer().render(image, whole).cropped(to: tile)
    expect(try ReferenceRenderer().render(image, tile), equals: expected, within: .float)
  }
}
