// Code for Core Video gets rectangles, colour spaces and what Foundation has from `import CoreVideo` alone.
@_exported import CoreGraphics
// A pixel buffer gives the surface that its pixels are in.
@_exported import IOSurface
