import CoreGraphics
import Foundation
import ImageGraph

/// The description of particles: their number, motion and appearance. A value with a range is uniformly distributed
/// over value ± range / 2.
open class CAEmitterCell: NSObject, LayerReading {
  private var ownValues: [String: Any] = [:]

  /// Creates a cell that emits no particles.
  public override init() { super.init() }

  func stored(_ key: String) -> Any? {
    ownValues[key]
      ?? CellProperties.table[key: key]?.defaultObject.flatMap {
        try? CellProperties.table[key: key]?.accepted($0).get()
      }
  }

  private func set<Value>(_ property: LayerProperty<Value>, _ value: Value?) { setValue(value, forKey: property.key) }

  /// Returns the default value of a key; nil for zero or no object.
  public class func defaultValue(forKey key: String) -> Any? { CellProperties.table[key: key]?.defaultObject }

  /// Returns a property, or the stored value of any other key.
  public func value(forKey key: String) -> Any? {
    guard let row = CellProperties.table[key: key] else { return ownValues[key] }
    return stored(row.key).map(row.object(forStored:)) ?? row.zeroObject
  }

  /// Sets a property or any other key; nil restores the default. A value of the wrong type is rejected, and a message
  /// is logged.
  public func setValue(_ value: Any?, forKey key: String) {
    guard let row = CellProperties.table[key: key], let value else {
      ownValues[key] = value
      return
    }
    switch row.accepted(value) {
    case .failure(let error): RenderLog.process.note("CAEmitterCell: \(error.text)")
    case .success(let value): ownValues[row.key] = value
    }
  }

  /// The values of all properties, in their stored form.
  var values: [String: Any] {
    Dictionary(CellProperties.table.keys.compactMap { key in stored(key).map { (key, $0) } }) { $1 }
  }

  /// The number of particles emitted per second.
  public var birthRate: Float {
    get { read(CellProperties.birthRate) }
    set { set(CellProperties.birthRate, newValue) }
  }

  /// The lifetime of a particle, in seconds.
  public var lifetime: Float {
    get { read(CellProperties.lifetime) }
    set { set(CellProperties.lifetime, newValue) }
  }

  /// The range of the lifetime, in seconds.
  public var lifetimeRange: Float {
    get { read(CellProperties.lifetimeRange) }
    set { set(CellProperties.lifetimeRange, newValue) }
  }

  /// The direction of emission in the plane, in radians from +x towards +y.
  public var emissionLongitude: CGFloat {
    get { read(CellProperties.emissionLongitude) }
    set { set(CellProperties.emissionLongitude, newValue) }
  }

  /// The direction of emission out of the plane, towards the viewer, in radians.
  public var emissionLatitude: CGFloat {
    get { read(CellProperties.emissionLatitude) }
    set { set(CellProperties.emissionLatitude, newValue) }
  }

  /// The full angle of the emission cone, in radians.
  public var emissionRange: CGFloat {
    get { read(CellProperties.emissionRange) }
    set { set(CellProperties.emissionRange, newValue) }
  }

  /// The initial speed, in points per second.
  public var velocity: CGFloat {
    get { read(CellProperties.velocity) }
    set { set(CellProperties.velocity, newValue) }
  }

  /// The range of the speed, in points per second.
  public var velocityRange: CGFloat {
    get { read(CellProperties.velocityRange) }
    set { set(CellProperties.velocityRange, newValue) }
  }

  /// The acceleration along x, in points per second squared.
  public var xAcceleration: CGFloat {
    get { read(CellProperties.xAcceleration) }
    set { set(CellProperties.xAcceleration, newValue) }
  }

  /// The acceleration along y, in points per second squared.
  public var yAcceleration: CGFloat {
    get { read(CellProperties.yAcceleration) }
    set { set(CellProperties.yAcceleration, newValue) }
  }

  /// The acceleration along z, towards the viewer, in points per second squared.
  public var zAcceleration: CGFloat {
    get { read(CellProperties.zAcceleration) }
    set { set(CellProperties.zAcceleration, newValue) }
  }

  /// The scale of the contents.
  public var scale: CGFloat {
    get { read(CellProperties.scale) }
    set { set(CellProperties.scale, newValue) }
  }

  /// The range of the scale.
  public var scaleRange: CGFloat {
    get { read(CellProperties.scaleRange) }
    set { set(CellProperties.scaleRange, newValue) }
  }

  /// The change of the scale per second.
  public var scaleSpeed: CGFloat {
    get { read(CellProperties.scaleSpeed) }
    set { set(CellProperties.scaleSpeed, newValue) }
  }

  /// The rotation speed, in radians per second.
  public var spin: CGFloat {
    get { read(CellProperties.spin) }
    set { set(CellProperties.spin, newValue) }
  }

  /// The range of the rotation speed.
  public var spinRange: CGFloat {
    get { read(CellProperties.spinRange) }
    set { set(CellProperties.spinRange, newValue) }
  }

  /// The range of red.
  public var redRange: Float {
    get { read(CellProperties.redRange) }
    set { set(CellProperties.redRange, newValue) }
  }

  /// The range of green.
  public var greenRange: Float {
    get { read(CellProperties.greenRange) }
    set { set(CellProperties.greenRange, newValue) }
  }

  /// The range of blue.
  public var blueRange: Float {
    get { read(CellProperties.blueRange) }
    set { set(CellProperties.blueRange, newValue) }
  }

  /// The range of alpha.
  public var alphaRange: Float {
    get { read(CellProperties.alphaRange) }
    set { set(CellProperties.alphaRange, newValue) }
  }

  /// The change of red per second.
  public var redSpeed: Float {
    get { read(CellProperties.redSpeed) }
    set { set(CellProperties.redSpeed, newValue) }
  }

  /// The change of green per second.
  public var greenSpeed: Float {
    get { read(CellProperties.greenSpeed) }
    set { set(CellProperties.greenSpeed, newValue) }
  }

  /// The change of blue per second.
  public var blueSpeed: Float {
    get { read(CellProperties.blueSpeed) }
    set { set(CellProperties.blueSpeed, newValue) }
  }

  /// The change of alpha per second.
  public var alphaSpeed: Float {
    get { read(CellProperties.alphaSpeed) }
    set { set(CellProperties.alphaSpeed, newValue) }
  }

  /// The number of content pixels per point.
  public var contentsScale: CGFloat {
    get { read(CellProperties.contentsScale) }
    set { set(CellProperties.contentsScale, newValue) }
  }

  /// If false, no particles are emitted.
  public var isEnabled: Bool {
    get { read(CellProperties.isEnabled) }
    set { set(CellProperties.isEnabled, newValue) }
  }

  /// The name for key paths: `emitterCells.NAME.birthRate`.
  public var name: String? {
    get { readObject(CellProperties.name) }
    set { set(CellProperties.name, newValue) }
  }

  /// Stored without effect: the whole contents are drawn.
  public var contentsRect: CGRect {
    get { read(CellProperties.contentsRect) }
    set { set(CellProperties.contentsRect, newValue) }
  }

  /// The colour that the contents are multiplied by; nil is white.
  public var color: CGColor? {
    get { readObject(CellProperties.color) }
    set { set(CellProperties.color, newValue) }
  }

  /// The cells that each particle emits during its lifetime, from its position; directions are relative to the
  /// particle's initial direction. Nested cells are drawn to four levels.
  public var emitterCells: [CAEmitterCell]? {
    get { readObject(EmitterProperties.emitterCells)?.objects as? [CAEmitterCell] }
    set { set(EmitterProperties.emitterCells, newValue.map { ObjectList(objects: $0) }) }
  }

  /// A `CGImage` or a `CIImage` of finite extent; without contents, the particle is invisible.
  public var contents: Any? {
    get { readObject(CellProperties.contents)?.object }
    set { set(CellProperties.contents, newValue.map { AnyValue(object: $0) }) }
  }

  /// Returns an independent copy.
  public override func copy() -> Any {
    let copy = CAEmitterCell()
    copy.ownValues = ownValues
    return copy
  }
}

extension CAEmitterCell: CellValues {}

extension CAEmitterCell: NamedObject {
  var nameInPaths: String? { name }

  func setting(_ value: Any, forKey key: String) -> Any {
    guard let copy = copy() as? CAEmitterCell else { return self }
    copy.setValue(value, forKey: key)
    return copy
  }
}
