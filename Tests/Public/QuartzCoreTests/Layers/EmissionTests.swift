import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Particles of layers that change during the emission.
@Suite struct EmissionTests {
  /// Returns an emitter of one particle a second, a white dot of 2 points, to the right from x = 4 at 8 points a
  /// second. Each particle lives 2.5 seconds.
  private func emitter() throws -> CAEmitterLayer {
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.velocity, cell.name) = (1, 2.5, 8, "dot")
    cell.contents = try makeImage(2, 2) {
      $0.setFillColor(white)
      $0.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    let layer = CAEmitterLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    layer.emitterPosition = CGPoint(x: 4, y: 10)
    layer.emitterCells = [cell]
    return layer
  }

  /// Returns the columns of the particles.
  private func columns(_ layer: CALayer, at time: Double) throws -> [Int] {
    let shown = try Shown(layer, 40, 20, at: time)
    return (0..<40).filter { shown[$0, 10].w > 0.99 && shown[$0 - ($0 > 0 ? 1 : 0), 10].w > 0.99 }
  }

  private func frame(_ layer: CALayer, _ time: Double) {
    layer.beginFrame(at: time)
    layer.endFrame()
  }

  private func atOnce(_ change: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    change()
    CATransaction.commit()
  }

  @Test func livingParticlesContinueAfterTheLastBirth() throws {
    let layer = try emitter()
    frame(layer, 2.25)
    #expect(try columns(layer, at: 2.25) == [6, 14, 22])
    atOnce { layer.birthRate = 0 }
    #expect(try columns(layer, at: 2.25) == [6, 14, 22])
    #expect(try columns(layer, at: 3.25) == [14, 22])
    #expect(try columns(layer, at: 4.25) == [22] && columns(layer, at: 5).isEmpty)
    // At any time, in any order.
    #expect(try columns(layer, at: 1.25) == [6, 14])
    // 2.25 births so far: the fourth particle is born three quarters of a second later.
    frame(layer, 10)
    atOnce { layer.birthRate = 1 }
    #expect(try columns(layer, at: 10.5).isEmpty && columns(layer, at: 11) == [6])
    #expect(try columns(layer, at: 12) == [6, 14])
  }

  @Test func particlesHaveThePropertiesOfTheirBirth() throws {
    let layer = try emitter()
    frame(layer, 2.25)
    atOnce {
      layer.velocity = 0
      layer.emitterPosition = CGPoint(x: 30, y: 10)
      layer.setValue(10, forKeyPath: "emitterCells.dot.lifetime")
    }
    // Earlier particles continue with their own lifetime; the one born at 3 does not move.
    #expect(try columns(layer, at: 3.25) == [14, 22, 30] && columns(layer, at: 4.75) == [30])
    // Several changes at one time count as one.
    atOnce { layer.emitterPosition = CGPoint(x: 26, y: 10) }
    #expect(try columns(layer, at: 3.25) == [14, 22, 26])
  }

  /// The birth rate grows from 0 to 4 per second in two seconds: t² particles are born until t.
  @Test func birthsAreAtEqualIncrementsOfTheIntegratedRate() throws {
    func ramped() throws -> CAEmitterLayer {
      let layer = try emitter()
      let ramp = CABasicAnimation(keyPath: "birthRate")
      (ramp.fromValue, ramp.toValue, ramp.duration) = (0, 4, 2)
      layer.add(ramp, forKey: nil)
      return layer
    }
    let layer = try ramped()
    let shown = try Shown(layer, 40, 20, at: 1.9)
    for (born, isThere) in [(0, true), (1, true), (2.0.squareRoot(), true), (3.0.squareRoot(), true), (0.5, false)]
      as [(Double, Bool)]
    {
      let place = Int((4 + 8 * (1.9 - born)).rounded(.down))
      #expect((shown[place, 10].w > 0.4) == isThere, "\(born)")
    }
    // Independent of the times shown before, by this layer or another one.
    let late = try Shown(layer, 40, 20, at: 3.3)
    let again = try Shown(layer, 40, 20, at: 1.9)
    let other = try Shown(try ramped(), 40, 20, at: 3.3)
    for x in 0..<40 { #expect(again[x, 10] == shown[x, 10] && late[x, 10] == other[x, 10], "\(x)") }
    #expect((0..<40).contains { late[$0, 10].w > 0 })
  }

  /// A layer with an explicit begin time has no past.
  @Test func aRestartedLayerHasNoPast() throws {
    let layer = try emitter()
    layer.birthRate = 0
    frame(layer, 1000)
    atOnce {
      layer.birthRate = 1
      layer.beginTime = 1000
    }
    frame(layer, 1002.25)
    #expect(try columns(layer, at: 1002.25) == [6, 14, 22])
  }
}
