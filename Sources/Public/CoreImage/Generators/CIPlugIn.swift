import Foundation
import ImageGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entry point of a shared library with filters, which registers them when the library is loaded. The library
/// provides it with a C function without parameters, `coreimage_plugin`, which returns a retained object of this
/// protocol:
///
///     @_cdecl("coreimage_plugin") public func plugin() -> UnsafeMutableRawPointer {
///       Unmanaged.passRetained(MyFilters()).toOpaque()
///     }
///
/// App and library must link the package's product `CoreImageDynamic`. With the product `CoreImage` each would have its
/// own filters and registry. See `Examples/PlugIn`.
public protocol CIPlugInRegistration: AnyObject {
  /// Registers the library's filters. Returns false on failure.
  ///
  /// - Parameter host: nil.
  func load(_ host: UnsafeMutableRawPointer!) -> Bool
}

/// A loader of plug-ins with filters. Files are loaded by path only; no folder is searched. Code runs only if the app
/// permits it.
public final class CIPlugIn: NSObject {
  /// Loads a plug-in; a failure is logged. See ``load(checked:allowExecutableCode:)``.
  public class func load(_ url: URL!, allowExecutableCode: Bool) {
    do throws(CIFilterError) {
      try load(checked: url, allowExecutableCode: allowExecutableCode)
    } catch { RenderLog.process.note("CIPlugIn: \(error)") }
  }

  /// Loads a plug-in without code: a `.cigenerator` file, which becomes a filter with the file's name.
  public class func loadNonExecutablePlugIn(_ url: URL!) { load(url, allowExecutableCode: false) }

  /// Has no effect: Linux has no folders of plug-ins.
  public class func loadNonExecutablePlugIns() {}

  /// Loads a plug-in: a `.cigenerator` file, or a shared library that registers filters (``CIPlugInRegistration``).
  ///
  /// A library is foreign code with all rights of the process, from the moment it is loaded. It stays loaded.
  ///
  /// - Throws: `CIFilterError.plugIn` with the reason, also for a library without `allowExecutableCode`.
  public class func load(checked url: URL, allowExecutableCode: Bool) throws(CIFilterError) {
    func failure(_ reason: String) -> CIFilterError { .plugIn(url.lastPathComponent, reason) }
    if url.pathExtension == "cigenerator" {
      guard let generator = CIFilterGenerator(contentsOf: url) else {
        throw failure("it is not a valid generator file")
      }
      return generator.registerFilterName(url.deletingPathExtension().lastPathComponent)
    }
    guard allowExecutableCode else {
      throw failure("it contains code, which requires allowExecutableCode")
    }
    // dlopen would search the system's folders for a bare name.
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
        "its function coreimage_plugin returns no CIPlugInRegistration of this app's Core Image; link CoreImageDynamic "
          + "in both")
    }
    guard registration.load(nil) else { throw failure("it did not register its filters") }
  }
}
