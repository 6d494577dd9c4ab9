import AnimationMath
import CoreImage
import Foundation

/// A filter by its inputs: between two of one class and name each input is between those of the two.
///
/// What has nothing between it, such as images, an input that only one of the two has, and whether the filter is
/// enabled, changes at the half. Filters of other classes or names change as a whole.
struct FilterInputs: WholeValue {
  let filter: CIFilter
  private let inputs: [String: AnyInterpolable]

  init(_ filter: CIFilter) {
    self.filter = filter
    let values = filter.inputKeys.compactMap { key in AnimatedValue(filter.value(forKey: key)).map { (key, $0.value) } }
    inputs = Dictionary(values) { $1 }
  }

  func mixed(with end: FilterInputs, at u: Double) -> FilterInputs {
    let nearer = u < 0.5 ? self : end
    guard filter.isAlike(end.filter) else { return nearer }
    let result = nearer.filter.ownCopy
    for (key, from) in inputs {
      // Equal ones stay as they are: whole numbers, too, are of the type that the filter takes.
      guard let to = end.inputs[key], from.isOfKind(of: to), !(from.value is Step), from.span(to: to) != 0 else {
        continue
      }
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
