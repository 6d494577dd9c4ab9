import COpenGL
import CoreImage
import Foundation

extension GL {
  /// A new name, bound, whose only level is 0.
  func makeName(_ texture: inout UInt32) {
    functions.glGenTextures(1, &texture)
    let target = UInt32(CGL_TEXTURE_2D)
    functions.glBindTexture(target, texture)
    for filter in [CGL_TEXTURE_MIN_FILTER, CGL_TEXTURE_MAG_FILTER] {
      functions.glTexParameteri(target, UInt32(filter), Int32(CGL_LINEAR))
    }
    functions.glTexParameteri(target, UInt32(CGL_TEXTURE_MAX_LEVEL), 0)
  }

  /// A texture in memory of Vulkan's.
  ///
  /// - Parameter descriptor: of the memory; taken over in any case.
  /// - Throws: `refused`, `contextLost`; there are no names then.
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
      // Only memory that came in owns its descriptor.
      close(descriptor)
      functions.glDeleteMemoryObjectsEXT(1, &names.memory)
      throw error
    }
    makeName(&names.texture)
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

  /// Copies the lower left of a texture to a place of the framebuffer that is drawn into.
  ///
  /// - Parameter framebuffer: by which the texture is read.
  func copy(_ texture: UInt32, by framebuffer: UInt32, to place: CGRect) throws(CIOpenGLError) {
    let source = UInt32(CGL_READ_FRAMEBUFFER)
    functions.glBindFramebuffer(source, framebuffer)
    functions.glFramebufferTexture2D(source, UInt32(CGL_COLOR_ATTACHMENT0), UInt32(CGL_TEXTURE_2D), texture, 0)
    let (x, y, width, height) = (Int32(place.minX), Int32(place.minY), Int32(place.width), Int32(place.height))
    functions.glBlitFramebuffer(
      0, 0, width, height, x, y, x + width, y + height, UInt32(CGL_COLOR_BUFFER_BIT), UInt32(CGL_NEAREST))
    functions.glFramebufferTexture2D(source, UInt32(CGL_COLOR_ATTACHMENT0), UInt32(CGL_TEXTURE_2D), 0, 0)
    try check("glBlitFramebuffer")
  }
}
