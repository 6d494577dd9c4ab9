import COpenGL
import CoreImage
import Foundation
import ImageGraph
import OpenGLImage
import Synchronization
import TestContexts
import TestSupport
import Testing

/// Serialized: the tests inspect OpenGL's state.
@Suite(.serialized) struct OpenGLImageTests {
  private static let sRGB = CGColorSpaceCreateDeviceRGB()

  /// Opaque and translucent, premultiplied.
  private static func texels(_ width: Int, _ height: Int) -> [SIMD4<UInt8>] {
    (0..<width * height).map { index in
      let (red, green, blue) = (UInt8(index * 3 % 100), UInt8(index * 7 % 100), UInt8(index % 100))
      return SIMD4(red, green, blue, index % 3 == 0 ? 100 : 255)
    }
  }

  /// Returns the bytes of an image from its lower left corner on, the first row at the bottom.
  private func bytes(of image: CIImage, _ width: Int, _ height: Int, _ context: CIContext) throws -> [SIMD4<UInt8>] {
    let destination = try CIRenderDestination(width: width, height: height, format: .RGBA8)
    destination.isFlipped = false
    try context.startTask(toRender: image, to: destination).waitUntilCompleted()
    return destination.withUnsafeBytes { Array($0.bindMemory(to: SIMD4<UInt8>.self)) }
  }

  /// Returns the greatest difference of two components.
  private func worst(_ a: [SIMD4<UInt8>], _ b: [SIMD4<UInt8>]) -> Int16 {
    guard a.count == b.count else { return .max }
    return zip(a, b).map { a, b in
      let difference = SIMD4<Int16>(truncatingIfNeeded: a) &- SIMD4<Int16>(truncatingIfNeeded: b)
      return Swift.max(difference.max(), (0 &- difference).max())
    }.max() ?? 0
  }

  @Test func aTextureIsAnImageWithItsFirstRowAtTheBottom() throws {
    let app = GLApp()
    let texels = Self.texels(5, 3)
    let name = app.texture(texels, 5, 3)
    let size = CGSize(width: 5, height: 3)
    let image = try CIImage(texture: name, size: size, flipped: false, colorSpace: Self.sRGB)
    #expect(image.extent == CGRect(origin: .zero, size: size))
    #expect(image.colorSpace == Self.sRGB)
    #expect(try bytes(of: image, 5, 3, Backend.context()) == texels)
    let flipped = try CIImage(texture: name, size: size, flipped: true, colorSpace: Self.sRGB)
    let turned = (0..<3).reversed().flatMap { texels[$0 * 5..<$0 * 5 + 5] }
    #expect(try bytes(of: flipped, 5, 3, Backend.context()) == turned)
  }

  @Test func floatsAboveOneArePreserved() throws {
    let app = GLApp()
    let name = app.texture([[2.5, -0.5, 0.25, 1], [0, 0, 0, 0.5]], 2, 1, format: CGL_RGBA32F)
    let image = try CIImage(texture: name, size: CGSize(width: 2, height: 1), flipped: false, colorSpace: nil)
    var pixels = [SIMD4<Float>](repeating: .zero, count: 2)
    try Backend.context().render(
      checked: image, toBitmap: &pixels, rowBytes: 32, bounds: image.extent, format: .RGBAf, colorSpace: nil)
    #expect(pixels == [[2.5, -0.5, 0.25, 1], [0, 0, 0, 0.5]])
  }

  @Test func theAppsOpenGLStateIsPreserved() throws {
    let app = GLApp()
    let name = app.texture(Self.texels(5, 3), 5, 3)
    let framebuffer = app.drawInto(app.texture(Self.texels(4, 4), 4, 4))
    app.gl.glBindTexture(UInt32(CGL_TEXTURE_2D), name)
    app.gl.glPixelStorei(UInt32(CGL_PACK_ALIGNMENT), 1)
    app.gl.glPixelStorei(UInt32(CGL_PACK_ROW_LENGTH), 9)
    app.gl.glPixelStorei(UInt32(CGL_UNPACK_SKIP_ROWS), 2)
    app.gl.glEnable(UInt32(CGL_FRAMEBUFFER_SRGB))
    let image = try CIImage(
      texture: name, size: CGSize(width: 5, height: 3), flipped: false, colorSpace: Self.sRGB)
    #expect(try bytes(of: image, 5, 3, Backend.context()) == Self.texels(5, 3))
    try CIOpenGLContext().draw(image, in: image.extent, from: image.extent)
    let gl = try GL()
    for (parameter, value) in [
      (CGL_PACK_ALIGNMENT, 1), (CGL_PACK_ROW_LENGTH, 9), (CGL_UNPACK_SKIP_ROWS, 2),
      (CGL_TEXTURE_BINDING_2D, Int32(name)), (CGL_DRAW_FRAMEBUFFER_BINDING, Int32(framebuffer)),
      (CGL_READ_FRAMEBUFFER_BINDING, Int32(framebuffer)),
    ] { #expect(gl.integer(parameter) == value) }
    #expect(app.gl.glIsEnabled(UInt32(CGL_FRAMEBUFFER_SRGB)) != 0)
    #expect(app.gl.glGetError() == UInt32(CGL_NO_ERROR))
  }

  /// Debian's OpenGL is Mesa's, which cannot share memory with another driver's Vulkan.
  static let isOneDevice = (try? CIContext(checked: [.backend: "vulkan"]))?.deviceName.contains("llvmpipe") ?? false

  /// The engines of contexts on OpenGL: with copies through host memory, and with shared memory.
  static let engines = Backend.engineNames

  @Test(arguments: engines) func recipesAreDrawnIntoTexturesAndReadFromThem(_ engine: String) throws {
    let app = GLApp()
    let images = try CIOpenGLContext(options: [.backend: engine])
    #expect(images.sharesMemory == (engine == "vulkan" && Self.isOneDevice))
    let texture = try images.makeTexture(width: 37, height: 21)
    #expect(texture.isShared == images.sharesMemory)
    let recipe = CIFilter(
      name: "CILinearGradient",
      parameters: ["inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 37, y: 21)])!
      .outputImage!
    _ = app.drawInto(texture.name)
    #expect(app.read(37, 21) == .init(repeating: .zero, count: 37 * 21))
    try images.render(recipe, to: texture)
    // Differs by at most one 8-bit step: in shared memory, the device numbers rows from the other end.
    #expect(worst(app.read(37, 21), try bytes(of: recipe, 37, 21, images.context)) <= (texture.isShared ? 1 : 0))
    // OpenGL draws, and a recipe reads the result.
    let image = try images.image(of: texture)
    app.clear([1, 0, 0, 1], x: 3, y: 1, width: 4, height: 2)
    // With shared memory, the existing image has the new pixels.
    if texture.isShared { app.gl.glFinish() }
    let again = texture.isShared ? image : try images.image(of: texture)
    let pixels = try bytes(of: again, 37, 21, images.context)
    #expect(worst(pixels, app.read(37, 21)) == 0)
    #expect(pixels[37 + 3] == [255, 0, 0, 255] && pixels[3] != [255, 0, 0, 255])
    // A part of the texture.
    try images.render(.green, to: texture, bounds: CGRect(x: 30, y: 20, width: 50, height: 1))
    let changed = app.read(37, 21)
    #expect(changed[20 * 37 + 29] == pixels[20 * 37 + 29] && changed[20 * 37 + 30] == [0, 255, 0, 255])
    #expect(changed[19 * 37 + 30] == pixels[19 * 37 + 30])
  }

  @Test(arguments: engines) func recipesAreDrawnIntoFramebuffers(_ engine: String) throws {
    let app = GLApp()
    let images = try CIOpenGLContext(options: [.backend: engine])
    let canvas = app.texture([SIMD4<UInt8>](repeating: [0, 0, 255, 255], count: 40 * 30), 40, 30)
    _ = app.drawInto(canvas)
    let source = CIImage(
      bitmapData: Data([255, 0, 0, 255, 0, 255, 0, 255]), bytesPerRow: 8, size: CGSize(width: 2, height: 1),
      format: .RGBA8, colorSpace: Self.sRGB
    ).samplingNearest()
    // Twice, and another size in between: the texture that is copied from is cached.
    for size in [8, 4, 8] {
      try images.draw(
        source, in: CGRect(x: 10, y: 5, width: size, height: size), from: CGRect(x: 0, y: 0, width: 2, height: 1))
    }
    for (index, texel) in app.read(40, 30).enumerated() {
      let (x, y) = (index % 40, index / 40)
      let isInside = (10..<18).contains(x) && (5..<13).contains(y)
      #expect(texel == (isInside ? (x < 14 ? [255, 0, 0, 255] : [0, 255, 0, 255]) : [0, 0, 255, 255]), "\(x), \(y)")
    }
    // Partly outside, and with coordinates outside of the image.
    try images.draw(
      CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 3, height: 3)),
      in: CGRect(x: 38, y: 28, width: 10, height: 10), from: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(app.read(40, 30).filter { $0 == [255, 255, 255, 255] }.count == 4)
  }

  @Test func contextsThatAreMissingAreErrors() throws {
    func isNotCurrent(_ body: () throws -> Void) {
      #expect { try body() } throws: { if case .notCurrent? = $0 as? CIOpenGLError { true } else { false } }
    }
    let size = CGSize(width: 1, height: 1)
    isNotCurrent { _ = try CIImage(texture: 1, size: size, flipped: false, colorSpace: nil) }
    isNotCurrent { _ = try CIOpenGLContext() }
    let app = GLApp()
    let images = try CIOpenGLContext(options: [.backend: "processor"])
    let texture = try images.makeTexture(width: 2, height: 2)
    app.makeCurrent(false)
    isNotCurrent { _ = try images.image(of: texture) }
    isNotCurrent {
      try images.draw(.red, in: CGRect(origin: .zero, size: size), from: CGRect(origin: .zero, size: size))
    }
    let other = GLApp()
    isNotCurrent { _ = try images.makeTexture(width: 1, height: 1) }
    other.makeCurrent(false)
    app.makeCurrent(true)
    _ = try images.image(of: texture)
  }

  @Test func aResetContextIsAnError() throws {
    let app = GLApp()
    var lost = app.gl
    lost.glGetGraphicsResetStatus = { 0x8253 }
    #expect(throws: CIOpenGLError.contextLost) { try GL(lost) }
    #expect(throws: CIOpenGLError.contextLost) { try CIOpenGLContext([:], table: lost) }
    lost = app.gl
    lost.glGetError = { 0x0507 }
    #expect(throws: CIOpenGLError.contextLost) { try GL(lost) }
  }

  @Test(.enabled(if: isOneDevice, "memory is shared with llvmpipe alone"))
  func aFailedOpenGLCallIsAnErrorWithItsName() throws {
    let app = GLApp()
    var failing = app.gl
    failing.glTexStorageMem2DEXT = { _, _, _, _, _, _, _ in }
    failing.glImportMemoryFdEXT = { _, _, _, _ in }
    let images = try CIOpenGLContext([.backend: "vulkan"], table: failing)
    try #require(images.sharesMemory)
    // Nothing was imported: the texture has no texels, which its first use reports.
    _ = try? images.makeTexture(width: 4, height: 4)
    failing = app.gl
    failing.glGetStringi = { _, _ in nil }
    #expect(try !CIOpenGLContext([:], table: failing).sharesMemory)
    failing = app.gl
    failing.glGetString = { _ in nil }
    #expect(throws: CIOpenGLError.self) { try GL(failing) }
  }

  @Test func theReasonOfCopiesIsLoggedOnce() {
    let lines = Mutex<[String]>([])
    let log = RenderLog { line in lines.withLock { $0.append(line) } }
    for reason in ["there is no reason", "there is no reason", "there is another"] {
      CIOpenGLContext.note(reason, in: log)
    }
    #expect(lines.withLock { $0.map { $0.hasSuffix("no reason") } } == [true, false])
  }

  @Test func invalidNamesAndSizesAreErrors() throws {
    let app = GLApp()
    let name = app.texture(Self.texels(5, 3), 5, 3)
    for (texture, width, height) in [
      (name, 5.0, 4.0), (name, 0, 3), (name, 2.5, 3), (name, .nan, 3), (name, .infinity, 3), (name, 1e9, 3),
      (9999, 5, 3),
      (0, 5, 3),
    ] {
      #expect {
        try CIImage(texture: texture, size: CGSize(width: width, height: height), flipped: false, colorSpace: nil)
      } throws: { if case .invalidArgument? = $0 as? CIOpenGLError { true } else { false } }
    }
    let images = try CIOpenGLContext(options: [.backend: "processor"])
    for side in [0, -1, 16385] {
      #expect(throws: CIOpenGLError.self) { try images.makeTexture(width: side, height: 4) }
    }
    _ = app.drawInto(name)
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    for rect in [CGRect.null, .infinite, .zero, CGRect(x: 0, y: 0, width: -1, height: CGFloat.nan)] {
      #expect(throws: CIOpenGLError.self) { try images.draw(.red, in: rect, from: unit) }
      #expect(throws: CIOpenGLError.self) { try images.draw(.red, in: unit, from: rect) }
    }
    #expect(throws: CIOpenGLError.self) {
      try images.draw(.red, in: CGRect(x: 1e6, y: 0, width: 1, height: 1), from: unit)
    }
    // Without a window there is no framebuffer 0.
    app.gl.glBindFramebuffer(UInt32(CGL_DRAW_FRAMEBUFFER), 0)
    #expect(throws: CIOpenGLError.self) { try images.draw(.red, in: unit, from: unit) }
    #expect(app.gl.glGetError() == UInt32(CGL_NO_ERROR))
  }
}
