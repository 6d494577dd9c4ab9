// `import CoreVideo` alone provides rectangles, colour spaces and Foundation.
@_exported import CoreGraphics
// `CVPixelBufferGetIOSurface` returns a surface.
@_exported import IOSurface
