import Foundation
import ImageCodecs
import ImageColor
import Testing

/// The limits of files.
@Suite struct LimitTests {
  /// 1 bit a pixel, all black, in rows or interlaced; interlaced rows are counted by pass (PNG, 8.2).
  private func black(_ side: Int, interlaced: Bool) -> Data {
    let passes = interlaced ? [(8, 8), (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)] : [(1, 1)]
    let bytes = passes.reduce(0) { $0 + (side / $1.1) * ((side / $1.0 + 7) / 8 + 1) }
    return PNGBuilder.file(
      PNGBuilder.header(width: UInt32(side), height: UInt32(side), bits: 1, type: 0, interlaced: interlaced),
      PNGBuilder.zeros(bytes))
  }

  private func limit(_ error: any Error) -> (what: String, requested: UInt64, allowed: UInt64)? {
    if case .limit(let what, let requested, let allowed)? = error as? CodecError {
      (what, requested, allowed)
    } else {
      nil
    }
  }

  @Test(arguments: [false, true])
  func zerosAreAImage(interlaced: Bool) throws {
    let image = try decode(black(64, interlaced: interlaced))
    #expect(image.header.width == 64)
    #expect(image.pixels.bytes.load(fromByteOffset: 4 * 64 * 63, as: UInt32.self) == 0xff00_0000)
  }

  @Test(arguments: [false, true])
  func aBombIsRejectedByItsHeader(interlaced: Bool) throws {
    let bomb = black(16384, interlaced: interlaced)
    #expect(bomb.count < 250_000)
    #expect {
      try readHeader(of: bomb)
    } throws: { error in
      guard let (what, requested, allowed) = limit(error) else { return false }
      return requested == 1 << 30 && allowed < 1 << 30 && what.contains("in a file of \(bomb.count) bytes")
    }
    // Callers that trust the file raise the limit.
    #expect(try readHeader(of: bomb, limits: CodecLimits(growth: 10_000)).width == 16384)
  }

  @Test func eachLimitIsNamed() throws {
    let data = try Sample(width: 100, height: 10, layout: .rgba8).png()
    let webp = try Sample(width: 100, height: 10, layout: .rgba8).webp()
    for (limits, word) in [
      (CodecLimits(longestSide: 99), "along a side"), (CodecLimits(pixelCount: 999), "pixels of an image"),
      (CodecLimits(byteCount: 3999), "bytes of an image"),
    ] {
      #expect { try readHeader(of: data, limits: limits) } throws: { limit($0)?.what.contains(word) == true }
    }
    // WebP is decoded completely: its pixels, as many bytes for libwebp, and the file.
    let whole = 8000 + webp.count
    #expect { try readHeader(of: webp, limits: CodecLimits(wholeByteCount: whole - 1)) } throws: {
      limit($0)?.requested == UInt64(whole)
    }
    _ = try readHeader(of: webp, limits: CodecLimits(wholeByteCount: whole))
    // PNG is decoded by rows: the limit of complete decoding does not apply to its header.
    _ = try readHeader(of: data, limits: CodecLimits(wholeByteCount: 1))
    #expect(throws: CodecError.self) { try decode(data, limits: CodecLimits(wholeByteCount: 1)) }
  }

  /// libjpeg searches for a marker up to the end of the file, which took minutes in gigabytes of zeros.
  @Test(.timeLimit(.minutes(1)))
  func aJPEGThatNeverBeginsIsRejected() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "zeros-\(UUID().uuidString).jpg")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data([0xff, 0xd8, 0xff, 0xe0]).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    // A sparse file, which needs no disk space.
    try file.truncate(atOffset: 1 << 34)
    try file.close()
    #expect { try readHeader(of: url) } throws: { error in
      guard let (what, requested, allowed) = limit(error) else { return false }
      return what.contains("bytes of a JPEG") && requested == 1 << 34 && allowed == 128 << 20
    }
  }

  @Test(arguments: [0, -1, Int.min, Int.max])
  func anyNumberIsALimit(_ number: Int) throws {
    let data = try Sample(width: 3, height: 2, layout: .rgba8).png()
    let limits = CodecLimits(
      longestSide: number, pixelCount: number, byteCount: number, wholeByteCount: number, growth: number)
    if number == .max {
      _ = try decode(data, limits: limits)
    } else {
      #expect(throws: CodecError.self) { try decode(data, limits: limits) }
    }
    var header = PNGBuilder.header(width: 0x7fff_ffff, height: 0x7fff_ffff, bits: 16, type: 6, interlaced: true)
    header += PNGBuilder.pixels([[0]])
    #expect(throws: CodecError.self) { try decode(PNGBuilder.file(header), limits: limits) }
  }

  @Test func filesOutsideOfTheRootFolderAreReportedAsMissing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "limits-\(UUID().uuidString)")
    let (root, outside) = (folder.appending(path: "root"), folder.appending(path: "root-2"))
    defer { try? FileManager.default.removeItem(at: folder) }
    for folder in [root.appending(path: "inner"), outside] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let data = try Sample(width: 3, height: 2, layout: .rgba8).png()
    for url in [root.appending(path: "inner/a.png"), outside.appending(path: "b.png")] { try data.write(to: url) }
    for (link, target) in [("in.png", "inner/a.png"), ("out.png", "../root-2/b.png"), ("away", outside.path)] {
      try FileManager.default.createSymbolicLink(
        atPath: root.appending(path: link).path, withDestinationPath: target)
    }
    let limits = CodecLimits(rootFolder: root)
    for path in ["inner/a.png", "in.png", "inner/../in.png"] {
      #expect(try readHeader(of: root.appending(path: path), limits: limits).width == 3)
    }
    var messages = Set<String>()
    for path in ["../root-2/b.png", "out.png", "away/b.png", "nothing.png", "../nothing.png", "/etc/passwd"] {
      let url = path.hasPrefix("/") ? URL(fileURLWithPath: path) : URL(fileURLWithPath: root.path + "/" + path)
      #expect {
        try readHeader(of: url, limits: limits)
      } throws: { error in
        messages.insert("\(error)".replacingOccurrences(of: url.path, with: ""))
        return error is CodecError
      }
    }
    // Errors do not reveal whether other files exist.
    #expect(messages.count == 1)
    #expect(throws: CodecError.self) {
      try readHeader(
        of: root.appending(path: "in.png"), limits: CodecLimits(rootFolder: folder.appending(path: "none")))
    }
    #expect(
      try readHeader(of: root.appending(path: "out.png"), limits: CodecLimits(rootFolder: URL(filePath: "/"))).width
        == 3)
  }
}
