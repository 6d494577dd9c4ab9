import Foundation
import ImageFilters
import ImageGraph

/// A filter as values that any coder can write: which one it is, and what its inputs are set to.
struct ArchivedFilter: Codable {
  /// Of the catalogue; nil for filters of the app's own.
  var filter: String?
  /// That a filter of the app's own was registered by.
  var registered: String?
  var name: String
  var isEnabled: Bool
  var inputs: [String: ArchivedFilterValue]
}

extension ArchivedFilter {
  /// Values of classes that cannot be written are left out, which the log says.
  init(_ filter: CIFilter) {
    let set = filter.given.mapValues(\.object).merging(
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

  /// A new filter of that name with these inputs; nil where neither the catalogue nor the app has it.
  var made: CIFilter? {
    let made =
      filter.flatMap(Catalogue.filter(named:)).map(typedForm)
      ?? registered.flatMap(FilterRegistry.entry)?.filter()
    made?.take(self)
    return made
  }
}

extension CIFilter: NSCopying, NSSecureCoding {
  /// True: what is read from an archive is checked.
  public static var supportsSecureCoding: Bool { true }

  /// Everything that an archive says beside the filter's class.
  func take(_ archived: ArchivedFilter) {
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

  /// Foundation finds classes again that no other type stands around, and ends the program for others.
  var archivedClass: AnyClass {
    let name = String(reflecting: type(of: self))
    if name.split(separator: ".").count == 2, !name.contains("(") { return type(of: self) }
    RenderLog.process.note("\(name) is archived as CIFilter; declare it at the top of a file, and not private")
    return CIFilter.self
  }

  /// A new object of this one's class, by the initialiser that all subclasses have.
  func emptyLikeThis() -> CIFilter {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.finishEncoding()
    if let coder = try? NSKeyedUnarchiver(forReadingFrom: archiver.encodedData),
      let filter = type(of: self).init(coder: coder)
    {
      return filter
    }
    RenderLog.process.note("\(type(of: self)) makes no object by init(coder:), so its copy is a CIFilter")
    return CIFilter()
  }
}

/// Filters of the catalogue and registered ones, by name: which class a filter is, a decoder does not know.
extension CIFilter: Codable {
  /// - Throws: `EncodingError` for a filter of the app's own that is not registered; keyed archives hold those.
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
  /// - Throws: `DecodingError` where there is no filter of the name that was written, or it is of another class.
  public init(from decoder: any Decoder) throws {
    let archived = try ArchivedFilter(from: decoder)
    guard let filter = archived.made as? Self else {
      let name = archived.filter ?? archived.registered ?? archived.name
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "there is no filter \(name) here"))
    }
    self = filter
  }
}
