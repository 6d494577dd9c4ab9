import Dispatch
import Foundation
import ImageGraph
import ImagePasses

/// The meaning of every recipe: runs it as it is, node by node, in float, on all cores.
///
/// Everything else is checked against this. Clear before fast.
package struct ReferenceRenderer: Sendable {
  /// Bytes that one picture between nodes may take.
  package var allowedBytes = 1 << 36
  /// Looks at every read of a formula, and names one that reads outside of the region that it states.
  package var checksReads: Bool

  package init(checksReads: Bool = false) { self.checksReads = checksReads }

  /// The pixels of `region`, premultiplied if the recipe is, clear outside of its extent.
  ///
  /// - Parameter root: a recipe with its conversions explicit (see `manageColor`).
  /// - Throws: what a source's decoding throws; `limit` when a node needs more than `allowedBytes`; with `checksReads`
  ///   `invalidArgument` that names a formula whose region is too small.
  package func render(_ root: Node, _ region: UserRect) throws(RenderError) -> FloatPicture {
    let needed = try NeededRegions(of: root, for: region)
    let order = root.topological
    var readersLeft: [ObjectIdentifier: Int] = [:]
    for node in order { for input in node.inputs { readersLeft[ObjectIdentifier(input), default: 0] += 1 } }

    var pictures: [ObjectIdentifier: FloatPicture] = [:]
    for node in order {
      let inputs = node.inputs.map { pictures[ObjectIdentifier($0)]! }
      let picture = try FloatPicture(node === root ? region : needed[node], allowed: allowedBytes)
      try fill(picture, node, needed[node], inputs)
      pictures[ObjectIdentifier(node)] = picture
      for input in node.inputs {
        let id = ObjectIdentifier(input)
        readersLeft[id]! -= 1
        if readersLeft[id] == 0 { pictures[id] = nil }
      }
    }
    return pictures[ObjectIdentifier(root)]!
  }

  /// Computes the pixels of `picture` that lie in `visible`; the rest stays clear.
  private func fill(
    _ picture: FloatPicture, _ node: Node, _ visible: UserRect, _ inputs: [FloatPicture]
  ) throws(RenderError) {
    if visible.isEmpty { return }
    switch node.op {
    case .empty: break
    case .source(let source):
      let pixels = try source.pixels()
      eachPixel(of: picture, in: visible) { pixels.color(x: Int($0.x), y: source.height - 1 - Int($0.y)) }
    case .crop(let rect):
      let part = visible.intersection(rect.pixels)
      eachPixel(of: picture, in: part) { inputs[0].pixel(at: $0) }
    case .clamp(let rect):
      let (low, high) = (SIMD2<Float>(rect.pixels.min) + 0.5, SIMD2<Float>(rect.pixels.max) - 0.5)
      eachPixel(of: picture, in: visible) { inputs[0].pixel(at: $0.clamped(lowerBound: low, upperBound: high)) }
    case .affine(let map, let sampling):
      guard let inverse = map.inverse else { return }
      eachPixel(of: picture, in: visible) { at in
        let x = Float(inverse.a) * at.x + Float(inverse.c) * at.y + Float(inverse.tx)
        let y = Float(inverse.b) * at.x + Float(inverse.d) * at.y + Float(inverse.ty)
        return sampling == .nearest ? inputs[0].pixel(at: [x, y]) : inputs[0].bilinear(at: [x, y])
      }
    case .formula(let formula, let arguments, _):
      let body = formula.body(arguments)
      eachLane(of: picture, in: visible) { at in
        body(inputs.map { input in Color(at) { input.pixel(at: $0) } }, at)
      }
    case .warp(let formula, let arguments, let sampling):
      let body = formula.body(arguments)
      let watch = checksReads ? ReadWatch(node, making: visible) : nil
      eachLane(of: picture, in: visible) { at in
        let from = body(at)
        watch?.note(from, for: at)
        return Color(from) { sampling == .nearest ? inputs[0].pixel(at: $0) : inputs[0].bilinear(at: $0) }
      }
      try watch?.report()
    case .region(let formula, let arguments):
      let body = formula.body(arguments)
      guard checksReads else {
        eachPixel(of: picture, in: visible) { at in body({ inputs[$0].pixel(at: $1) }, at) }
        return
      }
      let watch = ReadWatch(node, making: visible)
      eachPixel(of: picture, in: visible) { at in
        body(
          {
            watch.note($0, $1)
            return inputs[$0].pixel(at: $1)
          }, at)
      }
      try watch.report()
    case .histogram(_, let bins):
      count(inputs[0], bins: bins, into: picture)
    case .symbol: preconditionFailure("a recipe is rendered when its steps have places")
    case .sampled, .matched, .intermediate:
      eachPixel(of: picture, in: visible) { inputs[0].pixel(at: $0) }
    }
  }

  private func count(_ input: FloatPicture, bins: Int, into picture: FloatPicture) {
    var counts = [SIMD4<Float>](repeating: .zero, count: bins)
    for color in input.pixels {
      for component in 0..<4 {
        let scaled = (color[component] * Float(bins)).rounded(.down)
        // NaN fails both comparisons and counts in bin 0, as on the device.
        let bin = scaled > 0 ? (scaled < Float(bins) ? Int(scaled) : bins - 1) : 0
        counts[bin][component] += 1
      }
    }
    for x in 0..<picture.width { picture.pixels[x] = counts[x + Int(picture.region.min.x)] }
  }

  // MARK: - Loops

  private func eachPixel(
    of picture: FloatPicture, in part: UserRect, _ color: @escaping @Sendable (SIMD2<Float>) -> SIMD4<Float>
  ) {
    eachRow(of: picture, in: part) { row, left, count, y in
      for index in 0..<count { row[index] = color([left + Float(index) + 0.5, y]) }
    }
  }

  private func eachLane(
    of picture: FloatPicture, in part: UserRect, _ color: @escaping @Sendable (Point) -> Color
  ) {
    let steps = Lane(0, 1, 2, 3, 4, 5, 6, 7) + 0.5
    eachRow(of: picture, in: part) { row, left, count, y in
      for start in stride(from: 0, to: count, by: 8) {
        let result = color(Point(steps + (left + Float(start)), Lane(repeating: y)))
        for index in 0..<min(8, count - start) { row[start + index] = result[index] }
      }
    }
  }

  /// Rows of `part`, in bands over all cores: first pixel, its left edge, pixels, y of their centres.
  private func eachRow(
    of picture: FloatPicture, in part: UserRect,
    _ body: @escaping @Sendable (UnsafeMutablePointer<SIMD4<Float>>, Float, Int, Float) -> Void
  ) {
    let part = part.intersection(picture.region)
    if part.isEmpty { return }
    let first = Int(picture.region.max.y - part.max.y)
    let skip = Int(part.min.x - picture.region.min.x)
    let (rows, count) = (Int(part.height), Int(part.width))
    let band = max(1, 4096 / max(count, 1))
    DispatchQueue.concurrentPerform(iterations: (rows + band - 1) / band) { index in
      for y in index * band..<min((index + 1) * band, rows) {
        let center = Float(Int(part.max.y) - y) - 0.5
        body(picture.row(first + y) + skip, Float(part.min.x), count, center)
      }
    }
  }
}

extension Color {
  /// Eight colours read at eight points.
  fileprivate init(_ at: Point, _ read: (SIMD2<Float>) -> SIMD4<Float>) {
    self = .clear
    for index in 0..<8 { self[index] = read(at[index]) }
  }
}
