import CoreGraphics
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// What is said of a surface when it is made.
public struct IOSurfacePropertyKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Bytes of all of it: a number. Needed where there are no sides, else at least what the pixels take.
  public static let allocSize = IOSurfacePropertyKey(rawValue: "IOSurfaceAllocSize")
  /// Pixels in a row: a number.
  public static let width = IOSurfacePropertyKey(rawValue: "IOSurfaceWidth")
  /// Rows: a number.
  public static let height = IOSurfacePropertyKey(rawValue: "IOSurfaceHeight")
  /// Bytes from row to row: a number; what the elements take, rounded up to 64, where it is not said.
  public static let bytesPerRow = IOSurfacePropertyKey(rawValue: "IOSurfaceBytesPerRow")
  /// Bytes of an element: a number; 1 where it is not said.
  public static let bytesPerElement = IOSurfacePropertyKey(rawValue: "IOSurfaceBytesPerElement")
  /// Pixels of an element beside each other: a number; 1 where it is not said.
  public static let elementWidth = IOSurfacePropertyKey(rawValue: "IOSurfaceElementWidth")
  /// Rows of an element: a number; 1 where it is not said.
  public static let elementHeight = IOSurfacePropertyKey(rawValue: "IOSurfaceElementHeight")
  /// From the surface's first byte to the first pixel: a number, a multiple of 64; 0 where it is not said.
  public static let offset = IOSurfacePropertyKey(rawValue: "IOSurfaceOffset")
  /// An array of one to four dictionaries, each for a plane.
  public static let planeInfo = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneInfo")
  /// Of a plane: pixels in a row.
  public static let planeWidth = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneWidth")
  /// Of a plane: rows.
  public static let planeHeight = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneHeight")
  /// Of a plane: bytes from row to row; what the elements take, rounded up to 64, where it is not said.
  public static let planeBytesPerRow = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneBytesPerRow")
  /// Of a plane: from the surface's first byte, a multiple of 64; the next page where it is not said.
  public static let planeOffset = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneOffset")
  /// Of a plane: all its bytes; those of its rows where it is not said.
  public static let planeSize = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneSize")
  /// Of a plane: bytes of an element; 1 where it is not said.
  public static let planeBytesPerElement = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneBytesPerElement")
  /// Of a plane: pixels of an element beside each other; 1 where it is not said.
  public static let planeElementWidth = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneElementWidth")
  /// Of a plane: rows of an element; 1 where it is not said.
  public static let planeElementHeight = IOSurfacePropertyKey(rawValue: "IOSurfacePlaneElementHeight")
  /// How processors keep it in their caches: a number that is kept, and changes nothing here.
  public static let cacheMode = IOSurfacePropertyKey(rawValue: "IOSurfaceCacheMode")
  /// The code of the format, as of pixel buffers: a number.
  public static let pixelFormat = IOSurfacePropertyKey(rawValue: "IOSurfacePixelFormat")
  /// True: pixels may be read as some of another size.
  public static let pixelSizeCastingAllowed = IOSurfacePropertyKey(rawValue: "IOSurfacePixelSizeCastingAllowed")
  /// What it is called: a text, which `/proc/PID/maps` shows.
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
/// A value: the colour space, as a property list of its own kind. Nothing here reads it.
public var kIOSurfaceColorSpace: CFString { "IOSurfaceColorSpace" }
/// Said of surfaces that any process may find. There are none here: pass a descriptor.
public var kIOSurfaceIsGlobal: CFString { "IOSurfaceIsGlobal" }
