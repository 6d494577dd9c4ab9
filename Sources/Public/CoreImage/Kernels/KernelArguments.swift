import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph
import KernelFormulas
import KernelLanguage

/// Validation of a kernel's arguments.
extension Kernel {
  /// Converts the arguments to values of the parameters.
  ///
  /// - Throws: `argumentCount`, `argument`.
  func values(of args: [Any]) throws(CIKernelError) -> [KernelValue] {
    guard args.count == parameters.count else {
      throw .argumentCount(
        kernel: name, parameters: parameters.map { "\($0.spelling) \($0.name)" }, given: args.count)
    }
    var values: [KernelValue] = []
    for (parameter, object) in zip(parameters, args) {
      guard let given = unwrapped(object), let value = parameter.value(of: given, language) else {
        throw .argument(
          kernel: name, parameter: parameter.name, wanted: parameter.wanted,
          given: unwrapped(object).map(classAndValue) ?? "nil")
      }
      values.append(value)
    }
    return values
  }
}

extension Kernel.Parameter {
  /// Converts the object to a value of this parameter. Returns nil if it does not match.
  fileprivate func value(of object: Any, _ language: Language) -> KernelValue? {
    switch type {
    case .sampler, .sample, .table: return image(object, language).map { .image($0) }
    case .color, .floats(4):
      if let color = object as? CIColor ?? (object as? CGColor).map(CIColor.init(cgColor:)) {
        let value = color.value
        return .color([value.red, value.green, value.blue, value.alpha])
      }
      return components(object, 4)
    case .floats(let count), .ints(let count), .uints(let count): return components(object, count)
    case .bool: return number(from: object).map { .numbers([$0 != 0 ? 1 : 0]) }
    case .data: return (object as? Data ?? (object as? NSData).map { Data(referencing: $0) }).map { .data($0) }
    }
  }

  private func image(_ object: Any, _ language: Language) -> KernelImage? {
    let sampler: CISampler
    switch object {
    case let image as CIImage: sampler = CISampler(image: image)
    case let given as CISampler: sampler = given
    default: return nil
    }
    switch type {
    case .sample: return sampler.ownPixels
    case .table: return sampler.table
    // GLSL kernels read pixels in the working space, so the image itself is transformed.
    default: return language == .glsl ? sampler.ownPixels : sampler.points
    }
  }

  private func components(_ object: Any, _ count: Int) -> KernelValue? {
    if let components = vectorNumbers(object) { return components.count == count ? .numbers(components) : nil }
    return count == 1 ? number(from: object).map { .numbers([$0]) } : nil
  }

  /// A description of valid arguments.
  fileprivate var wanted: String {
    switch type {
    case .sampler, .table: "a CIImage or a CISampler"
    case .sample: "a CIImage"
    case .color: "a CIColor"
    case .floats(1), .ints(1), .uints(1): "a number (NSNumber)"
    case .floats(4): "a CIVector of 4 numbers or a CIColor"
    case .floats(let count), .ints(let count), .uints(let count): "a CIVector of \(count) numbers"
    case .bool: "true or false (NSNumber)"
    case .data: "Data"
    }
  }
}
