import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph

/// The operation of a step of a recipe, as a value that any coder can write.
enum ArchivedOperation: Codable {
  case empty
  /// An image by its index in the archive.
  case image(Int)
  case crop([Double])
  case clamp([Double])
  case affine([Double], Sampling)
  case color(String, [ArchivedArgument], ArchivedExtent)
  case warp(String, [ArchivedArgument], Sampling)
  case region(String, [ArchivedArgument])
  case histogram([Double], bins: Int)
  case sampled(Sampling)
  /// A conversion to the working space from colours in this alpha state. Nil: from the working space.
  case matched(ArchivedSpace, toWorkingFrom: String?)
  case intermediate(cache: Bool)

  /// Returns nil for steps that exist in plans only, and for kernels of an app, whose code is not archived.
  init?(_ op: Op, _ images: [Source.Identity: Int]) {
    if op.code != nil { return nil }
    switch op {
    case .empty: self = .empty
    case .source(let source):
      guard let number = images[source.identity] else { return nil }
      self = .image(number)
    case .crop(let rect): self = .crop(rect.coordinates)
    case .clamp(let rect): self = .clamp(rect.coordinates)
    case .affine(let m, let sampling): self = .affine([m.a, m.b, m.c, m.d, m.tx, m.ty], sampling)
    case .formula(let formula, let arguments, let rule):
      guard let list = archived(arguments) else { return nil }
      self = .color(formula.mangledName, list, ArchivedExtent(rule))
    case .warp(let formula, let arguments, let sampling):
      guard let list = archived(arguments) else { return nil }
      self = .warp(formula.mangledName, list, sampling)
    case .region(let formula, let arguments):
      guard let list = archived(arguments) else { return nil }
      self = .region(formula.mangledName, list)
    case .histogram(let rect, let bins): self = .histogram(rect.coordinates, bins: bins)
    case .sampled(let sampling): self = .sampled(sampling)
    case .matched(let space, .toWorking(let alpha)):
      self = .matched(ArchivedSpace(CGColorSpace(space)), toWorkingFrom: alpha.rawValue)
    case .matched(let space, .fromWorking): self = .matched(ArchivedSpace(CGColorSpace(space)), toWorkingFrom: nil)
    case .intermediate(let cache, _): self = .intermediate(cache: cache)
    case .symbol: return nil
    }
  }

  /// Returns the operation after validation. Returns nil if the formula or image does not exist, or the arguments are
  /// of other kinds.
  func checked(_ images: [Source]) -> Op? {
    switch self {
    case .empty: .empty
    case .image(let number): images.indices.contains(number) ? .source(images[number]) : nil
    case .crop(let coordinates): rect(coordinates).map { .crop($0) }
    case .clamp(let coordinates): rect(coordinates).flatMap { $0.isFinite ? Op.clamp($0) : nil }
    case .affine(let n, let sampling):
      n.count == 6
        ? AffineMap(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]).checked.map { .affine($0, sampling) } : nil
    case .color(let name, let list, let extent):
      Formulas.colors[name].flatMap { formula in
        checkedArguments(list, formula.kinds).flatMap { arguments in
          extent.rule.map { .formula(formula, arguments, $0) }
        }
      }
    case .warp(let name, let list, let sampling):
      Formulas.warps[name].flatMap { formula in
        checkedArguments(list, formula.kinds).map { .warp(formula, $0, sampling) }
      }
    case .region(let name, let list):
      Formulas.regions[name].flatMap { formula in
        checkedArguments(list, formula.kinds).map { .region(formula, $0) }
      }
    case .histogram(let coordinates, let bins):
      rect(coordinates).flatMap { (1...4096).contains(bins) ? Op.histogram($0, bins: bins) : nil }
    case .sampled(let sampling): .sampled(sampling)
    case .matched(let space, nil): .matched(space.space.space, .fromWorking)
    case .matched(let space, let alpha?):
      AlphaState(rawValue: alpha).map { .matched(space.space.space, .toWorking($0)) }
    case .intermediate(let cache): .intermediate(cache: cache)
    }
  }
}

/// An argument of a formula.
enum ArchivedArgument: Codable {
  case floats([Float])
  case int(Int32)
  case axis(isHorizontal: Bool)
  case color([Double], isPremultiplied: Bool)

  fileprivate init?(_ argument: Argument) {
    switch argument {
    case .float(let v): self = .floats([v])
    case .float2(let v): self = .floats([v.x, v.y])
    case .float3(let v): self = .floats([v.x, v.y, v.z])
    case .float4(let v): self = .floats([v.x, v.y, v.z, v.w])
    case .int(let v): self = .int(v)
    case .axis(let v): self = .axis(isHorizontal: v == .horizontal)
    case .color(let v):
      let c = v.components
      self = .color([c.x, c.y, c.z, c.w], isPremultiplied: v.form == .premultiplied)
    case .symbol: return nil
    }
  }

  fileprivate var argument: Argument? {
    switch self {
    case .floats(let v):
      switch v.count {
      case 1: .float(v[0])
      case 2: .float2([v[0], v[1]])
      case 3: .float3([v[0], v[1], v[2]])
      case 4: .float4([v[0], v[1], v[2], v[3]])
      default: nil
      }
    case .int(let v): .int(v)
    case .axis(let isHorizontal): .axis(isHorizontal ? .horizontal : .vertical)
    case .color(let v, let isPremultiplied):
      v.count == 4 ? .color(ColorArgument([v[0], v[1], v[2], v[3]], isPremultiplied ? .premultiplied : .rgb)) : nil
    }
  }
}

private func archived(_ arguments: [Argument]) -> [ArchivedArgument]? {
  let list = arguments.compactMap(ArchivedArgument.init)
  return list.count == arguments.count ? list : nil
}

/// Returns nil unless the arguments are of these kinds, in this order.
private func checkedArguments(_ list: [ArchivedArgument], _ kinds: [Argument.Kind]) -> [Argument]? {
  let arguments = list.compactMap(\.argument)
  return arguments.count == list.count && arguments.map(\.kind) == kinds ? arguments : nil
}

/// The rule for the extent of a colour formula.
enum ArchivedExtent: Codable {
  case first, last, union, intersection, nothing, everything
  case stated([Double])

  fileprivate init(_ rule: ExtentRule) {
    switch rule {
    case .first: self = .first
    case .last: self = .last
    case .union: self = .union
    case .intersection: self = .intersection
    case .stated(.empty): self = .nothing
    case .stated(.infinite): self = .everything
    case .stated(.finite(let rect)): self = .stated(rect.coordinates)
    }
  }

  fileprivate var rule: ExtentRule? {
    switch self {
    case .first: .first
    case .last: .last
    case .union: .union
    case .intersection: .intersection
    case .nothing: .stated(.empty)
    case .everything: .stated(.infinite)
    case .stated(let coordinates): rect(coordinates).map { .stated(Extent($0)) }
    }
  }
}

/// The formulas of recipes by name. The steps of an archive use the same formula objects as all other steps.
private enum Formulas {
  static let colors = Dictionary(
    (all.compactMap { if case .color(let formula) = $0 { formula } else { nil } } + ColorConversions.all
      + [.linear, .constant, .same]).map { ($0.mangledName, $0) }
  ) { first, _ in first }

  static let warps = Dictionary(
    all.compactMap { if case .warp(let formula) = $0 { (formula.mangledName, formula) } else { nil } }
  ) { first, _ in first }

  static let regions = Dictionary(
    (all.compactMap { if case .region(let formula) = $0 { formula } else { nil } }
      + [.blockMean, ColorConversions.table]).map { ($0.mangledName, $0) }
  ) { first, _ in first }

  private static let all = Catalogue.all.flatMap(\.formulas)
}

extension AffineMap {
  /// Nil if the map cannot be inverted; steps have invertible maps only.
  fileprivate var checked: AffineMap? { inverse == nil ? nil : self }
}

/// Returns the rectangle of two corners, the lower left one first. Returns nil for other lists and for NaN coordinates.
private func rect(_ n: [Double]) -> UserRect? {
  n.count == 4 && !n.contains(where: \.isNaN) ? UserRect([n[0], n[1]], [n[2], n[3]]) : nil
}

extension UserRect {
  fileprivate var coordinates: [Double] { [min.x, min.y, max.x, max.y] }
}

extension Sampling: Codable {}
