import COpenGL
import CoreImage
import Synchronization

/// A texture that a `CIOpenGLContext` made: `GL_RGBA8`, level 0 alone. Of the thread where its context is current.
///
/// The first row of texels is the bottom one, as OpenGL has it.
public final class CIOpenGLTexture {
  /// The texture's name in OpenGL. It is deleted some time after this object is gone.
  public let name: UInt32
  /// Texels in columns.
  public let width: Int
  /// Texels in rows.
  public let height: Int
  /// True where images see the texture's own memory, false where each of them copies it.
  public var isShared: Bool { shared != nil }
  let shared: CIVulkanImage?
  /// OpenGL's own name of the memory; 0 where it is not shared.
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

/// Names of textures and of their memory that nobody uses, until their context is current.
final class UnusedNames: Sendable {
  private let names = Mutex<[(texture: UInt32, memory: UInt32)]>([])

  func add(_ texture: UInt32, _ memory: UInt32) { names.withLock { $0.append((texture, memory)) } }

  func delete(in gl: GL) {
    let unused = names.withLock { names in
      defer { names = [] }
      return names
    }
    for var name in unused {
      gl.functions.glDeleteTextures(1, &name.texture)
      if name.memory != 0 { gl.functions.glDeleteMemoryObjectsEXT(1, &name.memory) }
    }
  }
}
