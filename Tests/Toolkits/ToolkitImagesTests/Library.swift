import Foundation

/// A library that tests draw with, as an app would, and its functions by name.
struct Library: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  static let cairo = Library("libcairo.so.2")
  static let pixbuf = Library("libgdk_pixbuf-2.0.so.0")
  static let sdl = Library("libSDL2-2.0.so.0")

  private init(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW) else { fatalError("\(name) is missing: scripts/setup installs it") }
    self.handle = handle
  }

  /// Returns a function of the library.
  ///
  /// - Parameter type: its C type.
  func function<F>(_ name: String, _ type: F.Type = F.self) -> F {
    guard let address = dlsym(handle, name) else { fatalError("\(name) is missing") }
    return unsafeBitCast(address, to: type)
  }
}

/// Memory whose last byte is followed by an inaccessible page.
final class GuardedMemory {
  private let base: UnsafeMutableRawPointer
  private let byteCount: Int
  /// The address of `count` bytes, which end at the inaccessible page.
  let start: UnsafeMutableRawPointer

  init(_ count: Int) {
    let page = Int(getpagesize())
    let capacity = (count + page - 1) / page * page
    byteCount = capacity + page
    base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    mprotect(base + capacity, page, PROT_NONE)
    start = base + capacity - count
  }

  deinit { munmap(base, byteCount) }
}
