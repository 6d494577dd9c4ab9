import CoreGraphics
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// A property of a new surface.
public struct IOSurfacePropertyKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The size of the surface, in bytes: a number, at least the size of the pixels. Required if there are no sides.
  public static let allocSize = IOSurfacePropertyKey(rawValue: "IOSurfaceAllocSize")
  /// The width, in pixels: a number.
  public static let width = IOSurfacePropertyKey(rawValue: "IOSurfaceWidth")
  /// The height, in pixels: a number.
  public static let height = IOSurfacePropertyKey(rawValue: "IOSurfaceHeight")
  /// The row stride, in bytes: a number. By default the size of a row's elements, rounded up to a multiple of 64.
  public static let bytesPerRow = IOSurfacePropertyKey(rawValue: "IOSurfaceBytesPerRow")
  /// The size of an element, in bytes: a number, 1 by default.
  public static let bytesPerElement = IOSurfacePropertyKey(rawValue: "IOSurfaceBytesPerElement")
  /// The width of an element, in pixels: a number, 1 by default.
  public static let elementWidth = IOSurfacePropertyKey(rawValue: "IOSurfaceElementWidth")
  /// The height of an element, in pixels: a number, 1 by default.
  public static let elementHeight = IOSurfacePropertyKey(rawValue: "IOSurfaceElementHeight")
  /// The offset of the first pixel from the surface's first byte: a number, a multiple of 64; 0 by default.
  public static let offset = IOSurfacePropertyKey(rawValue: "IOSurfaceOffset")
  /// The planes: an array of one to four dictionaries.
  public static let planeInfo = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneInfo")
  /// The width of a plane, in pixels.
  public static let planeWidth = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneWidth")
  /// The height of a plane, in pixels.
  public static let planeHeight = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneHeight")
  /// The row stride of a plane, in bytes. By default the size of a row's elements, rounded up to a multiple of 64.
  public static let planeBytesPerRow = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneBytesPerRow")
  /// The offset of a plane from the surface's first byte: a multiple of 64; by default the start of the next page.
  public static let planeOffset = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneOffset")
  /// The size of a plane, in bytes; by default the size of its rows.
  public static let planeSize = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneSize")
  /// The size of a plane's element, in bytes; 1 by default.
  public static let planeBytesPerElement = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneBytesPerElement")
  /// The width of a plane's element, in pixels; 1 by default.
  public static let planeElementWidth = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneElementWidth")
  /// The height of a plane's element, in pixels; 1 by default.
  public static let planeElementHeight = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneElementHeight")
  /// The CPU cache mode: a number that is stored as a value but has no effect.
  public static let cacheMode = IOSurfacePropertyKey(rawValue: "IOSurfaceCacheMode")
  /// The pixel format, a code as of pixel buffers: a number.
  public static let pixelFormat = IOSurfacePropertyKey(rawValue: "IOSurfacePixelFormat")
  /// Whether the pixels may be read as pixels of another size: a Boolean.
  public static let pixelSizeCastingAllowed = IOSurfacePropertyKey(rawValue: "IOSurfacePixelSizeCastingAllowed")
  /// The name of the surface: a string, which `/proc/PID/maps` shows.
  public static let name = IOSurfacePropertyKey(rawValue: "IOSurfaceName")
}

/// ``IOSurfacePropertyKey/allocSize``.
public var kIOSurfaceAllocSize: CFString { "IOSurfaceAllocSize" }
/// ``IOSurfacePropertyKey/width``.
public var kIOSurfaceWidth: CFString { "IOSurfaceWidth" }
/// ``IOSurfacePropertyKey/height``.
public var kIOSurfaceHeight: CFString { "IOSurfaceHeight" }
/// ``IOSurfacePropertyKey/bytesPerRow``.
public var kIOSurfaceBytesPerRow: CFString { "IOSurfaceBytesPerRow" }
/// ``IOSurfacePropertyKey/bytesPerElement``.
public var kIOSurfaceBytesPerElement: CFString { "IOSurfaceBytesPerElement" }
/// ``IOSurfacePropertyKey/elementWidth``.
public var kIOSurfaceElementWidth: CFString { "IOSurfaceElementWidth" }
/// ``IOSurfacePropertyKey/elementHeight``.
public var kIOSurfaceElementHeight: CFString { "IOSurfaceElementHeight" }
/// ``IOSurfacePropertyKey/offset``.
public var kIOSurfaceOffset: CFString { "IOSurfaceOffset" }
/// ``IOSurfacePropertyKey/planeInfo``.
public var kIOSurfacePlaneInfo: CFString { "IOSurfacePlaneInfo" }
/// ``IOSurfacePropertyKey/planeWidth``.
public var kIOSurfacePlaneWidth: CFString { "IOSurfacePlaneWidth" }
/// ``IOSurfacePropertyKey/planeHeight``.
public var kIOSurfacePlaneHeight: CFString { "IOSurfacePlaneHeight" }
/// ``IOSurfacePropertyKey/planeBytesPerRow``.
public var kIOSurfacePlaneBytesPerRow: CFString { "IOSurfacePlaneBytesPerRow" }
/// ``IOSurfacePropertyKey/planeOffset``.
public var kIOSurfacePlaneOffset: CFString { "IOSurfacePlaneOffset" }
/// ``IOSurfacePropertyKey/planeSize``.
public var kIOSurfacePlaneSize: CFString { "IOSurfacePlaneSize" }
/// ``IOSurfacePropertyKey/planeBytesPerElement``.
public var kIOSurfacePlaneBytesPerElement: CFString { "IOSurfacePlaneBytesPerElement" }
/// ``IOSurfacePropertyKey/planeElementWidth``.
public var kIOSurfacePlaneElementWidth: CFString { "IOSurfacePlaneElementWidth" }
/// ``IOSurfacePropertyKey/planeElementHeight``.
public var kIOSurfacePlaneElementHeight: CFString { "IOSurfacePlaneElementHeight" }
/// ``IOSurfacePropertyKey/cacheMode``.
public var kIOSurfaceCacheMode: CFString { "IOSurfaceCacheMode" }
/// ``IOSurfacePropertyKey/pixelFormat``.
public var kIOSurfacePixelFormat: CFString { "IOSurfacePixelFormat" }
/// ``IOSurfacePropertyKey/pixelSizeCastingAllowed``.
public var kIOSurfacePixelSizeCastingAllowed: CFString { "IOSurfacePixelSizeCastingAllowed" }
/// ``IOSurfacePropertyKey/name``.
public var kIOSurfaceName: CFString { "IOSurfaceName" }
/// The key of a value: the colour space, as a property list that this module does not read.
public var kIOSurfaceColorSpace: CFString { "IOSurfaceColorSpace" }
/// The key for surfaces that any process may look up by their identifier. Not supported: pass a descriptor instead.
public var kIOSurfaceIsGlobal: CFString { "IOSurfaceIsGlobal" }
