import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Core Graphics' C functions. Their deprecation names the replacement in Swift.

@available(
  *, deprecated, renamed: "CGContext.init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)"
)
public func CGBitmapContextCreate(
  _ data: UnsafeMutableRawPointer?, _ width: Int, _ height: Int, _ bitsPerComponent: Int, _ bytesPerRow: Int,
  _ space: CGColorSpace?, _ bitmapInfo: UInt32
) -> CGContext? {
  CGContext(
    data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
    space: space, bitmapInfo: bitmapInfo)
}

@available(*, deprecated, renamed: "CGContext.makeImage(self:)")
public func CGBitmapContextCreateImage(_ context: CGContext?) -> CGImage? {
  context?.makeImage()
}

@available(*, deprecated, renamed: "getter:CGContext.data(self:)")
public func CGBitmapContextGetData(_ context: CGContext?) -> UnsafeMutableRawPointer? {
  context?.data
}

@available(*, deprecated, renamed: "getter:CGContext.width(self:)")
public func CGBitmapContextGetWidth(_ context: CGContext?) -> Int {
  context?.width ?? 0
}

@available(*, deprecated, renamed: "getter:CGContext.height(self:)")
public func CGBitmapContextGetHeight(_ context: CGContext?) -> Int {
  context?.height ?? 0
}

@available(*, deprecated, renamed: "getter:CGContext.bytesPerRow(self:)")
public func CGBitmapContextGetBytesPerRow(_ context: CGContext?) -> Int {
  context?.bytesPerRow ?? 0
}

@available(*, deprecated, renamed: "CGContext.saveGState(self:)")
public func CGContextSaveGState(_ context: CGContext?) {
  context?.saveGState()
}

@available(*, deprecated, renamed: "CGContext.restoreGState(self:)")
public func CGContextRestoreGState(_ context: CGContext?) {
  context?.restoreGState()
}

@available(*, deprecated, renamed: "CGContext.scaleBy(self:x:y:)")
public func CGContextScaleCTM(_ context: CGContext?, _ sx: CGFloat, _ sy: CGFloat) {
  context?.scaleBy(x: sx, y: sy)
}

@available(*, deprecated, renamed: "CGContext.translateBy(self:x:y:)")
public func CGContextTranslateCTM(_ context: CGContext?, _ tx: CGFloat, _ ty: CGFloat) {
  context?.translateBy(x: tx, y: ty)
}

@available(*, deprecated, renamed: "CGContext.rotate(self:by:)")
public func CGContextRotateCTM(_ context: CGContext?, _ angle: CGFloat) {
  context?.rotate(by: angle)
}

@available(*, deprecated, renamed: "CGContext.concatenate(self:_:)")
public func CGContextConcatCTM(_ context: CGContext?, _ transform: CGAffineTransform) {
  context?.concatenate(transform)
}

@available(*, deprecated, renamed: "getter:CGContext.ctm(self:)")
public func CGContextGetCTM(_ context: CGContext?) -> CGAffineTransform {
  context?.ctm ?? .identity
}

@available(*, deprecated, renamed: "CGContext.setLineWidth(self:_:)")
public func CGContextSetLineWidth(_ context: CGContext?, _ width: CGFloat) {
  context?.setLineWidth(width)
}

@available(*, deprecated, renamed: "CGContext.setLineCap(self:_:)")
public func CGContextSetLineCap(_ context: CGContext?, _ cap: CGLineCap) {
  context?.setLineCap(cap)
}

@available(*, deprecated, renamed: "CGContext.setLineJoin(self:_:)")
public func CGContextSetLineJoin(_ context: CGContext?, _ join: CGLineJoin) {
  context?.setLineJoin(join)
}

@available(*, deprecated, renamed: "CGContext.setMiterLimit(self:_:)")
public func CGContextSetMiterLimit(_ context: CGContext?, _ limit: CGFloat) {
  context?.setMiterLimit(limit)
}

@available(*, deprecated, renamed: "CGContext.setLineDash(self:phase:lengths:)")
public func CGContextSetLineDash(
  _ context: CGContext?, _ phase: CGFloat, _ lengths: UnsafePointer<CGFloat>?, _ count: Int
) {
  context?.setLineDash(
    phase: phase, lengths: Array(UnsafeBufferPointer(start: lengths, count: lengths == nil ? 0 : max(count, 0))))
}

@available(*, deprecated, renamed: "CGContext.setFlatness(self:_:)")
public func CGContextSetFlatness(_ context: CGContext?, _ flatness: CGFloat) {
  context?.setFlatness(flatness)
}

@available(*, deprecated, renamed: "CGContext.setAlpha(self:_:)")
public func CGContextSetAlpha(_ context: CGContext?, _ alpha: CGFloat) {
  context?.setAlpha(alpha)
}

@available(*, deprecated, renamed: "CGContext.setBlendMode(self:_:)")
public func CGContextSetBlendMode(_ context: CGContext?, _ mode: CGBlendMode) {
  context?.setBlendMode(mode)
}

@available(*, deprecated, renamed: "CGContext.setShouldAntialias(self:_:)")
public func CGContextSetShouldAntialias(_ context: CGContext?, _ shouldAntialias: Bool) {
  context?.setShouldAntialias(shouldAntialias)
}

@available(*, deprecated, renamed: "setter:CGContext.interpolationQuality(self:_:)")
public func CGContextSetInterpolationQuality(_ context: CGContext?, _ quality: CGInterpolationQuality) {
  context?.interpolationQuality = quality
}

@available(*, deprecated, renamed: "CGContext.setShadow(self:offset:blur:)")
public func CGContextSetShadow(_ context: CGContext?, _ offset: CGSize, _ blur: CGFloat) {
  context?.setShadow(offset: offset, blur: blur)
}

@available(*, deprecated, renamed: "CGContext.setShadow(self:offset:blur:color:)")
public func CGContextSetShadowWithColor(_ context: CGContext?, _ offset: CGSize, _ blur: CGFloat, _ color: CGColor?) {
  context?.setShadow(offset: offset, blur: blur, color: color)
}

@available(*, deprecated, renamed: "CGContext.setFillColor(self:_:)")
public func CGContextSetFillColorWithColor(_ context: CGContext?, _ color: CGColor) {
  context?.setFillColor(color)
}

@available(*, deprecated, renamed: "CGContext.setFillColorSpace(self:_:)")
public func CGContextSetFillColorSpace(_ context: CGContext?, _ space: CGColorSpace) {
  context?.setFillColorSpace(space)
}

@available(*, deprecated, renamed: "CGContext.setFillColor(self:_:)")
public func CGContextSetFillColor(_ context: CGContext?, _ components: UnsafePointer<CGFloat>) {
  context?.setFillColor(components)
}

@available(*, deprecated, renamed: "CGContext.setFillPattern(self:_:colorComponents:)")
public func CGContextSetFillPattern(_ context: CGContext?, _ pattern: CGPattern, _ components: UnsafePointer<CGFloat>) {
  context?.setFillPattern(pattern, colorComponents: components)
}

@available(*, deprecated, renamed: "CGContext.setFillColor(self:gray:alpha:)")
public func CGContextSetGrayFillColor(_ context: CGContext?, _ gray: CGFloat, _ alpha: CGFloat) {
  context?.setFillColor(gray: gray, alpha: alpha)
}

@available(*, deprecated, renamed: "CGContext.setFillColor(self:red:green:blue:alpha:)")
public func CGContextSetRGBFillColor(
  _ context: CGContext?, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat
) {
  context?.setFillColor(red: red, green: green, blue: blue, alpha: alpha)
}

@available(*, deprecated, renamed: "CGContext.setStrokeColor(self:_:)")
public func CGContextSetStrokeColorWithColor(_ context: CGContext?, _ color: CGColor) {
  context?.setStrokeColor(color)
}

@available(*, deprecated, renamed: "CGContext.setStrokeColorSpace(self:_:)")
public func CGContextSetStrokeColorSpace(_ context: CGContext?, _ space: CGColorSpace) {
  context?.setStrokeColorSpace(space)
}

@available(*, deprecated, renamed: "CGContext.setStrokeColor(self:_:)")
public func CGContextSetStrokeColor(_ context: CGContext?, _ components: UnsafePointer<CGFloat>) {
  context?.setStrokeColor(components)
}

@available(*, deprecated, renamed: "CGContext.setStrokePattern(self:_:colorComponents:)")
public func CGContextSetStrokePattern(_ context: CGContext?, _ pattern: CGPattern, _ components: UnsafePointer<CGFloat>)
{
  context?.setStrokePattern(pattern, colorComponents: components)
}

@available(*, deprecated, renamed: "CGContext.setStrokeColor(self:gray:alpha:)")
public func CGContextSetGrayStrokeColor(_ context: CGContext?, _ gray: CGFloat, _ alpha: CGFloat) {
  context?.setStrokeColor(gray: gray, alpha: alpha)
}

@available(*, deprecated, renamed: "CGContext.setStrokeColor(self:red:green:blue:alpha:)")
public func CGContextSetRGBStrokeColor(
  _ context: CGContext?, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat
) {
  context?.setStrokeColor(red: red, green: green, blue: blue, alpha: alpha)
}

@available(*, deprecated, renamed: "CGContext.setPatternPhase(self:_:)")
public func CGContextSetPatternPhase(_ context: CGContext?, _ phase: CGSize) {
  context?.setPatternPhase(phase)
}
