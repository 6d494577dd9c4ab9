import Foundation
import ImageGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a shared library of filters implements, to register them when it is loaded. The library hands it over by a C
/// function without parameters, `coreimage_plugin`, which returns an object of this protocol, retained:
///
///     @_cdecl("coreimage_plugin") public func plugin() -> UnsafeMutableRawPointer {
///       Unmanaged.passRetained(MyFilters()).toOpaque()
///     }
///
/// App and library link the package's product `CoreImageDynamic`: with the product `CoreImage` each would have filters
/// and names of its own. `Examples/PlugIn` has both.
public protocol CIPlugInRegistration: AnyObject {
  /// Registers the library's filters; false where it cannot.
  ///
  /// - Parameter host: nil.
  func load(_ host: UnsafeMutableRawPointer!) -> Bool
}

/// Loads filters of others. A file is loaded by its path and by nothing else: no folder is looked through, and code
/// runs only where the app says that it may.
public final class CIPlugIn: NSObject {
  /// Loads a plug-in; one that cannot be loaded is a line in the log. See ``load(checked:allowExecutableCode:)``.
  public class func load(_ url: URL!, allowExecutableCode: Bool) {
    do throws(CIFilterError) {
      try load(checked: url, allowExecutableCode: allowExecutableCode)
    } catch { RenderLog.process.note("CIPlugIn: \(error)") }
  }

  /// Loads a plug-in that runs no code: a `.cigenerator` file, which becomes a filter of the file's name.
  public class func loadNonExecutablePlugIn(_ url: URL!) { load(url, allowExecutableCode: false) }

  /// There are no folders of plug-ins on Linux: loads nothing.
  public class func loadNonExecutablePlugIns() {}

  /// Loads a plug-in: a `.cigenerator` file, or a shared library that registers filters (``CIPlugInRegistration``).
  ///
  /// A library is code of somebody else in your process: it may do whatever the process may, at once. It stays loaded.
  ///
  /// - Throws: `CIFilterError.plugIn` with what is wrong, and for a library that `allowExecutableCode` does not allow.
  public class func load(checked url: URL, allowExecutableCode: Bool) throws(CIFilterError) {
    func failure(_ reason: String) -> CIFilterError { .plugIn(url.lastPathComponent, reason) }
    if url.pathExtension == "cigenerator" {
      guard let generator = CIFilterGenerator(contentsOf: url) else { throw failure("it is no generator") }
      return generator.registerFilterName(url.deletingPathExtension().lastPathComponent)
    }
    guard allowExecutableCode else {
      throw failure("it would run code here, which allowExecutableCode does not allow")
    }
    // By a path: a bare name would be looked for in the system's folders.
    guard url.isFileURL, let library = dlopen(url.standardizedFileURL.path, RTLD_NOW | RTLD_LOCAL) else {
      throw failure(dlerror().map { String(cString: $0) } ?? "it cannot be opened")
    }
    guard let symbol = dlsym(library, "coreimage_plugin") else {
      dlclose(library)
      throw failure("it has no function coreimage_plugin")
    }
    typealias Make = @convention(c) () -> UnsafeMutableRawPointer?
    guard let pointer = unsafeBitCast(symbol, to: Make.self)(),
      let registration = Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue() as? any CIPlugInRegistration
    else {
      throw failure(
        "its coreimage_plugin gives no CIPlugInRegistration of this app's Core Image; both have to link "
          + "CoreImageDynamic"
      )
    }
    guard registration.load(nil) else { throw failure("it did not register its filters") }
  }
}
