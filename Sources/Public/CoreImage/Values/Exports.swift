// Code for Core Image gets CGColorSpace, CGImage, URL, Data, CGRect and the like from `import CoreImage` alone.
@_exported import CoreGraphics
@_exported import Foundation

/// What image files may ask for before they are refused.
@_exported import struct ImageCodecs.CodecLimits
/// Why a render did not happen.
@_exported import enum ImageGraph.RenderError
