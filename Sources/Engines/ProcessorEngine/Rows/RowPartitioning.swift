import ImagePlanning

#if canImport(Glibc)
  import Glibc
#endif

/// The parameters of the partition of work. Results do not depend on them.
package struct RowPartitioning: Sendable {
  /// The bytes of rings that stay in a core's cache: half of the L2 cache; a megabyte if the L3 cache has the capacity
  /// for that of many threads, because narrow tiles defeat the hardware's prefetching.
  package var cacheBytes: Int = {
    #if canImport(Glibc)
      let (second, third) = (sysconf(Int32(_SC_LEVEL2_CACHE_SIZE)), sysconf(Int32(_SC_LEVEL3_CACHE_SIZE)))
      if second > 0 { return max(second / 2, min(1 << 20, third / 16)) }
    #endif
    return 1 << 19
  }()
  /// The minimum width of a tile, unless its columns require many times as many source columns.
  package var minimumColumns = 512
  /// The minimum width of such a tile: a vector.
  package var vectorColumns = 16
  /// The largest ratio of computed pixels with tiles, including their halos, to those without tiles. Above it, cached
  /// rows save less than the halos cost.
  package var maximumOverhead = 1.5
  /// The approximate number of pixels of a chunk of work, which takes some hundred microseconds.
  package var chunkPixels = 1 << 15
  /// The largest ring of an intermediate in a thread, in bytes. If a ring would be larger, the intermediate is stored.
  package var ringByteLimit = 32 << 20
  /// The largest memory of all threads, in bytes. If it would be larger, fewer threads are used.
  package var totalByteLimit = Int.max

  package init() {}

  /// Returns these parameters, limited to a memory target.
  func within(_ budget: MemoryBudget, threads: Int) -> RowPartitioning {
    var partitioning = self
    partitioning.totalByteLimit = min(totalByteLimit, budget.rows)
    partitioning.cacheBytes = min(cacheBytes, budget.rows / threads)
    partitioning.ringByteLimit = min(ringByteLimit, budget.rows / 2)
    return partitioning
  }
}
