import CToolkits
import CoreImage
import Foundation
import TestSupport
import Testing
import ToolkitImages

/// An SDL surface of an app.
private final class Surface {
  let pointer: UnsafeMutablePointer<CTSurface>
  private static let library = Library.sdl

  init(_ pointer: UnsafeMutablePointer<CTSurface>) { self.pointer = pointer }

  convenience init(_ format: Int, _ width: Int, _ height: Int) {
    typealias Make =
      @convention(c) (UInt32, Int32, Int32, Int32, UInt32) -> UnsafeMutablePointer<CTSurface>
    self.init(
      Self.library.function("SDL_CreateRGBSurfaceWithFormat", Make.self)(
        0, Int32(width), Int32(height), 0, UInt32(format)))
  }

  convenience init(
    _ format: Int, _ width: Int, _ height: Int, at start: UnsafeMutableRawPointer, rowBytes: Int
  ) {
    typealias Make =
      @convention(c) (UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, UInt32) -> UnsafeMutablePointer<CTSurface>
    self.init(
      Self.library.function("SDL_CreateRGBSurfaceWithFormatFrom", Make.self)(
        start, Int32(width), Int32(height), 0, Int32(rowBytes), UInt32(format)))
  }

  deinit { call("SDL_FreeSurface") }

  // Methods: an object is retained while its method runs, which its pointer alone does not ensure.
  func image() throws -> CIImage { try CIImage(sdlSurface: pointer) }
  func receive(_ image: CIImage, on engine: String = Backend.engineName, bounds: CGRect? = nil) throws {
    try CIContext(options: [.backend: engine]).render(image, toSDLSurface: pointer, bounds: bounds)
  }
  /// The first pixel.
  var word: UInt32 {
    get { pointer.pointee.pixels.load(as: UInt32.self) }
    set { pointer.pointee.pixels.storeBytes(of: newValue, as: UInt32.self) }
  }
  var locks: Int32 { pointer.pointee.locked }
  var references: Int32 { pointer.pointee.references }
  var isPacked: Bool { pointer.pointee.flags & UInt32(CT_SDL_RLE) != 0 }

  func call(_ name: String) {
    Self.library.function(name, (@convention(c) (UnsafeMutablePointer<CTSurface>) -> Void).self)(pointer)
  }

  /// Returns the surface converted by SDL.
  func converted(to format: Int) -> Surface {
    typealias Convert =
      @convention(c) (UnsafeMutablePointer<CTSurface>, UInt32, UInt32) -> UnsafeMutablePointer<CTSurface>
    return Surface(
      Self.library.function("SDL_ConvertSurfaceFormat", Convert.self)(pointer, UInt32(format), 0))
  }

  func packs() {
    _ = Self.library.function(
      "SDL_SetSurfaceRLE", (@convention(c) (UnsafeMutablePointer<CTSurface>, Int32) -> Int32).self)(pointer, 1)
    // SDL encodes the surface when it is first drawn from; alpha blending on the same format.
    let other = Surface(CT_SDL_XRGB8888, Int(pointer.pointee.width), Int(pointer.pointee.height))
    _ = Self.library.function(
      "SDL_UpperBlit",
      (@convention(c) (
        UnsafeMutablePointer<CTSurface>, UnsafeRawPointer?, UnsafeMutablePointer<CTSurface>, UnsafeRawPointer?
      ) -> Int32).self)(pointer, nil, other.pointer, nil)
  }

  /// Straight colours of an ARGB8888 surface.
  var argb: [SIMD4<UInt8>] {
    get {
      places.map { place in
        let word = place.load(as: UInt32.self)
        return SIMD4<UInt8>(truncatingIfNeeded: SIMD4(word >> 16, word >> 8, word, word >> 24))
      }
    }
    set {
      for (place, color) in zip(places, newValue) {
        let c = SIMD4<UInt32>(truncatingIfNeeded: color)
        place.storeBytes(of: c.w << 24 | c.x << 16 | c.y << 8 | c.z, as: UInt32.self)
      }
    }
  }

  private var places: [UnsafeMutableRawPointer] {
    let surface = pointer.pointee
    return (0..<Int(surface.height)).flatMap { y in
      (0..<Int(surface.width)).map { x in surface.pixels + y * Int(surface.bytesPerRow) + 4 * x }
    }
  }
}

@Suite struct SDLImageTests {
  /// Straight colours with every alpha.
  private static func straight(_ count: Int) -> [SIMD4<UInt8>] {
    testColors(count, 1).map { SIMD4($0.z, $0.x, 255 - $0.y, $0.w) }
  }

  private static func expected(_ pixels: [SIMD4<UInt8>]) -> [SIMD4<Float>] {
    pixels.map { pixel in
      let color = SIMD4<Float>(pixel) / 255
      return SIMD4<Float>(lowHalf: .init(color.x, color.y) * color.w, highHalf: .init(color.z * color.w, color.w))
    }
  }

  /// Formats with the tolerance between SDL's conversion and this package's, in 255ths: SDL replicates high bits in low
  /// ones and truncates, this package rounds; SDL's table for RGB565 truncates green twice.
  static let formats: [(Int, hasAlpha: Bool, Float)] = [
    (CT_SDL_ARGB8888, true, 0.01), (CT_SDL_RGBA8888, true, 0.01), (CT_SDL_ABGR8888, true, 0.01),
    (CT_SDL_BGRA8888, true, 0.01), (CT_SDL_XRGB8888, false, 0.01), (CT_SDL_RGBX8888, false, 0.01),
    (CT_SDL_XBGR8888, false, 0.01), (CT_SDL_BGRX8888, false, 0.01), (CT_SDL_RGB24, false, 0.01),
    (CT_SDL_BGR24, false, 0.01), (CT_SDL_RGB565, false, 1.3), (CT_SDL_BGR565, false, 1),
  ]

  @Test(arguments: formats)
  func everyFormatIsReadAsSDLReadsIt(_ format: Int, _ hasAlpha: Bool, _ allowed: Float) throws {
    let source = Surface(CT_SDL_ARGB8888, 13, 7)
    source.argb = Self.straight(13 * 7)
    let surface = source.converted(to: format)
    let witness = surface.converted(to: CT_SDL_ARGB8888)
    let image = try surface.image()
    #expect(image.isOpaque == !hasAlpha)
    for engine in Backend.contextNames {
      #expect(distance(try colors(of: image, on: engine), Self.expected(witness.argb)) * 255 <= allowed, "\(engine)")
    }
  }

  @Test(arguments: formats)
  func everyFormatIsWrittenAsSDLReadsIt(_ format: Int, _ hasAlpha: Bool, _ allowed: Float) throws {
    let source = Surface(CT_SDL_ARGB8888, 13, 7)
    source.argb = Self.straight(13 * 7).map { hasAlpha ? $0 : SIMD4($0.x, $0.y, $0.z, 255) }
    let image = try source.image()
    for engine in Backend.contextNames {
      let surface = Surface(format, 13, 7)
      try surface.receive(image, on: engine)
      let witness = surface.converted(to: CT_SDL_ARGB8888)
      // Half a step of five bits, and SDL's conversion.
      let step: Float = allowed >= 1 ? 255 / 31 / 2 : 0
      // Colours of transparent pixels may be lost.
      let worst = distance(Self.expected(witness.argb), Self.expected(source.argb)) * 255
      #expect(worst <= step + allowed, "\(engine)")
    }
  }

  @Test func tenBitsAreTheHighestBits() throws {
    let surface = Surface(CT_SDL_ARGB2101010, 1, 1)
    surface.word = 2 << 30 | 1023 << 20 | 341 << 10 | 0
    let alpha = Float(2) / 3
    for engine in Backend.contextNames {
      let image = try surface.image()
      #expect(distance(try colors(of: image, on: engine), [[alpha, alpha / 3, 0, alpha]]) < 1e-4)
      let copy = Surface(CT_SDL_ARGB2101010, 1, 1)
      try copy.receive(image, on: engine)
      #expect(copy.word == 2 << 30 | 1023 << 20 | 341 << 10 | 0)
    }
  }

  @Test func encodedPixelsAreReadAndWrittenUnderALock() throws {
    let surface = Surface(CT_SDL_ARGB8888, 16, 8)
    surface.argb = .init(repeating: [255, 0, 0, 255], count: 128)
    surface.packs()
    #expect(surface.isPacked)
    let image = try surface.image()
    for engine in Backend.contextNames {
      #expect(try colors(of: image, on: engine) == .init(repeating: [1, 0, 0, 1], count: 128))
      #expect(surface.locks == 0)
    }
    try surface.receive(.green)
    #expect(surface.locks == 0)
    #expect(try colors(of: image) == .init(repeating: [0, 1, 0, 1], count: 128))
  }

  @Test func anImageShowsWhatIsDrawnLaterAndKeepsTheSurface() throws {
    var surface: Surface? = Surface(CT_SDL_ARGB8888, 4, 4)
    let pointer = surface!.pointer
    var image: CIImage? = try surface!.image()
    surface!.argb = .init(repeating: [0, 0, 255, 255], count: 16)
    #expect(pointer.pointee.references == 2)
    surface = nil
    #expect(pointer.pointee.references == 1)
    #expect(try colors(of: image!) == .init(repeating: [0, 0, 1, 1], count: 16))
    image = nil
  }

  @Test(arguments: Backend.contextNames) func memoryOfTheAppIsCopiedUpToItsLastPixel(_ engine: String) throws {
    var memory: GuardedMemory? = GuardedMemory(32 * 2 + 20)
    let surface = Surface(CT_SDL_ARGB8888, 5, 3, at: memory!.start, rowBytes: 32)
    try surface.receive(.green, on: engine)
    let image = try surface.image()
    #expect(surface.references == 1)
    memory = nil
    #expect(try colors(of: image, on: engine) == .init(repeating: [0, 1, 0, 1], count: 15))
  }

  @Test func onlyTheBoundsAndTheImageChange() throws {
    let surface = Surface(CT_SDL_ARGB8888, 6, 5)
    let image = CIImage(color: .red).cropped(to: CGRect(x: -4, y: 1, width: 6, height: 9))
    try surface.receive(image, bounds: CGRect(x: 1, y: 0, width: Double.infinity, height: 3))
    for (index, color) in surface.argb.enumerated() {
      let (x, y) = (index % 6, 4 - index / 6)
      #expect(color == (x == 1 && (1...2).contains(y) ? [255, 0, 0, 255] : .zero))
    }
  }

  @Test func unreadableSurfacesAreReported() throws {
    func refuses(_ surface: Surface, _ text: String) {
      #expect { _ = try surface.image() } throws: { "\($0)".contains(text) }
      #expect { try surface.receive(.red) } throws: { "\($0)".contains(text) }
    }
    // A palette: SDL_PIXELFORMAT_INDEX8; and 4 bits each: SDL_PIXELFORMAT_ARGB4444.
    refuses(Surface(0x1300_0801, 4, 4), "SDL_PIXELFORMAT_INDEX8")
    refuses(Surface(0x1532_1002, 4, 4), "SDL_ConvertSurfaceFormat")
    refuses(Surface(CT_SDL_ARGB8888, 0, 0), "0x0 pixels")
    for (change, text) in [
      ({ $0.pixels = nil }, "without pixels"), ({ $0.bytesPerRow = 15 }, "rows of 15 bytes"),
      ({ $0.bytesPerRow = -16 }, "rows of -16"), ({ $0.width = -3 }, "-3x4"), ({ $0.format = nil }, "without a format"),
      ({ $0.height = .max }, "along a side"),
    ] as [((inout CTSurface) -> Void, String)] {
      let surface = Surface(CT_SDL_ARGB8888, 4, 4)
      let sound = surface.pointer.pointee
      change(&surface.pointer.pointee)
      refuses(surface, text)
      #expect(surface.references == 1)
      surface.pointer.pointee = sound
    }
  }
}
