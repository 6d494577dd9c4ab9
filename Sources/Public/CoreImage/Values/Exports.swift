// `import CoreImage` also imports CGColorSpace, CGImage, URL, Data, CGRect etc.
@_exported import CoreGraphics
@_exported import Foundation

/// Limits that image files must not exceed.
@_exported import struct ImageCodecs.CodecLimits
/// Errors of renders.
@_exported import enum ImageGraph.RenderError
