import ImageGraph
import ImagePasses
import Synchronization

/// Steps by kernels of an app. These have no Swift twin: what their code does, instruction by instruction, is what they
/// mean.
extension ReferenceRenderer {
  /// Computes the pixels of `image` that lie in `visible`.
  ///
  /// - Parameter inputs: the pixels of what is read: of an input that is read between pixels, those that are mixed.
  /// - Throws: `limit` with the kernel's name where a loop does not end.
  func interpret(
    _ code: FormulaCode, _ node: Node, _ image: FloatImage, in visible: UserRect, _ inputs: [FloatImage],
    _ between: () throws(RenderError) -> Void
  ) throws(RenderError) {
    let step = InterpretedStep(code, node, inputs, watch: checksReads ? ReadChecker(node, making: visible) : nil)
    let failure = Mutex<RenderError?>(nil)
    func asked() throws(RenderError) {
      // What one row has failed by ends the others.
      if let error = failure.withLock({ $0 }) { throw error }
      try between()
    }
    try eachRow(of: image, in: visible, asked) { row, left, count, y in
      if failure.withLock({ $0 != nil }) { return }
      do throws(RenderError) {
        try step.fill(row, left: left, count: count, y: y)
      } catch {
        failure.withLock { if $0 == nil { $0 = error } }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    try step.watch?.report()
  }
}

/// A step by code, with what it reads.
private struct InterpretedStep: Sendable {
  private enum Kind {
    case color(takesPosition: Bool)
    case warp(Sampling)
    case region
  }

  private let code: FormulaCode
  private let kind: Kind
  private let arguments: [Argument]
  private let inputs: [SampledImage]
  let watch: ReadChecker?

  init(_ code: FormulaCode, _ node: Node, _ inputs: [FloatImage], watch: ReadChecker?) {
    (self.code, arguments) = (code, node.op.arguments)
    self.inputs = zip(node.inputs, inputs).map { SampledImage($0, $1) }
    switch node.op {
    case .formula(let formula, _, _): (kind, self.watch) = (.color(takesPosition: formula.takesPosition), nil)
    case .warp(_, _, let sampling): (kind, self.watch) = (.warp(sampling), watch)
    default: (kind, self.watch) = (.region, watch)
    }
  }

  /// Some pixels of a row, the first one's left edge at `left`.
  func fill(
    _ row: UnsafeMutablePointer<SIMD4<Float>>, left: Float, count: Int, y: Float
  ) throws(RenderError) {
    let machine = try code.machine()
    var next = 0
    if case .color = kind { next = inputs.count }
    let place: Int?
    if case .color(takesPosition: false) = kind { place = nil } else { place = next }
    machine.setArguments(arguments, from: next + (place == nil ? 0 : 1))
    for start in stride(from: 0, to: count, by: machine.capacity) {
      let pixels = min(machine.capacity, count - start)
      func at(_ pixel: Int) -> SIMD2<Float> { [left + Float(start + pixel) + 0.5, y] }
      if let place {
        let (x, y) = (machine.argument(place, component: 0), machine.argument(place, component: 1))
        for pixel in 0..<pixels { (x[pixel], y[pixel]) = (at(pixel).x, at(pixel).y) }
      }
      if case .color = kind {
        for (number, input) in inputs.enumerated() {
          let lanes = (0..<4).map { machine.argument(number, component: $0) }
          for pixel in 0..<pixels {
            let color = input.pixel(at: at(pixel))
            for component in 0..<4 { lanes[component][pixel] = color[component] }
          }
        }
      }
      try machine.compute(pixels: pixels) { input, point throws(RenderError) in
        watch?.note(input, point)
        return inputs[input].pixel(at: point)
      }
      store(machine, pixels, row + start)
    }
  }

  private func store(_ machine: any FormulaMachine, _ pixels: Int, _ row: UnsafeMutablePointer<SIMD4<Float>>) {
    if case .warp(let sampling) = kind {
      let (x, y) = (machine.result(component: 0), machine.result(component: 1))
      for pixel in 0..<pixels {
        let from: SIMD2<Float> = [x[pixel], y[pixel]]
        watch?.note(0, from)
        let image = inputs[0].image
        row[pixel] = sampling == .nearest ? image.pixel(at: from) : image.bilinear(at: from)
      }
    } else {
      let lanes = (0..<4).map { machine.result(component: $0) }
      for pixel in 0..<pixels { row[pixel] = SIMD4((0..<4).map { lanes[$0][pixel] }) }
    }
  }
}

/// An image as a kernel reads it: the pixel that holds a point, or what lies at the very point.
private struct SampledImage: Sendable {
  let image: FloatImage
  /// What becomes of the mean of four pixels; nil where pixels are read one by one.
  private let steps: [Step]?

  private enum Step: Sendable {
    case color(ColorFormula.Body)
    case crop(low: SIMD2<Float>, high: SIMD2<Float>)
  }

  init(_ node: Node, _ image: FloatImage) {
    self.image = image
    steps = node.mixedBetweenPixels?.steps.compactMap { node in
      switch node.op {
      case .formula(let formula, let arguments, _): .color(formula.body(arguments))
      case .crop(let rect): .crop(low: SIMD2<Float>(rect.pixels.min), high: SIMD2<Float>(rect.pixels.max))
      default: nil
      }
    }
  }

  func pixel(at point: SIMD2<Float>) -> SIMD4<Float> {
    guard let steps else { return image.pixel(at: point) }
    var color = image.bilinear(at: point)
    let at = Point(Lane(repeating: point.x), Lane(repeating: point.y))
    for step in steps {
      switch step {
      case .color(let body): color = body([Color(repeating: color)], at)[0]
      case .crop(let low, let high): if any(point .< low .| point .>= high) { color = .zero }
      }
    }
    return color
  }
}
