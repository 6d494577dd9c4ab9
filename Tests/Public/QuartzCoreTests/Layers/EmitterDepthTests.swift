import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Particles with depth, compared with layers of the same z and the same perspective.
@Suite struct EmitterDepthTests {
  private static func dot(_ color: CGColor) throws -> CGImage {
    try makeImage(4, 4) {
      $0.setFillColor(color)
      $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
  }

  private func cell(_ color: CGColor = white, _ change: (CAEmitterCell) -> Void = { _ in }) throws -> CAEmitterCell {
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.contents) = (1, 100, try Self.dot(color))
    change(cell)
    return cell
  }

  /// Returns a root that views an emitter from a distance of 100 points.
  private func tree(
    _ cells: [CAEmitterCell], _ change: (CAEmitterLayer) -> Void = { _ in }
  ) throws -> (root: CALayer, emitter: CAEmitterLayer) {
    let emitter = CAEmitterLayer()
    emitter.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    (emitter.emitterPosition, emitter.preservesDepth, emitter.emitterCells) = (CGPoint(x: 38, y: 24), true, cells)
    change(emitter)
    return (seen([emitter]), emitter)
  }

  private func seen(_ layers: [CALayer]) -> CALayer {
    let root = box(0, 0, 60, 40, black, layers)
    root.sublayerTransform.m34 = -1 / 100
    return root
  }

  /// Returns a layer with the same dot.
  private func layer(_ x: CGFloat, _ y: CGFloat, z: CGFloat) throws -> CALayer {
    let layer = box(x - 2, y - 2, 4, 4)
    (layer.contents, layer.zPosition) = (try Self.dot(white), z)
    return layer
  }

  private func difference(_ a: CALayer, _ b: CALayer, at time: Double) throws -> Float {
    let (a, b) = (try Shown(a, 60, 40, at: time), try Shown(b, 60, 40, at: time))
    var worst: Float = 0
    for y in 0..<40 {
      for x in 0..<60 {
        let off = a[x, y] - b[x, y]
        worst = max(worst, off.max(), -off.min())
      }
    }
    return worst
  }

  /// Returns the total intensity and its centroid: the edges of magnified particles are softer than those of layers.
  private func intensity(_ root: CALayer) throws -> SIMD3<Float> {
    let shown = try Shown(root, 60, 40, at: 0.5)
    var sum = SIMD3<Float>.zero
    for y in 0..<40 { for x in 0..<60 { sum += shown[x, y].x * SIMD3(Float(x) + 0.5, Float(y) + 0.5, 1) } }
    return SIMD3(sum.x / sum.z, sum.y / sum.z, sum.z)
  }

  @Test func nearerParticlesAreLargerAndFartherOut() throws {
    // Half a second after its birth, it is 25 points nearer.
    let (root, emitter) = try tree([cell { ($0.velocity, $0.emissionLatitude) = (50, .pi / 2) }])
    let (own, wanted) = (try intensity(root), try intensity(seen([layer(38, 24, z: 25)])))
    #expect(abs(wanted.z - 16 * 16 / 9) < 0.5 && abs(wanted.x - (30 + 8 * 4 / 3)) < 0.05)
    #expect(abs(own.x - wanted.x) < 0.05 && abs(own.y - wanted.y) < 0.05 && abs(own.z / wanted.z - 1) < 0.02)
    emitter.emitterZPosition = -60
    #expect(try difference(root, seen([layer(38, 24, z: -35)]), at: 0.5) < 0.05)
    // Without depth, it does not move.
    emitter.preservesDepth = false
    #expect(try difference(root, seen([layer(38, 24, z: 0)]), at: 0.5) < 0.05)
  }

  @Test func accelerationActsAlongZ() throws {
    let (root, _) = try tree([cell { ($0.zAcceleration, $0.xAcceleration) = (40, 8) }])
    #expect(try difference(root, seen([layer(39, 24, z: 5)]), at: 0.5) < 0.05)
  }

  @Test func particlesBehindTheEyeAreInvisible() throws {
    for z in [99.5, 100, 150, 1e12] as [CGFloat] {
      let (root, _) = try tree([cell()]) { $0.emitterZPosition = z }
      #expect(try difference(root, seen([]), at: 0.5) < 1e-6, "\(z)")
    }
  }

  @Test func rotatedEmittersRotateTheirSpace() throws {
    let (root, emitter) = try tree([cell { ($0.velocity, $0.emissionLatitude) = (20, .pi / 2) }])
    emitter.emitterPosition = CGPoint(x: 30, y: 20)
    emitter.transform = CATransform3DMakeRotation(.pi / 2 - 0.2, 0, 1, 0)
    // Ten points along the emitter's z axis, which is rotated to the right.
    let turned = try layer(30, 20, z: 0)
    turned.position.x += 10 * CGFloat(cos(0.2))
    turned.zPosition = 10 * CGFloat(sin(0.2))
    turned.transform = emitter.transform
    // The particles are an image, which is moved.
    turned.shouldRasterize = true
    #expect(try difference(root, seen([turned]), at: 0.5) < 0.1)
  }

  @Test(arguments: [true, false]) func theNearestAreInFront(_ preservesDepth: Bool) throws {
    let cells = try [
      cell(red) { ($0.velocity, $0.emissionLatitude) = (10, .pi / 2) },
      cell(green) { ($0.velocity, $0.emissionLatitude) = (-10, .pi / 2) },
    ]
    let (root, emitter) = try tree(cells) { $0.preservesDepth = preservesDepth }
    func color() throws -> SIMD4<Float> { try Shown(root, 60, 40, at: 0.5)[38, 24] }
    #expect(try color() == SIMD4(0, 1, 0, 1))
    emitter.renderMode = .backToFront
    #expect(try color() == SIMD4(1, 0, 0, 1))
    emitter.emitterCells = cells.reversed()
    #expect(try color() == SIMD4(1, 0, 0, 1))
  }

  /// Shapes with depth: the nearest and the farthest start positions, by the size of the particles.
  @Test func shapesHaveADepth() throws {
    func extent(_ shape: CAEmitterLayerEmitterShape, _ mode: CAEmitterLayerEmitterMode) throws -> CGRect {
      let (root, emitter) = try tree([cell { $0.birthRate = 200 }])
      (emitter.emitterShape, emitter.emitterMode, emitter.emitterPosition) = (shape, mode, CGPoint(x: 30, y: 20))
      (emitter.emitterSize, emitter.emitterDepth) = (CGSize(width: 10, height: 4), 100)
      root.backgroundColor = nil
      let shown = try Shown(root, 60, 40, at: 2)
      let places = (0..<40).flatMap { y in (0..<60).map { CGPoint(x: $0, y: y) } }
        .filter { shown[Int($0.x), Int($0.y)].w > 0.01 }
      return places.reduce(CGRect.null) { $0.union(CGRect(origin: $1, size: CGSize(width: 1, height: 1))) }
    }
    // At z = 50, everything is twice as large: 10 and the dot's 4 become 28, and 14 without depth.
    let whole = try extent(.cuboid, .points)
    #expect(abs(whole.width - 28) <= 2 && abs(whole.height - 16) <= 2)
    let inside = try extent(.cuboid, .volume)
    #expect(inside.width > 20 && inside.width <= 28)
    let faces = try extent(.cuboid, .surface)
    #expect(faces.width > 20 && faces.width <= 29)
    #expect(abs(try extent(.rectangle, .points).width - 14) <= 1)
    // A sphere of radius 10, whose nearest point is 10 points nearer: its projected outline, and half a dot.
    let sphere = try extent(.sphere, .surface)
    #expect(sphere.width > 22 && sphere.width < 27 && abs(sphere.width - sphere.height) <= 2)
  }
}
