import Foundation
import ImageCodecs
import ImageColor
import RandomNumbers
import Testing

/// Writing and reading files by rows.
@Suite struct RowTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let encoding: any ImageFileEncoding
    let layout: ComponentLayout
    var testDescription: String { name }

    func data(of sample: Sample, chunks: [Int]) throws -> Data {
      try sample.view { view in
        let writer = try ImageFileWriter(toMemory: view.shape, colorSpace: .displayP3, as: encoding)
        var row = 0
        for count in chunks {
          try writer.write(
            PixelView(
              view.base + row * view.rowBytes, width: view.width, height: count, rowBytes: view.rowBytes,
              layout: layout))
          row += count
        }
        try writer.finish()
        return writer.takeData()
      }
    }
  }

  static let cases = [
    Case(name: "png", encoding: PNGOptions(), layout: .rgba8),
    Case(name: "png16", encoding: PNGOptions(dropsAlpha: true, compressionLevel: 6), layout: .rgba16),
    Case(name: "png grey", encoding: PNGOptions(), layout: .grey8),
    Case(name: "tiff", encoding: TIFFOptions(dropsAlpha: true), layout: .rgba8),
    Case(name: "tiff lzw", encoding: TIFFOptions(compression: .lzw), layout: .rgb16),
    Case(name: "tiff big", encoding: TIFFOptions(compression: .none, isBig: true), layout: .rgbaHalf),
    Case(name: "tiff float", encoding: TIFFOptions(), layout: .rgbaFloat),
    Case(name: "jpeg", encoding: JPEGOptions(), layout: .rgba8),
    Case(name: "jpeg progressive", encoding: JPEGOptions(isProgressive: true), layout: .grey8),
    Case(name: "webp", encoding: WebPOptions(), layout: .rgba8),
    Case(name: "webp lossless", encoding: WebPOptions(isLossless: true, dropsAlpha: true), layout: .rgba8),
  ]

  @Test(arguments: cases)
  func aFileWrittenByRowsEqualsOneWrittenAtOnce(_ file: Case) throws {
    let sample = Sample(width: 61, height: 90, layout: file.layout)
    let whole = try file.data(of: sample, chunks: [90])
    #expect(try file.data(of: sample, chunks: [1, 2, 37, 50]) == whole)
    #expect(try file.data(of: sample, chunks: Array(repeating: 1, count: 90)) == whole)
    #expect(try sample.view { try encodeImage($0, colorSpace: .displayP3, as: file.encoding) } == whole)
  }

  @Test(arguments: cases)
  func rowsEqualThoseOfTheCompleteImage(_ file: Case) throws {
    let sample = Sample(width: 61, height: 90, layout: file.layout)
    let data = try file.data(of: sample, chunks: [90])
    let whole = try decode(data)
    let rows = try ImageFileRows(data)
    #expect(rows.header == whole.header)
    let isWhole = file.name.hasPrefix("webp") || file.name.contains("progressive")
    #expect(rows.access == (isWhole ? .whole : file.name.hasPrefix("tiff") ? .any : .ascending))
    // Forward with and without a gap, back over some rows, to the end, and to the start again.
    for part in [0..<10, 10..<11, 30..<50, 45..<60, 89..<90, 0..<90, 3..<4] {
      if rows.access == .whole, part != 0..<90 {
        #expect(throws: CodecError.self) { try read(part, of: rows) }
      } else {
        #expect(try read(part, of: rows) == whole.rows(part))
      }
    }
  }

  @Test func tilesSupportAnyRows() throws {
    let sample = Sample(width: 61, height: 90, layout: .rgba8)
    let rows = try ImageFileRows(ImageMagick.file(sample, ["-define", "tiff:tile-geometry=32x16"], as: "tiff"))
    let whole = try decode(sample.tiff(nil))
    for part in [80..<90, 0..<1, 15..<17, 20..<77] {
      #expect(try read(part, of: rows) == whole.rows(part))
    }
  }

  /// Returns the rows with their padding, which is 0 as in a `DecodedImage`.
  private func read(_ part: Range<Int>, of rows: ImageFileRows) throws -> [UInt8] {
    let rowBytes = (rows.header.width + 3) / 4 * 4 * rows.header.decodedBytesPerPixel
    var bytes = [UInt8](repeating: 0, count: part.count * rowBytes)
    try bytes.withUnsafeMutableBytes { try rows.read(part, into: $0.baseAddress!, rowBytes: rowBytes) }
    return bytes
  }

  @Test func aReleasedWriterRetainsTheOldFile() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.tif")
    try Data("old".utf8).write(to: url)
    let sample = Sample(width: 300, height: 300, layout: .rgba8)
    do {
      let writer = try ImageFileWriter(
        to: url, of: BitmapDescription(width: 300, height: 301, layout: .rgba8), colorSpace: nil, as: TIFFOptions())
      try sample.view { try writer.write($0) }
      // Until it is complete, the new file has no name, or a hidden one if the file system requires one.
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count <= 2)
      #expect { try writer.finish() } throws: { "\($0)".contains("got 300") }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.tif"])
    #expect(try Data(contentsOf: url) == Data("old".utf8))
  }

  @Test(arguments: cases)
  func rowsThatDoNotFitAreRejected(_ file: Case) throws {
    let sample = Sample(width: 10, height: 10, layout: file.layout)
    try sample.view { view in
      let writer = try ImageFileWriter(
        toMemory: BitmapDescription(width: 10, height: 15, layout: file.layout), colorSpace: nil, as: file.encoding)
      try writer.write(view)
      #expect(throws: CodecError.self) { try writer.write(view) }
      #expect(throws: CodecError.self) {
        try writer.write(PixelView(view.base, width: 9, height: 1, layout: file.layout))
      }
      #expect(throws: CodecError.self) {
        try writer.write(PixelView(view.base, width: 10, height: 1, rowBytes: 1, layout: file.layout))
      }
      #expect(throws: CodecError.self) { try writer.finish() }
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: HostileFileTests.files.keys.sorted())
  func changedBitsGiveAnErrorOrRows(name: String) throws {
    let whole = try #require(HostileFileTests.files[name])
    var random = SplitMix(seed: 2027)
    for round in 0..<300 {
      var bytes = [UInt8](whole)
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let reach = Bool.random(using: &random) ? min(200, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<reach, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let data = name.hasPrefix("png") && round % 2 == 0 ? PNGBuilder.withRepairedChecks(Data(bytes)) : Data(bytes)
      do {
        let rows = try ImageFileRows(data, limits: CodecLimits(longestSide: 10_000))
        let height = rows.header.height
        guard rows.access != .whole else { continue }
        for first in [0, height / 3, height - 1, height / 2, 0] {
          _ = try read(first..<min(first + 3, height), of: rows)
        }
      } catch let error as CodecError {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test(arguments: HostileFileTests.files.keys.sorted())
  func theLastRowsOfATruncatedFileAreAnError(name: String) throws {
    let whole = try #require(HostileFileTests.files[name])
    let height = try readHeader(of: whole).height
    for part in 1..<10 {
      #expect(throws: CodecError.self) {
        let rows = try ImageFileRows(whole.prefix(whole.count * part / 10))
        _ = try read(rows.access == .whole ? 0..<height : height - 1..<height, of: rows)
      }
    }
  }
}

extension DecodedImage {
  /// The rows with their padding.
  fileprivate func rows(_ part: Range<Int>) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: pixels.row(part.lowerBound), count: part.count * pixels.rowBytes))
  }
}
