import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph

/// A filter of a layer, converted from the layer's points to pixels.
///
/// Inputs that are lengths, positions, rectangles or transforms are converted; angles, counts and other numbers are
/// unchanged. Filters without a definition, and convolutions, whose inputs count pixels, are applied to the layer at
/// one pixel per point.
struct FittedFilter {
  private let filter: CIFilter
  /// The map from the given pixels to those that the filter is applied to; nil is the identity.
  private let conversion: AffineMap?

  /// - Parameter composes: true for a filter that composites a layer with its backdrop. If these two images are its
  ///   only inputs, or it has no definition, it has no lengths, and is applied to the given pixels.
  init(_ filter: CIFilter, to plane: DrawingPlane, composes: Bool = false) {
    let images = [kCIInputImageKey, kCIInputBackgroundImageKey]
    if composes, filter.definition?.parameters.allSatisfy({ images.contains($0.key) }) != false {
      (self.filter, conversion) = (filter.ownCopy, nil)
      return
    }
    let countsPixels = filter.definition == nil || filter.definition?.name.contains("Convolution") == true
    var target = DrawingPlane(scale: countsPixels ? 1 : plane.scale)
    if !countsPixels, !plane.isMirrored { target.origin = plane.origin }
    if target.scale == plane.scale, target.origin == plane.origin, !plane.isMirrored {
      conversion = nil
    } else {
      conversion = plane.affine.map.inverse.map { $0.followed(by: target.affine.map) }
    }
    self.filter = filter.ownCopy
    guard target.affine != .identity, let definition = filter.definition else { return }
    for parameter in definition.parameters where parameter.key != kCIInputImageKey {
      guard let value = filter.value(forKey: parameter.key), let fitted = target.fitted(value, parameter) else {
        continue
      }
      self.filter.setValue(fitted, forKey: parameter.key)
    }
  }

  /// Applies the filter; returns the image itself if the filter has no output.
  func apply(to image: Node) -> Node {
    guard filter.isEnabled, filter.inputKeys.contains(kCIInputImageKey) || filter.definition == nil else {
      return filter.isEnabled ? generated ?? image : image
    }
    filter.setValue(converted(image), forKey: kCIInputImageKey)
    guard let output = filter.outputImage?.node else { return image }
    return restored(output)
  }

  /// Applies the filter to a layer and its backdrop; returns nil if it does not take two images.
  func apply(to image: Node, over background: Node) -> Node? {
    guard filter.isEnabled, filter.inputKeys.contains(kCIInputBackgroundImageKey) else { return nil }
    filter.setValue(converted(image), forKey: kCIInputImageKey)
    filter.setValue(converted(background), forKey: kCIInputBackgroundImageKey)
    return (filter.outputImage?.node).map(restored)
  }

  /// Applies a transition between two images; returns nil if the filter is not a transition.
  ///
  /// - Parameter progress: 0...1.
  func apply(from old: Node, to new: Node, progress: Double) -> Node? {
    let keys = filter.inputKeys
    guard filter.isEnabled, keys.contains(kCIInputImageKey), keys.contains(kCIInputTargetImageKey) else { return nil }
    filter.setValue(converted(old), forKey: kCIInputImageKey)
    filter.setValue(converted(new), forKey: kCIInputTargetImageKey)
    if keys.contains(kCIInputTimeKey) { filter.setValue(progress, forKey: kCIInputTimeKey) }
    return (filter.outputImage?.node).map(restored)
  }

  /// The output of a filter without an input image.
  private var generated: Node? { (filter.outputImage?.node).map(restored) }

  private func converted(_ image: Node) -> CIImage {
    CIImage(node: conversion.flatMap { image.transformed(by: $0) } ?? image)
  }

  private func restored(_ image: Node) -> Node { conversion?.inverse.flatMap { image.transformed(by: $0) } ?? image }
}

extension DrawingPlane {
  /// Returns an input converted to pixels; nil if it is unchanged.
  fileprivate func fitted(_ value: Any, _ parameter: ParameterInfo) -> Any? {
    let components = (value as? CIVector).map { vector in (0..<vector.count).map { Double(vector.value(at: $0)) } }
    switch parameter.type {
    case .distance: return Double.reading(value).map { $0 * scale }
    case .offset: return components.map { vector($0.map { $0 * scale }) }
    case .position, .position3:
      guard let components, components.count >= 2 else { return nil }
      let moved = [components[0] * scale + origin.x, components[1] * scale + origin.y]
      return vector(moved + components.dropFirst(2).map { $0 * scale })
    case .rectangle:
      guard let components, components.count == 4 else { return nil }
      return vector([
        components[0] * scale + origin.x, components[1] * scale + origin.y, components[2] * scale,
        components[3] * scale,
      ])
    case .transform:
      guard let map = value as? CGAffineTransform else { return nil }
      return affine.inverted().concatenating(map).concatenating(affine)
    case .image: return (value as? CIImage)?.transformed(by: affine)
    default:
      guard parameter.unit == .pixels else { return nil }
      return Double.reading(value).map { $0 * scale } ?? components.map { vector($0.map { $0 * scale }) }
    }
  }

  private func vector(_ components: [Double]) -> CIVector {
    let values = components.map { CGFloat($0) }
    return CIVector(values: values, count: values.count)
  }
}
