/// Input values, by key, that demonstrate a filter better than its defaults, for tools that render or measure the whole
/// catalogue.
package struct Example: Sendable, ExpressibleByDictionaryLiteral {
  package enum Value: Sendable {
    case number(Double)
    case vector([Double])
    /// A position, a size or a rectangle in images of 300 pixels.
    case coordinates([Double])
    case color(ColorValue)
    /// A transform that scales, rotates and moves to the right by a fraction of the image's side.
    case transform(scale: Double, angle: Double, move: Double)
    case image(Image)
  }

  /// Images that demonstrate the filter's effect. `image` and `second` are the inputs shared by all filters. Ramps are
  /// radial, and lengths are fractions of an image's side.
  package enum Image: Sendable {
    case image
    /// A ramp from one colour, up to the radius `from`, to another one at 1/2.
    case ramp(ColorValue, ColorValue, from: Double = 1.0 / 6)
    /// A rounded rectangle, white on black, and its height field.
    case shape, heights
    /// Two thirds of an image, starting at this position.
    case part(x: Double, y: Double)
    case partOfSecond(x: Double, y: Double)
    /// The image blurred by a number of pixels, or by a fraction of the side.
    case blurred(pixels: Double)
    case blurredSecond(Double)
    /// The image at a tenth of its size.
    case small
    /// The image brightened by a number of stops.
    case brighter(stops: Double)
    /// The image in CIE L*, a*, b*.
    case lab
    case histogram
  }

  package let values: [String: Value]
  /// The factor by which the result is enlarged, for effects that are visible only at the size of pixels.
  package let enlarged: Double

  package init(_ values: [String: Value], enlarged: Double = 1) { (self.values, self.enlarged) = (values, enlarged) }
  package init(dictionaryLiteral elements: (String, Value)...) {
    self.init(Dictionary(uniqueKeysWithValues: elements))
  }

  /// The values that are numbers, by key.
  package var numbers: [String: Double] {
    values.compactMapValues { if case .number(let number) = $0 { number } else { nil } }
  }
}

extension Example.Value: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(arrayLiteral elements: Double...) { self = .vector(elements) }
}

extension Example {
  /// Two images that are partly transparent, which makes the filter's effect on alpha visible.
  static let overlapping: Example = [
    "inputImage": .image(.part(x: 1.0 / 3, y: 0)), "inputBackgroundImage": .image(.partOfSecond(x: 0, y: 1.0 / 3)),
  ]
}
