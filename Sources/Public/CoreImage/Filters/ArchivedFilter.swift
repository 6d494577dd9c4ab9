import Foundation
import ImageFilters
import ImageGraph

/// A filter as values that any coder can write: its name and its inputs.
struct ArchivedFilter: Codable {
  /// The name of a catalogue filter; nil for filters of the app.
  var filter: String?
  /// The registered name of a filter of the app.
  var registered: String?
  var name: String
  var isEnabled: Bool
  var inputs: [String: ArchivedFilterValue]
}

extension ArchivedFilter {
  /// Archives a filter. Inputs of classes that cannot be archived are omitted and logged.
  init(_ filter: CIFilter) {
    let set = filter.assignedInputs.mapValues(\.object).merging(
      filter.ownInputs.compactMap { key, property in
        unwrapped(property.object).map { (key, $0) }
      }
    ) { _, own in own }
    var inputs: [String: ArchivedFilterValue] = [:]
    for (key, object) in set {
      inputs[key] = ArchivedFilterValue(object)
      if inputs[key] == nil {
        RenderLog.process.note("\(filter.name).\(key): values of class \(type(of: object)) are not archived")
      }
    }
    self.init(
      filter: filter.definition?.name, registered: filter.registration?.name, name: filter.name,
      isEnabled: filter.isEnabled, inputs: inputs)
  }

  /// Creates a filter of that name with these inputs. Returns nil if neither the catalogue nor the app has it.
  func makeFilter() -> CIFilter? {
    let filterObject =
      filter.flatMap(Catalogue.filter(named:)).map(typedForm)
      ?? registered.flatMap(FilterRegistry.entry)?.filter()
    filterObject?.restore(from: self)
    return filterObject
  }
}

extension CIFilter: NSCopying, NSSecureCoding {
  /// True: values from an archive are validated.
  public static var supportsSecureCoding: Bool { true }

  /// Restores the name, the state and the inputs of an archived filter.
  func restore(from archived: ArchivedFilter) {
    (name, isEnabled) = (archived.name, archived.isEnabled)
    registration = archived.registered.flatMap(FilterRegistry.entry) ?? registration
    for (key, value) in archived.inputs {
      do throws(CIFilterError) {
        try set(value.object, forKey: key)
      } catch {
        problems[key] = error
        RenderLog.process.note("\(error)")
      }
    }
  }

  /// The class that archives name. Foundation restores top-level classes only and ends the program for others, so these
  /// are archived as `CIFilter`.
  var archivedClass: AnyClass {
    let name = String(reflecting: type(of: self))
    if name.split(separator: ".").count == 2, !name.contains("(") { return type(of: self) }
    RenderLog.process.note("\(name) is archived as CIFilter; declare it at file level, and not private")
    return CIFilter.self
  }

  /// Creates an object of the same class by `init(coder:)`, which all subclasses have.
  func emptyCopy() -> CIFilter {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.finishEncoding()
    if let coder = try? NSKeyedUnarchiver(forReadingFrom: archiver.encodedData),
      let filter = type(of: self).init(coder: coder)
    {
      return filter
    }
    RenderLog.process.note("\(type(of: self)) returns nil from init(coder:), so its copy is a CIFilter")
    return CIFilter()
  }
}

/// Codable form of catalogue filters and registered filters, by name: a decoder cannot determine the class of other
/// filters.
extension CIFilter: Codable {
  /// Encodes the filter.
  ///
  /// - Throws: `EncodingError` for a filter of the app that is not registered; keyed archives support those.
  public func encode(to encoder: any Encoder) throws {
    let archived = ArchivedFilter(self)
    guard archived.filter != nil || archived.registered != nil else {
      let reason = "\(name) is not registered; see CIFilter.registerName(_:constructor:classAttributes:)"
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
    }
    try archived.encode(to: encoder)
  }
}

extension CIFilterByName where Self: CIFilter {
  /// Decodes a filter.
  ///
  /// - Throws: `DecodingError` if no filter has the archived name, or it is of another class.
  public init(from decoder: any Decoder) throws {
    let archived = try ArchivedFilter(from: decoder)
    guard let filter = archived.makeFilter() as? Self else {
      let name = archived.filter ?? archived.registered ?? archived.name
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "there is no filter \(name)"))
    }
    self = filter
  }
}
