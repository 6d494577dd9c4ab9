import Foundation

/// A library that tests draw with, as an app would: its functions by name.
struct Library: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  static let cairo = Library("libcairo.so.2")
  static let pixbuf = Library("libgdk_pixbuf-2.0.so.0")
  static let sdl = Library("libSDL2-2.0.so.0")

  private init(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW) else { fatalError("\(name) is missing: scripts/setup installs it") }
    self.handle = handle
  }

  /// A function of the library.
  ///
  /// - Parameter type: its C type.
  func function<F>(_ name: String, _ type: F.Type = F.self) -> F {
    guard let address = dlsym(handle, name) else { fatalError("\(name) is missing") }
    return unsafeBitCast(address, to: type)
  }
}

/// Pages whose last byte is the last one that may be touched.
final class GuardedMemory {
  private let base: UnsafeMutableRawPointer
  private let byteCount: Int
  /// Of `count` bytes, the last of which is the last of all.
  let start: UnsafeMutableRawPointer

  init(_ count: Int) {
    let page = Int(getpagesize())
    let room = (count + page - 1) / page * page
    byteCount = room + page
    base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    mprotect(base + room, page, PROT_NONE)
    start = base + room - count
  }

  deinit { munmap(base, byteCount) }
}
