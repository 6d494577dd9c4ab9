import COpenGL
import Foundation

/// An app with an OpenGL context without a window: Mesa's, on the device that EGL selects.
final class GLApp {
  nonisolated(unsafe) private static let egl = dlopen("libEGL.so.1", RTLD_NOW)
  private let display, context: OpaquePointer
  let gl: CGLFunctions

  private static func function<F>(_ name: String, _ type: F.Type = F.self) -> F {
    guard let egl, let address = dlsym(egl, name) else { fatalError("\(name) is missing: scripts/setup installs EGL") }
    return unsafeBitCast(address, to: type)
  }

  /// Returns an OpenGL function that the package does not need.
  static func openGL<F>(_ name: String, _ type: F.Type) -> F {
    typealias Find = @convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?
    return unsafeBitCast(function("eglGetProcAddress", Find.self)(name), to: type)
  }

  /// Creates a context that is current on this thread.
  init() {
    typealias GetDisplay = @convention(c) (UInt32, UnsafeRawPointer?, UnsafeRawPointer?) -> OpaquePointer?
    typealias Initialize = @convention(c) (OpaquePointer, UnsafeRawPointer?, UnsafeRawPointer?) -> UInt32
    typealias Create =
      @convention(c) (OpaquePointer, OpaquePointer?, OpaquePointer?, UnsafePointer<Int32>) -> OpaquePointer?
    // EGL_PLATFORM_SURFACELESS_MESA, EGL_OPENGL_API.
    guard let display = Self.function("eglGetPlatformDisplay", GetDisplay.self)(0x31DD, nil, nil),
      Self.function("eglInitialize", Initialize.self)(display, nil, nil) != 0,
      Self.function("eglBindAPI", (@convention(c) (UInt32) -> UInt32).self)(0x30A2) != 0,
      // EGL_CONTEXT_MAJOR_VERSION and _MINOR_VERSION.
      let context = Self.function("eglCreateContext", Create.self)(
        display, nil, nil, [0x3098, 4, 0x30FB, 5, 0x3038]),
      let functions = {
        var reason: UnsafePointer<CChar>?
        return cgl_functions(&reason)
      }()
    else { fatalError("Mesa has no OpenGL without a window: scripts/setup installs libegl1 and libgl1-mesa-dri") }
    (self.display, self.context, gl) = (display, context, functions.pointee)
    makeCurrent(true)
  }

  deinit {
    makeCurrent(false)
    _ = Self.function("eglDestroyContext", (@convention(c) (OpaquePointer, OpaquePointer) -> UInt32).self)(
      display, context)
  }

  func makeCurrent(_ isCurrent: Bool) {
    typealias MakeCurrent =
      @convention(c) (OpaquePointer, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> UInt32
    _ = Self.function("eglMakeCurrent", MakeCurrent.self)(display, nil, nil, isCurrent ? context : nil)
  }

  /// Creates a texture with these texels, first row at the bottom.
  func texture(_ texels: [SIMD4<UInt8>], _ width: Int, _ height: Int) -> UInt32 {
    makeTexture(texels, width, height, format: CGL_RGBA8, CGL_UNSIGNED_BYTE)
  }

  func texture(_ texels: [SIMD4<Float>], _ width: Int, _ height: Int, format: Int) -> UInt32 {
    makeTexture(texels, width, height, format: format, CGL_FLOAT)
  }

  private func makeTexture<T: BitwiseCopyable>(_ texels: [T], _ width: Int, _ height: Int, format: Int, _ type: Int)
    -> UInt32
  {
    var name: UInt32 = 0
    gl.glGenTextures(1, &name)
    gl.glBindTexture(UInt32(CGL_TEXTURE_2D), name)
    gl.glTexImage2D(
      UInt32(CGL_TEXTURE_2D), 0, Int32(format), Int32(width), Int32(height), 0, UInt32(CGL_RGBA), UInt32(type), texels)
    gl.glBindTexture(UInt32(CGL_TEXTURE_2D), 0)
    return name
  }

  /// Creates and binds a framebuffer that draws into a texture.
  func drawInto(_ texture: UInt32) -> UInt32 {
    var name: UInt32 = 0
    gl.glGenFramebuffers(1, &name)
    for target in [CGL_READ_FRAMEBUFFER, CGL_DRAW_FRAMEBUFFER] { gl.glBindFramebuffer(UInt32(target), name) }
    gl.glFramebufferTexture2D(
      UInt32(CGL_DRAW_FRAMEBUFFER), UInt32(CGL_COLOR_ATTACHMENT0), UInt32(CGL_TEXTURE_2D), texture, 0)
    return name
  }

  /// Fills a rectangle of the draw framebuffer.
  func clear(_ color: SIMD4<Float>, x: Int, y: Int, width: Int, height: Int) {
    typealias Color = @convention(c) (Float, Float, Float, Float) -> Void
    typealias Rect = @convention(c) (Int32, Int32, Int32, Int32) -> Void
    gl.glEnable(UInt32(CGL_SCISSOR_TEST))
    Self.openGL("glScissor", Rect.self)(Int32(x), Int32(y), Int32(width), Int32(height))
    Self.openGL("glClearColor", Color.self)(color.x, color.y, color.z, color.w)
    Self.openGL("glClear", (@convention(c) (UInt32) -> Void).self)(UInt32(CGL_COLOR_BUFFER_BIT))
    gl.glDisable(UInt32(CGL_SCISSOR_TEST))
  }

  /// Returns the texels of the read framebuffer, the first row at the bottom.
  func read(_ width: Int, _ height: Int) -> [SIMD4<UInt8>] {
    var texels = [SIMD4<UInt8>](repeating: .zero, count: width * height)
    gl.glReadPixels(0, 0, Int32(width), Int32(height), UInt32(CGL_RGBA), UInt32(CGL_UNSIGNED_BYTE), &texels)
    return texels
  }
}
