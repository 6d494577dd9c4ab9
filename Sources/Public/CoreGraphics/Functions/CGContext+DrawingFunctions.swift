import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Core Graphics' C functions. Their deprecation names the replacement in Swift.

@available(*, deprecated, renamed: "CGContext.beginPath(self:)")
public func CGContextBeginPath(_ context: CGContext?) {
  context?.beginPath()
}

@available(*, deprecated, renamed: "CGContext.move(self:to:)")
public func CGContextMoveToPoint(_ context: CGContext?, _ x: CGFloat, _ y: CGFloat) {
  context?.move(to: CGPoint(x: x, y: y))
}

@available(*, deprecated, renamed: "CGContext.addLine(self:to:)")
public func CGContextAddLineToPoint(_ context: CGContext?, _ x: CGFloat, _ y: CGFloat) {
  context?.addLine(to: CGPoint(x: x, y: y))
}

@available(*, deprecated, renamed: "CGContext.addCurve(self:to:control1:control2:)")
public func CGContextAddCurveToPoint(
  _ context: CGContext?, _ cp1x: CGFloat, _ cp1y: CGFloat, _ cp2x: CGFloat, _ cp2y: CGFloat, _ x: CGFloat, _ y: CGFloat
) {
  context?.addCurve(to: CGPoint(x: x, y: y), control1: CGPoint(x: cp1x, y: cp1y), control2: CGPoint(x: cp2x, y: cp2y))
}

@available(*, deprecated, renamed: "CGContext.addQuadCurve(self:to:control:)")
public func CGContextAddQuadCurveToPoint(
  _ context: CGContext?, _ cpx: CGFloat, _ cpy: CGFloat, _ x: CGFloat, _ y: CGFloat
) {
  context?.addQuadCurve(to: CGPoint(x: x, y: y), control: CGPoint(x: cpx, y: cpy))
}

@available(*, deprecated, renamed: "CGContext.closePath(self:)")
public func CGContextClosePath(_ context: CGContext?) {
  context?.closePath()
}

@available(*, deprecated, renamed: "CGContext.addRect(self:_:)")
public func CGContextAddRect(_ context: CGContext?, _ rect: CGRect) {
  context?.addRect(rect)
}

@available(*, deprecated, renamed: "CGContext.addEllipse(self:in:)")
public func CGContextAddEllipseInRect(_ context: CGContext?, _ rect: CGRect) {
  context?.addEllipse(in: rect)
}

@available(*, deprecated, renamed: "CGContext.addArc(self:center:radius:startAngle:endAngle:clockwise:)")
public func CGContextAddArc(
  _ context: CGContext?, _ x: CGFloat, _ y: CGFloat, _ radius: CGFloat, _ startAngle: CGFloat, _ endAngle: CGFloat,
  _ clockwise: Int32
) {
  context?.addArc(
    center: CGPoint(x: x, y: y), radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise != 0)
}

@available(*, deprecated, renamed: "CGContext.addArc(self:tangent1End:tangent2End:radius:)")
public func CGContextAddArcToPoint(
  _ context: CGContext?, _ x1: CGFloat, _ y1: CGFloat, _ x2: CGFloat, _ y2: CGFloat, _ radius: CGFloat
) {
  context?.addArc(tangent1End: CGPoint(x: x1, y: y1), tangent2End: CGPoint(x: x2, y: y2), radius: radius)
}

@available(*, deprecated, renamed: "CGContext.addPath(self:_:)")
public func CGContextAddPath(_ context: CGContext?, _ path: CGPath) {
  context?.addPath(path)
}

@available(*, deprecated, renamed: "CGContext.replacePathWithStrokedPath(self:)")
public func CGContextReplacePathWithStrokedPath(_ context: CGContext?) {
  context?.replacePathWithStrokedPath()
}

@available(*, deprecated, renamed: "getter:CGContext.isPathEmpty(self:)")
public func CGContextIsPathEmpty(_ context: CGContext?) -> Bool {
  context?.isPathEmpty ?? true
}

@available(*, deprecated, renamed: "getter:CGContext.currentPointOfPath(self:)")
public func CGContextGetPathCurrentPoint(_ context: CGContext?) -> CGPoint {
  context?.currentPointOfPath ?? .zero
}

@available(*, deprecated, renamed: "getter:CGContext.boundingBoxOfPath(self:)")
public func CGContextGetPathBoundingBox(_ context: CGContext?) -> CGRect {
  context?.boundingBoxOfPath ?? .null
}

@available(*, deprecated, renamed: "getter:CGContext.path(self:)")
public func CGContextCopyPath(_ context: CGContext?) -> CGPath? {
  context?.path
}

@available(*, deprecated, renamed: "CGContext.fillPath(self:using:)")
public func CGContextFillPath(_ context: CGContext?) {
  context?.fillPath()
}

@available(*, deprecated, renamed: "CGContext.fillPath(self:using:)")
public func CGContextEOFillPath(_ context: CGContext?) {
  context?.fillPath(using: .evenOdd)
}

@available(*, deprecated, renamed: "CGContext.strokePath(self:)")
public func CGContextStrokePath(_ context: CGContext?) {
  context?.strokePath()
}

@available(*, deprecated, renamed: "CGContext.drawPath(self:using:)")
public func CGContextDrawPath(_ context: CGContext?, _ mode: CGPathDrawingMode) {
  context?.drawPath(using: mode)
}

@available(*, deprecated, renamed: "CGContext.fill(self:_:)")
public func CGContextFillRect(_ context: CGContext?, _ rect: CGRect) {
  context?.fill(rect)
}

@available(*, deprecated, renamed: "CGContext.stroke(self:_:)")
public func CGContextStrokeRect(_ context: CGContext?, _ rect: CGRect) {
  context?.stroke(rect)
}

@available(*, deprecated, renamed: "CGContext.stroke(self:_:width:)")
public func CGContextStrokeRectWithWidth(_ context: CGContext?, _ rect: CGRect, _ width: CGFloat) {
  context?.stroke(rect, width: width)
}

@available(*, deprecated, renamed: "CGContext.clear(self:_:)")
public func CGContextClearRect(_ context: CGContext?, _ rect: CGRect) {
  context?.clear(rect)
}

@available(*, deprecated, renamed: "CGContext.fillEllipse(self:in:)")
public func CGContextFillEllipseInRect(_ context: CGContext?, _ rect: CGRect) {
  context?.fillEllipse(in: rect)
}

@available(*, deprecated, renamed: "CGContext.strokeEllipse(self:in:)")
public func CGContextStrokeEllipseInRect(_ context: CGContext?, _ rect: CGRect) {
  context?.strokeEllipse(in: rect)
}

@available(*, deprecated, renamed: "CGContext.clip(self:using:)")
public func CGContextClip(_ context: CGContext?) {
  context?.clip()
}

@available(*, deprecated, renamed: "CGContext.clip(self:using:)")
public func CGContextEOClip(_ context: CGContext?) {
  context?.clip(using: .evenOdd)
}

@available(*, deprecated, renamed: "CGContext.clip(self:to:)")
public func CGContextClipToRect(_ context: CGContext?, _ rect: CGRect) {
  context?.clip(to: rect)
}

@available(*, deprecated, renamed: "CGContext.clip(self:to:mask:)")
public func CGContextClipToMask(_ context: CGContext?, _ rect: CGRect, _ mask: CGImage) {
  context?.clip(to: rect, mask: mask)
}

@available(*, deprecated, renamed: "getter:CGContext.boundingBoxOfClipPath(self:)")
public func CGContextGetClipBoundingBox(_ context: CGContext?) -> CGRect {
  context?.boundingBoxOfClipPath ?? .null
}

@available(*, deprecated, renamed: "CGContext.draw(self:_:in:byTiling:)")
public func CGContextDrawImage(_ context: CGContext?, _ rect: CGRect, _ image: CGImage) {
  context?.draw(image, in: rect)
}

@available(*, deprecated, renamed: "CGContext.draw(self:_:in:byTiling:)")
public func CGContextDrawTiledImage(_ context: CGContext?, _ rect: CGRect, _ image: CGImage) {
  context?.draw(image, in: rect, byTiling: true)
}

@available(*, deprecated, renamed: "CGContext.drawLinearGradient(self:_:start:end:options:)")
public func CGContextDrawLinearGradient(
  _ context: CGContext?, _ gradient: CGGradient, _ start: CGPoint, _ end: CGPoint,
  _ options: CGGradientDrawingOptions
) {
  context?.drawLinearGradient(gradient, start: start, end: end, options: options)
}

@available(
  *, deprecated, renamed: "CGContext.drawRadialGradient(self:_:startCenter:startRadius:endCenter:endRadius:options:)"
)
public func CGContextDrawRadialGradient(
  _ context: CGContext?, _ gradient: CGGradient, _ startCenter: CGPoint, _ startRadius: CGFloat,
  _ endCenter: CGPoint, _ endRadius: CGFloat, _ options: CGGradientDrawingOptions
) {
  context?.drawRadialGradient(
    gradient, startCenter: startCenter, startRadius: startRadius, endCenter: endCenter, endRadius: endRadius,
    options: options)
}

@available(*, deprecated, renamed: "CGContext.beginTransparencyLayer(self:auxiliaryInfo:)")
public func CGContextBeginTransparencyLayer(_ context: CGContext?, _ info: CFDictionary?) {
  context?.beginTransparencyLayer(auxiliaryInfo: info)
}

@available(*, deprecated, renamed: "CGContext.beginTransparencyLayer(self:in:auxiliaryInfo:)")
public func CGContextBeginTransparencyLayerWithRect(_ context: CGContext?, _ rect: CGRect, _ info: CFDictionary?) {
  context?.beginTransparencyLayer(in: rect, auxiliaryInfo: info)
}

@available(*, deprecated, renamed: "CGContext.endTransparencyLayer(self:)")
public func CGContextEndTransparencyLayer(_ context: CGContext?) {
  context?.endTransparencyLayer()
}

@available(*, deprecated, renamed: "setter:CGContext.textMatrix(self:_:)")
public func CGContextSetTextMatrix(_ context: CGContext?, _ matrix: CGAffineTransform) {
  context?.textMatrix = matrix
}

@available(*, deprecated, renamed: "setter:CGContext.textPosition(self:_:)")
public func CGContextSetTextPosition(_ context: CGContext?, _ x: CGFloat, _ y: CGFloat) {
  context?.textPosition = CGPoint(x: x, y: y)
}

@available(*, deprecated, renamed: "CGContext.setTextDrawingMode(self:_:)")
public func CGContextSetTextDrawingMode(_ context: CGContext?, _ mode: CGTextDrawingMode) {
  context?.setTextDrawingMode(mode)
}

@available(*, deprecated, renamed: "CGContext.setFont(self:_:)")
public func CGContextSetFont(_ context: CGContext?, _ font: CGFont) {
  context?.setFont(font)
}

@available(*, deprecated, renamed: "CGContext.setFontSize(self:_:)")
public func CGContextSetFontSize(_ context: CGContext?, _ size: CGFloat) {
  context?.setFontSize(size)
}

@available(*, deprecated, renamed: "CGContext.setCharacterSpacing(self:_:)")
public func CGContextSetCharacterSpacing(_ context: CGContext?, _ spacing: CGFloat) {
  context?.setCharacterSpacing(spacing)
}

@available(*, deprecated, renamed: "CGContext.beginPDFPage(self:_:)")
public func CGPDFContextBeginPage(_ context: CGContext?, _ pageInfo: CFDictionary?) {
  context?.beginPDFPage(pageInfo)
}

@available(*, deprecated, renamed: "CGContext.endPDFPage(self:)")
public func CGPDFContextEndPage(_ context: CGContext?) {
  context?.endPDFPage()
}

@available(*, deprecated, renamed: "CGContext.closePDF(self:)")
public func CGPDFContextClose(_ context: CGContext?) {
  context?.closePDF()
}
