import ImageGraph
import ImagePrograms

extension ScheduleEngine {
  /// Runs the work and passes the pixels on part by part, top first.
  ///
  /// - Parameters:
  ///   - output: the memory for the result. `receive` may get this memory.
  ///   - between: called before each run, and before each part of one that is submitted to the device. An error ends
  ///     the render.
  ///   - receive: receives a part of the region, its pixels and their row stride in bytes. Parts are whole rows if the
  ///     request requires that. The memory is valid during the call.
  /// - Returns: the sum of the statistics of all runs; of memory, the maximum.
  @discardableResult
  package func run(
    _ work: RenderWork, into output: OutputMemory? = nil, between: () throws(RenderError) -> Void = {},
    receive: (_ part: UserRect, _ rows: UnsafeRawPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    try run(work, output, SourceWindows(prefetching: work.prefetchBytes), between, receive)
  }

  private func run(
    _ work: RenderWork, _ output: OutputMemory?, _ windows: SourceWindows, _ between: () throws(RenderError) -> Void,
    _ receive: (UserRect, UnsafeRawPointer, Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    var statistics = RenderStatistics()
    switch work {
    case .run(let run):
      try between()
      let started = try start(run, windows: windows)
      statistics = try started.complete(into: output?.part(work.region), between: between) {
        rows, rowBytes throws(RenderError) in try receive(work.region, rows.baseAddress!, rowBytes)
      }
    case .tiles(let tiles):
      for band in tiles.bands {
        if band.count == 1 || !tiles.inRows {
          for tile in band { statistics = try statistics + run(tile, output, windows, between, receive) }
          continue
        }
        let region = band.reduce(UserRect.nothing) { $0.union($1.region) }
        guard let format = band[0].finalRuns[0].schedule.outputFormat else { continue }
        let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: format)
        for tile in band {
          statistics =
            try statistics
            + run(tile, nil, windows, between) { part, rows, rowBytes in
              pixels.copyRows(rows, rowBytes: rowBytes, part: part, of: region)
            }
        }
        try timed(&statistics.downloadMilliseconds) { () throws(RenderError) in
          try receive(region, pixels.bytes, pixels.rowBytes)
        }
      }
    case .phase(let phase, let remaining):
      let result = try PixelBuffer(
        width: phase.image.width, height: phase.image.height, format: phase.image.format,
        rowBytes: (phase.image.width + 3) / 4 * 4 * phase.image.format.bytesPerPixel)
      var sums = [Double](repeating: 0, count: phase.kind == .counts ? result.width * 4 : 0)
      for tile in phase.tiles {
        statistics =
          try statistics
          + run(tile, nil, windows, between) { region, rows, rowBytes in
            switch phase.kind {
            case .pixels: result.copyRows(rows, rowBytes: rowBytes, part: region, of: phase.region)
            case .counts:
              for index in sums.indices {
                sums[index] += Double(rows.loadUnaligned(fromByteOffset: 4 * index, as: Float.self))
              }
            }
          }
      }
      for (index, sum) in sums.enumerated() {
        result.bytes.storeBytes(of: Float(sum), toByteOffset: 4 * index, as: Float.self)
      }
      // The remaining work was planned without these windows, and begins at the top again.
      windows.empty()
      phase.image.fill(result)
      defer { phase.image.fill(nil) }
      statistics = try statistics + run(remaining, output, windows, between, receive)
    }
    return statistics
  }
}

extension Schedule {
  fileprivate var outputFormat: PixelFormat? { images[output].store?.format }
}

extension PixelBuffer {
  /// Copies rows to their position in an image of `region`.
  package func copyRows(_ rows: UnsafeRawPointer, rowBytes pitch: Int, part: UserRect, of region: UserRect) {
    let (top, left) = (Int(region.max.y - part.max.y), Int(part.min.x - region.min.x))
    for y in 0..<Int(part.height) {
      (row(top + y) + left * format.bytesPerPixel).copyMemory(
        from: rows + y * pitch, byteCount: Int(part.width) * format.bytesPerPixel)
    }
  }
}
