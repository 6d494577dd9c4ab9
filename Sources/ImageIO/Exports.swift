// Code for Image I/O gets CGImage and the like from `import ImageIO` alone.
@_exported import CoreGraphics
