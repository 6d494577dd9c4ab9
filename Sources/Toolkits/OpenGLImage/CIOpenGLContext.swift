import COpenGL
import CoreImage
import Foundation
import ImageGraph
import Synchronization

/// Recipes in an OpenGL context: the counterpart of Core Image's contexts on EAGL and CGL.
///
/// Where OpenGL and Vulkan are one device that lends its memory, kernels write what OpenGL shows and no pixel is
/// copied; the two wait for each other. Elsewhere images are copied by way of the host, and the log says so once.
/// Everything here is called on the thread where the OpenGL context is current that was current when this was made.
public final class CIOpenGLContext {
  /// What renders: on OpenGL's device where memory is shared.
  public let context: CIContext
  /// What the numbers of textures and framebuffers mean; nil: as they are in the working space. sRGB at first.
  public var colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  /// True where images lie in memory that OpenGL and the context share.
  public var sharesMemory: Bool { device != nil }

  private let table: CGLFunctions?
  private let device: (shared: SharedDevice, vulkan: CIVulkanDevice)?
  private let unused = UnusedNames()
  /// Framebuffers are never shared: by this one, the context is known.
  private let framebuffer: UInt32
  /// What is drawn from.
  private var canvas: CIOpenGLTexture?

  /// On the OpenGL context that is current.
  ///
  /// - Parameter options: of the context. Memory of software, llvmpipe and lavapipe, is shared only where `backend` is
  ///   `vulkan`: else the processor renders, which is faster.
  /// - Throws: `CIOpenGLError.notCurrent`, `.contextLost`, `.unavailable` without OpenGL 3; `RenderError` for what is
  ///   wrong with options.
  public convenience init(options: [CIContextOption: Any] = [:]) throws { try self.init(options, table: nil) }

  /// - Parameter table: other functions than those that are found, for tests.
  package init(_ options: [CIContextOption: Any], table: CGLFunctions?) throws {
    let gl = try GL(table)
    self.table = table
    let settings = try ContextSettings(checked: options, environment: ProcessInfo.processInfo.environment)
    device = Self.device(of: gl, settings)
    context = try device.map { try CIContext(vulkanDevice: $0.vulkan, options: options) } ?? CIContext(checked: options)
    var name: UInt32 = 0
    gl.functions.glGenFramebuffers(1, &name)
    framebuffer = name
    // A name is a framebuffer once it was bound.
    try gl.keepingState { () throws(CIOpenGLError) in
      gl.functions.glBindFramebuffer(UInt32(CGL_READ_FRAMEBUFFER), name)
    }
    try gl.check("glGenFramebuffers")
  }

  deinit {
    canvas = nil
    // Without the context its names go with it.
    guard let gl = try? current() else { return }
    var name = framebuffer
    gl.functions.glDeleteFramebuffers(1, &name)
  }

  /// The device that shares memory with OpenGL; nil where images have to be copied, with the reason in the log.
  private static func device(of gl: GL, _ settings: ContextSettings) -> (SharedDevice, CIVulkanDevice)? {
    do {
      guard settings.backend == .automatic || settings.backend == .vulkan else {
        throw CIOpenGLError.unavailable("no Vulkan device renders")
      }
      let shared = try SharedDevice(of: gl, takesSoftware: settings.backend == .vulkan)
      return (shared, try shared.adopted())
    } catch {
      note("\(error)")
      return nil
    }
  }

  private static let noted = Mutex<Set<String>>([])

  /// Says once in a process why images are copied.
  package static func note(_ reason: String, in log: RenderLog = .process) {
    let isNew = noted.withLock { $0.insert(reason).inserted }
    if isNew { log.note("CIOpenGLContext: images are copied to and from OpenGL: \(reason)") }
  }

  /// - Throws: `notCurrent`, `contextLost`.
  private func current() throws(CIOpenGLError) -> GL {
    let gl = try GL(table)
    guard gl.functions.glIsFramebuffer(framebuffer) != 0 else {
      throw .notCurrent("another OpenGL context is current than the one that this CIOpenGLContext is of")
    }
    unused.delete(in: gl)
    return gl
  }

  /// A texture for images, clear at first: `GL_RGBA8`, one level, read between texels. OpenGL may draw into it, too.
  ///
  /// - Throws: `CIOpenGLError`; `RenderError` for sizes that make no sense, and where there is no memory.
  public func makeTexture(width: Int, height: Int) throws -> CIOpenGLTexture {
    let gl = try current()
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw CIOpenGLError.invalidArgument("a texture of \(width)x\(height) pixels; give each side 1 to 16384")
    }
    guard let device else {
      var name: UInt32 = 0
      let clear = [UInt8](repeating: 0, count: 4 * width * height)
      try gl.keepingState { () throws(CIOpenGLError) in
        gl.makeName(&name)
        gl.functions.glTexImage2D(
          UInt32(CGL_TEXTURE_2D), 0, Int32(CGL_RGBA8), Int32(width), Int32(height), 0, UInt32(CGL_RGBA),
          UInt32(CGL_UNSIGNED_BYTE), clear)
        try gl.check("glTexImage2D")
      }
      return CIOpenGLTexture(name, width: width, height: height, nil, memory: 0, unused)
    }
    var descriptor: Int32 = -1
    let image = try SharedDevice.Image(
      on: device.shared, VK_FORMAT_R8G8B8A8_UNORM, width: width, height: height, descriptor: &descriptor)
    var vulkan = CIVulkanImage(
      device: device.vulkan, image: image.handle, format: VK_FORMAT_R8G8B8A8_UNORM, width: width, height: height,
      layout: VK_IMAGE_LAYOUT_UNDEFINED)
    (vulkan.finalLayout, vulkan.isFlipped, vulkan.owner) = (VK_IMAGE_LAYOUT_GENERAL, true, image)
    var names: (texture: UInt32, memory: UInt32) = (0, 0)
    try gl.keepingState { () throws(CIOpenGLError) in
      try gl.importTexture(&names, descriptor, byteCount: image.byteCount, width, height)
    }
    try context.startTask(toClear: CIRenderDestination(vulkanImage: vulkan)).waitUntilCompleted()
    (vulkan.layout, vulkan.finalLayout) = (VK_IMAGE_LAYOUT_GENERAL, nil)
    // VK_QUEUE_FAMILY_EXTERNAL: OpenGL's, between any two renders.
    vulkan.queueFamilyIndex = .max - 1
    return CIOpenGLTexture(names.texture, width: width, height: height, vulkan, memory: names.memory, unused)
  }

  /// The pixels of a texture that was made here; the lower left corner is the origin. OpenGL ends what it has begun
  /// first.
  ///
  /// Of a texture that is shared, each render of `context` reads what is there then, and only this context can; of
  /// others the pixels are copied now.
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

  /// Renders a part of the image into a texture that was made here; the image's point (0, 0) is its lower left corner.
  /// Pixels outside of the image and of `bounds` stay as they are. Returns when the pixels are there for OpenGL.
  ///
  /// - Parameter bounds: of the texture; nil: all of it.
  /// - Throws: `CIOpenGLError`; `RenderError` as `CIContext.startTask(toRender:from:to:at:)`.
  public func render(_ image: CIImage, to texture: CIOpenGLTexture, bounds: CGRect? = nil) throws {
    let gl = try current()
    let whole = CGRect(x: 0, y: 0, width: texture.width, height: texture.height)
    let part = whole.intersection(bounds ?? whole).intersection(image.extent).integral
    if part.isNull || part.isEmpty { return }
    try render(image, in: part, of: texture, gl)
  }

  /// Draws a part of the image into the framebuffer that is bound for drawing, in place of what is there; pixels
  /// outside of the image stay. The scissor test cuts; nothing else of OpenGL's state counts or changes.
  ///
  /// - Parameters:
  ///   - target: where, in the framebuffer's pixels from its lower left corner on.
  ///   - source: the part of the image, which is scaled to that place.
  /// - Throws: `CIOpenGLError`, `.invalidArgument` for framebuffers that are not complete, and rectangles that are
  ///   empty or infinite; `RenderError` as `CIContext.startTask(toRender:from:to:at:)`.
  public func draw(_ image: CIImage, in target: CGRect, from source: CGRect) throws {
    let gl = try current()
    for rect in [target, source] where rect.isNull || rect.isInfinite || !(rect.width > 0 && rect.height > 0) {
      throw CIOpenGLError.invalidArgument("\(rect) to draw in or from; give rectangles that have a size")
    }
    guard
      gl.functions.glCheckFramebufferStatus(UInt32(CGL_DRAW_FRAMEBUFFER)) == UInt32(CGL_FRAMEBUFFER_COMPLETE)
    else {
      throw CIOpenGLError.invalidArgument("the framebuffer to draw into is not complete; bind one that is")
    }
    let moved = image.transformed(
      by: CGAffineTransform(translationX: -source.minX, y: -source.minY)
        .concatenating(CGAffineTransform(scaleX: target.width / source.width, y: target.height / source.height))
        .concatenating(CGAffineTransform(translationX: target.minX, y: target.minY)))
    let part = moved.extent.intersection(target).integral
    if part.isNull || part.isEmpty { return }
    guard max(abs(part.minX), abs(part.minY), abs(part.maxX), abs(part.maxY)) <= 16384 else {
      throw CIOpenGLError.invalidArgument("\(part) to draw in; framebuffers end at 16384 pixels")
    }
    let canvas = try canvas(width: Int(part.width), height: Int(part.height))
    let placed = moved.transformed(by: CGAffineTransform(translationX: -part.minX, y: -part.minY))
    try render(placed, in: CGRect(origin: .zero, size: part.size), of: canvas, gl)
    try gl.keepingState { () throws(CIOpenGLError) in
      try gl.copy(canvas.name, by: framebuffer, to: part)
    }
  }

  /// A texture of at least this size, which is kept for the next frame.
  private func canvas(width: Int, height: Int) throws -> CIOpenGLTexture {
    if let canvas, canvas.width >= width, canvas.height >= height { return canvas }
    let larger = try makeTexture(
      width: max(width, canvas?.width ?? 0), height: max(height, canvas?.height ?? 0))
    canvas = larger
    return larger
  }

  /// - Parameter part: whole pixels of the texture, and of the image, which lies as the texture does.
  private func render(_ image: CIImage, in part: CGRect, of texture: CIOpenGLTexture, _ gl: GL) throws {
    let image = image.cropped(to: part)
    if let shared = texture.shared {
      // There are no semaphores that both have everywhere: OpenGL ends what it reads, and then this ends.
      gl.functions.glFinish()
      let destination = try CIRenderDestination(vulkanImage: shared)
      destination.colorSpace = colorSpace
      try context.startTask(toRender: image, to: destination).waitUntilCompleted()
      return
    }
    let destination = try CIRenderDestination(width: Int(part.width), height: Int(part.height), format: .RGBA8)
    (destination.colorSpace, destination.isFlipped) = (colorSpace, false)
    let moved = image.transformed(by: CGAffineTransform(translationX: -part.minX, y: -part.minY))
    try context.startTask(toRender: moved, to: destination).waitUntilCompleted()
    try gl.keepingState { () throws(CIOpenGLError) in
      gl.functions.glBindTexture(UInt32(CGL_TEXTURE_2D), texture.name)
      destination.withUnsafeBytes { bytes in
        gl.functions.glTexSubImage2D(
          UInt32(CGL_TEXTURE_2D), 0, Int32(part.minX), Int32(part.minY), Int32(part.width), Int32(part.height),
          UInt32(CGL_RGBA), UInt32(CGL_UNSIGNED_BYTE), bytes.baseAddress)
      }
      try gl.check("glTexSubImage2D")
    }
  }
}
