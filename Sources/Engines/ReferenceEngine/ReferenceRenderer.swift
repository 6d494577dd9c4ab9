import Dispatch
import Foundation
import ImageGraph
import ImagePasses
import ImagePrograms
import PixelFormats

/// The reference implementation of recipes: runs a recipe unchanged, node by node, in float, on all cores.
///
/// The other engines are tested against it. It prefers clarity to speed.
package struct ReferenceRenderer: Sendable {
  /// The bytes that a render may have in memory at a time.
  package var allowedBytes: Int
  /// The size in bytes above which a source is read in parts, if that is supported.
  package var streamedSource: Int
  /// Whether every read of a formula is checked against its declared region of interest.
  package var checksReads: Bool

  package init(allowedBytes: Int = 1 << 32, streamedSource: Int = .max, checksReads: Bool = false) {
    (self.allowedBytes, self.streamedSource, self.checksReads) = (allowedBytes, streamedSource, checksReads)
  }

  /// Returns the pixels of `region`: premultiplied if the recipe is, clear outside of its extent.
  ///
  /// - Parameters:
  ///   - root: a recipe with explicit conversions (see `manageColor`).
  ///   - heldBytes: the bytes that the caller has in memory.
  ///   - between: called before each step, and every few milliseconds within one. An error ends the render.
  /// - Throws: the errors of decoding a source; `limit` if the images that are needed at a time take more than
  ///   `allowedBytes`, before that memory is allocated; with `checksReads`, `invalidArgument` that names a formula
  ///   whose region is too small.
  package func render(
    _ root: Node, _ region: UserRect, heldBytes: Int = 0, between: () throws(RenderError) -> Void = {}
  ) throws(RenderError) -> FloatImage {
    try region.checkReach(of: "the rectangle to render")
    let needed = try NeededRegions(of: root, for: region)
    let order = root.topological
    var remainingReaders: [ObjectIdentifier: Int] = [:]
    // Images that are read row by row cannot be views.
    var readByRows: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    for node in order {
      for input in node.read { remainingReaders[ObjectIdentifier(input), default: 0] += 1 }
      if case .histogram = node.op { readByRows.insert(ObjectIdentifier(node.inputs[0])) }
    }

    var images: [ObjectIdentifier: FloatImage] = [:]
    var heldBytes = heldBytes
    for node in order {
      try between()
      let inputs = node.inputs.map { images[ObjectIdentifier($0)]! }
      let part = node === root ? region : needed[node]
      let view = try readByRows.contains(ObjectIdentifier(node)) ? nil : node.clampedView(of: inputs, in: part)
      heldBytes = heldBytes.plus(view?.byteCount ?? FloatImage.byteCount(of: part)).plus(
        node.bytesToFetch(for: needed[node], streamedSource))
      guard heldBytes <= allowedBytes else {
        throw .limit(
          "bytes of memory for this render on the CPU reference (memoryTarget)", requested: UInt64(heldBytes),
          allowed: UInt64(max(allowedBytes, 0)))
      }
      let image: FloatImage
      if let view {
        image = view
      } else {
        image = try FloatImage(part)
        let read = node.op.code == nil ? inputs : node.inputs.map { images[ObjectIdentifier($0.pixelsRead)]! }
        try fill(image, node, needed[node], read, between)
      }
      images[ObjectIdentifier(node)] = image
      for input in node.read {
        let id = ObjectIdentifier(input)
        remainingReaders[id]! -= 1
        if remainingReaders[id] == 0, let done = images.removeValue(forKey: id) {
          heldBytes -= done.byteCount
        }
      }
    }
    return images[ObjectIdentifier(root)]!
  }

  /// Returns a source's pixels, and the column and row of their top left pixel: all pixels, or those of `part`.
  private func fetched(
    _ part: UserRect, of source: Source
  ) throws(RenderError) -> (pixels: PixelBuffer, corner: SIMD2<Int>) {
    guard source.isStreamed(in: part, streamedSource) else { return (try source.pixels(), .zero) }
    let (left, top) = (Int(part.min.x), source.height - Int(part.max.y))
    let pixels = try SourceWindows().pixels(
      of: source, rows: top..<top + Int(part.height), columns: left..<left + Int(part.width))
    return (pixels, [left, top])
  }

  /// Computes the pixels of `image` inside `visible`. The others stay clear.
  private func fill(
    _ image: FloatImage, _ node: Node, _ visible: UserRect, _ inputs: [FloatImage],
    _ between: () throws(RenderError) -> Void
  ) throws(RenderError) {
    if visible.isEmpty { return }
    if let code = node.op.code { return try interpret(code, node, image, in: visible, inputs, between) }
    switch node.op {
    case .empty: break
    case .source(let source) where source.planes != nil:
      try fillPlanes(image, source, visible, between)
    case .source(let source):
      let (pixels, corner) = try fetched(visible, of: source)
      try eachPixel(of: image, in: visible, between) {
        pixels.color(x: Int($0.x) - corner.x, y: source.height - 1 - Int($0.y) - corner.y)
      }
    case .crop(let rect):
      let part = visible.intersection(rect.pixels)
      try eachPixel(of: image, in: part, between) { inputs[0].pixel(at: $0) }
    case .clamp(let rect):
      let (low, high) = (SIMD2<Float>(rect.pixels.min) + 0.5, SIMD2<Float>(rect.pixels.max) - 0.5)
      try eachPixel(of: image, in: visible, between) {
        inputs[0].pixel(at: $0.clamped(lowerBound: low, upperBound: high))
      }
    case .affine(let map, let sampling):
      guard let inverse = map.inverse else { return }
      // A translation by whole pixels interpolates nothing: infinite values do not spread to neighbours.
      let isExact = sampling == .nearest || map.integerTranslation != nil
      try eachPixel(of: image, in: visible, between) { at in
        let x = Float(inverse.a) * at.x + Float(inverse.c) * at.y + Float(inverse.tx)
        let y = Float(inverse.b) * at.x + Float(inverse.d) * at.y + Float(inverse.ty)
        return isExact ? inputs[0].pixel(at: [x, y]) : inputs[0].bilinear(at: [x, y])
      }
    case .formula(let formula, let arguments, _):
      let body = formula.body(arguments)
      try eachLane(of: image, in: visible, between) { at in
        body(inputs.map { input in Color(at) { input.pixel(at: $0) } }, at)
      }
    case .warp(let formula, let arguments, let sampling):
      let body = formula.body(arguments)
      let checker = checksReads ? ReadChecker(node, computing: visible) : nil
      try eachLane(of: image, in: visible, between) { at in
        let from = body(at)
        checker?.note(from, for: at)
        return Color(from) { sampling == .nearest ? inputs[0].pixel(at: $0) : inputs[0].bilinear(at: $0) }
      }
      try checker?.report()
    case .region(let formula, let arguments):
      let body = formula.body(arguments)
      guard checksReads else {
        try eachPixel(of: image, in: visible, between) { at in body({ inputs[$0].pixel(at: $1) }, at) }
        return
      }
      let checker = ReadChecker(node, computing: visible)
      try eachPixel(of: image, in: visible, between) { at in
        body(
          {
            checker.note($0, $1)
            return inputs[$0].pixel(at: $1)
          }, at)
      }
      try checker.report()
    case .histogram(let rect, let bins):
      // Other readers may need more of the input.
      let counts = try counts(of: inputs[0], in: node.inputs[0].extent.pixels(in: rect.pixels), bins: bins, between)
      try eachPixel(of: image, in: visible, between) { counts[Int($0.x)] }
    case .symbol: preconditionFailure("a recipe to render has no symbols")
    case .intermediate(_, let format?):
      try eachPixel(of: image, in: visible, between) { format.quantized(inputs[0].pixel(at: $0)) }
    case .sampled, .matched, .intermediate:
      try eachPixel(of: image, in: visible, between) { inputs[0].pixel(at: $0) }
    }
  }

  /// Computes Y', Cb and Cr of the pixels of a source of planes.
  private func fillPlanes(
    _ image: FloatImage, _ source: Source, _ visible: UserRect, _ between: () throws(RenderError) -> Void
  ) throws(RenderError) {
    guard let planes = source.planes else { return }
    let pixels = try source.pixels()
    defer { withExtendedLifetime(pixels) {} }
    let samples = UncheckedSamples(planes: PixelPlanes(pixels, planes))
    let (filters, unit) = (planes.filters, planes.unit)
    try eachPixel(of: image, in: visible, between) {
      let values = samples.planes.samples(column: Int($0.x), row: source.height - 1 - Int($0.y), filters)
      return SIMD4(SIMD3<Float>(values * unit), 1)
    }
  }

  /// Planes that several threads read while their memory is retained.
  private struct UncheckedSamples: @unchecked Sendable { let planes: PixelPlanes }

  private func counts(
    of input: FloatImage, in part: UserRect, bins: Int, _ between: () throws(RenderError) -> Void
  ) throws(RenderError) -> [SIMD4<Float>] {
    // Floats represent integers up to 2^24 only.
    var counts = [SIMD4<Double>](repeating: .zero, count: bins)
    for (number, row) in input.rows(of: part).enumerated() {
      if number % 64 == 63 { try between() }
      for color in row {
        for component in 0..<4 {
          let scaled = (color[component] * Float(bins)).rounded(.down)
          // NaN fails both comparisons and is counted in bin 0, as on the device.
          let bin = scaled > 0 ? (scaled < Float(bins) ? Int(scaled) : bins - 1) : 0
          counts[bin][component] += 1
        }
      }
    }
    return counts.map { SIMD4<Float>($0) }
  }

  // MARK: - Loops

  private func eachPixel(
    of image: FloatImage, in part: UserRect, _ between: () throws(RenderError) -> Void,
    _ color: @escaping @Sendable (SIMD2<Float>) -> SIMD4<Float>
  ) throws(RenderError) {
    try eachRow(of: image, in: part, between) { row, left, count, y in
      for index in 0..<count { row[index] = color([left + Float(index) + 0.5, y]) }
    }
  }

  private func eachLane(
    of image: FloatImage, in part: UserRect, _ between: () throws(RenderError) -> Void,
    _ color: @escaping @Sendable (Point) -> Color
  ) throws(RenderError) {
    let steps = Lane(0, 1, 2, 3, 4, 5, 6, 7) + 0.5
    try eachRow(of: image, in: part, between) { row, left, count, y in
      for start in stride(from: 0, to: count, by: 8) {
        let result = color(Point(steps + (left + Float(start)), Lane(repeating: y)))
        for index in 0..<min(8, count - start) { row[start + index] = result[index] }
      }
    }
  }

  /// Calls `body` for the rows of `part`, in bands on all cores: with the first pixel, its left edge, the number of
  /// pixels, and the y of their centres.
  ///
  /// `between` is called after a number of rows that take some milliseconds, adapted to the time of a pixel.
  func eachRow(
    of image: FloatImage, in part: UserRect, _ between: () throws(RenderError) -> Void,
    _ body: @escaping @Sendable (UnsafeMutablePointer<SIMD4<Float>>, Float, Int, Float) -> Void
  ) throws(RenderError) {
    let part = part.intersection(image.region)
    if part.isEmpty { return }
    let firstRow = Int(image.region.max.y - part.max.y)
    let skip = Int(part.min.x - image.region.min.x)
    let (rows, count) = (Int(part.height), Int(part.width))
    let cores = ProcessInfo.processInfo.activeProcessorCount
    var (next, rowsAtOnce) = (0, cores)
    while next < rows {
      if next > 0 { try between() }
      let (first, end) = (next, min(rows, next + rowsAtOnce))
      let band = max(1, min(4096 / max(count, 1), (end - first) / cores))
      let start = ContinuousClock.now
      DispatchQueue.concurrentPerform(iterations: (end - first + band - 1) / band) { index in
        for y in first + index * band..<min(first + (index + 1) * band, end) {
          let center = Float(Int(part.max.y) - y) - 0.5
          body(image.row(firstRow + y) + skip, Float(part.min.x), count, center)
        }
      }
      let time = ContinuousClock.now - start
      if time < .milliseconds(10) { rowsAtOnce *= 2 }
      if time > .milliseconds(40) { rowsAtOnce = max(cores, rowsAtOnce / 2) }
      next = end
    }
  }
}

extension FloatImage {
  /// Returns the rows of the part that is inside the image.
  fileprivate func rows(of part: UserRect) -> [UnsafeBufferPointer<SIMD4<Float>>] {
    let part = part.intersection(region)
    if part.isEmpty { return [] }
    let (top, left) = (Int(region.max.y - part.max.y), Int(part.min.x - region.min.x))
    return (top..<top + Int(part.height)).map { y in
      UnsafeBufferPointer(start: row(y) + left, count: Int(part.width))
    }
  }
}

extension Node {
  /// The node whose pixels an app's kernel reads through this one.
  fileprivate var pixelsRead: Node { mixedBetweenPixels?.pixels ?? self }

  /// The nodes whose images the pixels are computed from.
  fileprivate var read: [Node] {
    guard op.code != nil else { return inputs }
    return inputs + inputs.compactMap { $0.mixedBetweenPixels?.pixels }
  }
}

extension Source {
  /// Whether only the part is read: it is less than half of a source that is read in parts.
  fileprivate func isStreamed(in part: UserRect, _ streamedSource: Int) -> Bool {
    2 * part.area < rect.area && streams(above: streamedSource)
  }
}

extension Node {
  /// Returns the result of a clamp as a view of its input if that takes less memory than the pixels. An example is the
  /// region that a large blur reads beyond a small image. Returns nil for other steps.
  fileprivate func clampedView(of inputs: [FloatImage], in part: UserRect) throws(RenderError) -> FloatImage? {
    guard case .clamp(let rect) = op, inputs[0].byteCount < FloatImage.byteCount(of: part) else { return nil }
    return try FloatImage(inputs[0], clampedTo: rect.pixels, in: part)
  }

  /// Returns the bytes that fetching a source adds to the memory in use.
  fileprivate func bytesToFetch(for part: UserRect, _ streamedSource: Int) -> Int {
    guard case .source(let source) = op, source.cachedPixels == nil else { return 0 }
    guard source.isStreamed(in: part, streamedSource) else { return source.byteCount }
    // At most half of the source.
    return (Int(part.width) + 3) * Int(part.height) * source.format.bytesPerPixel
  }
}

extension Color {
  /// Creates eight colours from the values at eight points.
  fileprivate init(_ at: Point, _ read: (SIMD2<Float>) -> SIMD4<Float>) {
    self = .clear
    for index in 0..<8 { self[index] = read(at[index]) }
  }
}
