import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct EmitterTests {
  /// Returns an emitter of one particle a second to the right, a white dot of 2 points.
  func emitter(_ change: (CAEmitterCell) -> Void = { _ in }) throws -> CAEmitterLayer {
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.velocity, cell.name) = (1, 2.5, 8, "dot")
    cell.contents = try makeImage(2, 2) {
      $0.setFillColor(white)
      $0.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    change(cell)
    let layer = CAEmitterLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    layer.emitterPosition = CGPoint(x: 4, y: 10)
    layer.emitterCells = [cell]
    return layer
  }

  func shown(_ layer: CALayer, at time: Double) throws -> Shown { try Shown(layer, 40, 20, at: time) }

  @Test func particlesAreBornMoveAndDie() throws {
    let layer = try emitter()
    #expect(try shown(layer, at: -1)[4, 10].w == 0)
    let first = try shown(layer, at: 0.5)
    // Four points to the right of 4.
    #expect(first.isNear(8, 10, 1, 1, 1, 1) && first.isNear(7, 9, 1, 1, 1, 1) && first[9, 10].w == 0)
    // Born at 0, 1 and 2; the first one lives 2.5 seconds.
    let three = try shown(layer, at: 2.25)
    #expect(three[22, 10].w == 1 && three[14, 10].w == 1 && three[6, 10].w == 1)
    #expect(try shown(layer, at: 2.75)[26, 10].w == 0)
    // In the layer's local time.
    (layer.beginTime, layer.speed) = (1, 0.5)
    #expect(try shown(layer, at: 2).isNear(8, 10, 1, 1, 1, 1))
  }

  @Test func accelerationScaleAndColor() throws {
    let layer = try emitter { cell in
      (cell.yAcceleration, cell.velocity, cell.scale, cell.scaleSpeed) = (8, 0, 1, 1)
      (cell.color, cell.alphaSpeed, cell.redSpeed) = (rgb(1, 1, 0.5), -0.5, -0.25)
    }
    // After one second: 4 points up, twice as large, half as opaque.
    let shown = try shown(layer, at: 0.999999)
    #expect(shown.isNear(4, 14, 0.375, 0.5, 0.25, 0.5) && shown.isNear(3, 13, 0.375, 0.5, 0.25, 0.5))
    #expect(shown[4, 10].w == 0 && shown[8, 14].w == 0)
  }

  @Test func randomValuesAreDeterministic() throws {
    let layer = try emitter { cell in
      (cell.emissionRange, cell.velocityRange, cell.birthRate) = (6.28, 8, 20)
    }
    (layer.emitterShape, layer.emitterSize, layer.emitterPosition) = (
      .rectangle, CGSize(width: 20, height: 10), CGPoint(x: 20, y: 10)
    )
    #expect(CIImage(layer: layer, at: 3, scale: 1) == CIImage(layer: layer, at: 3, scale: 1))
    let before = CIImage(layer: layer, at: 3, scale: 1)
    layer.seed = 7
    #expect(CIImage(layer: layer, at: 3, scale: 1) != before)
  }

  /// Compares each stamp with a layer of its own.
  @Test func particlesAreLayersOverEachOther() throws {
    for linearly in [false, true] {
      let layer = try emitter { cell in
        (cell.birthRate, cell.lifetime, cell.velocity, cell.scale, cell.spin) = (1, 10, 3, 4, 0.7)
        cell.color = rgb(0.9, 0.4, 0.2, 0.5)
      }
      let parts = CALayer()
      parts.frame = layer.frame
      for age in stride(from: 4.5, through: 0.5, by: -1) {
        let part = box(0, 0, 8, 8)
        part.position = CGPoint(x: 4 + 3 * age, y: 10)
        part.setAffineTransform(CGAffineTransform(rotationAngle: 0.7 * age))
        part.backgroundColor = rgb(0.9, 0.4, 0.2, 0.5)
        parts.addSublayer(part)
      }
      let (made, expected) = (
        try Shown(layer, 40, 20, linearly: linearly, at: 4.5), try Shown(parts, 40, 20, linearly: linearly)
      )
      // Sprites are magnified four times: their edges are soft by half of that.
      func isInside(_ x: Int, _ y: Int) -> Bool {
        (-3...3).allSatisfy { dy in
          (-3...3).allSatisfy { dx in
            abs(expected[min(max(x + dx, 0), 39), min(max(y + dy, 0), 19)].w - expected[x, y].w) < 1e-6
          }
        }
      }
      var count = 0
      for y in 0..<20 {
        for x in 0..<40 where isInside(x, y) {
          let c = expected[x, y]
          #expect(made.isNear(x, y, c.x, c.y, c.z, c.w), "\(x), \(y)")
          count += 1
        }
      }
      #expect(count > 50)
    }
  }

  /// All engines show the same image of ten thousand particles, also of a part.
  @Test func tenThousandAreOneImage() throws {
    let layer = try emitter { cell in
      (cell.birthRate, cell.lifetime, cell.velocity, cell.velocityRange) = (2000, 5, 4, 3)
      (cell.emissionRange, cell.color, cell.alphaSpeed) = (6.28, rgb(1, 0.5, 0.1, 0.4), -0.06)
    }
    layer.renderMode = .additive
    // Additive particles over a transparent backdrop have no alpha, so that they would be invisible.
    layer.backgroundColor = black
    layer.emitterPosition = CGPoint(x: 20, y: 10)
    let image = CIImage(layer: layer, at: 5, scale: 1)
    #expect(image == CIImage(layer: layer, at: 5, scale: 1))
    func floats(_ name: String, _ rect: CGRect) throws -> [Float] {
      var result = [Float](repeating: 0, count: Int(rect.width * rect.height) * 4)
      try CIContext(checked: [.backend: name, .workingFormat: CIFormat.RGBAf]).render(
        image, toBitmap: &result, rowBytes: Int(rect.width) * 16, bounds: rect, format: .RGBAf, colorSpace: nil)
      return result
    }
    let whole = CGRect(x: 0, y: 0, width: 40, height: 20)
    let expected = try floats("reference", whole)
    #expect(expected.max() ?? 0 > 10)
    for name in Backend.contextNames {
      let all = try floats(name, whole)
      let isNear = zip(all, expected).allSatisfy { (a: Float, b: Float) in abs(a - b) <= 1e-3 * max(abs(b), 1) }
      #expect(isNear, "\(name)")
      let part = try floats(name, CGRect(x: 10, y: 5, width: 8, height: 4))
      for row in 0..<4 {
        let from = ((20 - 5 - 4 + row) * 40 + 10) * 4
        #expect(Array(part[(row * 32)..<(row * 32 + 32)]) == Array(all[from..<(from + 32)]), "\(name), row \(row)")
      }
    }
  }

  @Test func particlesEmit() throws {
    let spark = CAEmitterCell()
    (spark.birthRate, spark.lifetime, spark.name) = (1, 10, "spark")
    spark.contents = try makeImage(2, 2) {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    // Only the first one is born by then.
    let layer = try emitter { ($0.emitterCells, $0.birthRate) = ([spark], 0.1) }
    let early = try shown(layer, at: 1.5)
    #expect(early.isNear(16, 10, 1, 1, 1, 1) && early.isNear(4, 10, 1, 0, 0, 1) && early.isNear(12, 10, 1, 0, 0, 1))
    // It lives 2.5 seconds; its emitted particles live on.
    let late = try shown(layer, at: 3)
    for x in [4, 12, 20] { #expect(late.isNear(x, 10, 1, 0, 0, 1), "\(x)") }
    #expect(late[28, 10].w == 0 && late[24, 10].w == 0)
    // First with the speed and direction of its source, then across.
    layer.setValue(8, forKeyPath: "emitterCells.dot.emitterCells.spark.velocity")
    let along = try shown(layer, at: 1.5)
    #expect(along.isNear(16, 10, 1, 0, 0, 1) && along[4, 10].w == 0 && along[12, 10].w == 0)
    layer.setValue(CGFloat.pi / 2, forKeyPath: "emitterCells.dot.emissionLongitude")
    #expect(try shown(layer, at: 0.5).isNear(4, 14, 1, 0, 0, 1))
    layer.setValue(-CGFloat.pi / 2, forKeyPath: "emitterCells.dot.emitterCells.spark.emissionLongitude")
    #expect(try shown(layer, at: 0.5).isNear(8, 10, 1, 0, 0, 1))
    // A cell that contains itself, without end.
    spark.emitterCells = [spark]
    (spark.birthRate, spark.velocity) = (100, 1)
    layer.emitterCells = [spark]
    _ = CIImage(layer: layer, at: 2, scale: 1)
  }

  @Test func keysAndInvalidValues() throws {
    let layer = try emitter()
    layer.setValue(5, forKeyPath: "emitterCells.dot.birthRate")
    #expect(layer.value(forKeyPath: "emitterCells.dot.birthRate") as? Float == 5)
    let cell = CAEmitterCell()
    #expect(cell.scale == 1 && cell.color == white && cell.isEnabled && cell.birthRate == 0)
    for value in [Float.nan, .infinity, 1e30] {
      cell.birthRate = value
      #expect(cell.birthRate == 0)
    }
    for rate in [1e9, -1] as [Float] {
      layer.setValue(rate, forKeyPath: "emitterCells.dot.birthRate")
      layer.setValue(rate == -1 ? -1 : 0.000001, forKeyPath: "emitterCells.dot.lifetime")
      _ = CIImage(layer: layer, at: 1e9, scale: 1)
    }
  }
}
