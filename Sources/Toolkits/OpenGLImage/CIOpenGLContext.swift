import COpenGL
import CoreImage
import Foundation
import ImageGraph
import Synchronization

/// Rendering in an OpenGL context: the counterpart of Core Image's contexts on EAGL and CGL.
///
/// If OpenGL and Vulkan use the same device and it exports memory, kernels write into OpenGL's textures without copies,
/// and both APIs wait for each other. Otherwise images are copied through host memory, and the log has one note. All
/// methods must be called on the thread where the OpenGL context of the initializer is current.
public final class CIOpenGLContext {
  /// The context that renders, on OpenGL's device if memory is shared.
  public let context: CIContext
  /// The colour space of textures and framebuffers, sRGB by default; nil: the working space.
  public var colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  /// Whether images are in memory that OpenGL and the context share.
  public var sharesMemory: Bool { device != nil }

  private let table: CGLFunctions?
  private let device: (shared: SharedDevice, vulkan: CIVulkanDevice)?
  private let unusedNames = UnusedNames()
  /// A framebuffer that identifies the context, since framebuffers are never shared.
  private let framebuffer: UInt32
  /// The texture that `draw` copies from.
  private var canvas: CIOpenGLTexture?

  /// Creates a context on the current OpenGL context.
  ///
  /// - Parameter options: of the context. Memory of the software drivers llvmpipe and lavapipe is shared only if
  ///   `backend` is `vulkan`: otherwise the processor engine renders, which is faster.
  /// - Throws: `CIOpenGLError.notCurrent`, `.contextLost`, `.unavailable` without OpenGL 3; `RenderError` for invalid
  ///   options.
  public convenience init(options: [CIContextOption: Any] = [:]) throws { try self.init(options, table: nil) }

  /// - Parameter table: replaces the loaded functions, for tests.
  package init(_ options: [CIContextOption: Any], table: CGLFunctions?) throws {
    let gl = try GL(table)
    self.table = table
    let settings = try ContextSettings(checked: options, environment: ProcessInfo.processInfo.environment)
    device = Self.device(of: gl, settings)
    context = try device.map { try CIContext(vulkanDevice: $0.vulkan, options: options) } ?? CIContext(checked: options)
    var name: UInt32 = 0
    gl.functions.glGenFramebuffers(1, &name)
    framebuffer = name
    // A name denotes a framebuffer only after it was bound.
    try gl.preservingState { () throws(CIOpenGLError) in
      gl.functions.glBindFramebuffer(UInt32(CGL_READ_FRAMEBUFFER), name)
    }
    try gl.check("glGenFramebuffers")
  }

  deinit {
    canvas = nil
    // If the context no longer exists, its names do not exist either.
    guard let gl = try? current() else { return }
    var name = framebuffer
    gl.functions.glDeleteFramebuffers(1, &name)
  }

  /// Returns the device that shares memory with OpenGL; nil, with the reason in the log, if images have to be copied.
  private static func device(of gl: GL, _ settings: ContextSettings) -> (SharedDevice, CIVulkanDevice)? {
    do {
      guard settings.backend == .automatic || settings.backend == .vulkan else {
        throw CIOpenGLError.unavailable("the context does not render with Vulkan")
      }
      let shared = try SharedDevice(of: gl, allowsSoftware: settings.backend == .vulkan)
      return (shared, try shared.adopted())
    } catch {
      note("\(error)")
      return nil
    }
  }

  private static let loggedReasons = Mutex<Set<String>>([])

  /// Logs, once per process, why images are copied.
  package static func note(_ reason: String, in log: RenderLog = .process) {
    let isNew = loggedReasons.withLock { $0.insert(reason).inserted }
    if isNew { log.note("CIOpenGLContext: images are copied to and from OpenGL: \(reason)") }
  }

  /// - Throws: `notCurrent`, `contextLost`.
  private func current() throws(CIOpenGLError) -> GL {
    let gl = try GL(table)
    guard gl.functions.glIsFramebuffer(framebuffer) != 0 else {
      throw .notCurrent("another OpenGL context is current than that of this CIOpenGLContext; make that one current")
    }
    unusedNames.delete(in: gl)
    return gl
  }

  /// Creates a texture for images, filled with transparent black: `GL_RGBA8`, one level, linear filtering. OpenGL may
  /// draw into it, too.
  ///
  /// - Throws: `CIOpenGLError`; `RenderError` for invalid sizes, and if memory is exhausted.
  public func makeTexture(width: Int, height: Int) throws -> CIOpenGLTexture {
    let gl = try current()
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw CIOpenGLError.invalidArgument(
        "the sides of a texture must be from 1 to 16384 pixels (got \(width)x\(height))")
    }
    guard let device else {
      var name: UInt32 = 0
      let clear = [UInt8](repeating: 0, count: 4 * width * height)
      try gl.preservingState { () throws(CIOpenGLError) in
        gl.createTexture(&name)
        gl.functions.glTexImage2D(
          UInt32(CGL_TEXTURE_2D), 0, Int32(CGL_RGBA8), Int32(width), Int32(height), 0, UInt32(CGL_RGBA),
          UInt32(CGL_UNSIGNED_BYTE), clear)
        try gl.check("glTexImage2D")
      }
      return CIOpenGLTexture(name, width: width, height: height, nil, memory: 0, unusedNames)
    }
    var descriptor: Int32 = -1
    let image = try SharedDevice.Image(
      on: device.shared, VK_FORMAT_R8G8B8A8_UNORM, width: width, height: height, descriptor: &descriptor)
    var vulkan = CIVulkanImage(
      device: device.vulkan, image: image.handle, format: VK_FORMAT_R8G8B8A8_UNORM, width: width, height: height,
      layout: VK_IMAGE_LAYOUT_UNDEFINED)
    (vulkan.finalLayout, vulkan.isFlipped, vulkan.owner) = (VK_IMAGE_LAYOUT_GENERAL, true, image)
    var names: (texture: UInt32, memory: UInt32) = (0, 0)
    try gl.preservingState { () throws(CIOpenGLError) in
      try gl.importTexture(&names, descriptor, byteCount: image.byteCount, width, height)
    }
    try context.startTask(toClear: CIRenderDestination(vulkanImage: vulkan)).waitUntilCompleted()
    (vulkan.layout, vulkan.finalLayout) = (VK_IMAGE_LAYOUT_GENERAL, nil)
    // VK_QUEUE_FAMILY_EXTERNAL: between renders, OpenGL owns the image.
    vulkan.queueFamilyIndex = .max - 1
    return CIOpenGLTexture(names.texture, width: width, height: height, vulkan, memory: names.memory, unusedNames)
  }

  /// Returns the pixels of a texture that this context created; the lower left corner is the origin. Pending OpenGL
  /// commands are completed first.
  ///
  /// If the texture is shared, each render of `context` reads its present pixels, and only this context can render the
  /// image. Otherwise the pixels are copied now.
  ///
  /// - Throws: `CIOpenGLError`.
  public func image(of texture: CIOpenGLTexture) throws(CIOpenGLError) -> CIImage {
    let gl = try current()
    guard let shared = texture.shared else {
      let size = CGSize(width: texture.width, height: texture.height)
      return try CIImage(texture.name, size, false, colorSpace, gl)
    }
    gl.functions.glFinish()
    return CIImage(vulkanImage: shared, options: [.colorSpace: colorSpace.map { $0 as Any } ?? NSNull()])
  }

  /// Renders a part of the image into a texture that this context created; the image's point (0, 0) is its lower left
  /// corner. Pixels outside of the image and of `bounds` are unchanged. Returns when OpenGL can read the pixels.
  ///
  /// - Parameter bounds: in the texture; nil: the whole texture.
  /// - Throws: `CIOpenGLError`; `RenderError` as `CIContext.startTask(toRender:from:to:at:)`.
  public func render(_ image: CIImage, to texture: CIOpenGLTexture, bounds: CGRect? = nil) throws {
    let gl = try current()
    let full = CGRect(x: 0, y: 0, width: texture.width, height: texture.height)
    let region = full.intersection(bounds ?? full).intersection(image.extent).integral
    if region.isNull || region.isEmpty { return }
    try render(image, in: region, of: texture, gl)
  }

  /// Draws a part of the image into the bound draw framebuffer, replacing its pixels; pixels outside of the image are
  /// unchanged. The scissor test applies; other OpenGL state is neither used nor changed.
  ///
  /// - Parameters:
  ///   - target: the rectangle in the framebuffer, in pixels from its lower left corner.
  ///   - source: the part of the image, which is scaled to that rectangle.
  /// - Throws: `CIOpenGLError`, `.invalidArgument` for incomplete framebuffers and for rectangles that are empty or
  ///   infinite; `RenderError` as `CIContext.startTask(toRender:from:to:at:)`.
  public func draw(_ image: CIImage, in target: CGRect, from source: CGRect) throws {
    let gl = try current()
    for rect in [target, source] where rect.isNull || rect.isInfinite || !(rect.width > 0 && rect.height > 0) {
      throw CIOpenGLError.invalidArgument("rectangles to draw in and from must be finite and not empty (got \(rect))")
    }
    guard
      gl.functions.glCheckFramebufferStatus(UInt32(CGL_DRAW_FRAMEBUFFER)) == UInt32(CGL_FRAMEBUFFER_COMPLETE)
    else {
      throw CIOpenGLError.invalidArgument("the draw framebuffer is incomplete; bind a complete one")
    }
    let moved = image.transformed(
      by: CGAffineTransform(translationX: -source.minX, y: -source.minY)
        .concatenating(CGAffineTransform(scaleX: target.width / source.width, y: target.height / source.height))
        .concatenating(CGAffineTransform(translationX: target.minX, y: target.minY)))
    let region = moved.extent.intersection(target).integral
    if region.isNull || region.isEmpty { return }
    guard max(abs(region.minX), abs(region.minY), abs(region.maxX), abs(region.maxY)) <= 16384 else {
      throw CIOpenGLError.invalidArgument("the rectangle to draw in must be within 16384 pixels (got \(region))")
    }
    let canvas = try canvas(width: Int(region.width), height: Int(region.height))
    let translated = moved.transformed(by: CGAffineTransform(translationX: -region.minX, y: -region.minY))
    try render(translated, in: CGRect(origin: .zero, size: region.size), of: canvas, gl)
    try gl.preservingState { () throws(CIOpenGLError) in
      try gl.copy(canvas.name, by: framebuffer, to: region)
    }
  }

  /// Returns a texture of at least this size, which is cached for the next frame.
  private func canvas(width: Int, height: Int) throws -> CIOpenGLTexture {
    if let canvas, canvas.width >= width, canvas.height >= height { return canvas }
    let larger = try makeTexture(
      width: max(width, canvas?.width ?? 0), height: max(height, canvas?.height ?? 0))
    canvas = larger
    return larger
  }

  /// - Parameter region: whole pixels of the texture and of the image, which have the same coordinates.
  private func render(_ image: CIImage, in region: CGRect, of texture: CIOpenGLTexture, _ gl: GL) throws {
    let image = image.cropped(to: region)
    if let shared = texture.shared {
      // Shared semaphores are not available everywhere, so each API completes its work before the other one starts.
      gl.functions.glFinish()
      let destination = try CIRenderDestination(vulkanImage: shared)
      destination.colorSpace = colorSpace
      try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      return
    }
    let destination = try CIRenderDestination(width: Int(region.width), height: Int(region.height), format: .RGBA8)
    (destination.colorSpace, destination.isFlipped) = (colorSpace, false)
    let moved = image.transformed(by: CGAffineTransform(translationX: -region.minX, y: -region.minY))
    try context.startTask(toRender: moved, to: destination).waitUntilCompleted()
    try gl.preservingState { () throws(CIOpenGLError) in
      gl.functions.glBindTexture(UInt32(CGL_TEXTURE_2D), texture.name)
      destination.withUnsafeBytes { bytes in
        gl.functions.glTexSubImage2D(
          UInt32(CGL_TEXTURE_2D), 0, Int32(region.minX), Int32(region.minY), Int32(region.width), Int32(region.height),
          UInt32(CGL_RGBA), UInt32(CGL_UNSIGNED_BYTE), bytes.baseAddress)
      }
      try gl.check("glTexSubImage2D")
    }
  }
}
