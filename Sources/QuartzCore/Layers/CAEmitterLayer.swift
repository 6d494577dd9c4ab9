import CoreGraphics
import Foundation

/// Draws particles, over its border. What is shown is a function of the layer's time, which begins at its `beginTime`:
/// particles are born at even distances, and what is by chance follows from the seed and a particle's number.
///
/// Particles stay in the layer's plane. At most 1000 of a cell are drawn, and 20000 followed for a picture, those that
/// are gone and have emitted others among them.
open class CAEmitterLayer: CALayer {
  override class var properties: LayerPropertyTable { EmitterProperties.table }
  override class var kind: any LayerKind.Type { EmitterDrawing.self }

  /// What is emitted.
  public var emitterCells: [CAEmitterCell]? {
    get { readObject(EmitterProperties.emitterCells)?.objects as? [CAEmitterCell] }
    set { set(EmitterProperties.emitterCells, newValue.map { ObjectList(objects: $0) }) }
  }

  /// The middle of the shape, in the layer's space.
  public var emitterPosition: CGPoint {
    get { read(EmitterProperties.emitterPosition) }
    set { set(EmitterProperties.emitterPosition, newValue) }
  }

  /// Kept: particles stay in the plane here.
  public var emitterZPosition: CGFloat {
    get { read(EmitterProperties.emitterZPosition) }
    set { set(EmitterProperties.emitterZPosition, newValue) }
  }

  /// Of the shape.
  public var emitterSize: CGSize {
    get { read(EmitterProperties.emitterSize) }
    set { set(EmitterProperties.emitterSize, newValue) }
  }

  /// Kept: particles stay in the plane here.
  public var emitterDepth: CGFloat {
    get { read(EmitterProperties.emitterDepth) }
    set { set(EmitterProperties.emitterDepth, newValue) }
  }

  /// Where particles begin.
  public var emitterShape: CAEmitterLayerEmitterShape {
    get { read(EmitterProperties.emitterShape) }
    set { set(EmitterProperties.emitterShape, newValue) }
  }

  /// Where in the shape they begin.
  public var emitterMode: CAEmitterLayerEmitterMode {
    get { read(EmitterProperties.emitterMode) }
    set { set(EmitterProperties.emitterMode, newValue) }
  }

  /// In which order they are drawn.
  public var renderMode: CAEmitterLayerRenderMode {
    get { read(EmitterProperties.renderMode) }
    set { set(EmitterProperties.renderMode, newValue) }
  }

  /// Times the cells' own.
  public var birthRate: Float {
    get { read(EmitterProperties.birthRate) }
    set { set(EmitterProperties.birthRate, newValue) }
  }

  /// Times the cells' own.
  public var lifetime: Float {
    get { read(EmitterProperties.lifetime) }
    set { set(EmitterProperties.lifetime, newValue) }
  }

  /// Times the cells' own.
  public var velocity: Float {
    get { read(EmitterProperties.velocity) }
    set { set(EmitterProperties.velocity, newValue) }
  }

  /// Times the cells' own.
  public var scale: Float {
    get { read(EmitterProperties.scale) }
    set { set(EmitterProperties.scale, newValue) }
  }

  /// Times the cells' own.
  public var spin: Float {
    get { read(EmitterProperties.spin) }
    set { set(EmitterProperties.spin, newValue) }
  }

  /// Kept: particles stay in the plane here.
  public var preservesDepth: Bool {
    get { read(EmitterProperties.preservesDepth) }
    set { set(EmitterProperties.preservesDepth, newValue) }
  }

  /// Another one gives other particles.
  public var seed: UInt32 {
    get { read(EmitterProperties.seed) }
    set { set(EmitterProperties.seed, newValue) }
  }
}
