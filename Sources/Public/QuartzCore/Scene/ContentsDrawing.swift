import CoreGraphics
import CoreImage
import CoreVideo
import Foundation
import ImageGraph

/// An interpolation between two contents.
struct ContentsPair {
  let from: Any
  let to: Any
  /// 0...1
  let fraction: Double
}

/// A layer's contents, positioned by its gravity.
struct ContentsDrawing {
  let image: Node

  /// Draws the contents; returns nil if there is nothing to draw.
  ///
  /// - Parameter clip: the bounds in the plane's pixels, if the result is clipped to them later; otherwise nil.
  init?(_ layer: SceneLayer, _ blendSpace: BlendSpace, _ placement: LayerPlacement, clip: UserRect?) {
    guard let object = layer.readObject(LayerProperties.contents)?.object else { return nil }
    if let pair = object as? ContentsPair {
      let old = Self.image(pair.from, layer, blendSpace, placement, clip) ?? .empty
      image = old.faded(into: Self.image(pair.to, layer, blendSpace, placement, clip) ?? .empty, by: pair.fraction)
    } else {
      guard let drawn = Self.image(object, layer, blendSpace, placement, clip) else { return nil }
      image = drawn
    }
  }

  private static func image(
    _ object: Any, _ layer: SceneLayer, _ blendSpace: BlendSpace, _ placement: LayerPlacement, _ clip: UserRect?
  ) -> Node? {
    let plane = placement.plane
    guard let image = layer.image(object), let pixels = image.extent.rect, !pixels.isEmpty else {
      RenderLog.process.note(
        "layers: contents must be a CGImage, a CIImage of finite extent, "
          + "a CVPixelBuffer, an IOSurface or a PlatformImage (got \(type(of: object)))")
      return nil
    }
    var part = layer.read(LayerProperties.contentsRect)
    if plane.flipsImages != layer.read(LayerProperties.isGeometryFlipped) { part.origin.y = 1 - part.maxY }
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
      image: blendSpace.blended(layer.toneMapped(image, object)), bounds: pixels,
      magnification: layer.read(LayerProperties.magnificationFilter),
      minification: layer.read(LayerProperties.minificationFilter),
      bias: Double(layer.read(LayerProperties.minificationFilterBias)), isInverted: plane.invertsImages,
      edges: AliasedEdges(layer, plane), placement: placement, clip: clip)
    let center = layer.read(LayerProperties.contentsCenter)
    if center == CGRect(x: 0, y: 0, width: 1, height: 1) || !gravity.scales {
      return source.stretched(from, to: target)
    }
    return source.inNineParts(from, center: center, to: target, pixel: plane.scale / scale)
  }
}

extension SceneLayer {
  /// Returns the image of a contents object; nil for unsupported objects. Each object always has the same image.
  func image(_ object: Any) -> Node? {
    switch object {
    case let image as CGImage: images.image(image) { CIImage(cgImage: image).node }
    case let image as CIImage: image.node
    default: images.image(ObjectKey(object: object as AnyObject)) { CIImage(contents: object)?.node }
    }
  }
}

/// The identity of an object.
private struct ObjectKey: Hashable {
  let object: AnyObject
  static func == (a: Self, b: Self) -> Bool { a.object === b.object }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

extension CIImage {
  /// Creates the image of a contents object; returns nil for unsupported objects.
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

/// An image whose parts are drawn into rectangles.
private struct ContentsSource {
  let image: Node
  let bounds: UserRect
  let magnification: CALayerContentsFilter
  let minification: CALayerContentsFilter
  /// The mip level bias of trilinear minification.
  let bias: Double
  let isInverted: Bool
  let edges: AliasedEdges
  let placement: LayerPlacement
  /// The bounds, if the result is clipped to them later.
  let clip: UserRect?

  /// Returns a part of the image stretched to a rectangle; beyond the image, its edge pixels repeat.
  func stretched(_ from: UserRect, to target: UserRect) -> Node {
    guard !target.isEmpty, !from.isEmpty else { return .empty }
    let (sx, sy) = (target.width / from.width, target.height / from.height)
    let map =
      isInverted
      ? AffineMap(
        a: sx, b: 0, c: 0, d: -sy, tx: target.min.x - from.min.x * sx, ty: target.max.y + from.min.y * sy)
      : AffineMap(a: sx, b: 0, c: 0, d: sy, tx: target.min.x - from.min.x * sx, ty: target.min.y - from.min.y * sy)
    let filter = sx * sy >= 1 ? magnification : minification
    let sampling = filter.sampling
    let clamped = image.clamped(to: bounds)
    let read = sampling == .nearest ? clamped.sampled(.nearest) : clamped
    let moved =
      sampling == .area && bias != 0
      ? read.reduced(by: map, bias) : map.isIdentity ? clamped : read.transformed(by: map, reading: sampling)
    let box = BoxShape(extended(edges.snapped(target)), radius: 0, corners: 0, through: placement.map)
    return moved.map { box.clipped(placement.placed($0)) } ?? .empty
  }

  /// Extends the rectangle beyond the edges at which it is clipped later, as two antialiased edges would be too thin.
  private func extended(_ rect: UserRect) -> UserRect {
    guard let clip else { return rect }
    let wide = rect.outset(by: max(rect.width, rect.height) + 2).pixels
    let (low, high) = (clip.min .>= rect.min, clip.max .<= rect.max)
    return UserRect(rect.min.replacing(with: wide.min, where: low), rect.max.replacing(with: wide.max, where: high))
  }

  /// Draws the image in nine parts: corners in their own size, edges stretched in one direction, the centre in both.
  /// Corners that do not fit are scaled down uniformly, as CSS does for border images.
  ///
  /// - Parameter pixel: the size of an image pixel in the corners.
  func inNineParts(_ from: UserRect, center: CGRect, to target: UserRect, pixel: Double) -> Node {
    func cuts(_ low: Double, _ length: Double, _ start: CGFloat, _ size: CGFloat) -> [Double] {
      let begin = min(max(Double(start), 0), 1) * length
      // A width of zero means one pixel.
      let end = size > 0 ? min(begin + Double(size) * length, length) : min(begin + 1, length)
      return [low, low + begin, low + end, low + length]
    }
    func positions(_ cuts: [Double], _ low: Double, _ length: Double) -> [Double] {
      let (first, last) = ((cuts[1] - cuts[0]) * pixel, (cuts[3] - cuts[2]) * pixel)
      let shrink = min(1, length / max(first + last, 1e-9))
      return [low, low + first * shrink, low + length - last * shrink, low + length]
    }
    let xs = cuts(from.min.x, from.width, center.minX, center.width)
    let ys = cuts(from.min.y, from.height, center.minY, center.height)
    let (toX, up) = (positions(xs, target.min.x, target.width), positions(ys, target.min.y, target.height))
    var result = Node.empty
    for row in 0..<3 {
      // In inverted order, the bottom row of the image is on top.
      let rows =
        isInverted
        ? (target.min.y + target.max.y - up[row + 1], target.min.y + target.max.y - up[row]) : (up[row], up[row + 1])
      for column in 0..<3 {
        let source = UserRect([xs[column], ys[row]], [xs[column + 1], ys[row + 1]])
        let piece = stretched(source, to: UserRect([toX[column], rows.0], [toX[column + 1], rows.1]))
        result = piece.plus(result)
      }
    }
    return result
  }
}

extension Node {
  /// Returns area means at a resolution that differs from the result's by `bias` levels, then interpolated linearly.
  fileprivate func reduced(by map: AffineMap, _ bias: Double) -> Node? {
    // No image has more levels.
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
  /// Whether contents are scaled.
  var scales: Bool { [.resize, .resizeAspect, .resizeAspectFill].contains(self) }

  /// Returns the rectangle of contents of a size in some bounds.
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
