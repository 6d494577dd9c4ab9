import COpenGL
import CoreImage
import Foundation

/// Images of OpenGL textures.
extension CIImage {
  /// Creates an image with a copy of a texture's present pixels; the lower left corner is the origin.
  ///
  /// A texture of the app cannot be accessed outside of its context, so it is read here, on the thread where its
  /// context is current. The image may then be used on any thread. `CIOpenGLContext.makeTexture(width:height:)` creates
  /// textures that need no copy. Reads level 0 of `GL_TEXTURE_2D`. Colours are premultiplied by alpha. Components of
  /// more than 8 bits and floats are read as floats. OpenGL's state is preserved; pending errors are cleared.
  ///
  /// - Parameters:
  ///   - texture: its name.
  ///   - size: the size of level 0, in pixels.
  ///   - flipped: false if the first row is the bottom one, as in OpenGL; true if it is the top one.
  ///   - colorSpace: the colour space of the components; nil: the working space.
  /// - Throws: `notCurrent` without a context; `contextLost`; `invalidArgument` if the name is no such texture, or the
  ///   size differs; `unavailable` without OpenGL 3.
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
    else {
      throw .invalidArgument(
        "the sides of a texture's level 0 must be from 1 to 65536 pixels (got \(size.width)x\(size.height))")
    }
    let (data, format) = try gl.preservingState { () throws(CIOpenGLError) in
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
  /// Checks the size of a texture.
  ///
  /// - Throws: `invalidArgument` if the context can report the size and it differs.
  fileprivate func check(size: (Int32, Int32), of texture: UInt32) throws(CIOpenGLError) {
    // ES has the function only from 3.1 on.
    if isES { return }
    functions.glBindTexture(UInt32(CGL_TEXTURE_2D), texture)
    var (width, height): (Int32, Int32) = (0, 0)
    functions.glGetTexLevelParameteriv(UInt32(CGL_TEXTURE_2D), 0, UInt32(CGL_TEXTURE_WIDTH), &width)
    functions.glGetTexLevelParameteriv(UInt32(CGL_TEXTURE_2D), 0, UInt32(CGL_TEXTURE_HEIGHT), &height)
    guard (width, height) == size else {
      throw .invalidArgument("the size of texture \(texture) must be \(width)x\(height) (got \(size.0)x\(size.1))")
    }
  }

  /// Returns the pixels of the read framebuffer, top row first.
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
      if !flipped { flipRows(bytes, rowBytes: rowBytes) }
    }
    try check("glReadPixels")
    return (data, isWide ? .RGBAf : .RGBA8)
  }

  /// Reverses the order of the rows.
  private func flipRows(_ bytes: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    let count = bytes.count / rowBytes
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: rowBytes, alignment: 16)
    defer { scratch.deallocate() }
    func memory(ofRow row: Int) -> UnsafeMutableRawBufferPointer {
      UnsafeMutableRawBufferPointer(rebasing: bytes[row * rowBytes..<(row + 1) * rowBytes])
    }
    for row in 0..<count / 2 {
      let (upper, lower) = (memory(ofRow: row), memory(ofRow: count - 1 - row))
      scratch.copyMemory(from: UnsafeRawBufferPointer(upper))
      upper.copyMemory(from: UnsafeRawBufferPointer(lower))
      lower.copyMemory(from: UnsafeRawBufferPointer(scratch))
    }
  }
}
