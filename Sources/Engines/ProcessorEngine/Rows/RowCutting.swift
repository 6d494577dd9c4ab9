import ImagePlanning

#if canImport(Glibc)
  import Glibc
#endif

/// How work is cut: no pixel depends on it.
package struct RowCutting: Sendable {
  /// Bytes of rows that stay near a core: half of its second cache; a megabyte if the third has room for as much of
  /// many threads, since narrow stretches of columns keep memory from reading ahead.
  package var nearBytes: Int = {
    #if canImport(Glibc)
      let (second, third) = (sysconf(Int32(_SC_LEVEL2_CACHE_SIZE)), sysconf(Int32(_SC_LEVEL3_CACHE_SIZE)))
      if second > 0 { return max(second / 2, min(1 << 20, third / 16)) }
    #endif
    return 1 << 19
  }()
  /// The narrowest stretch of columns, but where that many are made of many times as many.
  package var leastColumns = 512
  /// The narrowest of all: a vector.
  package var narrowestColumns = 16
  /// How many times the pixels stretches may make for their neighbours' sake: rows that stay near save less than that.
  package var mostAgain = 1.5
  /// Pixels of a piece of work, about: some hundred microseconds.
  package var piecePixels = 1 << 15
  /// Bytes of rows that a thread may keep of one image; what needs more is stored.
  package var ringBytes = 32 << 20
  /// Bytes of rows that all threads may keep together; fewer threads do where that is not enough.
  package var allBytes = Int.max

  package init() {}

  /// The same within a memory target.
  func within(_ budget: MemoryBudget, threads: Int) -> RowCutting {
    var cutting = self
    cutting.allBytes = min(allBytes, budget.rows)
    cutting.nearBytes = min(nearBytes, budget.rows / threads)
    cutting.ringBytes = min(ringBytes, budget.rows / 2)
    return cutting
  }
}
