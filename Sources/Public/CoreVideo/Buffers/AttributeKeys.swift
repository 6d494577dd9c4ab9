import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// The pixel format: a `kCVPixelFormatType` code, or an array of them in order of preference.
public var kCVPixelBufferPixelFormatTypeKey: CFString { "PixelFormatType" }
/// The width, in pixels: a number.
public var kCVPixelBufferWidthKey: CFString { "Width" }
/// The height, in pixels: a number.
public var kCVPixelBufferHeightKey: CFString { "Height" }
/// The alignment of rows, in bytes: a power of two; 64 by default.
public var kCVPixelBufferBytesPerRowAlignmentKey: CFString { "BytesPerRowAlignment" }
/// The alignment of planes, in bytes: a power of two; 64 by default.
public var kCVPixelBufferPlaneAlignmentKey: CFString { "PlaneAlignment" }
/// The number of extra pixels to the left of the image.
public var kCVPixelBufferExtendedPixelsLeftKey: CFString { "ExtendedPixelsLeft" }
/// The number of extra rows above the image.
public var kCVPixelBufferExtendedPixelsTopKey: CFString { "ExtendedPixelsTop" }
/// The number of extra pixels to the right of the image.
public var kCVPixelBufferExtendedPixelsRightKey: CFString { "ExtendedPixelsRight" }
/// The number of extra rows below the image.
public var kCVPixelBufferExtendedPixelsBottomKey: CFString { "ExtendedPixelsBottom" }
/// Requests a surface, which processes can share: a dictionary of its values, usually empty.
public var kCVPixelBufferIOSurfacePropertiesKey: CFString { "IOSurfaceProperties" }
/// True if a device reads the buffer. Planes then start at page boundaries.
public var kCVPixelBufferMetalCompatibilityKey: CFString { "MetalCompatibility" }
/// Requests compatibility with images of Core Graphics, which every buffer has.
public var kCVPixelBufferCGImageCompatibilityKey: CFString { "CGImageCompatibility" }
/// Requests compatibility with drawing by Core Graphics; ignored.
public var kCVPixelBufferCGBitmapContextCompatibilityKey: CFString { "CGBitmapContextCompatibility" }
/// Requests compatibility with OpenGL; ignored.
public var kCVPixelBufferOpenGLCompatibilityKey: CFString { "OpenGLCompatibility" }
/// The memory allocator; ignored.
public var kCVPixelBufferMemoryAllocatorKey: CFString { "MemoryAllocator" }
/// The number of buffers that a pool retains regardless of their age: a number; 0 by default.
public var kCVPixelBufferPoolMinimumBufferCountKey: CFString { "MinimumBufferCount" }
/// The time for which a pool retains a free buffer, in seconds: a number; 1 by default, 0 for no limit.
public var kCVPixelBufferPoolMaximumBufferAgeKey: CFString { "MaximumBufferAge" }
/// The greatest number of simultaneous buffers of a pool.
public var kCVPixelBufferPoolAllocationThresholdKey: CFString { "AllocationThreshold" }
