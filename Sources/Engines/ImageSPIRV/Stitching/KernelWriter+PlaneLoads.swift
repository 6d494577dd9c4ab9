import ImageGraph
import ImagePrograms

/// Reads of planes of Y'CbCr as one image: see `PlaneLoad`.
extension KernelWriter {
  /// Returns Y', Cb and Cr of the pixel that contains a point; clear outside.
  mutating func fetch(_ input: Int, _ load: PlaneLoad, _ point: Lanes, _ geometry: Lanes) -> Lanes {
    let zero = emitter.constant(Float(0))
    let column = emitter.floor(emitter.subtract(point[0], geometry[0]))
    let row = emitter.floor(emitter.subtract(geometry[1], point[1]))
    let isInside = contains([zero, zero, geometry[2], geometry[3]], [column, row])
    let nearColumn = emitter.operate(.convertFToS, .int, emitter.select(isInside, column, zero))
    let nearRow = emitter.operate(.convertFToS, .int, emitter.select(isInside, row, zero))
    let image = planeImage(input, load, geometry)
    let (x, y) = (samples(load.across, nearColumn, image.chroma[0]), samples(load.down, nearRow, image.chroma[1]))
    var color = [value(image, load.luma, nearColumn, nearRow)]
    for component in [load.blue, load.red] {
      let columns = [x.first, x.next].compactMap { $0 }.map { column in
        let rows = [y.first, y.next].compactMap { $0 }.map { value(image, component, column, $0) }
        return y.weight.map { emitter.mix(rows[0], rows[1], $0) } ?? rows[0]
      }
      color.append(x.weight.map { emitter.mix(columns[0], columns[1], $0) } ?? columns[0])
    }
    return (color + [emitter.constant(Float(1))]).map { emitter.select(isInside, $0, zero) }
  }

  /// Returns Y', Cb and Cr of four pixels of a row, the first of which is in a column of the image that is a multiple
  /// of four; clear outside. Each chroma sample is read once.
  mutating func fetchRow(_ input: Int, _ load: PlaneLoad, y: LaneKind, _ geometry: Lanes) -> Lanes {
    let zero = emitter.constant(Float(0))
    let position = emitter.floor(emitter.subtract(geometry[1], y))
    let isRow = emitter.and(
      emitter.operate(.fOrdGreaterThanEqual, .bool, position, zero),
      emitter.operate(.fOrdLessThan, .bool, position, geometry[3]))
    let row = emitter.operate(.convertFToS, .int, emitter.select(isRow, position, zero))
    let column = emitter.operate(.convertFToS, .int, emitter.floor(emitter.subtract(firstX!, geometry[0])))
    let image = planeImage(input, load, geometry)
    let luma = (0..<4).map { sample(image, load.luma, moved(column, by: $0), row) }
    var color = [values(luma, image)]
    let rows = samples(load.down, row, image.chroma[1])
    for component in [load.blue, load.red] {
      color.append(chroma(component, load.across, column, rows, image))
    }
    return (color + [emitter.constant(Float(1))]).map { emitter.select(isRow, $0, zero) }
  }

  /// The input of planes that a function reads, with values that all of its samples need.
  private struct PlaneImage {
    let input: Int
    let load: PlaneLoad
    /// By plane: the index of its first sample, nil for 0; and its row stride in samples.
    var starts: [LaneKind?] = []
    var pitches: [LaneKind] = []
    /// The last column and row of chroma.
    var chroma: Lanes = []
  }

  private mutating func planeImage(_ input: Int, _ load: PlaneLoad, _ geometry: Lanes) -> PlaneImage {
    var image = PlaneImage(input: input, load: load)
    let (width, height) = (
      emitter.operate(.convertFToS, .int, geometry[2]), emitter.operate(.convertFToS, .int, geometry[3])
    )
    let pitch = pitch(geometry)
    var start: LaneKind?
    for plane in load.planes {
      let groups = shifted(pitch, by: plane.columns)
      let pitch = plane.samples == 1 ? groups : emitter.multiply(groups, emitter.constant(Int32(plane.samples)))
      image.starts.append(start)
      image.pitches.append(pitch)
      let rows = plane.rows == 2 ? shifted(moved(height, by: 1), by: 2) : height
      let count = emitter.multiply(pitch, rows)
      start = start.map { emitter.add($0, count) } ?? count
    }
    // (size + 1) / 2 - 1 = (size - 1) / 2, rounded down.
    image.chroma = [
      shifted(moved(width, by: -1), by: load.across.isHalved ? 2 : 1),
      shifted(moved(height, by: -1), by: load.down.isHalved ? 2 : 1),
    ]
    return image
  }

  /// The chroma samples of a pixel along an axis, and the weight of the second; nil if there is one.
  private struct AxisSamples {
    var first: LaneKind
    var next: LaneKind?
    var weight: LaneKind?
  }

  /// - Parameter last: the last sample.
  private mutating func samples(
    _ axis: ChromaInterpolation, _ position: LaneKind, _ last: LaneKind
  ) -> AxisSamples {
    guard axis.isHalved else { return AxisSamples(first: position) }
    let pair = shifted(position, by: 2)
    if axis.isNearest { return AxisSamples(first: pair) }
    let zero = emitter.constant(Int32(0))
    let isOdd = emitter.operate(
      .iNotEqual, .bool, emitter.operate(.bitwiseAnd, .int, position, emitter.constant(Int32(1))), zero)
    let offset = emitter.select(isOdd, emitter.constant(axis.first[1]), emitter.constant(axis.first[0]))
    let first = emitter.add(pair, offset)
    return AxisSamples(
      first: emitter.clamp(first, zero, last), next: emitter.clamp(moved(first, by: 1), zero, last),
      weight: emitter.select(
        isOdd, emitter.constant(axis.nextWeight[1]), emitter.constant(axis.nextWeight[0])))
  }

  /// Returns a component of chroma of four pixels, the first of which is the first one of a pair.
  private mutating func chroma(
    _ component: PlaneLoad.Samples, _ axis: ChromaInterpolation, _ column: LaneKind, _ rows: AxisSamples,
    _ image: PlaneImage
  ) -> LaneKind {
    let zero = emitter.constant(Int32(0))
    let first = axis.isHalved ? shifted(column, by: 2) : column
    /// The sample of each pixel, relative to the first pixel's group.
    let offsets = (0..<4).map { axis.isHalved ? $0 / 2 + Int(axis.first[$0 % 2]) : $0 }
    let nextOffsets = (0..<4).map { offsets[$0] + (axis.nextWeight[$0 % 2] == 0 ? 0 : 1) }
    func line(_ writer: inout KernelWriter, _ row: LaneKind) -> (first: LaneKind, next: LaneKind?) {
      var found: [Int: LaneKind] = [:]
      for offset in Set(axis.isNearest ? offsets : offsets + nextOffsets).sorted() {
        var column = writer.moved(first, by: offset)
        if !axis.isNearest { column = writer.emitter.clamp(column, zero, image.chroma[0]) }
        found[offset] = writer.sample(image, component, column, row)
      }
      return (
        writer.values(offsets.map { found[$0]! }, image),
        axis.isNearest ? nil : writer.values(nextOffsets.map { found[$0]! }, image)
      )
    }
    var (result, next) = line(&self, rows.first)
    if let nextRow = rows.next, let weight = rows.weight {
      let below = line(&self, nextRow)
      result = emitter.mix(result, below.first, weight)
      next = next.flatMap { next in below.next.map { emitter.mix(next, $0, weight) } }
    }
    guard let next else { return result }
    let weights = emitter.wideConstant((0..<4).map { axis.nextWeight[$0 % 2] })
    return emitter.mix(result, next, weights)
  }

  /// Returns a sample as an unsigned integer.
  private mutating func sample(
    _ image: PlaneImage, _ component: PlaneLoad.Samples, _ column: LaneKind, _ row: LaneKind
  ) -> LaneKind {
    var index = emitter.multiply(row, image.pitches[component.plane])
    if let start = image.starts[component.plane] { index = emitter.add(index, start) }
    let step = component.step == 1 ? column : emitter.multiply(column, emitter.constant(Int32(component.step)))
    index = emitter.add(index, step)
    return texel(image.input, moved(index, by: component.first))[0]
  }

  private mutating func value(
    _ image: PlaneImage, _ component: PlaneLoad.Samples, _ column: LaneKind, _ row: LaneKind
  ) -> LaneKind {
    unit(sample(image, component, column, row), image)
  }

  /// Returns the samples of four pixels as fractions of the largest value.
  private mutating func values(_ samples: Lanes, _ image: PlaneImage) -> LaneKind {
    unit(emitter.planes(samples.map { [$0] })[0], image)
  }

  /// Signed conversions are used because lavapipe has no fast unsigned ones.
  private mutating func unit(_ sample: LaneKind, _ image: PlaneImage) -> LaneKind {
    let largest: Float = image.load.bytesPerSample == 1 ? 255 : 65535
    let signed = emitter.operate(.bitcast, .int, sample)
    return emitter.multiply(emitter.operate(.convertSToF, .float, signed), emitter.constant(1 / largest))
  }
}
