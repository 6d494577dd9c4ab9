import Foundation
import ImageFilters
import ImageGraph
import Synchronization

/// A factory of the filters whose names an app registers.
public protocol CIFilterConstructor {
  /// Returns a new filter, or nil for an unknown name. Called on any thread that creates the filter.
  func filter(withName name: String) -> CIFilter?
}

extension CIFilter {
  /// Registers a name for a custom filter in the whole process, for `CIFilter(name:)` and `CIImage.applyingFilter`.
  ///
  /// A later registration of the same name replaces the earlier one. Names of the catalogue cannot be registered; an
  /// attempt is logged.
  ///
  /// - Parameter attributes: of the filter, with the keys of `attributes`. Its categories determine where `filterNames`
  ///   lists it. `kCIAttributeDefault` of an input is set on each new filter.
  public class func registerName(
    _ name: String, constructor anObject: any CIFilterConstructor, classAttributes attributes: [String: Any] = [:]
  ) {
    guard Catalogue.filter(named: name) == nil else {
      return RenderLog.process.note("\(name) is a filter of the catalogue; register yours by another name")
    }
    FilterRegistry.add(FilterRegistry.Entry(name: name, constructor: anObject, attributes: attributes))
  }
}

/// The filters that the app registered.
///
/// Global, as Core Image's registry is: a plug-in registers a name, and independent code creates the filter. It is the
/// only mutable state of the package that no object owns.
enum FilterRegistry {
  /// Unchecked: the members are constants, and the protocol of constructors permits calls on any thread.
  struct Entry: @unchecked Sendable {
    let name: String
    let constructor: any CIFilterConstructor
    let attributes: [String: Any]

    /// Creates a filter with the defaults of the attributes. Returns nil if the constructor does.
    func filter() -> CIFilter? {
      guard let filter = constructor.filter(withName: name) else { return nil }
      filter.registration = self
      filter.name = name
      filter.setOwnDefaults()
      return filter
    }

    var categories: [String] { attributes[kCIAttributeFilterCategories] as? [String] ?? [] }
  }

  private static let entries = Mutex<[String: Entry]>([:])

  static func add(_ entry: Entry) { entries.withLock { $0[entry.name] = entry } }
  static func entry(_ name: String) -> Entry? { entries.withLock { $0[name] } }
  static var all: [Entry] { entries.withLock { Array($0.values) } }
}
