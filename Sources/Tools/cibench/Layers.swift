import CoreImage
import Foundation
import QuartzCore

/// Prints the time of frames of a layer tree: 100 layers, of which ten move, some with round corners, ten with shadows
/// and three with filters; and of particles.
func measureLayers(on harness: Harness) throws {
  let (width, height, context) = (harness.width, harness.height, harness.context)
  print("\(context.deviceName), \(width)x\(height) RGBA8; medians of \(harness.runs) frames, milliseconds")
  // Again: planned a second time, with cached structures.
  print("tree                   capture+lower compare    plan   again   frame   whole  rectangles  computed/changed")
  for (title, moving) in [
    ("nothing moves", 0), ("10 move, in a row", 10), ("10 move, anywhere", -10), ("all move", 100),
  ] {
    let scene = LayerScene(width: width, height: height, moving: abs(moving), isScattered: moving < 0)
    try scene.measure(title, context, runs: harness.runs)
  }
  for count in [1000, 10_000] {
    let scene = LayerScene(width: width, height: height, particles: count)
    try scene.measure("\(count) particles", context, runs: max(harness.runs / 4, 2))
  }
}

/// A layer tree, and the changes from frame to frame.
private final class LayerScene {
  private let root = CALayer()
  private var moving: [CALayer] = []
  private let (width, height): (Int, Int)
  private var frames = 0

  private init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    root.frame = CGRect(x: 0, y: 0, width: width, height: height)
    root.backgroundColor = CGColor(srgbRed: 0.95, green: 0.93, blue: 0.9, alpha: 1)
  }

  /// Creates a tree of 100 layers.
  ///
  /// - Parameter isScattered: whether the moving layers are distributed. False: they are neighbours.
  convenience init(width: Int, height: Int, moving count: Int, isScattered: Bool) {
    self.init(width, height)
    let (columns, rows) = (10, 10)
    for index in 0..<100 {
      let (x, y) = (Double(index % columns) / Double(columns), Double(index / columns) / Double(rows))
      let layer = CALayer()
      layer.frame = CGRect(
        x: (x * Double(width)).rounded(), y: (y * Double(height)).rounded(), width: Double(width) / 12,
        height: Double(height) / 14)
      layer.backgroundColor = CGColor(
        srgbRed: CGFloat(x), green: CGFloat(y), blue: 0.6, alpha: index % 4 == 0 ? 0.7 : 1)
      if index % 3 == 0 { layer.cornerRadius = 12 }
      if index % 10 == 5 { (layer.shadowOpacity, layer.shadowRadius) = (0.5, 4) }
      if index % 33 == 17 {
        let filter = CIFilter(name: ["CIGaussianBlur", "CISepiaTone", "CIColorControls"][index / 33])
        if index / 33 == 0 { filter?.setValue(4, forKey: kCIInputRadiusKey) }
        layer.filters = filter.map { [$0] }
      }
      root.addSublayer(layer)
    }
    let all = root.sublayers ?? []
    let first = 40
    moving = (0..<count).map { all[count == 100 ? $0 : isScattered ? ($0 * 37 + 3) % 100 : first + $0] }
  }

  /// Creates a tree with an emitter of particles.
  convenience init(width: Int, height: Int, particles: Int) {
    self.init(width, height)
    let emitter = CAEmitterLayer()
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: Double(width) / 2, y: Double(height) / 2)
    emitter.emitterCells = (0..<particles / 1000).map { number in
      let cell = CAEmitterCell()
      (cell.birthRate, cell.lifetime, cell.velocity, cell.velocityRange) = (1000, 1, CGFloat(height) / 2, 200)
      (cell.emissionRange, cell.scaleRange, cell.alphaSpeed) = (2 * .pi, 0.5, -0.8)
      cell.contents = CIImage(color: CIColor(red: 1, green: Double(number) / 10, blue: 0.2))
        .cropped(to: CGRect(x: 0, y: 0, width: 12, height: 12))
      return cell
    }
    root.addSublayer(emitter)
  }

  private func step() {
    frames += 1
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in moving { layer.position.x += frames % 8 < 4 ? 3 : -3 }
    CATransaction.commit()
  }

  /// Returns the number of pixels that a moving layer covers before or after a step.
  private func changedPixels(_ before: [CGRect]) -> Int {
    var map = [Bool](repeating: false, count: width * height)
    for rect in before + moving.map(visibleRect) {
      let part = rect.integral.intersection(root.bounds)
      if part.isNull { continue }
      for y in Int(part.minY)..<Int(part.maxY) {
        for x in Int(part.minX)..<Int(part.maxX) { map[y * width + x] = true }
      }
    }
    return map.count { $0 }
  }

  private func visibleRect(_ layer: CALayer) -> CGRect {
    guard layer.shadowOpacity > 0 else {
      return layer.filters == nil ? layer.frame : layer.frame.insetBy(dx: -12, dy: -12)
    }
    let inset = -3 * layer.shadowRadius
    return layer.frame.union(layer.frame.insetBy(dx: inset, dy: inset).offsetBy(dx: 0, dy: layer.shadowOffset.height))
  }

  func measure(_ title: String, _ context: CIContext, runs: Int) throws {
    let destination = try CIRenderDestination(width: width, height: height, format: .RGBA8)
    let renderer = CARenderer(context: context, destination: destination)
    (renderer.layer, renderer.bounds) = (root, root.bounds)
    var times = [[Double]](repeating: [], count: 6)
    var (computed, changed, rectangles) = (0.0, 0.0, 0)
    for run in -3..<runs {
      let before = moving.map(visibleRect)
      step()
      let time = 1 + Double(frames) / 60
      let begin = milliseconds { renderer.beginFrame(atTime: time, timeStamp: nil) }
      var updates: [CGRect] = []
      let compare = milliseconds { updates = renderer.updateRectangles() }
      let plan = try milliseconds { _ = try renderer.estimates() }
      let again = try milliseconds { _ = try renderer.estimates() }
      let render = try milliseconds { try renderer.render() }
      renderer.endFrame()
      // The first frames compile kernels and create plans.
      if run < 0 { continue }
      for (index, value) in [begin, compare, plan, again, begin + compare + render].enumerated() {
        times[index].append(value)
      }
      computed += updates.reduce(0) { $0 + Double($1.width * $1.height) }
      changed += Double(changedPixels(before))
      rectangles = max(rectangles, updates.count)
    }
    for run in -1..<max(runs / 4, 2) {
      step()
      renderer.setDestination(destination)
      renderer.beginFrame(atTime: 1 + Double(frames) / 60, timeStamp: nil)
      let whole = try milliseconds { try renderer.render() }
      renderer.endFrame()
      if run >= 0 { times[5].append(whole) }
    }
    let cells = times.map { String(format: "%8.2f", median($0).median) }.joined()
    let ratio = changed > 0 ? String(format: "%.2f", computed / changed) : "-"
    print(title.padding(toLength: 26, withPad: " ", startingAt: 0) + cells + "  \(rectangles)  \(ratio)")
    fflush(nil)
  }
}
