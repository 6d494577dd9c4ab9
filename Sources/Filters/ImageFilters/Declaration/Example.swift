/// What shows a filter better than its defaults do, by key; for what shows or measures all of the catalogue.
package struct Example: Sendable, ExpressibleByDictionaryLiteral {
  package enum Value: Sendable {
    case number(Double)
    case vector([Double])
    /// A place, a size or a rectangle in images of 300 pixels.
    case place([Double])
    case color(ColorValue)
    /// Scaled, turned and moved to the right by a share of the image's side.
    case transform(scale: Double, angle: Double, move: Double)
    case image(Image)
  }

  /// Images that show what the filter does. `image` and `second` are those that all filters are shown with, ramps
  /// are round, and lengths are shares of an image's side.
  package enum Image: Sendable {
    case image
    /// From one colour at `inner` and nearer to the middle to another one at 1/2.
    case ramp(ColorValue, ColorValue, from: Double = 1.0 / 6)
    /// A rounded rectangle, white on black, and its height field.
    case shape, heights
    /// Two thirds of an image, from here.
    case part(x: Double, y: Double)
    case partOfSecond(x: Double, y: Double)
    /// Blurred by so many pixels, or by a share of the side.
    case blurred(pixels: Double)
    case blurredSecond(Double)
    /// A tenth as large.
    case small
    /// So many stops brighter.
    case brighter(stops: Double)
    /// In CIE L*, a*, b*.
    case lab
    case histogram
  }

  package let values: [String: Value]
  /// The result is shown so many times as large, for what is seen at the size of pixels only.
  package let enlarged: Double

  package init(_ values: [String: Value], enlarged: Double = 1) { (self.values, self.enlarged) = (values, enlarged) }
  package init(dictionaryLiteral elements: (String, Value)...) {
    self.init(Dictionary(uniqueKeysWithValues: elements))
  }

  /// The numbers, by key.
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
  /// Two images that are not opaque everywhere: else nothing is seen of what a filter does with alpha.
  static let overlapping: Example = [
    "inputImage": .image(.part(x: 1.0 / 3, y: 0)), "inputBackgroundImage": .image(.partOfSecond(x: 0, y: 1.0 / 3)),
  ]
}
