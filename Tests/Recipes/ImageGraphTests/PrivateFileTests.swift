import Foundation
import ImageGraph
import TestFiles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whose files are trusted with kernels.
@Suite struct PrivateFileTests {
  private let home: TestFolder
  private var folder: URL { home.url }
  private var file: URL { folder.appending(path: "inner/kernels.bin") }
  private let bytes = Data("kernels".utf8)

  init() throws {
    home = try TestFolder()
    PrivateFile.write(bytes, to: file)
  }

  private func mode(_ url: URL) -> mode_t {
    var facts = stat()
    return lstat(url.path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
  }

  private var contents: Data? { PrivateFile.contents(of: file, byteLimit: 100) }

  @Test func itsFolderIsMadeForItsUserAlone() throws {
    #expect(contents == bytes)
    #expect(mode(file) == 0o600)
    #expect(mode(file.deletingLastPathComponent()) == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "inner").path) == ["kernels.bin"])
  }

  @Test func aFolderThatOthersCouldReadIsClosed() {
    chmod(file.deletingLastPathComponent().path, 0o755)
    #expect(contents == bytes)
    #expect(mode(file.deletingLastPathComponent()) == 0o700)
  }

  @Test(arguments: [0o620, 0o602, 0o666] as [mode_t])
  func aFileThatOthersMayWriteIsNotRead(_ mode: mode_t) {
    chmod(file.path, mode)
    #expect(contents == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func aFileOrFolderOfAnotherUserIsNotRead() {
    #expect(chown(file.path, 12345, 12345) == 0)
    #expect(contents == nil)
    #expect(chown(file.path, 0, 0) == 0)
    #expect(chown(file.deletingLastPathComponent().path, 12345, 12345) == 0)
    #expect(contents == nil)
    PrivateFile.write(Data("other".utf8), to: file)
    #expect((try? Data(contentsOf: file)) == bytes)
  }

  @Test func onlyARegularFileWithinTheLimitIsRead() throws {
    #expect(PrivateFile.contents(of: file, byteLimit: bytes.count - 1) == nil)
    let manager = FileManager.default
    let other = folder.appending(path: "inner/other")
    try manager.moveItem(at: file, to: other)
    #expect(contents == nil)
    try manager.createSymbolicLink(at: file, withDestinationURL: other)
    #expect(contents == nil)
    try manager.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(contents == nil)
  }
}
