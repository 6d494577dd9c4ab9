import Foundation
import ImageFilters

extension CIFilter {
  /// The attributes of a catalogue filter from its declaration, or of a filter of the app.
  var knownAttributes: [String: Any] {
    guard let definition else {
      let own = ownAttributes
      let name = registration?.name ?? String(describing: type(of: self))
      return own.merging([kCIAttributeFilterName: name, kCIAttributeFilterDisplayName: name]) { stated, _ in stated }
    }
    var attributes: [String: Any] = [
      kCIAttributeFilterName: definition.name,
      kCIAttributeFilterDisplayName: definition.displayName,
      kCIAttributeDescription: definition.summary,
      kCIAttributeFilterCategories: definition.categories.map(\.rawValue),
    ]
    for system in definition.since.components(separatedBy: " / ") {
      let words = system.split(separator: " ")
      guard words.count == 2 else { continue }
      if words[0] == "macOS" { attributes[kCIAttributeFilterAvailable_Mac] = String(words[1]) }
      if words[0] == "iOS" { attributes[kCIAttributeFilterAvailable_iOS] = String(words[1]) }
    }
    for parameter in definition.parameters { attributes[parameter.key] = parameter.attributes }
    return attributes
  }
}

extension ParameterInfo {
  fileprivate var attributes: [String: Any] {
    var attributes: [String: Any] = [
      kCIAttributeName: key,
      kCIAttributeDisplayName: displayName,
      kCIAttributeClass: className,
      kCIAttributeDescription: unit == .none ? allowed : "\(allowed), in \(unit.rawValue)",
    ]
    attributes[kCIAttributeType] = type?.rawValue
    attributes[kCIAttributeDefault] = defaultValue.map(object)
    attributes[kCIAttributeIdentity] = identity.map(object)
    attributes[kCIAttributeMin] = min.map { object(for: .number($0)) }
    attributes[kCIAttributeMax] = max.map { object(for: .number($0)) }
    if type == .boolean {
      attributes[kCIAttributeMin] = NSNumber(value: false)
      attributes[kCIAttributeMax] = NSNumber(value: true)
    }
    attributes[kCIAttributeSliderMin] = slider.map { object(for: .number($0.lowerBound)) }
    attributes[kCIAttributeSliderMax] = slider.map { object(for: .number($0.upperBound)) }
    return attributes
  }
}
