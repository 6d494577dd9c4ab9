import CoreGraphics
import Foundation

/// The properties of emitter cells and emitter layers.
enum CellProperties {
  static let birthRate = LayerProperty<Float>("birthRate", zero: 0, .animation)
  static let lifetime = LayerProperty<Float>("lifetime", zero: 0, .animation)
  static let lifetimeRange = LayerProperty<Float>("lifetimeRange", zero: 0, .animation)
  static let emissionLongitude = LayerProperty<CGFloat>("emissionLongitude", zero: 0, .animation)
  static let emissionLatitude = LayerProperty<CGFloat>("emissionLatitude", zero: 0, .animation)
  static let emissionRange = LayerProperty<CGFloat>("emissionRange", zero: 0, .animation)
  static let velocity = LayerProperty<CGFloat>("velocity", zero: 0, .animation)
  static let velocityRange = LayerProperty<CGFloat>("velocityRange", zero: 0, .animation)
  static let xAcceleration = LayerProperty<CGFloat>("xAcceleration", zero: 0, .animation)
  static let yAcceleration = LayerProperty<CGFloat>("yAcceleration", zero: 0, .animation)
  static let zAcceleration = LayerProperty<CGFloat>("zAcceleration", zero: 0, .animation)
  static let scale = LayerProperty<CGFloat>("scale", zero: 0, default: 1, .animation)
  static let scaleRange = LayerProperty<CGFloat>("scaleRange", zero: 0, .animation)
  static let scaleSpeed = LayerProperty<CGFloat>("scaleSpeed", zero: 0, .animation)
  static let spin = LayerProperty<CGFloat>("spin", zero: 0, .animation)
  static let spinRange = LayerProperty<CGFloat>("spinRange", zero: 0, .animation)
  static let redRange = LayerProperty<Float>("redRange", zero: 0, .animation)
  static let greenRange = LayerProperty<Float>("greenRange", zero: 0, .animation)
  static let blueRange = LayerProperty<Float>("blueRange", zero: 0, .animation)
  static let alphaRange = LayerProperty<Float>("alphaRange", zero: 0, .animation)
  static let redSpeed = LayerProperty<Float>("redSpeed", zero: 0, .animation)
  static let greenSpeed = LayerProperty<Float>("greenSpeed", zero: 0, .animation)
  static let blueSpeed = LayerProperty<Float>("blueSpeed", zero: 0, .animation)
  static let alphaSpeed = LayerProperty<Float>("alphaSpeed", zero: 0, .animation)
  static let contentsScale = LayerProperty<CGFloat>("contentsScale", zero: 0, default: 1, .animation)
  static let isEnabled = LayerProperty<Bool>("enabled", zero: false, default: true)
  static let name = LayerProperty<String>("name")
  static let contents = LayerProperty<AnyValue>("contents")
  static let contentsRect = LayerProperty<CGRect>(
    "contentsRect", zero: .zero, default: CGRect(x: 0, y: 0, width: 1, height: 1), .animation)
  static let color = LayerProperty<CGColor>(
    "color", default: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), .animation)

  static let table = LayerPropertyTable([
    EmitterProperties.emitterCells, birthRate, lifetime, lifetimeRange, emissionLongitude, emissionLatitude,
    emissionRange, velocity, velocityRange,
    xAcceleration, yAcceleration, zAcceleration, scale, scaleRange, scaleSpeed, spin, spinRange, redRange, greenRange,
    blueRange, alphaRange, redSpeed, greenSpeed, blueSpeed, alphaSpeed, contentsScale,
    isEnabled, name, contents, contentsRect, color,
  ])
}

enum EmitterProperties {
  /// The properties that affect the birth and the motion of particles.
  static let emission: Set<String> = Set(
    [
      emitterCells, emitterPosition, emitterZPosition, emitterSize, emitterDepth, emitterShape, emitterMode, birthRate,
      lifetime, velocity, scale, spin,
    ].map { (row: any AnyLayerProperty) in row.key })

  static let emitterCells = LayerProperty<ObjectList>("emitterCells")
  static let emitterPosition = LayerProperty<CGPoint>("emitterPosition", zero: .zero, .animation)
  static let emitterZPosition = LayerProperty<CGFloat>("emitterZPosition", zero: 0, .animation)
  static let emitterSize = LayerProperty<CGSize>("emitterSize", zero: .zero, .animation)
  static let emitterDepth = LayerProperty<CGFloat>("emitterDepth", zero: 0, .animation)
  static let emitterShape = LayerProperty<CAEmitterLayerEmitterShape>("emitterShape", zero: .point, default: .point)
  static let emitterMode = LayerProperty<CAEmitterLayerEmitterMode>("emitterMode", zero: .volume, default: .volume)
  static let renderMode = LayerProperty<CAEmitterLayerRenderMode>("renderMode", zero: .unordered, default: .unordered)
  static let birthRate = LayerProperty<Float>("birthRate", zero: 0, default: 1, .animation)
  static let lifetime = LayerProperty<Float>("lifetime", zero: 0, default: 1, .animation)
  static let velocity = LayerProperty<Float>("velocity", zero: 0, default: 1, .animation)
  static let scale = LayerProperty<Float>("scale", zero: 0, default: 1, .animation)
  static let spin = LayerProperty<Float>("spin", zero: 0, default: 1, .animation)
  static let preservesDepth = LayerProperty<Bool>("preservesDepth", zero: false)
  static let seed = LayerProperty<UInt32>("seed", zero: 0)

  static let table = LayerProperties.common.adding([
    emitterCells, emitterPosition, emitterZPosition, emitterSize, emitterDepth, emitterShape, emitterMode, renderMode,
    birthRate, lifetime, velocity, scale, spin, preservesDepth, seed,
  ])
}
