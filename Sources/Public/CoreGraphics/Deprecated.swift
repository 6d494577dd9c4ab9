import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names of Core Graphics' functions in early versions of Swift. Their deprecation names the replacement.

@available(*, deprecated, renamed: "CGAffineTransform.identity")
public var CGAffineTransformIdentity: CGAffineTransform { .identity }

@available(*, deprecated, renamed: "CGAffineTransform.init(a:b:c:d:tx:ty:)")
public func CGAffineTransformMake(
  _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }

@available(*, deprecated, renamed: "CGAffineTransform.init(scaleX:y:)")
public func CGAffineTransformMakeScale(_ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  CGAffineTransform(scaleX: sx, y: sy)
}

@available(*, deprecated, renamed: "CGAffineTransform.init(translationX:y:)")
public func CGAffineTransformMakeTranslation(_ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  CGAffineTransform(translationX: tx, y: ty)
}

@available(*, deprecated, renamed: "CGAffineTransform.init(rotationAngle:)")
public func CGAffineTransformMakeRotation(_ angle: CGFloat) -> CGAffineTransform {
  CGAffineTransform(rotationAngle: angle)
}

@available(*, deprecated, renamed: "CGAffineTransform.scaledBy(self:x:y:)")
public func CGAffineTransformScale(_ t: CGAffineTransform, _ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  t.scaledBy(x: sx, y: sy)
}

@available(*, deprecated, renamed: "CGAffineTransform.translatedBy(self:x:y:)")
public func CGAffineTransformTranslate(_ t: CGAffineTransform, _ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  t.translatedBy(x: tx, y: ty)
}

@available(*, deprecated, renamed: "CGAffineTransform.rotated(self:by:)")
public func CGAffineTransformRotate(_ t: CGAffineTransform, _ angle: CGFloat) -> CGAffineTransform {
  t.rotated(by: angle)
}

@available(*, deprecated, renamed: "CGAffineTransform.concatenating(self:_:)")
public func CGAffineTransformConcat(_ t1: CGAffineTransform, _ t2: CGAffineTransform) -> CGAffineTransform {
  t1.concatenating(t2)
}

@available(*, deprecated, renamed: "CGAffineTransform.inverted(self:)")
public func CGAffineTransformInvert(_ t: CGAffineTransform) -> CGAffineTransform { t.inverted() }

@available(*, deprecated, renamed: "getter:CGAffineTransform.isIdentity(self:)")
public func CGAffineTransformIsIdentity(_ t: CGAffineTransform) -> Bool { t.isIdentity }

@available(*, deprecated, message: "compare with ==")
public func CGAffineTransformEqualToTransform(_ t1: CGAffineTransform, _ t2: CGAffineTransform) -> Bool { t1 == t2 }

@available(*, deprecated, renamed: "CGPoint.applying(self:_:)")
public func CGPointApplyAffineTransform(_ point: CGPoint, _ t: CGAffineTransform) -> CGPoint { point.applying(t) }

@available(*, deprecated, renamed: "CGSize.applying(self:_:)")
public func CGSizeApplyAffineTransform(_ size: CGSize, _ t: CGAffineTransform) -> CGSize { size.applying(t) }

@available(*, deprecated, renamed: "CGRect.applying(self:_:)")
public func CGRectApplyAffineTransform(_ rect: CGRect, _ t: CGAffineTransform) -> CGRect { rect.applying(t) }

@available(*, deprecated, renamed: "CGRect.init(x:y:width:height:)")
public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

@available(*, deprecated, renamed: "CGPoint.init(x:y:)")
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

@available(*, deprecated, renamed: "CGSize.init(width:height:)")
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize { CGSize(width: width, height: height) }

@available(*, deprecated, renamed: "CGVector.init(dx:dy:)")
public func CGVectorMake(_ dx: CGFloat, _ dy: CGFloat) -> CGVector { CGVector(dx: dx, dy: dy) }

@available(*, deprecated, renamed: "CGRect.insetBy(self:dx:dy:)")
public func CGRectInset(_ rect: CGRect, _ dx: CGFloat, _ dy: CGFloat) -> CGRect { rect.insetBy(dx: dx, dy: dy) }

@available(*, deprecated, renamed: "CGRect.offsetBy(self:dx:dy:)")
public func CGRectOffset(_ rect: CGRect, _ dx: CGFloat, _ dy: CGFloat) -> CGRect { rect.offsetBy(dx: dx, dy: dy) }

@available(*, deprecated, renamed: "CGRect.intersection(self:_:)")
public func CGRectIntersection(_ r1: CGRect, _ r2: CGRect) -> CGRect { r1.intersection(r2) }

@available(*, deprecated, renamed: "CGRect.union(self:_:)")
public func CGRectUnion(_ r1: CGRect, _ r2: CGRect) -> CGRect { r1.union(r2) }

@available(*, deprecated, renamed: "getter:CGRect.integral(self:)")
public func CGRectIntegral(_ rect: CGRect) -> CGRect { rect.integral }

@available(*, deprecated, renamed: "getter:CGRect.width(self:)")
public func CGRectGetWidth(_ rect: CGRect) -> CGFloat { rect.width }

@available(*, deprecated, renamed: "getter:CGRect.height(self:)")
public func CGRectGetHeight(_ rect: CGRect) -> CGFloat { rect.height }

@available(*, deprecated, renamed: "getter:CGRect.minX(self:)")
public func CGRectGetMinX(_ rect: CGRect) -> CGFloat { rect.minX }

@available(*, deprecated, renamed: "getter:CGRect.midX(self:)")
public func CGRectGetMidX(_ rect: CGRect) -> CGFloat { rect.midX }

@available(*, deprecated, renamed: "getter:CGRect.maxX(self:)")
public func CGRectGetMaxX(_ rect: CGRect) -> CGFloat { rect.maxX }

@available(*, deprecated, renamed: "getter:CGRect.minY(self:)")
public func CGRectGetMinY(_ rect: CGRect) -> CGFloat { rect.minY }

@available(*, deprecated, renamed: "getter:CGRect.midY(self:)")
public func CGRectGetMidY(_ rect: CGRect) -> CGFloat { rect.midY }

@available(*, deprecated, renamed: "getter:CGRect.maxY(self:)")
public func CGRectGetMaxY(_ rect: CGRect) -> CGFloat { rect.maxY }

@available(*, deprecated, renamed: "getter:CGRect.isNull(self:)")
public func CGRectIsNull(_ rect: CGRect) -> Bool { rect.isNull }

@available(*, deprecated, renamed: "getter:CGRect.isEmpty(self:)")
public func CGRectIsEmpty(_ rect: CGRect) -> Bool { rect.isEmpty }

@available(*, deprecated, renamed: "getter:CGRect.isInfinite(self:)")
public func CGRectIsInfinite(_ rect: CGRect) -> Bool { rect.isInfinite }

@available(*, deprecated, renamed: "CGRect.null")
public var CGRectNull: CGRect { .null }

@available(*, deprecated, renamed: "CGRect.zero")
public var CGRectZero: CGRect { .zero }

@available(*, deprecated, renamed: "CGRect.infinite")
public var CGRectInfinite: CGRect { .infinite }

@available(*, deprecated, renamed: "CGPoint.zero")
public var CGPointZero: CGPoint { .zero }

@available(*, deprecated, renamed: "CGSize.zero")
public var CGSizeZero: CGSize { .zero }
