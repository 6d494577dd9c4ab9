// Code for Core Animation gets images, filters and drawing from `import QuartzCore` alone.
@_exported import CoreGraphics
@_exported import CoreImage
@_exported import AnimationMath
