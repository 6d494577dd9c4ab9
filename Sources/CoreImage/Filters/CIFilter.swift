import Foundation
import ImageFilters
import ImageGraph

/// What all filters have, also those of CIFilterBuiltins.
public protocol CIFilterProtocol: AnyObject {
  var outputImage: CIImage? { get }
}

/// A filter with its inputs. Mutable, so each thread needs its own; the images that it gives may go anywhere.
///
/// Inputs are set by key or, for the filters that `CIFilterBuiltins` makes, by property. Filters of your own are
/// subclasses that override `outputImage`; ``CIInput`` lets keys reach their properties, and
/// ``registerName(_:constructor:classAttributes:)`` lets `CIFilter(name:)` make them.
open class CIFilter: CIFilterProtocol, CIFilterByName {
  package let definition: Filter?
  var given: [String: (object: Any, value: InputValue?)] = [:]
  var problems: [String: CIFilterError] = [:]
  private var lastNote = ""

  /// What the app said of the filter when it registered its name; nil for filters that it did not make by that name.
  var registration: FilterRegistry.Entry?

  /// The properties of a subclass that keys reach.
  private(set) lazy var ownInputs = definition == nil ? inputProperties(of: self) : []

  /// For your name; the filter's own name until you set it.
  open var name: String

  /// False makes `outputImage` the input image as it is, nil for a filter that has none.
  open var isEnabled = true

  /// A filter of your own.
  public init() {
    definition = nil
    name = ""
    name = String(describing: type(of: self))
  }

  init(_ definition: Filter) {
    self.definition = definition
    name = definition.name
  }

  /// A filter of the catalogue that is known to be there.
  convenience init(builtin name: String) {
    guard let definition = Catalogue.filter(named: name) else { preconditionFailure("\(name) is not in the catalogue") }
    self.init(definition)
  }

  /// What `attributes` says of a filter of your own, beside what it was registered with.
  open class func customAttributes() -> [String: Any]? { nil }

  // MARK: Inputs

  /// Sets an input; nil brings its default back.
  ///
  /// An unknown key or a value of the wrong class is noted in the log and makes `outputImage` nil until the key is set
  /// rightly or `setDefaults()` is called. ``set(_:forKey:)`` throws instead.
  open func setValue(_ value: Any?, forKey key: String) {
    do throws(CIFilterError) {
      try set(value, forKey: key)
    } catch {
      problems[key] = error
      RenderLog.process.note("\(error)")
    }
  }

  /// Sets an input; nil brings its default back. Numbers may be of any type; values outside of the range that the
  /// attributes give are accepted, as in Core Image.
  ///
  /// - Throws: `unknownKey`, or `wrongClass`, which names filter, key, class and range; nothing is changed then.
  public func set(_ value: Any?, forKey key: String) throws(CIFilterError) {
    let object = unwrapped(value)
    guard let definition else { return try setOwn(object, forKey: key) }
    guard let parameter = definition.parameter(key) else {
      throw .unknownKey(filter: definition.name, key: key, known: inputKeys)
    }
    if let object {
      guard let value = inputValue(of: object, for: parameter) else {
        throw .wrongClass(
          filter: definition.name, key: key, allowed: parameter.allowed, given: "\(type(of: object)) \(object)")
      }
      given[key] = (object, value)
    } else {
      given[key] = nil
    }
    problems[key] = nil
  }

  /// What an input is set to, else its default; nil when it has none. Outputs are keys too; see `outputKeys`.
  open func value(forKey key: String) -> Any? {
    if let object = given[key]?.object { return object }
    if let input = ownInputs.first(where: { $0.key == key }) { return unwrapped(input.property.object) }
    if let parameter = definition?.parameter(key) { return parameter.defaultValue.map(object) }
    return output(key)
  }

  /// All inputs back to their defaults; those without one are not set.
  open func setDefaults() {
    given = [:]
    problems = [:]
    setOwnDefaults()
  }

  open var inputKeys: [String] { definition?.parameters.map(\.key) ?? ownInputKeys }
  open var outputKeys: [String] { definition?.outputKeys ?? [kCIOutputImageKey] }

  // MARK: Output

  /// The filter's image; nil while an image that it needs is missing, and when it was set wrongly: the log says why.
  open var outputImage: CIImage? {
    guard definition != nil else { return nil }
    do throws(CIFilterError) {
      return try checkedOutputImage()
    } catch {
      if case .recipe = error, lastNote != error.description {
        lastNote = error.description
        RenderLog.process.note(lastNote)
      }
      return nil
    }
  }

  /// The filter's image, or the reason why there is none.
  public func checkedOutputImage() throws(CIFilterError) -> CIImage {
    if let problem = problems.min(by: { $0.key < $1.key }) { throw problem.value }
    if !isEnabled {
      if let image = value(forKey: kCIInputImageKey) as? CIImage { return image }
      throw .missingInput(filter: definition?.name ?? name, key: kCIInputImageKey)
    }
    guard let definition else {
      if let image = outputImage { return image }
      throw .missingInput(filter: name, key: kCIInputImageKey)
    }
    let made: Node?
    do throws(RenderError) {
      var values = given.compactMapValues(\.value)
      if let root = given[kCIInputImageKey]?.object as? CIImage, root.contentHeadroom > 0 {
        values[Inputs.contentHeadroomKey] = .number(Double(root.contentHeadroom))
      }
      made = try definition.image(from: values)
    } catch {
      throw .recipe(filter: definition.name, error)
    }
    guard let node = made else { throw .missingInput(filter: definition.name, key: missingKey) }
    guard let root = given[kCIInputImageKey]?.object as? CIImage else { return CIImage(node: node) }
    let image = root.derived(node, keepsSpace: keepsSpace(node))
    return toneMappedHeadroom(root).map(image.settingContentHeadroom) ?? image
  }

  private var missingKey: String {
    definition?.parameters.first { $0.defaultValue == nil && !$0.isOptional && given[$0.key] == nil }?.key
      ?? kCIInputImageKey
  }

  /// What the result's headroom is where the filter maps it; nil for other filters.
  private func toneMappedHeadroom(_ root: CIImage) -> Float? {
    guard let key = definition?.headroomKey, root.contentHeadroom > 0 else { return nil }
    return min(root.contentHeadroom, max(1, Float(number(from: value(forKey: key)) ?? 1)))
  }

  /// As in Core Image, moving pixels and a few filters keep the input's colour space as a fact; others lose it.
  private func keepsSpace(_ node: Node) -> Bool {
    switch node.op {
    case .warp, .affine, .crop, .clamp: true
    case .empty, .source, .formula, .region, .histogram, .sampled, .matched, .intermediate, .symbol:
      definition?.keepsColorSpace ?? false
    }
  }

  // MARK: Copies

  /// An independent filter with the same inputs.
  ///
  /// Subclasses of your own override it, but for those that were made by a registered name: they are made by it again.
  open func copy() -> Any {
    let copy = definition.map(typedForm) ?? registration?.filter() ?? CIFilter()
    (copy.given, copy.problems, copy.name, copy.isEnabled) = (given, problems, name, isEnabled)
    for (mine, its) in zip(ownInputs, copy.ownInputs) { _ = its.property.set(mine.property.object) }
    return copy
  }
}

extension CIFilter: CustomStringConvertible {
  public var description: String {
    let inputs = given.sorted { $0.key < $1.key }.map { key, input in
      input.object is CIImage ? "\(key)=image" : "\(key)=\(input.object)"
    }
    return ([definition?.name ?? name] + inputs).joined(separator: " ")
  }
}
