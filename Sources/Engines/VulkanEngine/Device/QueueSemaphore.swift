import CVulkan

/// A semaphore of an app. Unchecked: the handle never changes.
package struct QueueSemaphore: @unchecked Sendable {
  package let handle: VkSemaphore
  /// The value of a timeline semaphore; nil for a binary semaphore.
  package let value: UInt64?

  package init(_ handle: VkSemaphore, value: UInt64?) { (self.handle, self.value) = (handle, value) }

  var signal: CVKSignal { CVKSignal(semaphore: handle, value: value ?? 0) }
}

/// The lock of a queue that an app and contexts share.
package struct QueueLock: Sendable {
  package let lock: @Sendable () -> Void
  package let unlock: @Sendable () -> Void

  package init(lock: @escaping @Sendable () -> Void, unlock: @escaping @Sendable () -> Void) {
    (self.lock, self.unlock) = (lock, unlock)
  }
}
