import Foundation
import ImageFilters
import ImageGraph
import Synchronization

/// What makes the filters whose names an app registers.
public protocol CIFilterConstructor {
  /// A new filter; nil when the constructor knows no such name. Called from any thread that asks for the filter.
  func filter(withName name: String) -> CIFilter?
}

extension CIFilter {
  /// Lets `CIFilter(name:)` and `CIImage.applyingFilter` make a filter of your own in the whole process.
  ///
  /// A name that is registered again has the later constructor. Names of the catalogue cannot be taken: the log says
  /// so.
  ///
  /// - Parameter attributes: of the filter, with the keys of `attributes`: its categories decide where `filterNames`
  ///   lists it; `kCIAttributeDefault` of an input is set on each new filter.
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
/// Global, because Core Image's registry is: a plug-in registers a name, and code that knows nothing of it makes the
/// filter. It is the only mutable state of the package that no object owns.
enum FilterRegistry {
  /// Unchecked: neither member changes; that constructors may be called from any thread is what their protocol says.
  struct Entry: @unchecked Sendable {
    let name: String
    let constructor: any CIFilterConstructor
    let attributes: [String: Any]

    /// A new filter with the defaults that the attributes say; nil when the constructor gives none.
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
