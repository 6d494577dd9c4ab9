import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import QuartzCore
import TestContexts
import TestSupport
import Testing

/// Partial updates of frames.
@Suite struct UpdateTests {
  /// A renderer with its own destination.
  final class Screen {
    let renderer: CARenderer
    let destination: CIRenderDestination
    let bytes: UnsafeMutableRawBufferPointer

    init(_ layer: CALayer, _ side: Int, _ context: CIContext = Backend.context()) {
      bytes = .allocate(byteCount: side * side * 4, alignment: 16)
      bytes.initializeMemory(as: UInt8.self, repeating: 0x5A)
      destination = CIRenderDestination(
        bitmapData: bytes.baseAddress!, width: side, height: side, bytesPerRow: side * 4, format: .RGBA8)
      renderer = CARenderer(context: context, destination: destination)
      renderer.layer = layer
      renderer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    }

    deinit { bytes.deallocate() }

    /// - Returns: the rendered rectangles.
    @discardableResult
    func frame(_ time: Double = 0, whole: Bool = false) throws -> [CGRect] {
      if whole { renderer.setDestination(destination) }
      renderer.beginFrame(atTime: time, timeStamp: nil)
      let drawn = renderer.updateRectangles()
      try renderer.render()
      renderer.endFrame()
      return drawn
    }

    var pixels: [UInt8] { Array(bytes) }
  }

  /// Changes layers without implicit actions.
  func change(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  @Test func unchangedFramesAreNotRendered() throws {
    let child = box(10, 10, 8, 8, red)
    let screen = Screen(box(0, 0, 200, 200, white, [child]), 200)
    #expect(try screen.frame() == [screen.renderer.bounds])
    for byte in screen.bytes.indices { screen.bytes[byte] = 7 }
    #expect(try screen.frame() == [])
    #expect(screen.pixels.allSatisfy { $0 == 7 })
    change { child.position = CGPoint(x: 134, y: 134) }
    // The old and the new position.
    let drawn = try screen.frame()
    #expect(
      Set(drawn.map { $0.minX }) == [10, 130] && drawn.allSatisfy { $0.minY == $0.minX && $0.size.width == 8 },
      "\(drawn)")
    let wrong = (0..<200 * 200).filter { screen.bytes[4 * $0] != 7 }
    #expect(wrong.count == 128)
  }

  /// Distant layers are rendered separately; those with fewer pixels between them than a render costs are merged.
  @Test func fewUnchangedPixelsAreRendered() throws {
    let boxes: [CALayer] = (0..<100).map { number in
      box(CGFloat(number % 10 * 100), CGFloat(number / 10 * 100), 80, 70, red)
    }
    let screen = Screen(box(0, 0, 1000, 1000, white, boxes), 1000)
    try screen.frame()
    func drawn(moving places: [Int]) throws -> (count: Int, pixels: Int) {
      change { for place in places { boxes[place].position.x += 3 } }
      let drawn = try screen.frame()
      for place in places {
        let both = boxes[place].frame.union(boxes[place].frame.offsetBy(dx: -3, dy: 0))
        #expect(drawn.contains { $0.contains(both) }, "\(place)")
      }
      let pixels = drawn.reduce(CGFloat(0)) { $0 + $1.width * $1.height }
      return (drawn.count, Int(pixels))
    }
    // The layout of `cibench layers`: each layer changes 83 x 70 pixels.
    let scattered = try drawn(moving: (0..<10).map { ($0 * 37 + 3) % 100 })
    #expect(scattered.count == 10 && scattered.pixels == 10 * 83 * 70, "\(scattered)")
    // Gaps of 17 x 70 pixels cost less than a render.
    let inARow = try drawn(moving: [44, 45, 46])
    #expect(inARow.count == 1 && inARow.pixels == 283 * 70, "\(inARow)")
    // More than the maximum number of rectangles.
    let many = try drawn(moving: (0..<25).map { $0 % 5 * 2 + $0 / 5 * 20 })
    #expect(many.count <= 16 && many.pixels < 600_000, "\(many)")
  }

  @Test func updatesIncludeShadowsFiltersAndMasks() throws {
    let shadow = box(30, 30, 10, 10, red)
    (shadow.shadowOpacity, shadow.shadowRadius, shadow.shadowOffset) = (1, 2, CGSize(width: 4, height: 0))
    let clip = box(0, 0, 20, 20, nil, [box(10, 10, 30, 5, blue)])
    clip.masksToBounds = true
    let blurred = box(60, 60, 10, 10, nil, [box(4, 4, 2, 2, green)])
    let blur = try #require(CIFilter(name: "CIGaussianBlur"))
    blur.setValue(2, forKey: kCIInputRadiusKey)
    blurred.filters = [blur]
    let screen = Screen(box(0, 0, 100, 100, white, [shadow, clip, blurred]), 100)
    try screen.frame()
    change { shadow.shadowOpacity = 0.5 }
    // Three standard deviations around the box, which is moved by 4.
    #expect(try screen.frame() == [CGRect(x: 28, y: 24, width: 22, height: 22)])
    change { clip.sublayers?[0].backgroundColor = red }
    #expect(try screen.frame() == [CGRect(x: 10, y: 10, width: 10, height: 5)])
    change { blurred.sublayers?[0].backgroundColor = red }
    let drawn = try #require(try screen.frame().first)
    #expect(drawn.contains(CGRect(x: 59, y: 59, width: 12, height: 12)) && drawn.width <= 22, "\(drawn)")
  }

  @Test func changesOfTheBackdropUpdateFilters() throws {
    let behind = box(20, 20, 4, 4, red)
    let glass = box(10, 10, 30, 30)
    let blur = try #require(CIFilter(name: "CIGaussianBlur"))
    blur.setValue(3, forKey: kCIInputRadiusKey)
    (glass.backgroundFilters, glass.masksToBounds) = ([blur], true)
    let screen = Screen(box(0, 0, 64, 64, white, [behind, glass]), 64)
    try screen.frame()
    change { behind.backgroundColor = blue }
    let drawn = try screen.frame().reduce(CGRect.null) { $0.union($1) }
    #expect(drawn.contains(CGRect(x: 14, y: 14, width: 16, height: 16)) && drawn.width <= 30, "\(drawn)")
  }

  @Test func rectanglesAreLimitedAndRequestsAreRendered() throws {
    let dots: [CALayer] = (0..<20).map { number in
      box(CGFloat(number % 5 * 18), CGFloat(number / 5 * 18), 3, 3, red)
    }
    let screen = Screen(box(0, 0, 90, 90, white, dots), 90)
    screen.renderer.costPerUpdate = 0
    try screen.frame()
    change { for dot in dots { dot.backgroundColor = blue } }
    let drawn = try screen.frame()
    #expect(!drawn.isEmpty && drawn.count <= 16)
    for dot in dots { #expect(drawn.contains { $0.contains(dot.frame) }) }
    screen.renderer.beginFrame(atTime: 0, timeStamp: nil)
    for odd in [CGRect.null, .zero, .infinite, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)] {
      screen.renderer.addUpdate(odd)
    }
    #expect(screen.renderer.updateRectangles() == [screen.renderer.bounds])
    try screen.renderer.render()
    screen.renderer.endFrame()
  }

  /// Compares a frame of updates with a full frame. In floats they are equal, except values at the border of two bytes,
  /// as a part is fused differently: off by one in at most 64 of 20736 bytes. If intermediates are half floats, others
  /// are stored: off by one anywhere.
  private func expectUpdatesMatchTheFullFrame(
    _ seed: UInt64, step seconds: Double, _ tree: (inout RandomTrees) throws -> CALayer
  ) throws {
    for (backend, format) in Backend.contextNames.flatMap({ [($0, CIFormat.RGBAf), ($0, .RGBAh)] }) {
      let context = CIContext(options: [.backend: backend, .workingFormat: format])
      var trees = RandomTrees(seed: seed)
      let root = try tree(&trees)
      let (screen, fresh) = (Screen(root, 72, context), Screen(root, 72, context))
      // The maximum number of rectangles; on few pixels, they would be merged.
      screen.renderer.costPerUpdate = 0
      try screen.frame()
      for step in 0..<6 {
        change { for _ in 0...step % 3 { trees.change(root) } }
        let drawn = try screen.frame(Double(step) * seconds)
        try fresh.frame(Double(step) * seconds, whole: true)
        let off = zip(screen.bytes, fresh.bytes).map { abs(Int($0) - Int($1)) }
        let (worst, count) = (off.max() ?? 0, off.count { $0 > 0 })
        #expect(
          worst <= 1 && (count <= 64 || format == .RGBAh),
          "\(backend) \(format) step \(step): \(count) bytes, up to \(worst); \(drawn)")
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>) func updatesMatchTheFullFrame(_ seed: UInt64) throws {
    try expectUpdatesMatchTheFullFrame(seed, step: 1) { trees in
      box(0, 0, 60, 60, rgb(0.61, 0.72, 0.83), [trees.layer(2), trees.layer(2), trees.layer(1)])
    }
  }

  /// Animated layers of all classes.
  @Test(arguments: 100..<105 as Range<UInt64>) func updatesOfAllClassesMatchTheFullFrame(_ seed: UInt64) throws {
    try expectUpdatesMatchTheFullFrame(seed, step: 0.15) { trees in
      box(0, 0, 60, 60, rgb(0.61, 0.72, 0.83), try (0..<4).map { _ in try trees.anyLayer(1) })
    }
  }
}
