import Foundation
import ImageGraph

/// An image as a kernel reads it.
package struct KernelImage: Sendable {
  package var node: Node
  /// Read without interpolation.
  package var isNearest: Bool
  /// From the sampler's space to the working space; nil: they are one.
  package var map: AffineMap?
  /// Where the kernel is told that it has pixels, in the working space.
  package var extent: Extent

  /// - Parameter extent: where the image has pixels of its own, in its own space; nil: where the node has.
  package init(_ node: Node, isNearest: Bool = false, map: AffineMap? = nil, extent: Extent? = nil) {
    (self.node, self.isNearest, self.map) = (node, isNearest, map)
    let own = extent ?? node.extent
    self.extent = map.map { map in own.map { map.apply($0) } } ?? own
  }
}

/// What an app gives for a parameter of a kernel. That it fits is checked before.
package enum KernelValue: Sendable {
  case image(KernelImage)
  /// As many numbers as the parameter has.
  case numbers([Double])
  /// Red, green, blue and alpha in sRGB, not premultiplied.
  case color(SIMD4<Double>)
  case data(Data)
}
