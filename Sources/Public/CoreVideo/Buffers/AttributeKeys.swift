import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// The format: one `kCVPixelFormatType` code, or an array of them, the most wanted first.
public var kCVPixelBufferPixelFormatTypeKey: CFString { "PixelFormatType" }
/// Pixels in a row: a number.
public var kCVPixelBufferWidthKey: CFString { "Width" }
/// Rows: a number.
public var kCVPixelBufferHeightKey: CFString { "Height" }
/// What rows are a multiple of, in bytes: a power of two; 64 where it is not said.
public var kCVPixelBufferBytesPerRowAlignmentKey: CFString { "BytesPerRowAlignment" }
/// What the starts of planes are a multiple of, in bytes: a power of two; 64 where it is not said.
public var kCVPixelBufferPlaneAlignmentKey: CFString { "PlaneAlignment" }
/// Pixels to the left of the image: a number.
public var kCVPixelBufferExtendedPixelsLeftKey: CFString { "ExtendedPixelsLeft" }
/// Rows above the image: a number.
public var kCVPixelBufferExtendedPixelsTopKey: CFString { "ExtendedPixelsTop" }
/// Pixels to the right of the image: a number.
public var kCVPixelBufferExtendedPixelsRightKey: CFString { "ExtendedPixelsRight" }
/// Rows below the image: a number.
public var kCVPixelBufferExtendedPixelsBottomKey: CFString { "ExtendedPixelsBottom" }
/// A surface that processes share is wanted: a dictionary of its values, mostly empty.
public var kCVPixelBufferIOSurfacePropertiesKey: CFString { "IOSurfaceProperties" }
/// True: a device is to read the buffer, so planes start with a page of memory.
public var kCVPixelBufferMetalCompatibilityKey: CFString { "MetalCompatibility" }
/// Wanted for images of Core Graphics; every buffer is fit for that.
public var kCVPixelBufferCGImageCompatibilityKey: CFString { "CGImageCompatibility" }
/// Wanted for drawing with Core Graphics; asks for nothing here.
public var kCVPixelBufferCGBitmapContextCompatibilityKey: CFString { "CGBitmapContextCompatibility" }
/// Wanted for OpenGL; asks for nothing here.
public var kCVPixelBufferOpenGLCompatibilityKey: CFString { "OpenGLCompatibility" }
/// Where memory is to come from; there is one way here.
public var kCVPixelBufferMemoryAllocatorKey: CFString { "MemoryAllocator" }
/// How many buffers a pool keeps however long they have been free: a number; 0 where it is not said.
public var kCVPixelBufferPoolMinimumBufferCountKey: CFString { "MinimumBufferCount" }
/// How long a pool keeps a free buffer, in seconds; 1 where it is not said, and 0 keeps them for ever.
public var kCVPixelBufferPoolMaximumBufferAgeKey: CFString { "MaximumBufferAge" }
/// How many buffers of a pool may be held at a time: a number.
public var kCVPixelBufferPoolAllocationThresholdKey: CFString { "AllocationThreshold" }
