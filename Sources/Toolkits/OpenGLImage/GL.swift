import COpenGL

/// The current OpenGL context of this thread, with the functions that this module uses. Must not be stored or passed to
/// other threads.
package struct GL {
  let functions: CGLFunctions
  let isES: Bool
  /// `glGetGraphicsResetStatus` is core in OpenGL 4.5.
  private let hasReset: Bool

  /// - Throws: `unavailable`, `notCurrent`, `contextLost`.
  package init(_ table: CGLFunctions? = nil) throws(CIOpenGLError) {
    var reason: UnsafePointer<CChar>?
    guard let functions = table ?? cgl_functions(&reason)?.pointee else {
      throw .unavailable("no OpenGL: \(reason.map { String(cString: $0) } ?? "")")
    }
    self.functions = functions
    // Without a context, functions have no effect.
    guard let version = functions.glGetString(UInt32(CGL_VERSION)).map({ String(cString: $0) }) else {
      throw .notCurrent("no OpenGL context is current on this thread; make it current, and call again")
    }
    isES = version.hasPrefix("OpenGL ES")
    let components = version.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard components.count == 2, components[0] >= 3 else {
      throw .unavailable("the context must have OpenGL or OpenGL ES 3.0 (got \(version.prefix(60)))")
    }
    hasReset = !isES && (components[0], components[1]) >= (4, 5)
    try checkReset()
    // Clears pending errors, which are not this module's. A lost context may report errors indefinitely.
    for _ in 0..<16 {
      let code = functions.glGetError()
      if code == UInt32(CGL_NO_ERROR) { break }
      if code == UInt32(CGL_CONTEXT_LOST) { throw .contextLost }
    }
  }

  /// - Throws: `contextLost`.
  private func checkReset() throws(CIOpenGLError) {
    guard hasReset, functions.glGetGraphicsResetStatus() != UInt32(CGL_NO_ERROR) else { return }
    throw .contextLost
  }

  /// - Throws: `contextLost`, `refused`.
  func check(_ call: String) throws(CIOpenGLError) {
    let code = functions.glGetError()
    if code == UInt32(CGL_CONTEXT_LOST) { throw .contextLost }
    try checkReset()
    if code != UInt32(CGL_NO_ERROR) { throw .refused(call: call, code: code) }
  }

  package func integer(_ name: Int) -> Int32 {
    var value: Int32 = 0
    functions.glGetIntegerv(UInt32(name), &value)
    return value
  }

  func hasExtension(_ extension: String) -> Bool {
    (0..<UInt32(max(0, integer(CGL_NUM_EXTENSIONS)))).contains { index in
      functions.glGetStringi(UInt32(CGL_EXTENSIONS), index).map { String(cString: $0) } == `extension`
    }
  }

  /// Calls `body` with OpenGL's default pixel transfer state, and restores the app's state.
  func preservingState<Result>(
    _ body: () throws(CIOpenGLError) -> Result
  ) throws(CIOpenGLError) -> Result {
    let (read, drawn) = (integer(CGL_READ_FRAMEBUFFER_BINDING), integer(CGL_DRAW_FRAMEBUFFER_BINDING))
    let texture = integer(CGL_TEXTURE_BINDING_2D)
    let (packs, unpacks) = (integer(CGL_PIXEL_PACK_BUFFER_BINDING), integer(CGL_PIXEL_UNPACK_BUFFER_BINDING))
    let alignments = [CGL_PACK_ALIGNMENT, CGL_UNPACK_ALIGNMENT]
    let offsets = [
      CGL_PACK_ROW_LENGTH, CGL_PACK_SKIP_ROWS, CGL_PACK_SKIP_PIXELS, CGL_UNPACK_ROW_LENGTH, CGL_UNPACK_SKIP_ROWS,
      CGL_UNPACK_SKIP_PIXELS,
    ]
    let stored = (alignments + offsets).map { ($0, integer($0)) }
    // ES has neither this switch nor the conversion.
    let encodes = !isES && functions.glIsEnabled(UInt32(CGL_FRAMEBUFFER_SRGB)) != 0
    functions.glBindBuffer(UInt32(CGL_PIXEL_PACK_BUFFER), 0)
    functions.glBindBuffer(UInt32(CGL_PIXEL_UNPACK_BUFFER), 0)
    for name in alignments { functions.glPixelStorei(UInt32(name), 4) }
    for name in offsets { functions.glPixelStorei(UInt32(name), 0) }
    if encodes { functions.glDisable(UInt32(CGL_FRAMEBUFFER_SRGB)) }
    defer {
      if encodes { functions.glEnable(UInt32(CGL_FRAMEBUFFER_SRGB)) }
      for (name, value) in stored { functions.glPixelStorei(UInt32(name), value) }
      functions.glBindBuffer(UInt32(CGL_PIXEL_PACK_BUFFER), UInt32(bitPattern: packs))
      functions.glBindBuffer(UInt32(CGL_PIXEL_UNPACK_BUFFER), UInt32(bitPattern: unpacks))
      functions.glBindTexture(UInt32(CGL_TEXTURE_2D), UInt32(bitPattern: texture))
      functions.glBindFramebuffer(UInt32(CGL_READ_FRAMEBUFFER), UInt32(bitPattern: read))
      functions.glBindFramebuffer(UInt32(CGL_DRAW_FRAMEBUFFER), UInt32(bitPattern: drawn))
    }
    return try body()
  }

  /// Calls `body` with the texture as the read framebuffer.
  ///
  /// - Throws: `invalidArgument` if it is no two-dimensional colour texture.
  func reading<Result>(
    texture: UInt32, _ body: () throws(CIOpenGLError) -> Result
  ) throws(CIOpenGLError) -> Result {
    guard functions.glIsTexture(texture) != 0 else {
      throw .invalidArgument("\(texture) is no texture of the current context")
    }
    var name: UInt32 = 0
    functions.glGenFramebuffers(1, &name)
    defer { functions.glDeleteFramebuffers(1, &name) }
    let target = UInt32(CGL_READ_FRAMEBUFFER)
    functions.glBindFramebuffer(target, name)
    functions.glFramebufferTexture2D(target, UInt32(CGL_COLOR_ATTACHMENT0), UInt32(CGL_TEXTURE_2D), texture, 0)
    guard functions.glGetError() == UInt32(CGL_NO_ERROR),
      functions.glCheckFramebufferStatus(target) == UInt32(CGL_FRAMEBUFFER_COMPLETE)
    else {
      throw .invalidArgument("texture \(texture) must be a GL_TEXTURE_2D with a colour format")
    }
    return try body()
  }

  /// Returns a parameter of an attachment of a bound framebuffer.
  func attachment(_ parameter: Int, of target: Int, _ attachment: Int) -> Int32 {
    var value: Int32 = 0
    functions.glGetFramebufferAttachmentParameteriv(UInt32(target), UInt32(attachment), UInt32(parameter), &value)
    return value
  }

  /// The UUIDs of the device and its driver; nil if OpenGL does not report them, or cannot import memory.
  var identity: (device: [UInt8], driver: [UInt8])? {
    guard hasExtension("GL_EXT_memory_object_fd") else { return nil }
    var (device, driver) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
    functions.glGetUnsignedBytei_vEXT(UInt32(CGL_DEVICE_UUID), 0, &device)
    functions.glGetUnsignedBytevEXT(UInt32(CGL_DRIVER_UUID), &driver)
    return functions.glGetError() == UInt32(CGL_NO_ERROR) ? (device, driver) : nil
  }
}
