import Dispatch
import Foundation
import ImageCodecs
import TestFiles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The atomic creation and replacement of files.
@Suite struct OutputFileTests {
  private let home: TestFolder
  private var folder: URL { home.url }

  init() throws {
    home = try TestFolder()
  }

  private func url(_ name: String) -> URL { folder.appending(path: name) }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }
  private func kind(_ path: String) -> mode_t {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode & S_IFMT : 0
  }

  @Test func aFileIsNotVisibleBeforeItIsComplete() throws {
    let sample = Sample(width: 200, height: 100, layout: .rgba8)
    try sample.view { view in
      let writer = try ImageFileWriter(to: url("a.png"), of: view.shape, colorSpace: .sRGB, as: PNGOptions())
      try writer.write(view)
      #expect(try !names.contains("a.png"))
      try writer.finish()
      #expect(try names == ["a.png"])
    }
    #expect(try decode(url("a.png")).header.width == 200)
  }

  @Test func aReleasedWriterLeavesNoFile() throws {
    try writeFile(Data("old".utf8), to: url("a.png"))
    let sample = Sample(layout: .rgba8)
    try sample.view { view in
      let writer = try ImageFileWriter(to: url("a.png"), of: view.shape, colorSpace: .sRGB, as: PNGOptions())
      try writer.write(view)
    }
    #expect(try names == ["a.png"])
    #expect(try Data(contentsOf: url("a.png")) == Data("old".utf8))
  }

  @Test func aReplacementHasTheModeOfTheFile() throws {
    try writeFile(Data("old".utf8), to: url("a"))
    chmod(url("a").path, 0o640)
    try writeFile(Data("new".utf8), to: url("a"))
    var facts = stat()
    #expect(stat(url("a").path, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
    #expect(try Data(contentsOf: url("a")) == Data("new".utf8))
    #expect(try names == ["a"])
  }

  @Test func linksAreFollowed() throws {
    try FileManager.default.createDirectory(at: url("inner"), withIntermediateDirectories: true)
    try writeFile(Data("old".utf8), to: url("inner/there"))
    for (link, target) in [("a", "inner/there"), ("b", "a"), ("c", "inner/not-yet"), ("loop", "loop")] {
      try FileManager.default.createSymbolicLink(atPath: url(link).path, withDestinationPath: target)
    }
    try writeFile(Data("new".utf8), to: url("b"))
    #expect(try Data(contentsOf: url("inner/there")) == Data("new".utf8))
    try writeFile(Data("created".utf8), to: url("c"))
    #expect(try Data(contentsOf: url("inner/not-yet")) == Data("created".utf8))
    for link in ["a", "b", "c"] { #expect(kind(url(link).path) == S_IFLNK, "\(link)") }
    #expect(throws: CodecError.self) { try writeFile(Data("x".utf8), to: url("loop")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: url("inner").path).sorted() == ["not-yet", "there"])
  }

  @Test func devicesAreWrittenTo() throws {
    try writeFile(Data("gone".utf8), to: URL(fileURLWithPath: "/dev/null"))
    #expect(kind("/dev/null") == S_IFCHR)
    #expect {
      try writeFile(Data("too much".utf8), to: URL(fileURLWithPath: "/dev/full"))
    } throws: { "\($0)".contains("No space left") }
  }

  @Test func pipesReceiveAllBytesAndOneWithoutReaderIsRejected() throws {
    let path = url("pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    #expect { try writeFile(Data("x".utf8), to: url("pipe")) } throws: { "\($0)".contains("reader") }
    // Opens the pipe for reading, so that the writer has a reader.
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let bytes = Data((0..<30_000).map { UInt8($0 % 251) })
    try writeFile(bytes, to: url("pipe"))
    var got = [UInt8](repeating: 0, count: 40_000)
    let count = read(reader, &got, got.count)
    #expect(count == bytes.count && Data(got.prefix(count)) == bytes)
    #expect(kind(path) == S_IFIFO)
  }

  @Test func aClosedReaderIsAnErrorAndNoSignal() throws {
    let path = url("pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    // More than the capacity of a pipe: the writer blocks, then its reader is closed.
    let waiting = DispatchQueue(label: "reader")
    waiting.asyncAfter(deadline: .now() + 0.2) { close(reader) }
    #expect {
      try writeFile(Data(count: 1 << 20), to: url("pipe"))
    } throws: { "\($0)".contains("Broken pipe") }
  }

  @Test func foldersAndMissingFoldersAreReported() throws {
    #expect { try writeFile(Data(), to: folder) } throws: { "\($0)".contains("the path is a folder") }
    #expect { try writeFile(Data(), to: url("none/a")) } throws: { "\($0)".contains("the folder for the file") }
    #expect(throws: CodecError.self) { try writeFile(Data(), to: URL(string: "https://example.org/a")!) }
    #expect(try names.isEmpty)
  }

  @Test func filesAreReadUpToALimit() throws {
    try writeFile(Data("12345".utf8), to: url("a"))
    #expect(try fileContents(url("a"), byteLimit: 5) == Data("12345".utf8))
    #expect(throws: CodecError.limit("\(url("a").path): bytes", requested: 5, allowed: 4)) {
      try fileContents(url("a"), byteLimit: 4)
    }
    try writeFile(Data(), to: url("empty"))
    #expect(try fileContents(url("empty"), byteLimit: 0).isEmpty)
    for path in ["/dev/zero", folder.path, url("none").path] {
      #expect(throws: CodecError.self) { try fileContents(URL(fileURLWithPath: path), byteLimit: 1 << 20) }
    }
  }
}
