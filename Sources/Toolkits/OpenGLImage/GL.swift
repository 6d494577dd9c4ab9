import COpenGL

/// The OpenGL context that is current on this thread, as far as this module needs it. Not for another thread, or later.
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
    // Without a context every function does nothing.
    guard let version = functions.glGetString(UInt32(CGL_VERSION)).map({ String(cString: $0) }) else {
      throw .notCurrent("no OpenGL context is current on this thread; make it current, and call again")
    }
    isES = version.hasPrefix("OpenGL ES")
    let numbers = version.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] >= 3 else {
      throw .unavailable("OpenGL or OpenGL ES 3.0 is needed, and this context has \(version.prefix(60))")
    }
    hasReset = !isES && (numbers[0], numbers[1]) >= (4, 5)
    try checkReset()
    // Errors of before are not this module's; a lost context could give them for ever.
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

  package func number(_ name: Int) -> Int32 {
    var value: Int32 = 0
    functions.glGetIntegerv(UInt32(name), &value)
    return value
  }

  func has(_ extension: String) -> Bool {
    (0..<UInt32(max(0, number(CGL_NUM_EXTENSIONS)))).contains { index in
      functions.glGetStringi(UInt32(CGL_EXTENSIONS), index).map { String(cString: $0) } == `extension`
    }
  }

  /// Calls `body` with OpenGL's state for moving pixels as it is at first, and puts the app's back.
  func keepingState<Result>(
    _ body: () throws(CIOpenGLError) -> Result
  ) throws(CIOpenGLError) -> Result {
    let (read, drawn) = (number(CGL_READ_FRAMEBUFFER_BINDING), number(CGL_DRAW_FRAMEBUFFER_BINDING))
    let texture = number(CGL_TEXTURE_BINDING_2D)
    let (packs, unpacks) = (number(CGL_PIXEL_PACK_BUFFER_BINDING), number(CGL_PIXEL_UNPACK_BUFFER_BINDING))
    let alignments = [CGL_PACK_ALIGNMENT, CGL_UNPACK_ALIGNMENT]
    let places = [
      CGL_PACK_ROW_LENGTH, CGL_PACK_SKIP_ROWS, CGL_PACK_SKIP_PIXELS, CGL_UNPACK_ROW_LENGTH, CGL_UNPACK_SKIP_ROWS,
      CGL_UNPACK_SKIP_PIXELS,
    ]
    let stored = (alignments + places).map { ($0, number($0)) }
    // ES has no such switch, and no such conversion of what is copied.
    let encodes = !isES && functions.glIsEnabled(UInt32(CGL_FRAMEBUFFER_SRGB)) != 0
    functions.glBindBuffer(UInt32(CGL_PIXEL_PACK_BUFFER), 0)
    functions.glBindBuffer(UInt32(CGL_PIXEL_UNPACK_BUFFER), 0)
    for name in alignments { functions.glPixelStorei(UInt32(name), 4) }
    for name in places { functions.glPixelStorei(UInt32(name), 0) }
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

  /// Calls `body` with the texture as what pixels are read from.
  ///
  /// - Throws: `invalidArgument` where it is no texture of two dimensions with colours.
  func reading<Result>(
    texture: UInt32, _ body: () throws(CIOpenGLError) -> Result
  ) throws(CIOpenGLError) -> Result {
    guard functions.glIsTexture(texture) != 0 else {
      throw .invalidArgument("\(texture) is no texture of the context that is current")
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
      throw .invalidArgument("texture \(texture) cannot be read: GL_TEXTURE_2D, with colours, is what can be")
    }
    return try body()
  }

  /// Of an attachment of a framebuffer that is bound.
  func attachment(_ parameter: Int, of target: Int, _ attachment: Int) -> Int32 {
    var value: Int32 = 0
    functions.glGetFramebufferAttachmentParameteriv(UInt32(target), UInt32(attachment), UInt32(parameter), &value)
    return value
  }

  /// The identities of the device and of its driver; nil where OpenGL does not say, or cannot have others' memory.
  var identity: (device: [UInt8], driver: [UInt8])? {
    guard has("GL_EXT_memory_object_fd") else { return nil }
    var (device, driver) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
    functions.glGetUnsignedBytei_vEXT(UInt32(CGL_DEVICE_UUID), 0, &device)
    functions.glGetUnsignedBytevEXT(UInt32(CGL_DRIVER_UUID), &driver)
    return functions.glGetError() == UInt32(CGL_NO_ERROR) ? (device, driver) : nil
  }
}
