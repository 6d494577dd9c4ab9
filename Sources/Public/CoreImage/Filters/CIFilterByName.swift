import ImageFilters
import ImageGraph

/// The protocol of `CIFilter(name:)`. An initialiser that returns an object of a subclass can only be declared by a
/// protocol in Swift.
///
/// A filter that was created by name conforms to the protocol of its typed form: `CIFilter(name: "CIBloom") as? any
/// CIFilter & CIBloom`.
public protocol CIFilterByName {}

extension CIFilterByName where Self: CIFilter {
  /// Creates the filter of that name with default inputs. If there is none, returns nil and logs similar names.
  public init?(name: String) {
    do throws(CIFilterError) {
      try self.init(checked: name)
    } catch {
      RenderLog.process.note("\(error)")
      return nil
    }
  }

  /// Creates the filter of that name with these inputs; the others have their defaults.
  public init?(name: String, parameters params: [String: Any]?) {
    self.init(name: name)
    for (key, value) in params ?? [:] { setValue(value, forKey: key) }
  }

  /// Creates the filter of that name, from the catalogue or registered by the app.
  ///
  /// - Throws: `unknownFilter` with similar names; also if the filter is not of the requested class, or if the app's
  ///   constructor returns nil.
  public init(checked name: String) throws(CIFilterError) {
    let candidate = Catalogue.filter(named: name).map(typedForm) ?? FilterRegistry.entry(name)?.filter()
    guard let filter = candidate as? Self else {
      let names = CIFilter.filterNames(inCategory: nil).filter { $0 != name }
      throw .unknownFilter(name, nearest: nearestFilters(to: name, among: names))
    }
    self = filter
  }
}
