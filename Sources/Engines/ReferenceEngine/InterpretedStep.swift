import ImageGraph
import ImagePasses
import Synchronization

/// The steps of an app's kernels. They have no Swift twin: the interpreted code defines their result.
extension ReferenceRenderer {
  /// Computes the pixels of `image` inside `visible`.
  ///
  /// - Parameter inputs: the pixels of the inputs. For an input that is read between pixels, the pixels that are
  ///   interpolated.
  /// - Throws: `limit` with the kernel's name if a loop does not terminate.
  func interpret(
    _ code: FormulaCode, _ node: Node, _ image: FloatImage, in visible: UserRect, _ inputs: [FloatImage],
    _ between: () throws(RenderError) -> Void
  ) throws(RenderError) {
    let step = InterpretedStep(code, node, inputs, checker: checksReads ? ReadChecker(node, computing: visible) : nil)
    let failure = Mutex<RenderError?>(nil)
    func checkFailure() throws(RenderError) {
      // A failure in one row stops the other rows.
      if let error = failure.withLock({ $0 }) { throw error }
      try between()
    }
    try eachRow(of: image, in: visible, checkFailure) { row, left, count, y in
      if failure.withLock({ $0 != nil }) { return }
      do throws(RenderError) {
        try step.fill(row, left: left, count: count, y: y)
      } catch {
        failure.withLock { if $0 == nil { $0 = error } }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    try step.checker?.report()
  }
}

/// A step of an app's kernel with its inputs.
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
  let checker: ReadChecker?

  init(_ code: FormulaCode, _ node: Node, _ inputs: [FloatImage], checker: ReadChecker?) {
    (self.code, arguments) = (code, node.op.arguments)
    self.inputs = zip(node.inputs, inputs).map { SampledImage($0, $1) }
    switch node.op {
    case .formula(let formula, _, _): (kind, self.checker) = (.color(takesPosition: formula.takesPosition), nil)
    case .warp(_, _, let sampling): (kind, self.checker) = (.warp(sampling), checker)
    default: (kind, self.checker) = (.region, checker)
    }
  }

  /// Computes some pixels of a row. `left` is the left edge of the first pixel.
  func fill(
    _ row: UnsafeMutablePointer<SIMD4<Float>>, left: Float, count: Int, y: Float
  ) throws(RenderError) {
    let machine = try code.machine()
    var next = 0
    if case .color = kind { next = inputs.count }
    let positionIndex: Int?
    if case .color(takesPosition: false) = kind { positionIndex = nil } else { positionIndex = next }
    machine.setArguments(arguments, from: next + (positionIndex == nil ? 0 : 1))
    for start in stride(from: 0, to: count, by: machine.capacity) {
      let pixels = min(machine.capacity, count - start)
      func at(_ pixel: Int) -> SIMD2<Float> { [left + Float(start + pixel) + 0.5, y] }
      if let positionIndex {
        let (x, y) = (machine.argument(positionIndex, component: 0), machine.argument(positionIndex, component: 1))
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
        checker?.note(input, point)
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
        checker?.note(0, from)
        let image = inputs[0].image
        row[pixel] = sampling == .nearest ? image.pixel(at: from) : image.bilinear(at: from)
      }
    } else {
      let lanes = (0..<4).map { machine.result(component: $0) }
      for pixel in 0..<pixels { row[pixel] = SIMD4((0..<4).map { lanes[$0][pixel] }) }
    }
  }
}

/// An image as a kernel reads it: by the pixel that contains a point, or by a sample at the point.
private struct SampledImage: Sendable {
  let image: FloatImage
  /// The steps that are applied to a bilinear sample. Nil if the image is read pixel by pixel.
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
