import ImageGraph
import ImagePasses

/// Tiles that all fit, chosen so that they compute as few pixels as possible.
extension Cutter {
  /// A grid of tiles, from the top left corner of the region.
  struct Grid: Sendable {
    var width: Int
    var height: Int
    /// Of each run.
    var dispatches: Int
    /// Pixels to compute in all, by the band in the middle, and something for every run.
    var cost: Double
    /// The first without the second.
    var pixelCount: Double
    /// True when the tiles of a band read a file's rows together.
    var sharing = true
  }

  /// Starting a run costs about as much as that many pixels.
  private static let runCost = 50_000.0

  enum Tiled<Success> {
    case success(Success)
    /// What even the smallest tile passes.
    case failure(ExceededLimit)
  }

  /// Parts of sources are shared by the tiles of a band, so that rows are read once; where that takes too much, and the
  /// part `readsAgain`, every tile has its own, and what lies beside is read again.
  func grid(of part: Part) throws(RenderError) -> Tiled<Grid> {
    let shared = try grid(of: part, sharing: true)
    if part.readsAgain, case .failure = shared { return try grid(of: part, sharing: false) }
    return shared
  }

  /// So many numbers of columns that save nothing end the search: what more of them cost is known by then, and a band
  /// of thousands of tiles takes more memory than the tiles.
  private static let vainTries = 3

  /// The whole width is tried first, then two columns, three, four, six, eight …; more columns have to save pixels.
  private func grid(of part: Part, sharing: Bool) throws(RenderError) -> Tiled<Grid> {
    let width = Int(part.region.width)
    var best: Grid?
    var smallest: ExceededLimit?
    var vain = 0
    search: for columns in Self.columnCounts {
      if columns > 1, effort.isSpent { break }
      let tileWidth = (width + 4 * columns - 1) / (4 * columns) * 4
      if columns > 1, Double(tileWidth) < Self.leastWidth { break }
      switch try tallest(part, width: min(tileWidth, width), sharing) {
      case .success(let grid):
        if let best, grid.cost >= best.cost {
          vain += 1
          break
        }
        (best, vain) = (grid, 0)
      case .failure(let excess, let heldBytes):
        smallest = excess
        // However narrow tiles are, side by side they hold the same rows together.
        if sharing, columns == 1, heldBytes > device.budget.target { break search }
      }
      // More columns have more runs, each of which costs something.
      let least = part.region.area + max(0.02 * part.region.area, Self.runCost * Double(columns))
      if let best, best.cost <= least || vain == Self.vainTries { break }
    }
    guard var grid = best else {
      var excess = smallest!
      excess.what += effort.isSpent ? ", in all tiles that were tried" : ", in tiles as small as they get"
      return .failure(excess)
    }
    grid.sharing = sharing
    return .success(grid)
  }

  /// The tiles of a grid, or of a lower one where the band in the middle was not the worst.
  func tiles(of part: Part, _ grid: Grid) throws(RenderError) -> Tiled<RenderWork> {
    var grid = grid
    while true {
      switch try tiles(part, grid, grid.sharing) {
      case .success(let plan): return .success(plan)
      case .failure(let excess):
        if grid.height == 1 { return .failure(excess) }
        grid.height = max(1, grid.height * 3 / 4)
      }
    }
  }

  /// Tiles as wide as the region.
  func bands(of part: Part) throws(RenderError) -> Tiled<Grid> {
    switch try tallest(part, width: Int(part.region.width), true) {
    case .success(let grid): .success(grid)
    case .failure(let excess, _): .failure(excess)
    }
  }

  private static let columnCounts = [
    1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 4096, 65536,
  ]

  private enum Found {
    case success(Grid)
    /// With the bytes that a tile holds of sources.
    case failure(ExceededLimit, heldBytes: Int)
  }

  /// The tallest tiles of a width that fit in the middle of the region.
  private func tallest(_ part: Part, width: Int, _ sharing: Bool) throws(RenderError) -> Found {
    let height = Int(part.region.height)
    // A tile of one row says what cannot fit, however many such tiles there would be.
    let alone = try sample(of: part, top: height / 2, height: 1, width: width, sharing: false)
    if let excess = excess(of: alone.runs) { return .failure(excess, heldBytes: alone.runs[0].heldBytes) }
    var found: Grid?
    var (low, high) = (1, height)
    var rows = 1
    while low <= high {
      let bands = Double(height) / Double(rows)
      let middle = (height / rows / 2) * rows
      let sample = try sample(
        of: part, top: middle, height: min(rows, height - middle), width: width, sharing: sharing)
      if let excess = excess(of: sample.runs) {
        if rows == 1 { return .failure(excess, heldBytes: sample.runs[0].heldBytes) }
        high = rows - 1
      } else {
        let pixels = Double(sample.runs.reduce(0) { $0 + $1.schedule.pixelCount })
        let bandCost = pixels + Self.runCost * Double(sample.runs.count)
        found = Grid(
          width: width, height: rows, dispatches: sample.runs[0].schedule.dispatches.count,
          cost: bands * Double(sample.share) * bandCost, pixelCount: bands * Double(sample.share) * pixels)
        low = rows + 1
      }
      // Steps of a thirty-second of the height are fine enough.
      if high - low < rows / 32 { break }
      rows = (low + high) / 2
    }
    return .success(found!)
  }

  /// What tells of a band: all of it where its tiles share rows, else the tile in the middle, one of so many.
  private func sample(
    of part: Part, top: Int, height: Int, width: Int, sharing: Bool
  ) throws(RenderError) -> (runs: [Run], share: Int) {
    if sharing { return (try band(part, top: top, height: height, width: width, sharing), 1) }
    let columns = (Int(part.region.width) + width - 1) / width
    let left = part.region.min.x + Double(columns / 2 * width)
    let upper = part.region.max.y - Double(top)
    let right = min(left + Double(width), part.region.max.x)
    var tile = part.cut(to: UserRect([left, upper - Double(height)], [right, upper]))
    tile.heldBytes = tile.heldBytes.plus(joinedBytes(of: part, columns: columns, height: height))
    return (try runs([tile]), columns)
  }

  /// Bytes of the rows that tiles side by side are put together to.
  private func joinedBytes(of part: Part, columns: Int, height: Int) -> Int {
    columns > 1 && part.inRows ? (Int(part.region.width) * height).times(part.store.bytesPerPixel) : 0
  }

  private func tiles(_ part: Part, _ grid: Grid, _ sharing: Bool) throws(RenderError) -> Tiled<RenderWork> {
    let height = Int(part.region.height)
    var bands: [[RenderWork]] = []
    let rows = (height + grid.height - 1) / grid.height
    let columns = (Int(part.region.width) + grid.width - 1) / grid.width
    if let excess = PlanLimits.excess(runs: rows * columns, dispatches: grid.dispatches) { return .failure(excess) }
    for top in stride(from: 0, to: height, by: grid.height) {
      let band = try band(part, top: top, height: min(grid.height, height - top), width: grid.width, sharing)
      if let excess = excess(of: band) { return .failure(excess) }
      bands.append(band.map { .run($0) })
    }
    return .success(.tiles(RenderWork.Tiles(region: part.region, bands: bands, inRows: part.inRows)))
  }

  private func band(
    _ part: Part, top: Int, height: Int, width: Int, _ sharing: Bool
  ) throws(RenderError) -> [Run] {
    let upper = part.region.max.y - Double(top)
    var tiles: [Part] = []
    for left in stride(from: 0, to: Int(part.region.width), by: width) {
      let x = part.region.min.x + Double(left)
      let right = min(x + Double(width), part.region.max.x)
      tiles.append(part.cut(to: UserRect([x, upper - Double(height)], [right, upper])))
    }
    tiles[0].heldBytes = tiles[0].heldBytes.plus(joinedBytes(of: part, columns: tiles.count, height: height))
    if sharing { return try runs(tiles) }
    var made: [Run] = []
    for var tile in tiles {
      tile.heldBytes = tiles[0].heldBytes
      made += try runs([tile])
    }
    return made
  }

  /// The smallest tiles get all.
  private func excess(of band: [Run]) -> ExceededLimit? {
    for run in band {
      let isSmallest = run.schedule.images[run.schedule.output].height == 1
      let spared = isSmallest ? 0 : device.budget.sparedByTiles
      if let excess = device.excess(of: run, rows, sparing: spared) { return excess }
    }
    return nil
  }
}
