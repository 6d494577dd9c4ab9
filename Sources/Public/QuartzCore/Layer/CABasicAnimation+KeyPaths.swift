import CoreGraphics
import Foundation

/// Key paths that the compiler checks.
extension CABasicAnimation {
  /// An animation of a layer's property, or of a part of one.
  ///
  ///     layer.add(CABasicAnimation(\.position.x, from: 40, to: 240), forKey: "go")
  ///
  /// - Parameters:
  ///   - keyPath: to a property that animates, or to a number of a point, size or rectangle; others have no effect.
  ///   - from: where it begins; nil: at what the property is.
  ///   - to: where it ends; nil: at what the property is.
  public convenience init<Value>(_ keyPath: KeyPath<CALayer, Value>, from: Value? = nil, to: Value? = nil) {
    self.init(of: keyPath, from, to)
  }

  /// The same of a property that may be nil, such as a colour.
  public convenience init<Value>(_ keyPath: KeyPath<CALayer, Value?>, from: Value? = nil, to: Value? = nil) {
    self.init(of: keyPath, from, to)
  }

  private convenience init(of keyPath: PartialKeyPath<CALayer>, _ from: Any?, _ to: Any?) {
    self.init(keyPath: LayerKeyPaths.names[keyPath])
    (fromValue, toValue) = (from, to)
  }
}

/// Properties as Swift names them, and as strings do.
private enum LayerKeyPaths {
  // Unsafe: key paths are immutable, though they do not say so.
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
