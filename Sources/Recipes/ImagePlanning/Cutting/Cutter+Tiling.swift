import ImageGraph
import ImagePasses

/// The choice of tiles that fit and compute as few pixels as possible.
extension Cutter {
  /// A grid of tiles, from the top left corner of the region.
  struct Grid: Sendable {
    var width: Int
    var height: Int
    /// The number of dispatches of each run.
    var dispatches: Int
    /// The estimated cost: the pixels to compute, extrapolated from the middle band, and an overhead for every run.
    var cost: Double
    /// The cost without the overhead.
    var pixelCount: Double
    /// Whether the tiles of a band share the rows that they read of a file.
    var sharesRows = true
  }

  /// The overhead of a run, as a number of pixels.
  private static let runCost = 50_000.0

  enum Tiled<Success> {
    case success(Success)
    /// The limit that even the smallest tile exceeds.
    case failure(ExceededLimit)
  }

  /// Returns the best grid. The tiles of a band share windows of sources, so that rows are read once. If that takes too
  /// much memory and the job allows `readsAgain`, each tile has a window of its own, and rows are read again.
  func grid(of job: Job) throws(RenderError) -> Tiled<Grid> {
    let shared = try grid(of: job, sharesRows: true)
    if job.readsAgain, case .failure = shared { return try grid(of: job, sharesRows: false) }
    return shared
  }

  /// The search ends after this number of column counts without an improvement. A band of thousands of tiles takes more
  /// memory than the tiles.
  private static let maximumFailedTries = 3

  /// Tries the full width first, then two columns, three, four, six, eight …, as long as more columns reduce the cost.
  private func grid(of job: Job, sharesRows: Bool) throws(RenderError) -> Tiled<Grid> {
    let width = Int(job.region.width)
    var best: Grid?
    var smallest: ExceededLimit?
    var failedTries = 0
    search: for columns in Self.columnCounts {
      if columns > 1, effort.isSpent { break }
      let tileWidth = (width + 4 * columns - 1) / (4 * columns) * 4
      if columns > 1, Double(tileWidth) < Self.minimumTileWidth { break }
      switch try tallest(job, width: min(tileWidth, width), sharesRows) {
      case .success(let grid):
        if let best, grid.cost >= best.cost {
          failedTries += 1
          break
        }
        (best, failedTries) = (grid, 0)
      case .failure(let excess, let heldBytes):
        smallest = excess
        // The tiles of a band hold the same rows together, however narrow they are.
        if sharesRows, columns == 1, heldBytes > device.budget.target { break search }
      }
      // The minimum cost of more columns, which have more runs.
      let minimum = job.region.area + max(0.02 * job.region.area, Self.runCost * Double(columns))
      if let best, best.cost <= minimum || failedTries == Self.maximumFailedTries { break }
    }
    guard var grid = best else {
      var excess = smallest!
      excess.quantity += effort.isSpent ? ", with all tiles that were tried" : ", with the smallest possible tiles"
      return .failure(excess)
    }
    grid.sharesRows = sharesRows
    return .success(grid)
  }

  /// Returns the tiles of a grid. Reduces its height if a band needs more memory than the middle one.
  func tiles(of job: Job, _ grid: Grid) throws(RenderError) -> Tiled<RenderWork> {
    var grid = grid
    while true {
      switch try tiles(job, grid, grid.sharesRows) {
      case .success(let plan): return .success(plan)
      case .failure(let excess):
        if grid.height == 1 { return .failure(excess) }
        grid.height = max(1, grid.height * 3 / 4)
      }
    }
  }

  /// Returns tiles as wide as the region.
  func bands(of job: Job) throws(RenderError) -> Tiled<Grid> {
    switch try tallest(job, width: Int(job.region.width), true) {
    case .success(let grid): .success(grid)
    case .failure(let excess, _): .failure(excess)
    }
  }

  private static let columnCounts = [
    1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 4096, 65536,
  ]

  private enum HeightSearch {
    case success(Grid)
    /// `heldBytes` are the bytes of sources that a tile holds.
    case failure(ExceededLimit, heldBytes: Int)
  }

  /// Returns the tallest tiles of a width that fit in the middle of the region.
  private func tallest(_ job: Job, width: Int, _ sharesRows: Bool) throws(RenderError) -> HeightSearch {
    let height = Int(job.region.height)
    // A tile of one row determines whether this width can fit, independent of the number of tiles.
    let alone = try sample(of: job, top: height / 2, height: 1, width: width, sharesRows: false)
    if let excess = exceededLimit(of: alone.runs) { return .failure(excess, heldBytes: alone.runs[0].heldBytes) }
    var best: Grid?
    var (low, high) = (1, height)
    var rows = 1
    while low <= high {
      let bands = Double(height) / Double(rows)
      let middle = (height / rows / 2) * rows
      let sample = try sample(
        of: job, top: middle, height: min(rows, height - middle), width: width, sharesRows: sharesRows)
      if let excess = exceededLimit(of: sample.runs) {
        if rows == 1 { return .failure(excess, heldBytes: sample.runs[0].heldBytes) }
        high = rows - 1
      } else {
        let pixels = Double(sample.runs.reduce(0) { $0 + $1.schedule.pixelCount })
        let bandCost = pixels + Self.runCost * Double(sample.runs.count)
        best = Grid(
          width: width, height: rows, dispatches: sample.runs[0].schedule.dispatches.count,
          cost: bands * Double(sample.tileCount) * bandCost, pixelCount: bands * Double(sample.tileCount) * pixels)
        low = rows + 1
      }
      // A precision of 1/32 of the height is sufficient.
      if high - low < rows / 32 { break }
      rows = (low + high) / 2
    }
    return .success(best!)
  }

  /// Returns a sample of a band, and the number of its tiles that each run represents: all runs if the tiles share
  /// rows, else the middle tile.
  private func sample(
    of job: Job, top: Int, height: Int, width: Int, sharesRows: Bool
  ) throws(RenderError) -> (runs: [Run], tileCount: Int) {
    if sharesRows { return (try band(job, top: top, height: height, width: width, sharesRows), 1) }
    let columns = (Int(job.region.width) + width - 1) / width
    let left = job.region.min.x + Double(columns / 2 * width)
    let upper = job.region.max.y - Double(top)
    let right = min(left + Double(width), job.region.max.x)
    var tile = job.cropped(to: UserRect([left, upper - Double(height)], [right, upper]))
    tile.heldBytes = tile.heldBytes.plus(joinedBytes(of: job, columns: columns, height: height))
    return (try runs([tile]), columns)
  }

  /// Returns the bytes of the rows to which adjacent tiles are joined.
  private func joinedBytes(of job: Job, columns: Int, height: Int) -> Int {
    columns > 1 && job.inRows ? (Int(job.region.width) * height).times(job.store.bytesPerPixel) : 0
  }

  private func tiles(_ job: Job, _ grid: Grid, _ sharesRows: Bool) throws(RenderError) -> Tiled<RenderWork> {
    let height = Int(job.region.height)
    var bands: [[RenderWork]] = []
    let rows = (height + grid.height - 1) / grid.height
    let columns = (Int(job.region.width) + grid.width - 1) / grid.width
    if let excess = PlanLimits.exceededLimit(runs: rows * columns, dispatches: grid.dispatches) {
      return .failure(excess)
    }
    for top in stride(from: 0, to: height, by: grid.height) {
      let band = try band(job, top: top, height: min(grid.height, height - top), width: grid.width, sharesRows)
      if let excess = exceededLimit(of: band) { return .failure(excess) }
      bands.append(band.map { .run($0) })
    }
    return .success(.tiles(RenderWork.Tiles(region: job.region, bands: bands, inRows: job.inRows)))
  }

  private func band(
    _ job: Job, top: Int, height: Int, width: Int, _ sharesRows: Bool
  ) throws(RenderError) -> [Run] {
    let upper = job.region.max.y - Double(top)
    var tiles: [Job] = []
    for left in stride(from: 0, to: Int(job.region.width), by: width) {
      let x = job.region.min.x + Double(left)
      let right = min(x + Double(width), job.region.max.x)
      tiles.append(job.cropped(to: UserRect([x, upper - Double(height)], [right, upper])))
    }
    tiles[0].heldBytes = tiles[0].heldBytes.plus(joinedBytes(of: job, columns: tiles.count, height: height))
    if sharesRows { return try runs(tiles) }
    var result: [Run] = []
    for var tile in tiles {
      tile.heldBytes = tiles[0].heldBytes
      result += try runs([tile])
    }
    return result
  }

  /// Returns the limit that a band exceeds. Tiles of one row may use the whole target.
  private func exceededLimit(of band: [Run]) -> ExceededLimit? {
    for run in band {
      let isSmallest = run.schedule.images[run.schedule.output].height == 1
      let reserve = isSmallest ? 0 : device.budget.tileReserve
      if let excess = device.exceededLimit(of: run, rows, reserving: reserve) { return excess }
    }
    return nil
  }
}
