// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Keys are Core Image's.

import CoreGraphics
import Foundation
import ImageGraph
import KernelFormulas

/// The key of a sampler's map from its own space to the working space: six numbers a b c d tx ty, or a
/// `CGAffineTransform`.
public let kCISamplerAffineMatrix = "kCISamplerAffineMatrix"
/// The key of the pixels beyond the image: `kCISamplerWrapBlack` or `kCISamplerWrapClamp`.
public let kCISamplerWrapMode = "kCISamplerWrapMode"
/// The key of the interpolation: `kCISamplerFilterLinear` or `kCISamplerFilterNearest`.
public let kCISamplerFilterMode = "kCISamplerFilterMode"
/// The key of a colour space in which the kernel receives components, instead of the working space.
public let kCISamplerColorSpace = "kCISamplerColorSpace"
/// Transparent black beyond the image.
public let kCISamplerWrapBlack = "kCISamplerWrapBlack"
/// The edge pixels beyond the image.
public let kCISamplerWrapClamp = "kCISamplerWrapClamp"
/// The pixel that contains the point.
public let kCISamplerFilterNearest = "kCISamplerFilterNearest"
/// Bilinear interpolation.
public let kCISamplerFilterLinear = "kCISamplerFilterLinear"

/// An image with the sampling mode of a kernel. Immutable; may be used from any thread.
public final class CISampler: NSObject, Sendable {
  private let image: CIImage
  private let map: AffineMap?
  private let isNearest: Bool
  private let clamps: Bool
  private let space: CGColorSpace?

  /// Creates a sampler with default options: bilinear unless the image has `samplingNearest()`; clear beyond its
  /// extent.
  public convenience init(image im: CIImage) { self.init(image: im, options: nil) }

  /// Creates a sampler with options. Invalid options are logged.
  public init(image im: CIImage, options dict: [AnyHashable: Any]? = nil) {
    image = im
    var map: AffineMap?
    var isNearest = im.node.sampling == .nearest
    var (clamps, space): (Bool, CGColorSpace?) = (false, nil)
    for (key, value) in dict ?? [:] {
      switch (key as? String, value) {
      case (kCISamplerAffineMatrix, _) where affineMap(value) != nil: map = affineMap(value)
      case (kCISamplerWrapMode, let mode as String) where mode == kCISamplerWrapClamp: clamps = true
      case (kCISamplerWrapMode, let mode as String) where mode == kCISamplerWrapBlack: clamps = false
      case (kCISamplerFilterMode, let mode as String) where mode == kCISamplerFilterNearest: isNearest = true
      case (kCISamplerFilterMode, let mode as String) where mode == kCISamplerFilterLinear: isNearest = false
      case (kCISamplerColorSpace, let colorSpace as CGColorSpace): space = colorSpace
      default:
        RenderLog.process.note("CISampler: \(key) = \(classAndValue(value)) has no effect")
      }
    }
    self.map = map == .identity ? nil : map
    (self.isNearest, self.clamps, self.space) = (isNearest, clamps, space)
  }

  /// The extent of the image in the working space.
  public var extent: CGRect { CGRect(map.map { map in image.node.extent.map { map.apply($0) } } ?? image.node.extent) }

  /// The extent as a shape.
  public var definition: CIFilterShape { CIFilterShape(rect: extent) }

  /// The recipe with the colour space and the wrap mode of the options.
  private var prepared: Node {
    let matched = space.flatMap(image.matchedFromWorkingSpace(to:)) ?? image
    return clamps ? matched.node.clampedToExtent : matched.node
  }

  /// The image for a kernel that reads points.
  var points: KernelImage { KernelImage(prepared, isNearest: isNearest, map: map, extent: image.node.extent) }

  /// The image for a kernel that reads the pixel at its own position.
  var ownPixels: KernelImage {
    guard let map else { return KernelImage(prepared) }
    return KernelImage(prepared.sampled(isNearest ? .nearest : .linear).transformed(by: map) ?? .empty)
  }

  /// The image for a kernel that uses it as a lookup table: stored values, not converted and not transformed.
  var table: KernelImage {
    let stored = space == nil ? image.colorSpace.flatMap(image.matchedFromWorkingSpace(to:)) ?? image : image
    return KernelImage(
      clamps ? stored.node.clampedToExtent : stored.node, isNearest: isNearest, extent: image.node.extent)
  }
}

/// Returns the map of six numbers; nil if they are not six numbers or the map is singular.
private func affineMap(_ value: Any) -> AffineMap? {
  let map: AffineMap
  switch value {
  case let matrix as CGAffineTransform: map = matrix.map
  case let vector as CIVector where vector.count == 6: map = vector.cgAffineTransformValue.map
  case let list as [Any]:
    let n = list.compactMap { number(from: $0) }
    guard n.count == 6, list.count == 6 else { return nil }
    map = AffineMap(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  default: return nil
  }
  return map.inverse == nil ? nil : map
}
