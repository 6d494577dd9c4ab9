import ImageFilters
import ImageGraph

/// What `CIFilter(name:)` belongs to: an initialiser that gives an object of a subclass, which Swift allows protocols
/// only.
///
/// So a filter made by its name has the protocol of its typed form: `CIFilter(name: "CIBloom") as? any CIFilter &
/// CIBloom`.
public protocol CIFilterByName {}

extension CIFilterByName where Self: CIFilter {
  /// The filter of that name with its defaults; nil when there is none. The log then has the nearest names.
  public init?(name: String) {
    do throws(CIFilterError) {
      try self.init(checked: name)
    } catch {
      RenderLog.process.note("\(error)")
      return nil
    }
  }

  /// The filter of that name with these inputs and the defaults of the others.
  public init?(name: String, parameters params: [String: Any]?) {
    self.init(name: name)
    for (key, value) in params ?? [:] { setValue(value, forKey: key) }
  }

  /// The filter of that name: of the catalogue, or registered by the app.
  ///
  /// - Throws: `unknownFilter` with the nearest names; also when the filter is not of the class that is asked for, or
  ///   the app's constructor gives none.
  public init(checked name: String) throws(CIFilterError) {
    let made = Catalogue.filter(named: name).map(typedForm) ?? FilterRegistry.entry(name)?.filter()
    guard let filter = made as? Self else {
      let names = CIFilter.filterNames(inCategory: nil).filter { $0 != name }
      throw .unknownFilter(name, nearest: nearestNames(to: name, among: names))
    }
    self = filter
  }
}
