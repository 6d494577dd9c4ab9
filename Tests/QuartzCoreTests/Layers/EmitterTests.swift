import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct EmitterTests {
  /// One particle a second to the right, of a white dot of 2 points.
  func emitter(_ change: (CAEmitterCell) -> Void = { _ in }) throws -> CAEmitterLayer {
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.velocity, cell.name) = (1, 2.5, 8, "dot")
    cell.contents = try picture(2, 2) {
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
    // The layer's own time.
    (layer.beginTime, layer.speed) = (1, 0.5)
    #expect(try shown(layer, at: 2).isNear(8, 10, 1, 1, 1, 1))
  }

  @Test func forcesScalesAndColors() throws {
    let layer = try emitter { cell in
      (cell.yAcceleration, cell.velocity, cell.scale, cell.scaleSpeed) = (8, 0, 1, 1)
      (cell.color, cell.alphaSpeed, cell.redSpeed) = (rgb(1, 1, 0.5), -0.5, -0.25)
    }
    // After a second 4 up, twice as large, half as opaque.
    let shown = try shown(layer, at: 0.999999)
    #expect(shown.isNear(4, 14, 0.375, 0.5, 0.25, 0.5) && shown.isNear(3, 13, 0.375, 0.5, 0.25, 0.5))
    #expect(shown[4, 10].w == 0 && shown[8, 14].w == 0)
  }

  @Test func chanceIsTheSameEachTime() throws {
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

  @Test func keysAndWhatMakesNoSense() throws {
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
