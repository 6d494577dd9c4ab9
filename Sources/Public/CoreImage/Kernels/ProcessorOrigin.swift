import Foundation
import ImageGraph

/// The class, arguments and inputs from which a processor's outputs are computed.
struct ProcessorOrigin {
  let processor: CIImageProcessorKernel.Type
  let arguments: [String: Any]?
  let inputs: [ProcessorInput]

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(processor))
    for input in inputs { hasher.combine(input.digest) }
    for (key, value) in (arguments ?? [:]).sorted(by: { $0.key < $1.key }) {
      hasher.combine(key)
      Self.hash(value, into: &hasher)
    }
  }

  private static func hash(_ value: Any, into hasher: inout Hasher) {
    switch value {
    case let list as [Any]:
      hasher.combine(list.count)
      for element in list { hash(element, into: &hasher) }
    case let table as [String: Any]:
      hasher.combine(table.count)
      for (key, value) in table.sorted(by: { $0.key < $1.key }) {
        hasher.combine(key)
        hash(value, into: &hasher)
      }
    case let value as AnyHashable: hasher.combine(value)
    default:
      if Swift.type(of: value) is AnyClass {
        hasher.combine(ObjectIdentifier(value as AnyObject))
      } else {
        hasher.combine(UUID())
      }
    }
  }
}
