import COpenGL
import CoreImage
import Synchronization

/// A texture that a `CIOpenGLContext` created: `GL_RGBA8`, level 0 only. Must be used on the thread where its context
/// is current.
///
/// The first row of texels is the bottom one, as in OpenGL.
public final class CIOpenGLTexture {
  /// The texture's name in OpenGL, which is deleted after this object, the next time its context is used.
  public let name: UInt32
  /// The width in texels.
  public let width: Int
  /// The height in texels.
  public let height: Int
  /// Whether images refer to the texture's memory. False if each image copies it.
  public var isShared: Bool { shared != nil }
  let shared: CIVulkanImage?
  /// OpenGL's name of the memory object; 0 if memory is not shared.
  private let memory: UInt32
  private let names: UnusedNames

  init(
    _ name: UInt32, width: Int, height: Int, _ shared: CIVulkanImage?, memory: UInt32, _ names: UnusedNames
  ) {
    (self.name, self.width, self.height, self.shared) = (name, width, height, shared)
    (self.memory, self.names) = (memory, names)
  }

  deinit { names.add(name, memory) }
}

/// Names of unused textures and memory objects, to be deleted when their context is current.
final class UnusedNames: Sendable {
  private let names = Mutex<[(texture: UInt32, memory: UInt32)]>([])

  func add(_ texture: UInt32, _ memory: UInt32) { names.withLock { $0.append((texture, memory)) } }

  func delete(in gl: GL) {
    let removed = names.withLock { names in
      defer { names = [] }
      return names
    }
    for var name in removed {
      gl.functions.glDeleteTextures(1, &name.texture)
      if name.memory != 0 { gl.functions.glDeleteMemoryObjectsEXT(1, &name.memory) }
    }
  }
}
