import ImageFilters
import ImageGraph

/// Steps that make little of much: their input is read by others too, often.
extension RecipeMaker {
  /// The image mixed with what a rectangle of it comes to.
  mutating func compared(_ input: Piece) throws -> Piece? {
    guard let area = area(of: input) else { return nil }
    let name = ["CIAreaAverage", "CIRowAverage", "CIColumnAverage", "CIAreaMaximum", "CIAreaMinimum"][whole(0...4)]
    let reduced = try filtered(name, ["inputImage": .image(input.node), "inputExtent": area])
    let node = try filtered(
      "CIDissolveTransition",
      [
        "inputImage": .image(input.node), "inputTargetImage": .image(spread(reduced)),
        "inputTime": .number(number(0...1)),
      ])
    return piece(node, of: input, roundings: 4)
  }

  /// A histogram, or the means of a palette. Both jump, where a pixel comes to count elsewhere; so they look at images
  /// that are the same to the last bit.
  mutating func counted() throws -> Piece? {
    let exact = pieces.filter(\.isExact)
    guard !exact.isEmpty else { return nil }
    let input = exact[whole(0...exact.count - 1)]
    guard let area = area(of: input) else { return nil }
    var values: [String: InputValue] = ["inputImage": .image(input.node), "inputExtent": area]
    if chance(0.6) {
      values["inputCount"] = .number(Double(whole(1...24)))
      values["inputScale"] = .number(number(0.5...2))
      return piece(spread(try filtered("CIAreaHistogram", values)), of: input, adds: 2)
    }
    let count = whole(1...4)
    values["inputMeans"] = .image(TestImage.noise(count, 1, seed: UInt64(whole(0...1000))))
    values["inputPasses"] = .number(1)
    return piece(spread(try filtered("CIKMeans", values)), of: input, adds: 1, roundings: 8)
  }

  /// A few pixels made many, so that what comes after has something to look at.
  private mutating func spread(_ few: Node) -> Node {
    few.clampedToExtent.cropped(to: rectangle(fractional: false).outset(by: 4))
  }

  /// A rectangle that has something in common with the image.
  private mutating func area(of input: Piece) -> InputValue? {
    let area = rectangle(fractional: true)
    guard case .finite(let part) = input.node.extent.intersection(Extent(area)), !part.pixels.isEmpty else {
      return nil
    }
    return .vector([area.min.x, area.min.y, area.width, area.height])
  }
}
