import ImageGraph
import ImagePrograms

extension ScheduleEngine {
  /// Renders as planned and lends the pixels part by part, top first.
  ///
  /// - Parameters:
  ///   - room: where the pixels are wanted in the end; `receive` may be given that memory.
  ///   - between: called before each run, and each part of one that the device is given; what it throws ends the
  ///     render.
  ///   - receive: gets parts of the region, whole rows where the request wanted them: which, their memory, and the
  ///     bytes from one row to the next.
  /// - Returns: what all runs took; of memory, the most that one of them did.
  @discardableResult
  package func run(
    _ work: RenderWork, into room: OutputMemory? = nil, between: () throws(RenderError) -> Void = {},
    receive: (_ part: UserRect, _ rows: UnsafeRawPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    try run(work, room, SourceWindows(readingAhead: work.aheadBytes), between, receive)
  }

  private func run(
    _ work: RenderWork, _ room: OutputMemory?, _ windows: SourceWindows, _ between: () throws(RenderError) -> Void,
    _ receive: (UserRect, UnsafeRawPointer, Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    var statistics = RenderStatistics()
    switch work {
    case .run(let run):
      try between()
      let started = try start(run, windows: windows)
      statistics = try started.complete(into: room?.part(work.region), between: between) {
        rows, rowBytes throws(RenderError) in try receive(work.region, rows.baseAddress!, rowBytes)
      }
    case .tiles(let tiles):
      for band in tiles.bands {
        if band.count == 1 || !tiles.inRows {
          for tile in band { statistics = try statistics + run(tile, room, windows, between, receive) }
          continue
        }
        let region = band.reduce(UserRect.nothing) { $0.union($1.region) }
        guard let format = band[0].finalRuns[0].schedule.outputFormat else { continue }
        let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: format)
        for tile in band {
          statistics =
            try statistics
            + run(tile, nil, windows, between) { part, rows, rowBytes in
              pixels.place(rows, rowBytes: rowBytes, part: part, of: region)
            }
        }
        try timed(&statistics.downloadMilliseconds) { () throws(RenderError) in
          try receive(region, pixels.bytes, pixels.rowBytes)
        }
      }
    case .phase(let phase, let rest):
      let made = try PixelBuffer(
        width: phase.image.width, height: phase.image.height, format: phase.image.format,
        rowBytes: (phase.image.width + 3) / 4 * 4 * phase.image.format.bytesPerPixel)
      var sums = [Double](repeating: 0, count: phase.kind == .counts ? made.width * 4 : 0)
      for part in phase.parts {
        statistics =
          try statistics
          + run(part, nil, windows, between) { region, rows, rowBytes in
            switch phase.kind {
            case .pixels: made.place(rows, rowBytes: rowBytes, part: region, of: phase.region)
            case .counts:
              for index in sums.indices {
                sums[index] += Double(rows.loadUnaligned(fromByteOffset: 4 * index, as: Float.self))
              }
            }
          }
      }
      for (index, sum) in sums.enumerated() {
        made.bytes.storeBytes(of: Float(sum), toByteOffset: 4 * index, as: Float.self)
      }
      // The rest was planned without them, and starts from the top again.
      windows.empty()
      phase.image.fill(made)
      defer { phase.image.fill(nil) }
      statistics = try statistics + run(rest, room, windows, between, receive)
    }
    return statistics
  }
}

extension Schedule {
  fileprivate var outputFormat: PixelFormat? { images[output].store?.format }
}

extension PixelBuffer {
  /// Copies rows to where they belong in an image of `region`.
  fileprivate func place(_ rows: UnsafeRawPointer, rowBytes pitch: Int, part: UserRect, of region: UserRect) {
    let (top, left) = (Int(region.max.y - part.max.y), Int(part.min.x - region.min.x))
    for y in 0..<Int(part.height) {
      (row(top + y) + left * format.bytesPerPixel).copyMemory(
        from: rows + y * pitch, byteCount: Int(part.width) * format.bytesPerPixel)
    }
  }
}
