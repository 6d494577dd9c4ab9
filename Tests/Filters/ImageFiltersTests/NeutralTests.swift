import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

/// Neutral values: the filter returns its input image, and the recipe's result is close to it.
@Suite struct NeutralTests {
  static let filters = Catalogue.all.filter { !$0.neutral.isEmpty }

  @Test func someFiltersSayIt() { #expect(Self.filters.count >= 11) }

  @Test(arguments: filters.map(\.name)) func givesTheImageItself(name: String) throws {
    let (filter, values) = try values(name, offset: 0)
    #expect(try filter.image(from: values) === TestImages.shared.image)
  }

  @Test(arguments: filters.map(\.name)) func isWhatTheRecipeComesNearTo(name: String) throws {
    let (filter, values) = try values(name, offset: 1e-6)
    let area = UserRect(x: 2, y: 2, width: 12, height: 8)
    let made = try #require(try filter.image(from: values))
    #expect(made !== TestImages.shared.image, "the values are not neutral, so the recipe makes the image")
    let image = try ReferenceRenderer().render(made, area)
    let wanted = try ReferenceRenderer().render(TestImages.shared.image, area)
    withExtendedLifetime((image, wanted)) {
      for index in 0..<(12 * 8) { expect(image.pixels[index], near: wanted.pixels[index], within: 1e-3) }
    }
  }

  private enum TestImages {
    static let shared = (image: TestImage.noise(16, 12, seed: 1), other: TestImage.noise(16, 12, seed: 2))
  }

  private func values(_ name: String, offset: Double) throws -> (Filter, [String: InputValue]) {
    let filter = try #require(Catalogue.filter(named: name))
    var values: [String: InputValue] = [:]
    for parameter in filter.parameters where parameter.className == "CIImage" {
      values[parameter.key] = .image(parameter.key == "inputImage" ? TestImages.shared.image : TestImages.shared.other)
    }
    for parameter in filter.neutral {
      guard case .number(let number) = parameter.identity else {
        Issue.record("\(name): \(parameter.key) is called neutral and has no number as its identity")
        continue
      }
      values[parameter.key] = .number(number + offset)
    }
    return (filter, values)
  }
}
