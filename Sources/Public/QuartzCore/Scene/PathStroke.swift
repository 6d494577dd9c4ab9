import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// The style of a stroke.
struct PathStroke: Hashable {
  var width: CGFloat
  var cap: CGLineCap
  var join: CGLineJoin
  var miterLimit: CGFloat
  var dashes: [CGFloat]
  var phase: CGFloat
}

private struct PathMaskKey: Hashable {
  let path: CGPath
  let rule: CGPathFillRule
  let stroke: PathStroke?
  let scale: Double
  let isMirrored: Bool
  /// The fractional pixel offset of the path.
  let phase: SIMD2<Double>
}

extension SceneLayer {
  /// Returns the coverage of each pixel by a filled or stroked path, as alpha. Returns nil if it is empty, or larger
  /// than a bitmap can be.
  func pathMask(_ path: CGPath, _ rule: CGPathFillRule, _ stroke: PathStroke?, _ plane: DrawingPlane) -> Node? {
    let integer = plane.origin.rounded(.down)
    let key = PathMaskKey(
      path: path, rule: rule, stroke: stroke, scale: plane.scale, isMirrored: plane.isMirrored,
      phase: plane.origin - integer)
    return images.image(key) { key.drawn }?.transformed(by: .translation(integer.x, integer.y))
  }
}

extension PathMaskKey {
  /// The mask with the path's origin in the pixel at (0, 0).
  fileprivate var drawn: Node? {
    var plane = DrawingPlane(scale: scale, isMirrored: isMirrored)
    plane.origin = phase
    var reach = path.boundingBox
    guard !reach.isNull else { return nil }
    if let stroke {
      let side = stroke.width / 2 * max(stroke.join == .miter ? stroke.miterLimit : 1, 1.5)
      reach = reach.insetBy(dx: -side, dy: -side)
    }
    let box = plane.rect(reach).outset(by: 1).pixels
    guard box.isFinite, box.width >= 1, box.height >= 1, box.width <= 16_384, box.height <= 16_384,
      let context = CGContext(
        data: nil, width: Int(box.width), height: Int(box.height), bitsPerComponent: 8, bytesPerRow: 0, space: nil,
        bitmapInfo: CGImageAlphaInfo.alphaOnly.rawValue)
    else {
      RenderLog.process.note(
        "layers: a shape must have at most 16384x16384 pixels (got \(box.width)x\(box.height)); it is not drawn")
      return nil
    }
    context.translateBy(x: CGFloat(-box.min.x), y: CGFloat(-box.min.y))
    context.concatenate(plane.affine)
    context.addPath(path)
    if let stroke {
      context.setLineWidth(stroke.width)
      context.setLineCap(stroke.cap)
      context.setLineJoin(stroke.join)
      context.setMiterLimit(stroke.miterLimit)
      context.setLineDash(phase: stroke.phase, lengths: stroke.dashes)
      context.strokePath()
    } else {
      context.fillPath(using: rule)
    }
    return context.makeImage().flatMap { CIImage(cgImage: $0).node.transformed(by: .translation(box.min.x, box.min.y)) }
  }
}
