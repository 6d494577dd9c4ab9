import CoreGraphics
import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePlanning
import RandomNumbers
import Synchronization
import TestSupport
import Testing

/// Tests of files that are read, rendered and written strip by strip at the same time.
@Suite struct StreamedFileTests {
  private static let space = CGColorSpace(name: CGColorSpace.sRGB)!

  /// Rows of noise, reproducible for each row, that report the rows that are read.
  private final class NoisyRows: RowReader {
    static let width = 1000
    private let onRead: @Sendable (Range<Int>) throws(RenderError) -> Void

    init(_ onRead: @escaping @Sendable (Range<Int>) throws(RenderError) -> Void) { self.onRead = onRead }

    func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError) {
      try onRead(rows)
      for (index, row) in rows.enumerated() { Self.fill(bytes + index * rowBytes, row) }
    }

    static func fill(_ bytes: UnsafeMutableRawPointer, _ row: Int) {
      var random = SplitMix(seed: UInt64(row + 1))
      for x in 0..<width {
        bytes.storeBytes(
          of: UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000, toByteOffset: 4 * x, as: UInt32.self)
      }
    }
  }

  private static func source(
    height: Int, _ onRead: @escaping @Sendable (Range<Int>) throws(RenderError) -> Void
  ) -> Source {
    Source(
      width: NoisyRows.width, height: height, format: .rgba8, colorSpace: .sRGB, alpha: .opaque, label: "rows",
      rows: { () throws(RenderError) in NoisyRows(onRead) }
    ) { () throws(RenderError) in
      let pixels = try PixelBuffer(width: NoisyRows.width, height: height, format: .rgba8)
      for row in 0..<height { NoisyRows.fill(pixels.row(row), row) }
      return pixels
    }
  }

  private static func form(streamed: Bool) -> FileOutputSettings {
    var form = FileOutputSettings(encoding: PNGOptions(dropsAlpha: true), format: .rgba8, alpha: .straight)
    form.isStreamed = streamed
    return form
  }

  enum Recipe: String, CaseIterable, Sendable {
    case color, blur, turned, smaller

    func image(from image: CIImage) -> CIImage {
      switch self {
      case .color: image.applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.7])
      case .blur:
        image.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2])
          .cropped(to: image.extent)
      case .turned: image.oriented(.right)
      case .smaller: image.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.25))
      }
    }
  }

  @Test(arguments: Recipe.allCases)
  func stripsAreTheSameImage(_ recipe: Recipe) throws {
    let context = try CIContext(checked: [.memoryTarget: 8])
    let height = 2400
    let rowsRead = Mutex<[Range<Int>]>([])
    let source = Self.source(height: height) { rows in rowsRead.withLock { $0.append(rows) } }
    let image = recipe.image(from: CIImage(node: Node(.source(source), [])))
    let region = try #require(image.node.extent.rect)
    let strips = try context.encoded(image.node, region, as: Self.form(streamed: true), colorSpace: .sRGB)
    let read = rowsRead.withLock { $0 }
    #expect(source.cachedPixels == nil)
    #expect(strips.rendered.runs > 1)
    // Strips of a rotated image read it again and again, with and without streaming.
    if recipe != .turned {
      #expect(read.reduce(0) { $0 + $1.count } == height, "\(recipe): \(read)")
      #expect(zip(read, read.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
    let whole = try CIContext().encoded(image.node, region, as: Self.form(streamed: false), colorSpace: .sRGB)
    #expect(whole.rendered.runs == 1)
    #expect(strips.data == whole.data)
  }

  /// The rows end with an error in the middle: while they are prefetched, or when they are needed.
  @Test(arguments: [300, 1200, 2399])
  func aFileThatEndsEarlyLeavesTheOldResult(row: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "streamed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "out.png")
    try Data("old".utf8).write(to: url)
    let source = Self.source(height: 2400) { rows throws(RenderError) in
      if rows.contains(row) { throw .image("row \(row) is damaged") }
    }
    let image = Recipe.blur.image(from: CIImage(node: Node(.source(source), [])))
    let context = try CIContext(checked: [.memoryTarget: 16])
    #expect(throws: RenderError.image("row \(row) is damaged")) {
      try context.write(
        image.node, try #require(image.node.extent.rect), as: Self.form(streamed: true), colorSpace: .sRGB, to: url)
    }
    #expect(try Data(contentsOf: url) == Data("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.png"])
  }

  /// A full disk: an error of writing is an error of the render.
  @Test func rowsThatCannotBeWrittenAreAnError() throws {
    let source = Self.source(height: 2400) { _ in }
    let image = Recipe.color.image(from: CIImage(node: Node(.source(source), [])))
    let context = try CIContext(checked: [.memoryTarget: 16])
    #expect(throws: RenderError.self) {
      try context.write(
        image.node, try #require(image.node.extent.rect), as: Self.form(streamed: true), colorSpace: .sRGB,
        to: URL(fileURLWithPath: "/dev/full"))
    }
  }

  @Test func prefetchedRowsAreThoseThatAreRead() throws {
    let source = Self.source(height: 500) { _ in }
    let windows = SourceWindows(prefetching: 40 * NoisyRows.width * 4)
    let columns = 0..<NoisyRows.width
    // Forwards, with an overlap, over a gap, fewer rows than were prefetched, back to the top, to the end.
    for rows in [0..<30, 20..<60, 60..<61, 61..<62, 62..<200, 300..<310, 310..<313, 5..<45, 45..<500] {
      let pixels = try windows.pixels(of: source, rows: rows, columns: columns)
      let expected = try PixelBuffer(width: NoisyRows.width, height: 1, format: .rgba8)
      for row in rows {
        NoisyRows.fill(expected.bytes, row)
        #expect(memcmp(pixels.row(row - rows.lowerBound), expected.bytes, NoisyRows.width * 4) == 0)
      }
    }
  }

  @Test func aJPEGIsDecodedSmaller() throws {
    let image = CIImage(color: CIColor(red: 0.2, green: 0.5, blue: 0.8)).cropped(
      to: CGRect(x: 0, y: 0, width: 101, height: 50))
    let context = CIContext()
    let jpeg = try #require(context.jpegRepresentation(of: image, colorSpace: Self.space))
    let small = try CIImage(reading: jpeg, options: [.subsampleFactor: 4])
    #expect(small.extent == CGRect(x: 0, y: 0, width: 26, height: 13))
    #expect(small.url == nil)
    let png = try #require(context.pngRepresentation(of: image, format: .RGBA8, colorSpace: Self.space))
    #expect(try CIImage(reading: png, options: [.subsampleFactor: 4]).extent == image.extent)
    for wrong: Any in [3, 0, 16, "half"] {
      #expect(throws: RenderError.self) { try CIImage(reading: jpeg, options: [.subsampleFactor: wrong]) }
    }
  }

  @Test func compressionOfPNGIsAChoice() throws {
    let image = CIImage(node: Node(.source(Self.source(height: 64) { _ in }), []))
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 8])
    let context = CIContext()
    let sizes = try [0, 1, 9].map { level in
      try #require(
        context.pngRepresentation(
          of: image, format: .RGBA8, colorSpace: Self.space, options: [.pngCompression: level])
      ).count
    }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2])
    let url = FileManager.default.temporaryDirectory.appending(path: "level-\(UUID().uuidString).png")
    #expect(throws: RenderError.self) {
      try context.writePNGRepresentation(
        of: image, to: url, format: .RGBA8, colorSpace: Self.space, options: [.pngCompression: 10])
    }
  }
}
