import COpenGL
import CoreImage
import Foundation

extension GL {
  /// Creates and binds a texture that has only level 0.
  func createTexture(_ texture: inout UInt32) {
    functions.glGenTextures(1, &texture)
    let target = UInt32(CGL_TEXTURE_2D)
    functions.glBindTexture(target, texture)
    for filter in [CGL_TEXTURE_MIN_FILTER, CGL_TEXTURE_MAG_FILTER] {
      functions.glTexParameteri(target, UInt32(filter), Int32(CGL_LINEAR))
    }
    functions.glTexParameteri(target, UInt32(CGL_TEXTURE_MAX_LEVEL), 0)
  }

  /// Creates a texture in Vulkan memory.
  ///
  /// - Parameter descriptor: of the memory; the function takes ownership in any case.
  /// - Throws: `refused`, `contextLost`; no names exist then.
  func importTexture(
    _ names: inout (texture: UInt32, memory: UInt32), _ descriptor: Int32, byteCount: UInt64, _ width: Int,
    _ height: Int
  ) throws(CIOpenGLError) {
    var isDedicated: Int32 = 1
    functions.glCreateMemoryObjectsEXT(1, &names.memory)
    functions.glMemoryObjectParameterivEXT(names.memory, UInt32(CGL_DEDICATED_MEMORY_OBJECT), &isDedicated)
    functions.glImportMemoryFdEXT(names.memory, byteCount, UInt32(CGL_HANDLE_TYPE_OPAQUE_FD), descriptor)
    do throws(CIOpenGLError) {
      try check("glImportMemoryFdEXT")
    } catch {
      // Only successfully imported memory owns its descriptor.
      close(descriptor)
      functions.glDeleteMemoryObjectsEXT(1, &names.memory)
      throw error
    }
    createTexture(&names.texture)
    functions.glTexStorageMem2DEXT(
      UInt32(CGL_TEXTURE_2D), 1, UInt32(CGL_RGBA8), Int32(width), Int32(height), names.memory, 0)
    do throws(CIOpenGLError) {
      try check("glTexStorageMem2DEXT")
    } catch {
      functions.glDeleteTextures(1, &names.texture)
      functions.glDeleteMemoryObjectsEXT(1, &names.memory)
      throw error
    }
  }

  /// Copies the lower left part of a texture to a rectangle of the draw framebuffer.
  ///
  /// - Parameter framebuffer: attaches the texture for reading.
  func copy(_ texture: UInt32, by framebuffer: UInt32, to rect: CGRect) throws(CIOpenGLError) {
    let source = UInt32(CGL_READ_FRAMEBUFFER)
    functions.glBindFramebuffer(source, framebuffer)
    functions.glFramebufferTexture2D(source, UInt32(CGL_COLOR_ATTACHMENT0), UInt32(CGL_TEXTURE_2D), texture, 0)
    let (x, y, width, height) = (Int32(rect.minX), Int32(rect.minY), Int32(rect.width), Int32(rect.height))
    functions.glBlitFramebuffer(
      0, 0, width, height, x, y, x + width, y + height, UInt32(CGL_COLOR_BUFFER_BIT), UInt32(CGL_NEAREST))
    functions.glFramebufferTexture2D(source, UInt32(CGL_COLOR_ATTACHMENT0), UInt32(CGL_TEXTURE_2D), 0, 0)
    try check("glBlitFramebuffer")
  }
}
