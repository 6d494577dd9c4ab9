// Clients of Image I/O get CGImage, the property keys and the like from `import ImageIO` alone.
@_exported import CoreGraphics
@_exported import CoreImage
