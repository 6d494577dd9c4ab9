import CoreImage
import Foundation
import TestSupport
import Testing
import ToolkitImages

/// A GdkPixbuf of an app.
private final class Buffer {
  let pointer: OpaquePointer
  private static let library = Library.pixbuf

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  convenience init(hasAlpha: Bool, _ width: Int, _ height: Int) {
    self.init(
      Self.library.function(
        "gdk_pixbuf_new", (@convention(c) (Int32, Int32, Int32, Int32, Int32) -> OpaquePointer).self)(
          0, hasAlpha ? 1 : 0, 8, Int32(width), Int32(height)))
    memset(bytes, 0, rowBytes * (height - 1) + width * (hasAlpha ? 4 : 3))
  }

  convenience init(hasAlpha: Bool, _ width: Int, _ height: Int, at start: UnsafeMutableRawPointer, rowBytes: Int) {
    typealias Make =
      @convention(c) (
        UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, Int32, UnsafeRawPointer?, UnsafeRawPointer?
      ) -> OpaquePointer
    self.init(
      Self.library.function("gdk_pixbuf_new_from_data", Make.self)(
        start, 0, hasAlpha ? 1 : 0, 8, Int32(width), Int32(height), Int32(rowBytes), nil, nil))
  }

  convenience init?(file: URL) {
    let load = Self.library.function(
      "gdk_pixbuf_new_from_file", (@convention(c) (UnsafePointer<CChar>, UnsafeRawPointer?) -> OpaquePointer?).self)
    guard let pointer = load(file.path, nil) else { return nil }
    self.init(pointer)
  }

  /// Returns a part of the pixbuf, in the same memory.
  func part(x: Int, y: Int, width: Int, height: Int) -> Buffer {
    typealias Make = @convention(c) (OpaquePointer, Int32, Int32, Int32, Int32) -> OpaquePointer
    return Buffer(
      Self.library.function("gdk_pixbuf_new_subpixbuf", Make.self)(
        pointer, Int32(x), Int32(y), Int32(width), Int32(height)))
  }

  deinit {
    Self.library.function("g_object_unref", (@convention(c) (OpaquePointer) -> Void).self)(pointer)
  }

  // Methods: an object is retained while its method runs, which its pointer alone does not ensure.
  func image() throws -> CIImage { try CIImage(pixbuf: pointer) }
  func receive(_ image: CIImage, on engine: String = Backend.engineName, bounds: CGRect? = nil) throws {
    try CIContext(options: [.backend: engine]).render(image, toPixbuf: pointer, bounds: bounds)
  }
  func set(_ option: String, _ value: String) {
    typealias Set = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    _ = Self.library.function("gdk_pixbuf_set_option", Set.self)(pointer, option, value)
  }
  func orientation() throws -> Int32 { try CIImage.orientation(ofPixbuf: pointer) }
  func profile() -> CGColorSpace? { CGColorSpace(profileOf: pointer) }

  func number(_ name: String) -> Int {
    Int(Self.library.function(name, (@convention(c) (OpaquePointer) -> Int32).self)(pointer))
  }

  var rowBytes: Int { number("gdk_pixbuf_get_rowstride") }
  var bytes: UnsafeMutableRawPointer {
    Self.library.function("gdk_pixbuf_get_pixels", (@convention(c) (OpaquePointer) -> UnsafeMutableRawPointer).self)(
      pointer)
  }

  /// Pixels with straight alpha, which is 255 without an alpha channel.
  var pixels: [SIMD4<UInt8>] {
    get {
      places.map { start, channels in
        SIMD4(
          start.load(as: UInt8.self), start.load(fromByteOffset: 1, as: UInt8.self),
          start.load(fromByteOffset: 2, as: UInt8.self),
          channels == 4 ? start.load(fromByteOffset: 3, as: UInt8.self) : 255)
      }
    }
    set {
      for ((start, channels), pixel) in zip(places, newValue) {
        for index in 0..<channels { start.storeBytes(of: pixel[index], toByteOffset: index, as: UInt8.self) }
      }
    }
  }

  private var places: [(UnsafeMutableRawPointer, channels: Int)] {
    let (channels, start, rowBytes) = (number("gdk_pixbuf_get_n_channels"), bytes, rowBytes)
    return (0..<number("gdk_pixbuf_get_height")).flatMap { y in
      (0..<number("gdk_pixbuf_get_width")).map { x in (start + y * rowBytes + x * channels, channels) }
    }
  }

  func save(_ file: URL, _ kind: String) -> Bool {
    typealias Save =
      @convention(c) (
        OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, UnsafeRawPointer?,
        UnsafeRawPointer?
      ) -> Int32
    return Self.library.function("gdk_pixbuf_savev", Save.self)(pointer, file.path, kind, nil, nil, nil) != 0
  }
}

@Suite struct PixbufImageTests {
  /// Straight colours with every alpha.
  private func straight(_ width: Int, _ height: Int) -> [SIMD4<UInt8>] {
    testColors(width, height).map { SIMD4($0.z, $0.x, 255 - $0.y, $0.w) }
  }

  @Test(arguments: Backend.contextNames) func alphaIsStraight(_ engine: String) throws {
    // Rows of 20 bytes, and of 16 bytes, of which 15 are pixels.
    for hasAlpha in [true, false] {
      let buffer = Buffer(hasAlpha: hasAlpha, 5, 4)
      buffer.pixels = straight(5, 4)
      let expected = buffer.pixels.map { pixel in
        let color = SIMD4<Float>(pixel) / 255
        return SIMD4<Float>(lowHalf: .init(color.x, color.y) * color.w, highHalf: .init(color.z * color.w, color.w))
      }
      let image = try buffer.image()
      #expect(distance(try colors(of: image, on: engine), expected) < 1e-5)
      let copy = Buffer(hasAlpha: hasAlpha, 5, 4)
      try copy.receive(image, on: engine)
      // Colours of transparent pixels may be lost.
      let (copied, original) = (copy.pixels, buffer.pixels)
      #expect(zip(copied, original).allSatisfy { $0 == $1 || $0.w == 0 && $1.w == 0 })
    }
  }

  @Test func filesAreReadAsGdkPixbufReadsThem() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pixbuf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Written by this package, saved by the library, read by this package.
    let buffer = Buffer(hasAlpha: true, 31, 17)
    try buffer.receive(CIImage(color: CIColor(red: 0.2, green: 0.6, blue: 1, alpha: 0.4)))
    let saved = folder.appending(path: "saved.png")
    try #require(buffer.save(saved, "png"))
    let again = try #require(CIImage(contentsOf: saved))
    #expect(distance(try colors(of: again), try colors(of: try buffer.image())) == 0)
    // Written by the library.
    let loaded = try #require(Buffer(file: saved))
    #expect(loaded.pixels == buffer.pixels)
    #expect(loaded.pixels[0] == [51, 153, 255, 102])
  }

  @Test(arguments: Backend.contextNames) func partsOfPixbufsEndWithTheirLastPixel(_ engine: String) throws {
    for (hasAlpha, bytes) in [(true, 4), (false, 3)] {
      // Rows of 32 bytes: what kernels expect of five pixels with alpha.
      let memory = GuardedMemory(32 * 2 + 5 * bytes)
      let buffer = Buffer(hasAlpha: hasAlpha, 5, 3, at: memory.start, rowBytes: 32)
      buffer.pixels = .init(repeating: [255, 0, 0, 255], count: 15)
      let image = try buffer.image()
      #expect(try colors(of: image, on: engine) == .init(repeating: [1, 0, 0, 1], count: 15))
      try buffer.receive(.green, on: engine)
      #expect(buffer.pixels == .init(repeating: [0, 255, 0, 255], count: 15))
    }
    let whole = Buffer(hasAlpha: true, 8, 8)
    let part = whole.part(x: 3, y: 5, width: 5, height: 3)
    try part.receive(.blue, on: engine)
    for (index, pixel) in whole.pixels.enumerated() {
      #expect(pixel == (index % 8 >= 3 && index / 8 >= 5 ? [0, 0, 255, 255] : .zero))
    }
  }

  @Test func anImageShowsWhatIsWrittenLaterAndKeepsThePixbuf() throws {
    var buffer: Buffer? = Buffer(hasAlpha: true, 4, 4)
    let image = try buffer!.image()
    #expect(try colors(of: image)[0] == .zero)
    try buffer!.receive(.white, bounds: CGRect(x: 0, y: 2, width: 2, height: 2))
    buffer = nil
    #expect(try colors(of: image).filter { $0 == [1, 1, 1, 1] }.count == 4)
  }

  @Test func optionsOfTheFileAreAvailable() throws {
    let buffer = Buffer(hasAlpha: true, 1, 1)
    #expect(try buffer.orientation() == 1)
    #expect(buffer.profile() == nil)
    let profile = try #require(CGColorSpace(name: CGColorSpace.displayP3)?.copyICCData())
    buffer.set("icc-profile", profile.base64EncodedString())
    buffer.set("orientation", "6")
    #expect(try buffer.orientation() == 6)
    #expect(buffer.profile()?.isWideGamutRGB == true)
    for nonsense in ["0", "9", "x"] {
      let other = Buffer(hasAlpha: true, 1, 1)
      other.set("orientation", nonsense)
      other.set("icc-profile", nonsense)
      #expect(try other.orientation() == 1)
      #expect(other.profile() == nil)
    }
  }
}
