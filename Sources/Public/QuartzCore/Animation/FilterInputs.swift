import AnimationMath
import CoreImage
import Foundation

/// A filter, interpolated input by input with another of the same class and name.
///
/// Inputs that cannot be interpolated, such as images, inputs of only one of the two filters, and the enabled flag
/// change at the middle. A filter of another class or name changes as a whole.
struct FilterInputs: NonadditiveValue {
  let filter: CIFilter
  private let inputs: [String: AnyInterpolable]

  init(_ filter: CIFilter) {
    self.filter = filter
    let values = filter.inputKeys.compactMap { key in AnimatedValue(filter.value(forKey: key)).map { (key, $0.value) } }
    inputs = Dictionary(values) { $1 }
  }

  func mixed(with end: FilterInputs, at u: Double) -> FilterInputs {
    let nearest = u < 0.5 ? self : end
    guard filter.isAlike(end.filter) else { return nearest }
    let result = nearest.filter.ownCopy
    for (key, from) in inputs {
      // Equal inputs are copied unchanged, so that integers keep the type that the filter expects.
      guard let to = end.inputs[key], from.hasSameType(as: to), !(from.value is DiscreteValue),
        from.span(to: to) != 0
      else { continue }
      let value = from.mixed(with: to, at: u)
      if value.isShowable { result.setValue(AnimatedValue.object(value, like: filter.value(forKey: key)), forKey: key) }
    }
    return FilterInputs(result)
  }
}

extension CIFilter {
  fileprivate func isAlike(_ other: CIFilter) -> Bool {
    type(of: self) == type(of: other) && definition?.name == other.definition?.name && name == other.name
  }
}
