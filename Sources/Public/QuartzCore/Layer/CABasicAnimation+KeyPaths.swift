import CoreGraphics
import Foundation

/// Initializers with compile-time checked key paths.
extension CABasicAnimation {
  /// Creates an animation of a layer's property, or of a component of one.
  ///
  ///     layer.add(CABasicAnimation(\.position.x, from: 40, to: 240), forKey: "go")
  ///
  /// - Parameters:
  ///   - keyPath: a property that can be animated, or a component of a point, size or rectangle; others have no effect.
  ///   - from: the start; nil is the current value of the property.
  ///   - to: the end; nil is the current value of the property.
  public convenience init<Value>(_ keyPath: KeyPath<CALayer, Value>, from: Value? = nil, to: Value? = nil) {
    self.init(of: keyPath, from, to)
  }

  /// Creates an animation of an optional property, such as a colour.
  public convenience init<Value>(_ keyPath: KeyPath<CALayer, Value?>, from: Value? = nil, to: Value? = nil) {
    self.init(of: keyPath, from, to)
  }

  private convenience init(of keyPath: PartialKeyPath<CALayer>, _ from: Any?, _ to: Any?) {
    self.init(keyPath: LayerKeyPaths.names[keyPath])
    (fromValue, toValue) = (from, to)
  }
}

/// The string key paths by Swift key path.
private enum LayerKeyPaths {
  // Unsafe: key paths are immutable, but not marked as Sendable.
  nonisolated(unsafe) static let names: [PartialKeyPath<CALayer>: String] = {
    var names: [PartialKeyPath<CALayer>: String] = [
      \.zPosition: "zPosition", \.anchorPointZ: "anchorPointZ", \.transform: "transform",
      \.sublayerTransform: "sublayerTransform", \.contents: "contents", \.contentsScale: "contentsScale",
      \.minificationFilterBias: "minificationFilterBias", \.backgroundColor: "backgroundColor",
      \.borderColor: "borderColor", \.borderWidth: "borderWidth", \.cornerRadius: "cornerRadius",
      \.masksToBounds: "masksToBounds", \.shadowColor: "shadowColor", \.shadowOpacity: "shadowOpacity",
      \.shadowRadius: "shadowRadius", \.shadowPath: "shadowPath", \.opacity: "opacity", \.isHidden: "hidden",
      \.filters: "filters", \.backgroundFilters: "backgroundFilters", \.shouldRasterize: "shouldRasterize",
      \.rasterizationScale: "rasterizationScale",
    ]
    func add(_ path: KeyPath<CALayer, CGPoint>, _ name: String) {
      names[path] = name
      names[path.appending(path: \.x)] = "\(name).x"
      names[path.appending(path: \.y)] = "\(name).y"
    }
    func add(_ path: KeyPath<CALayer, CGSize>, _ name: String) {
      names[path] = name
      names[path.appending(path: \.width)] = "\(name).width"
      names[path.appending(path: \.height)] = "\(name).height"
    }
    func add(_ path: KeyPath<CALayer, CGRect>, _ name: String) {
      names[path] = name
      add(path.appending(path: \.origin), "\(name).origin")
      add(path.appending(path: \.size), "\(name).size")
    }
    add(\.position, "position")
    add(\.anchorPoint, "anchorPoint")
    add(\.shadowOffset, "shadowOffset")
    add(\.bounds, "bounds")
    add(\.contentsRect, "contentsRect")
    add(\.contentsCenter, "contentsCenter")
    return names
  }()
}
