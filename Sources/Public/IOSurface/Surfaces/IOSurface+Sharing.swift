import CIOSurface

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

extension IOSurface {
  /// Returns a new descriptor of the surface, to be sent over a socket or inherited by a child. The caller closes it.
  ///
  /// Executing another program closes it, unless `dup2` or `posix_spawn_file_actions_adddup2` duplicates it.
  ///
  /// - Throws: the error of the system.
  public func makeFileDescriptor() throws(IOSurfaceError) -> Int32 {
    // Not the descriptor that locks: its locks would be shared with the recipient.
    var descriptor: Int32 = -1
    try IOSurfaceError.check(
      cios_reopen(memory.file.number, &descriptor), "the surface could not be reopened through /proc/self/fd")
    return descriptor
  }

  /// Sends the surface over a UNIX socket. The recipient calls `init(receivedFrom:)`.
  ///
  /// - Throws: the error of the system.
  public func send(over socket: Int32) throws(IOSurfaceError) {
    try OwnedDescriptor(try makeFileDescriptor()).use { descriptor throws(IOSurfaceError) in
      try IOSurfaceError.check(cios_send(socket, descriptor), "the surface could not be sent")
    }
  }

  /// Waits for a surface that another process sends with `send(over:)`.
  ///
  /// - Throws: the error of the system; `kIOReturnBadMedia` if the message is not a surface.
  public convenience init(receivedFrom socket: Int32) throws(IOSurfaceError) {
    var descriptor: Int32 = -1
    try IOSurfaceError.check(cios_receive(socket, &descriptor), "a surface could not be received")
    self.init(try OwnedDescriptor(descriptor).use(SurfaceMemory.open))
  }
}
