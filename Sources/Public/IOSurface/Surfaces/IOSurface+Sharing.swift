import CIOSurface

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

extension IOSurface {
  /// A new descriptor of the surface, for another process: over a socket, or inherited. The caller closes it.
  ///
  /// Running another program closes it, unless `dup2` or `posix_spawn_file_actions_adddup2` hands it on.
  ///
  /// - Throws: what the system refused.
  public func makeFileDescriptor() throws(IOSurfaceError) -> Int32 {
    // Not the descriptor that locks: locks are of all who have it.
    var descriptor: Int32 = -1
    try IOSurfaceError.check(
      cios_reopen(memory.file.number, &descriptor), "no descriptor of the surface was made by /proc/self/fd")
    return descriptor
  }

  /// Sends the surface over a UNIX socket; the other end calls `init(receivedFrom:)`.
  ///
  /// - Throws: what the system refused.
  public func send(over socket: Int32) throws(IOSurfaceError) {
    try OwnedDescriptor(try makeFileDescriptor()).use { descriptor throws(IOSurfaceError) in
      try IOSurfaceError.check(cios_send(socket, descriptor), "the surface was not sent")
    }
  }

  /// Waits for a surface that `send(over:)` sends in another process.
  ///
  /// - Throws: what the system refused; `kIOReturnBadMedia` when something else came.
  public convenience init(receivedFrom socket: Int32) throws(IOSurfaceError) {
    var descriptor: Int32 = -1
    try IOSurfaceError.check(cios_receive(socket, &descriptor), "no surface was received")
    self.init(try OwnedDescriptor(descriptor).use(SurfaceMemory.opened))
  }
}
