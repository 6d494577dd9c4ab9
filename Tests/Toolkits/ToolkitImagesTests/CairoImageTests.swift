import CToolkits
import CoreImage
import Foundation
import TestSupport
import Testing
import ToolkitImages

/// A cairo image surface of an app.
private final class Surface {
  fileprivate let pointer: OpaquePointer
  private let library = Library.cairo

  init(_ format: Int, _ width: Int, _ height: Int) {
    pointer = library.function(
      "cairo_image_surface_create", (@convention(c) (Int32, Int32, Int32) -> OpaquePointer).self)(
        Int32(format), Int32(width), Int32(height))
  }

  init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  deinit { call("cairo_surface_destroy") }

  func call(_ name: String) { library.function(name, (@convention(c) (OpaquePointer) -> Void).self)(pointer) }
  func number(_ name: String) -> Int {
    Int(library.function(name, (@convention(c) (OpaquePointer) -> Int32).self)(pointer))
  }

  var bytes: UnsafeMutableRawPointer {
    library.function("cairo_image_surface_get_data", (@convention(c) (OpaquePointer) -> UnsafeMutableRawPointer).self)(
      pointer)
  }
  var rowBytes: Int { number("cairo_image_surface_get_stride") }
  func byte(_ offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }

  // Methods: an object is retained while its method runs, which its pointer alone does not ensure.
  func image(colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()) throws -> CIImage {
    try CIImage(cairoSurface: pointer, colorSpace: colorSpace)
  }
  func receive(
    _ image: CIImage, on engine: String = Backend.engineName, bounds: CGRect? = nil,
    colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws {
    try CIContext(options: [.backend: engine]).render(
      image, toCairoSurface: pointer, bounds: bounds, colorSpace: colorSpace)
  }
  var references: Int { number("cairo_surface_get_reference_count") }

  func draw(_ body: (OpaquePointer) -> Void) {
    let context = library.function("cairo_create", (@convention(c) (OpaquePointer) -> OpaquePointer).self)(pointer)
    body(context)
    library.function("cairo_destroy", (@convention(c) (OpaquePointer) -> Void).self)(context)
    call("cairo_surface_flush")
  }

  func fill(_ color: SIMD4<Double>, x: Double, y: Double, width: Double, height: Double) {
    draw { context in
      typealias Four = @convention(c) (OpaquePointer, Double, Double, Double, Double) -> Void
      library.function("cairo_set_source_rgba", Four.self)(context, color.x, color.y, color.z, color.w)
      library.function("cairo_rectangle", Four.self)(context, x, y, width, height)
      library.function("cairo_fill", (@convention(c) (OpaquePointer) -> Void).self)(context)
    }
  }

  /// Replaces the pixels with those of another surface, which cairo converts.
  func copy(_ other: Surface) {
    draw { context in
      library.function("cairo_set_operator", (@convention(c) (OpaquePointer, Int32) -> Void).self)(context, 1)
      library.function(
        "cairo_set_source_surface", (@convention(c) (OpaquePointer, OpaquePointer, Double, Double) -> Void).self)(
          context, other.pointer, 0, 0)
      library.function("cairo_paint", (@convention(c) (OpaquePointer) -> Void).self)(context)
    }
  }

  /// Red, green, blue and alpha of an ARGB32 surface, top row first.
  var argb: [SIMD4<UInt8>] {
    let (width, height) = (number("cairo_image_surface_get_width"), number("cairo_image_surface_get_height"))
    return (0..<height).flatMap { y in
      (0..<width).map { x in
        let word = (bytes + y * rowBytes + 4 * x).load(as: UInt32.self)
        return SIMD4<UInt8>(truncatingIfNeeded: SIMD4(word >> 16, word >> 8, word, word >> 24))
      }
    }
  }

  /// - Parameter colors: premultiplied; for an ARGB32 surface.
  func set(_ colors: [SIMD4<UInt8>]) {
    let width = number("cairo_image_surface_get_width")
    for (index, color) in colors.enumerated() {
      let c = SIMD4<UInt32>(truncatingIfNeeded: color)
      (bytes + index / width * rowBytes + index % width * 4).storeBytes(
        of: c.w << 24 | c.x << 16 | c.y << 8 | c.z, as: UInt32.self)
    }
    call("cairo_surface_mark_dirty")
  }
}

@Suite struct CairoImageTests {
  @Test(arguments: Backend.contextNames) func theImageHasTheDrawingOfCairo(_ engine: String) throws {
    let surface = Surface(CT_CAIRO_ARGB32, 7, 5)
    surface.fill([1, 0, 0, 0.5], x: 0, y: 0, width: 3, height: 2)
    surface.fill([0, 0.2, 1, 1], x: 5, y: 4, width: 2, height: 1)
    let image = try surface.image()
    #expect(image.extent == CGRect(x: 0, y: 0, width: 7, height: 5))
    let pixels = try colors(of: image, on: engine)
    // Halves of alpha are 128 of 255, in red as well: premultiplied.
    let half = Float(128) / 255
    #expect(distance(Array(pixels[0..<3]), .init(repeating: [half, 0, 0, half], count: 3)) < 1e-5)
    #expect(distance(Array(pixels[33..<35]), .init(repeating: [0, Float(51) / 255, 1, 1], count: 2)) < 1e-5)
    #expect(pixels[20] == .zero)
  }

  @Test(arguments: Backend.contextNames) func pixelsRoundTrip(_ engine: String) throws {
    let (surface, copy) = (Surface(CT_CAIRO_ARGB32, 13, 6), Surface(CT_CAIRO_ARGB32, 13, 6))
    surface.set(testColors(13, 6))
    try copy.receive(try surface.image(), on: engine)
    #expect(copy.argb == testColors(13, 6))
  }

  /// Formats with the tolerance between cairo's conversion and this package's, in 255ths: cairo replicates high bits in
  /// low ones and truncates, this package rounds.
  static let formats = [
    (CT_CAIRO_ARGB32, Float(0.01)), (CT_CAIRO_RGB24, 0.01), (CT_CAIRO_RGB30, 0.6), (CT_CAIRO_RGB16_565, 1),
  ]

  @Test(arguments: formats) func everyFormatIsReadAsCairoReadsIt(_ format: Int, _ allowed: Float) throws {
    let (surface, drawn, witness) = (
      Surface(CT_CAIRO_ARGB32, 16, 9), Surface(format, 16, 9), Surface(CT_CAIRO_ARGB32, 16, 9)
    )
    surface.set(testColors(16, 9))
    drawn.copy(surface)
    witness.copy(drawn)
    for engine in Backend.contextNames {
      let read = try colors(of: try drawn.image(), on: engine)
      let expected = witness.argb.map { SIMD4<Float>($0) / 255 }
      #expect(distance(read, expected) * 255 <= allowed, "\(engine)")
    }
  }

  @Test(arguments: formats) func everyFormatIsWrittenAsCairoReadsIt(_ format: Int, _ allowed: Float) throws {
    // Opaque: for formats without alpha, this package composites over black, and cairo drops alpha.
    let source = Surface(CT_CAIRO_ARGB32, 16, 9)
    source.set(testColors(16, 9).map { SIMD4($0.x, $0.y, $0.z, 255) })
    let image = try source.image()
    for engine in Backend.contextNames {
      let (drawn, witness) = (Surface(format, 16, 9), Surface(CT_CAIRO_ARGB32, 16, 9))
      try drawn.receive(image, on: engine)
      witness.copy(drawn)
      // Half a step of five bits, and cairo's conversion.
      let step: Float = format == CT_CAIRO_RGB16_565 ? 255 / 31 / 2 : 0.5
      let worst = distance(witness.argb.map { SIMD4($0) }, source.argb.map { SIMD4($0) })
      #expect(worst <= step + allowed, "\(engine)")
    }
  }

  @Test func alphaAloneIsAMask() throws {
    let (surface, copy) = (Surface(CT_CAIRO_A8, 5, 3), Surface(CT_CAIRO_A8, 5, 3))
    surface.fill([0, 0, 0, 0.4], x: 1, y: 0, width: 1, height: 1)
    let image = try surface.image()
    for engine in Backend.contextNames {
      let pixels = try colors(of: image, on: engine)
      #expect(distance([pixels[0], pixels[1]], [.zero, [0, 0, 0, 0.4]]) < 1e-5)
      try copy.receive(image, on: engine)
      #expect(copy.byte(1) == 102)
    }
  }

  @Test func floatsOfNewerCairosAreSupported() throws {
    #expect(try SurfaceLayout(cairo: Int32(CT_CAIRO_RGB96F)) == .threeFloats)
    #expect(try SurfaceLayout(cairo: Int32(CT_CAIRO_RGBA128F)) == .image(.rgbaf, .premultiplied))
    for (format, bytes) in [(CT_CAIRO_RGB96F, 12), (CT_CAIRO_RGBA128F, 16)] {
      let (surface, copy) = (Surface(format, 5, 3), Surface(format, 5, 3))
      // Cairo 1.16 has no such surfaces.
      guard surface.number("cairo_surface_status") == 0 else { continue }
      surface.fill([0.25, 0.5, 1, 1], x: 0, y: 0, width: 5, height: 3)
      try copy.receive(try surface.image())
      #expect((0..<5 * bytes).allSatisfy { copy.byte($0) == surface.byte($0) })
    }
  }

  @Test func componentsAreInTheSpecifiedSpace() throws {
    let surface = Surface(CT_CAIRO_ARGB32, 1, 1)
    surface.set([[255, 0, 0, 255]])
    let wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let image = try surface.image(colorSpace: wide)
    #expect(image.colorSpace == wide)
    #expect(try surface.image(colorSpace: nil).colorSpace == nil)
    #expect(distance(try colors(of: image, space: wide), [[1, 0, 0, 1]]) < 1e-3)
    // P3's red is outside of sRGB.
    #expect(try colors(of: image)[0].x > 1.05)
    try surface.receive(image, colorSpace: wide)
    #expect(surface.argb == [[255, 0, 0, 255]])
  }

  @Test(arguments: Backend.contextNames) func onlyTheBoundsAndTheImageChange(_ engine: String) throws {
    for format in [CT_CAIRO_ARGB32, CT_CAIRO_RGB30] {
      let (surface, converted) = (Surface(format, 8, 6), Surface(CT_CAIRO_ARGB32, 8, 6))
      surface.fill([0, 0, 1, 1], x: 0, y: 0, width: 8, height: 6)
      let image = CIImage(color: .red).cropped(to: CGRect(x: 1, y: 0, width: 20, height: 20))
      try surface.receive(image, on: engine, bounds: CGRect(x: 0, y: 1, width: 3, height: 2))
      converted.copy(surface)
      for (index, color) in converted.argb.enumerated() {
        let (x, y) = (index % 8, 5 - index / 8)
        #expect(color == ((1...2).contains(x) && (1...2).contains(y) ? [255, 0, 0, 255] : [0, 0, 255, 255]))
      }
      try surface.receive(image, on: engine, bounds: .null)
      converted.copy(surface)
      #expect(converted.argb.filter { $0.x == 255 }.count == 4)
    }
  }

  @Test func anImageShowsWhatIsDrawnLaterAndKeepsTheSurface() throws {
    var surface: Surface? = Surface(CT_CAIRO_ARGB32, 4, 4)
    let pointer = surface!.pointer
    var image: CIImage? = try surface!.image()
    #expect(try colors(of: image!)[5] == .zero)
    surface!.fill([0, 1, 0, 1], x: 0, y: 0, width: 4, height: 4)
    #expect(try distance([colors(of: image!)[5]], [[0, 1, 0, 1]]) < 1e-5)
    #expect(surface!.references == 2)
    surface = nil
    #expect(try distance([colors(of: image!)[5]], [[0, 1, 0, 1]]) < 1e-5)
    surface = Surface(adopting: pointer)
    #expect(surface!.references == 1)
    _ = Library.cairo.function("cairo_surface_reference", (@convention(c) (OpaquePointer) -> OpaquePointer).self)(
      pointer)
    image = nil
    #expect(surface!.references == 1)
  }

  @Test func rendersIntoTheirOwnSourceAreCorrect() throws {
    let (surface, expected) = (Surface(CT_CAIRO_ARGB32, 33, 20), Surface(CT_CAIRO_ARGB32, 33, 20))
    surface.set(testColors(33, 20))
    let image = try surface.image().clampedToExtent().applyingGaussianBlur(sigma: 3)
    try expected.receive(image)
    try surface.receive(image)
    #expect(surface.argb == expected.argb)
  }

  @Test func unreadableSurfacesAreReported() throws {
    func refuses(_ surface: Surface, _ text: String) {
      for attempt in 0..<2 {
        #expect {
          if attempt == 0 {
            _ = try surface.image()
          } else {
            try surface.receive(.red)
          }
        } throws: { "\($0)".contains(text) }
      }
    }
    refuses(Surface(CT_CAIRO_ARGB32, -1, 4), "invalid value")
    refuses(Surface(CT_CAIRO_ARGB32, 40_000, 4), "invalid value")
    refuses(Surface(99, 4, 4), "invalid")
    refuses(Surface(CT_CAIRO_A1, 4, 4), "ARGB32")
    refuses(Surface(CT_CAIRO_ARGB32, 0, 4), "pixels")
    let finished = Surface(CT_CAIRO_ARGB32, 4, 4)
    let image = try finished.image()
    finished.call("cairo_surface_finish")
    refuses(finished, "finished")
    #expect(throws: RenderError.self) { try colors(of: image) }
    let recording = Library.cairo.function(
      "cairo_recording_surface_create", (@convention(c) (Int32, UnsafeRawPointer?) -> OpaquePointer).self)(0x3000, nil)
    refuses(Surface(adopting: recording), "must be an image surface")
  }
}
