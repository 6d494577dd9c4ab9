import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

/// Robustness against hostile input values: a filter returns an image that can be rendered, or throws an error; it
/// never traps.
@Suite struct HostileValuesTests {
  static let numbers: [Double] = [.nan, .infinity, -.infinity, 1e30, -1e30, 0, -1, 1e-30]

  @Test(arguments: Catalogue.all.map(\.name)) func noNumberTraps(name: String) throws {
    let filter = try #require(Catalogue.filter(named: name))
    for parameter in filter.parameters {
      for number in Self.numbers {
        guard let hostile = Self.value(parameter, number) else { continue }
        var values: [String: InputValue] = [:]
        for (index, other) in filter.parameters.enumerated() {
          values[other.key] = Self.usual(other, index)
        }
        values[parameter.key] = hostile
        let text = message {
          guard let image = try filter.image(from: values) else { return }
          let source = try ReferenceRenderer().render(image, UserRect(x: -2, y: 3, width: 6, height: 4))
          #expect(source.width == 6)
        }
        #expect(
          text.isEmpty || text.contains(filter.name) || text.contains("too far"), "\(parameter.key) \(number): \(text)")
      }
    }
  }

  private static func value(_ parameter: ParameterInfo, _ number: Double) -> InputValue? {
    switch parameter.className {
    case "NSNumber": .number(number)
    case "CIVector" where parameter.type == .position || parameter.type == .offset: .vector([number, 5])
    case "CIVector": .vector([3, number, 4, number])
    case "CIColor": .color(ColorValue(number, 0, 1, number))
    case "NSAffineTransform": .transform(AffineMap(a: number, b: 0, c: 0, d: 1, tx: number, ty: 0))
    default: nil
    }
  }

  private static func usual(_ parameter: ParameterInfo, _ index: Int) -> InputValue? {
    switch parameter.className {
    case "CIImage": .image(TestImage.noise(16, 12, seed: UInt64(index)))
    case "NSData": .data(.init("a".utf8))
    case "CIVector" where parameter.type == .rectangle: .vector([1, 1, 10, 8])
    case "CIVector" where parameter.type == .position: .vector([6, 7])
    case "NSNumber" where parameter.type == .distance: .number(6)
    default: parameter.defaultValue
    }
  }
}
