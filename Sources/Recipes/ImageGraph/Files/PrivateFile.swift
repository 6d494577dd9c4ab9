import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that only its user can read and write, in a folder with the same permissions.
///
/// Kernels and stages are machine code, so a file that another user could have written is not loaded. Failures are not
/// reported as errors: the file is then treated as missing.
package enum PrivateFile {
  /// The default folder of such files: `coreimage-linux` in `$XDG_CACHE_HOME`, or in `~/.cache` if that is not set.
  package static var defaultFolder: URL? {
    let environment = ProcessInfo.processInfo.environment
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return URL(fileURLWithPath: cache).appendingPathComponent("coreimage-linux")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return URL(fileURLWithPath: home).appendingPathComponent(".cache/coreimage-linux")
  }

  /// Returns the bytes of the file. Returns nil if the file is missing, is not a regular file owned by this user, is
  /// writable by others, is in a folder of another user, or has more bytes than the limit.
  package static func contents(of file: URL, byteLimit: Int) -> Data? {
    guard isPrivate(file.deletingLastPathComponent()) else { return nil }
    // Neither follows a symbolic link nor waits for the writer of a pipe.
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(),
      facts.st_mode & 0o022 == 0, facts.st_size <= byteLimit
    else { return nil }
    if facts.st_size == 0 { return Data() }
    let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).read(upToCount: Int(facts.st_size))
    return data?.count == Int(facts.st_size) ? data : nil
  }

  /// Writes the file atomically, and creates its folder if that is missing.
  package static func write(_ data: Data, to file: URL) {
    let folder = file.deletingLastPathComponent()
    try? FileManager.default.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    _ = mkdir(folder.path, 0o700)
    guard isPrivate(folder) else { return }
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let neighbour = folder.appendingPathComponent(".\(random).part").path
    let descriptor = open(neighbour, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let isWritten = (try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)) != nil
    if close(descriptor) != 0 || !isWritten || rename(neighbour, file.path) != 0 { unlink(neighbour) }
  }

  /// Whether the folder belongs to this user. Restricts its permissions to 0700.
  private static func isPrivate(_ folder: URL) -> Bool {
    var facts = stat()
    guard stat(folder.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid()
    else { return false }
    return facts.st_mode & 0o077 == 0 || chmod(folder.path, 0o700) == 0
  }
}
