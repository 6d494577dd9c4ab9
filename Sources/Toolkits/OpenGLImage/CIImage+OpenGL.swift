import COpenGL
import CoreImage
import Foundation

/// Textures of OpenGL as images.
extension CIImage {
  /// The pixels that a texture has now, copied; the lower left corner is the origin.
  ///
  /// A texture of the app's cannot be seen outside of its context, so it is read here, on the thread where its context
  /// is current; the image may then be used anywhere. `CIOpenGLContext.makeTexture(width:height:)` makes textures that
  /// need no copy. Level 0 of `GL_TEXTURE_2D`; colours are premultiplied by alpha; components of more than 8 bits and
  /// floats are read as floats. OpenGL's state is left as it was; errors that it kept are dropped.
  ///
  /// - Parameters:
  ///   - texture: its name.
  ///   - size: of level 0, in pixels.
  ///   - flipped: false where the first row is the bottom one, as OpenGL has it; true where it is the top one.
  ///   - colorSpace: what the numbers mean; nil: they are the working space's.
  /// - Throws: `notCurrent` without a context; `contextLost`; `invalidArgument` for names that are no such texture, and
  ///   other sizes; `unavailable` without OpenGL 3.
  public convenience init(
    texture: UInt32, size: CGSize, flipped: Bool, colorSpace: CGColorSpace?
  ) throws(CIOpenGLError) {
    try self.init(texture, size, flipped, colorSpace, try GL())
  }

  convenience init(
    _ texture: UInt32, _ size: CGSize, _ flipped: Bool, _ space: CGColorSpace?, _ gl: GL
  ) throws(CIOpenGLError) {
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
      (1...65536).contains(width), (1...65536).contains(height)
    else { throw .invalidArgument("a texture of \(size.width)x\(size.height) pixels; give the size of its level 0") }
    let (data, format) = try gl.keepingState { () throws(CIOpenGLError) in
      try gl.reading(texture: texture) { () throws(CIOpenGLError) in
        try gl.check(size: (width, height), of: texture)
        return try gl.pixels(width, height, flipped: flipped)
      }
    }
    self.init(
      bitmapData: data, bytesPerRow: data.count / Int(height), size: size, format: format, colorSpace: space)
  }
}

extension GL {
  /// - Throws: `invalidArgument` where the context knows the size and it is another one.
  fileprivate func check(size: (Int32, Int32), of texture: UInt32) throws(CIOpenGLError) {
    // ES has the function from 3.1 on.
    if isES { return }
    functions.glBindTexture(UInt32(CGL_TEXTURE_2D), texture)
    var (width, height): (Int32, Int32) = (0, 0)
    functions.glGetTexLevelParameteriv(UInt32(CGL_TEXTURE_2D), 0, UInt32(CGL_TEXTURE_WIDTH), &width)
    functions.glGetTexLevelParameteriv(UInt32(CGL_TEXTURE_2D), 0, UInt32(CGL_TEXTURE_HEIGHT), &height)
    guard (width, height) == size else {
      throw .invalidArgument("texture \(texture) has \(width)x\(height) pixels, not \(size.0)x\(size.1)")
    }
  }

  /// Pixels of the framebuffer that is read, top row first.
  fileprivate func pixels(
    _ width: Int32, _ height: Int32, flipped: Bool
  ) throws(CIOpenGLError) -> (Data, CIFormat) {
    let isFloat = attachment(CGL_FRAMEBUFFER_COMPONENT_TYPE, of: CGL_READ_FRAMEBUFFER, CGL_COLOR_ATTACHMENT0)
    let bits = attachment(CGL_FRAMEBUFFER_RED_SIZE, of: CGL_READ_FRAMEBUFFER, CGL_COLOR_ATTACHMENT0)
    let isWide = isFloat == Int32(CGL_FLOAT) || bits > 8 && !isES
    let rowBytes = Int(width) * (isWide ? 16 : 4)
    var data = Data(count: rowBytes * Int(height))
    data.withUnsafeMutableBytes { bytes in
      functions.glReadPixels(
        0, 0, width, height, UInt32(CGL_RGBA), UInt32(isWide ? CGL_FLOAT : CGL_UNSIGNED_BYTE), bytes.baseAddress)
      if !flipped { turn(bytes, rowBytes: rowBytes) }
    }
    try check("glReadPixels")
    return (data, isWide ? .RGBAf : .RGBA8)
  }

  /// The last row first.
  private func turn(_ bytes: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    let count = bytes.count / rowBytes
    let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: rowBytes, alignment: 16)
    defer { kept.deallocate() }
    func memory(ofRow row: Int) -> UnsafeMutableRawBufferPointer {
      UnsafeMutableRawBufferPointer(rebasing: bytes[row * rowBytes..<(row + 1) * rowBytes])
    }
    for row in 0..<count / 2 {
      let (upper, lower) = (memory(ofRow: row), memory(ofRow: count - 1 - row))
      kept.copyMemory(from: UnsafeRawBufferPointer(upper))
      upper.copyMemory(from: UnsafeRawBufferPointer(lower))
      lower.copyMemory(from: UnsafeRawBufferPointer(kept))
    }
  }
}
