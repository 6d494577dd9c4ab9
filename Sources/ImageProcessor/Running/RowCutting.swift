#if canImport(Glibc)
  import Glibc
#endif

/// How work is cut: no pixel depends on it.
package struct RowCutting: Sendable {
  /// Bytes of rows that a core's second cache keeps well: half of it.
  package var nearBytes: Int = {
    #if canImport(Glibc)
      let size = sysconf(Int32(_SC_LEVEL2_CACHE_SIZE))
      if size > 0 { return size / 2 }
    #endif
    return 1 << 19
  }()
  /// The narrowest stretch of columns.
  package var leastColumns = 512
  /// Pixels of a piece of work, about: some hundred microseconds.
  package var piecePixels = 1 << 15
  /// Bytes of rows that a thread may keep of one picture; what needs more is stored.
  package var ringBytes = 32 << 20

  package init() {}
}
