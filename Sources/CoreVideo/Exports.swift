// Code for Core Video gets rectangles, colour spaces and what Foundation has from `import CoreVideo` alone.
@_exported import CoreGraphics
