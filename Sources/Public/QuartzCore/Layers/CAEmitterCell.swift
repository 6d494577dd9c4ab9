import CoreGraphics
import Foundation
import ImageGraph

/// What particles are like: how many are born, how they move and look. Numbers with a range are spread evenly from half
/// of it less to half of it more.
open class CAEmitterCell: NSObject, LayerReading {
  private var own: [String: Any] = [:]

  /// A cell that emits nothing yet.
  public override init() { super.init() }

  func stored(_ key: String) -> Any? {
    own[key]
      ?? CellProperties.table[key: key]?.usualObject.flatMap { try? CellProperties.table[key: key]?.accepted($0).get() }
  }

  private func set<Value>(_ property: LayerProperty<Value>, _ value: Value?) { setValue(value, forKey: property.key) }

  /// The value of a key that nobody has set; nil where that is zero or nothing.
  public class func defaultValue(forKey key: String) -> Any? { CellProperties.table[key: key]?.usualObject }

  /// A property, or what is set for any other key.
  public func value(forKey key: String) -> Any? {
    guard let row = CellProperties.table[key: key] else { return own[key] }
    return stored(row.key).map(row.given) ?? row.zeroObject
  }

  /// Sets a property or any other key; nil brings the default back. What is not of the property's kind is refused with
  /// a line in the log.
  public func setValue(_ value: Any?, forKey key: String) {
    guard let row = CellProperties.table[key: key], let value else {
      own[key] = value
      return
    }
    switch row.accepted(value) {
    case .failure(let refusal): RenderLog.process.note("CAEmitterCell: \(refusal.text)")
    case .success(let value): own[row.key] = value
    }
  }

  /// The cell as a value.
  var values: [String: Any] {
    Dictionary(CellProperties.table.keys.compactMap { key in stored(key).map { (key, $0) } }) { $1 }
  }

  /// Particles in a second.
  public var birthRate: Float {
    get { read(CellProperties.birthRate) }
    set { set(CellProperties.birthRate, newValue) }
  }

  /// Seconds.
  public var lifetime: Float {
    get { read(CellProperties.lifetime) }
    set { set(CellProperties.lifetime, newValue) }
  }

  /// By how much lifetimes differ at most.
  public var lifetimeRange: Float {
    get { read(CellProperties.lifetimeRange) }
    set { set(CellProperties.lifetimeRange, newValue) }
  }

  /// Where particles go, in the plane: radians from +x towards +y.
  public var emissionLongitude: CGFloat {
    get { read(CellProperties.emissionLongitude) }
    set { set(CellProperties.emissionLongitude, newValue) }
  }

  /// Where particles go, out of the plane towards the viewer: radians.
  public var emissionLatitude: CGFloat {
    get { read(CellProperties.emissionLatitude) }
    set { set(CellProperties.emissionLatitude, newValue) }
  }

  /// The full angle of the cone that they go into, radians.
  public var emissionRange: CGFloat {
    get { read(CellProperties.emissionRange) }
    set { set(CellProperties.emissionRange, newValue) }
  }

  /// Points in a second.
  public var velocity: CGFloat {
    get { read(CellProperties.velocity) }
    set { set(CellProperties.velocity, newValue) }
  }

  /// By how much velocities differ at most.
  public var velocityRange: CGFloat {
    get { read(CellProperties.velocityRange) }
    set { set(CellProperties.velocityRange, newValue) }
  }

  /// Points a second, in a second.
  public var xAcceleration: CGFloat {
    get { read(CellProperties.xAcceleration) }
    set { set(CellProperties.xAcceleration, newValue) }
  }

  /// Points a second, in a second.
  public var yAcceleration: CGFloat {
    get { read(CellProperties.yAcceleration) }
    set { set(CellProperties.yAcceleration, newValue) }
  }

  /// Points a second, in a second: towards the viewer.
  public var zAcceleration: CGFloat {
    get { read(CellProperties.zAcceleration) }
    set { set(CellProperties.zAcceleration, newValue) }
  }

  /// Times the size of the contents.
  public var scale: CGFloat {
    get { read(CellProperties.scale) }
    set { set(CellProperties.scale, newValue) }
  }

  /// By how much scales differ at most.
  public var scaleRange: CGFloat {
    get { read(CellProperties.scaleRange) }
    set { set(CellProperties.scaleRange, newValue) }
  }

  /// Added to the scale in a second.
  public var scaleSpeed: CGFloat {
    get { read(CellProperties.scaleSpeed) }
    set { set(CellProperties.scaleSpeed, newValue) }
  }

  /// Radians in a second.
  public var spin: CGFloat {
    get { read(CellProperties.spin) }
    set { set(CellProperties.spin, newValue) }
  }

  /// By how much spins differ at most.
  public var spinRange: CGFloat {
    get { read(CellProperties.spinRange) }
    set { set(CellProperties.spinRange, newValue) }
  }

  /// By how much red differs at most.
  public var redRange: Float {
    get { read(CellProperties.redRange) }
    set { set(CellProperties.redRange, newValue) }
  }

  /// By how much green differs at most.
  public var greenRange: Float {
    get { read(CellProperties.greenRange) }
    set { set(CellProperties.greenRange, newValue) }
  }

  /// By how much blue differs at most.
  public var blueRange: Float {
    get { read(CellProperties.blueRange) }
    set { set(CellProperties.blueRange, newValue) }
  }

  /// By how much alpha differs at most.
  public var alphaRange: Float {
    get { read(CellProperties.alphaRange) }
    set { set(CellProperties.alphaRange, newValue) }
  }

  /// Added to red in a second.
  public var redSpeed: Float {
    get { read(CellProperties.redSpeed) }
    set { set(CellProperties.redSpeed, newValue) }
  }

  /// Added to green in a second.
  public var greenSpeed: Float {
    get { read(CellProperties.greenSpeed) }
    set { set(CellProperties.greenSpeed, newValue) }
  }

  /// Added to blue in a second.
  public var blueSpeed: Float {
    get { read(CellProperties.blueSpeed) }
    set { set(CellProperties.blueSpeed, newValue) }
  }

  /// Added to alpha in a second.
  public var alphaSpeed: Float {
    get { read(CellProperties.alphaSpeed) }
    set { set(CellProperties.alphaSpeed, newValue) }
  }

  /// Pixels of the contents in a point.
  public var contentsScale: CGFloat {
    get { read(CellProperties.contentsScale) }
    set { set(CellProperties.contentsScale, newValue) }
  }

  /// False: nothing is emitted.
  public var isEnabled: Bool {
    get { read(CellProperties.isEnabled) }
    set { set(CellProperties.isEnabled, newValue) }
  }

  /// For key paths: `emitterCells.NAME.birthRate`.
  public var name: String? {
    get { readObject(CellProperties.name) }
    set { set(CellProperties.name, newValue) }
  }

  /// Kept; contents are drawn whole.
  public var contentsRect: CGRect {
    get { read(CellProperties.contentsRect) }
    set { set(CellProperties.contentsRect, newValue) }
  }

  /// What the contents are multiplied with; nil as white.
  public var color: CGColor? {
    get { readObject(CellProperties.color) }
    set { set(CellProperties.color, newValue) }
  }

  /// What each particle emits while it lives, from where it is; directions count from that in which it was emitted.
  /// Cells in cells are drawn to four levels.
  public var emitterCells: [CAEmitterCell]? {
    get { readObject(EmitterProperties.emitterCells)?.objects as? [CAEmitterCell] }
    set { set(EmitterProperties.emitterCells, newValue.map { ObjectList(objects: $0) }) }
  }

  /// A `CGImage` or a `CIImage` of finite extent; without one the particle is not seen.
  public var contents: Any? {
    get { readObject(CellProperties.contents)?.object }
    set { set(CellProperties.contents, newValue.map { AnyValue(object: $0) }) }
  }

  /// An independent cell.
  public override func copy() -> Any {
    let copy = CAEmitterCell()
    copy.own = own
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
