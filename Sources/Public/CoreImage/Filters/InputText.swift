import Foundation
import ImageGraph

/// Returns a short text of an input's value, for `print(filter)`.
func inputText(_ value: Any?) -> String {
  switch unwrapped(value) {
  case nil: "nil"
  case let image as CIImage: "<CIImage \(extentText(image.extent))>"
  case let data as Data: "<\(data.count) bytes>"
  case let text as NSAttributedString: quoted(text.string)
  case let text as String: quoted(text)
  case let point as CGPoint: "\(CIVector(cgPoint: point))"
  case let rect as CGRect: "\(CIVector(cgRect: rect))"
  case let list as [Any]: "(" + list.prefix(8).map(inputText).joined(separator: " ") + (list.count > 8 ? " …)" : ")")
  case let other?: number(from: other).map(plain) ?? quoted("\(other)")
  }
}

private func extentText(_ extent: CGRect) -> String {
  extent.isNull ? "empty" : extent.isInfinite ? "infinite" : "extent \(CIVector(cgRect: extent))"
}
