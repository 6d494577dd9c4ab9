import CoreGraphics
import CoreImage
import CoreVideo
import Foundation
import ImageGraph

/// Contents on the way from one object to another.
struct ContentsPair {
  let from: Any
  let to: Any
  /// 0...1
  let part: Double
}

/// A layer's contents where its gravity puts them.
struct ContentsDrawing {
  let image: Node

  /// Nil where nothing is drawn.
  ///
  /// - Parameter cut: what bounds leave of it afterwards, among the plane's pixels; nil where they do not.
  init?(_ layer: SceneLayer, _ light: BlendLight, _ place: LayerPlacement, cut: UserRect?) {
    guard let object = layer.readObject(LayerProperties.contents)?.object else { return nil }
    if let pair = object as? ContentsPair {
      let old = Self.image(pair.from, layer, light, place, cut) ?? .empty
      image = old.faded(into: Self.image(pair.to, layer, light, place, cut) ?? .empty, by: pair.part)
    } else {
      guard let drawn = Self.image(object, layer, light, place, cut) else { return nil }
      image = drawn
    }
  }

  private static func image(
    _ object: Any, _ layer: SceneLayer, _ light: BlendLight, _ place: LayerPlacement, _ cut: UserRect?
  ) -> Node? {
    let plane = place.plane
    guard let image = layer.image(object), let pixels = image.extent.rect, !pixels.isEmpty else {
      RenderLog.process.note(
        "layers: contents of type \(type(of: object)) are not drawn; give a CGImage, a CIImage of finite extent, "
          + "a CVPixelBuffer, an IOSurface or a PlatformImage")
      return nil
    }
    var part = layer.read(LayerProperties.contentsRect)
    if plane.turnsImages != layer.read(LayerProperties.isGeometryFlipped) { part.origin.y = 1 - part.maxY }
    guard part.width > 0, part.height > 0 else { return nil }
    let scale = Double(layer.read(LayerProperties.contentsScale))
    guard scale > 0 else { return nil }
    let from = UserRect(
      x: pixels.min.x + Double(part.minX) * pixels.width, y: pixels.min.y + Double(part.minY) * pixels.height,
      width: Double(part.width) * pixels.width, height: Double(part.height) * pixels.height)
    let gravity = layer.read(LayerProperties.contentsGravity)
    let size = CGSize(width: from.width / scale, height: from.height / scale)
    let target = plane.rect(gravity.rect(for: size, in: layer.read(LayerProperties.bounds)))
    let source = ContentsSource(
      image: light.blended(layer.toneMapped(image, object)), bounds: pixels,
      enlarging: layer.read(LayerProperties.magnificationFilter),
      reducing: layer.read(LayerProperties.minificationFilter),
      bias: Double(layer.read(LayerProperties.minificationFilterBias)), isInverted: plane.invertsImages,
      sides: HardSides(layer, plane), place: place, cut: cut)
    let center = layer.read(LayerProperties.contentsCenter)
    if center == CGRect(x: 0, y: 0, width: 1, height: 1) || !gravity.stretches {
      return source.stretched(from, to: target)
    }
    return source.inNineParts(from, center: center, to: target, pixel: plane.scale / scale)
  }
}

extension SceneLayer {
  /// What contents are drawn as; nil for objects that are not. One object is always one image.
  func image(_ object: Any) -> Node? {
    switch object {
    case let image as CGImage: images.image(image) { CIImage(cgImage: image).node }
    case let image as CIImage: image.node
    default: images.image(ObjectKey(object: object as AnyObject)) { CIImage(contents: object)?.node }
    }
  }
}

/// One object, whatever is in it.
private struct ObjectKey: Hashable {
  let object: AnyObject
  static func == (a: Self, b: Self) -> Bool { a.object === b.object }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

extension CIImage {
  /// What objects show that layers take as contents; nil for others.
  convenience init?(contents object: Any) {
    switch object {
    case let image as CGImage: self.init(cgImage: image)
    case let image as CIImage: self.init(node: image.node)
    case let buffer as CVPixelBuffer: self.init(cvPixelBuffer: buffer)
    case let surface as IOSurface: self.init(ioSurface: surface)
    case let image as PlatformImage: self.init(image: image)
    default: return nil
    }
  }
}

/// An image of which parts are put into rectangles.
private struct ContentsSource {
  let image: Node
  let bounds: UserRect
  let enlarging: CALayerContentsFilter
  let reducing: CALayerContentsFilter
  /// Levels, each half as large as the one before, by which trilinear reduction reads a smaller image.
  let bias: Double
  let isInverted: Bool
  let sides: HardSides
  let place: LayerPlacement
  /// What bounds leave of it afterwards.
  let cut: UserRect?

  /// A part of the image, stretched to a rectangle; beyond the image its edges go on.
  func stretched(_ from: UserRect, to target: UserRect) -> Node {
    guard !target.isEmpty, !from.isEmpty else { return .empty }
    let (sx, sy) = (target.width / from.width, target.height / from.height)
    let map =
      isInverted
      ? AffineMap(
        a: sx, b: 0, c: 0, d: -sy, tx: target.min.x - from.min.x * sx, ty: target.max.y + from.min.y * sy)
      : AffineMap(a: sx, b: 0, c: 0, d: sy, tx: target.min.x - from.min.x * sx, ty: target.min.y - from.min.y * sy)
    let filter = sx * sy >= 1 ? enlarging : reducing
    let sampling = filter.sampling
    let clamped = image.clamped(to: bounds)
    let read = sampling == .nearest ? clamped.sampled(.nearest) : clamped
    let moved =
      sampling == .area && bias != 0
      ? read.reduced(by: map, bias) : map.isIdentity ? clamped : read.transformed(by: map, reading: sampling)
    let box = BoxShape(open(sides.moved(target)), radius: 0, corners: 0, through: place.map)
    return moved.map { box.cut(place.placed($0)) } ?? .empty
  }

  /// Without the sides where bounds cut: what is cut twice by a soft edge is too thin.
  private func open(_ rect: UserRect) -> UserRect {
    guard let cut else { return rect }
    let wide = rect.outset(by: max(rect.width, rect.height) + 2).pixels
    let (low, high) = (cut.min .>= rect.min, cut.max .<= rect.max)
    return UserRect(rect.min.replacing(with: wide.min, where: low), rect.max.replacing(with: wide.max, where: high))
  }

  /// Corners in their own size, edges stretched one way, the middle both ways. Corners that do not fit are made smaller
  /// together, as CSS has it for the images of borders.
  ///
  /// - Parameter pixel: the size of a pixel of the image in the corners.
  func inNineParts(_ from: UserRect, center: CGRect, to target: UserRect, pixel: Double) -> Node {
    func cuts(_ low: Double, _ length: Double, _ start: CGFloat, _ size: CGFloat) -> [Double] {
      let begin = min(max(Double(start), 0), 1) * length
      // No width means one pixel.
      let end = size > 0 ? min(begin + Double(size) * length, length) : min(begin + 1, length)
      return [low, low + begin, low + end, low + length]
    }
    func places(_ cuts: [Double], _ low: Double, _ length: Double) -> [Double] {
      let (first, last) = ((cuts[1] - cuts[0]) * pixel, (cuts[3] - cuts[2]) * pixel)
      let shrink = min(1, length / max(first + last, 1e-9))
      return [low, low + first * shrink, low + length - last * shrink, low + length]
    }
    let xs = cuts(from.min.x, from.width, center.minX, center.width)
    let ys = cuts(from.min.y, from.height, center.minY, center.height)
    let (toX, up) = (places(xs, target.min.x, target.width), places(ys, target.min.y, target.height))
    var result = Node.empty
    for row in 0..<3 {
      // Upside down the lowest row of the image is on top.
      let place =
        isInverted
        ? (target.min.y + target.max.y - up[row + 1], target.min.y + target.max.y - up[row]) : (up[row], up[row + 1])
      for column in 0..<3 {
        let part = UserRect([xs[column], ys[row]], [xs[column + 1], ys[row + 1]])
        let piece = stretched(part, to: UserRect([toX[column], place.0], [toX[column + 1], place.1]))
        result = piece.plus(result)
      }
    }
    return result
  }
}

extension Node {
  /// Means of the pixels that count, on an image so many levels smaller than the result, or larger; read between its
  /// pixels.
  fileprivate func reduced(by map: AffineMap, _ bias: Double) -> Node? {
    // No image has more levels than this.
    let size = exp2(-min(max(bias, -16), 16))
    return transformed(by: map.followed(by: .scale(size, size)), reading: .area)?
      .transformed(by: .scale(1 / size, 1 / size), reading: .linear)
  }
}

extension CALayerContentsFilter {
  var sampling: Sampling {
    switch self {
    case .nearest: .nearest
    case .trilinear: .area
    default: .linear
    }
  }
}

extension CALayerContentsGravity {
  /// True where contents are scaled.
  var stretches: Bool { [.resize, .resizeAspect, .resizeAspectFill].contains(self) }

  /// Where contents of a size go in some bounds.
  func rect(for size: CGSize, in bounds: CGRect) -> CGRect {
    func placed(_ size: CGSize, _ x: CGFloat, _ y: CGFloat) -> CGRect {
      CGRect(
        x: bounds.minX + (bounds.width - size.width) * x, y: bounds.minY + (bounds.height - size.height) * y,
        width: size.width, height: size.height)
    }
    func scaled(_ factor: CGFloat) -> CGRect {
      placed(CGSize(width: size.width * factor, height: size.height * factor), 0.5, 0.5)
    }
    let (x, y) = (bounds.width / size.width, bounds.height / size.height)
    switch self {
    case .resize: return bounds
    case .resizeAspect: return scaled(min(x, y))
    case .resizeAspectFill: return scaled(max(x, y))
    case .top: return placed(size, 0.5, 1)
    case .bottom: return placed(size, 0.5, 0)
    case .left: return placed(size, 0, 0.5)
    case .right: return placed(size, 1, 0.5)
    case .topLeft: return placed(size, 0, 1)
    case .topRight: return placed(size, 1, 1)
    case .bottomLeft: return placed(size, 0, 0)
    case .bottomRight: return placed(size, 1, 0)
    default: return placed(size, 0.5, 0.5)
    }
  }
}
