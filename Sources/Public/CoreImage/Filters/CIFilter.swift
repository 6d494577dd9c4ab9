import Foundation
import ImageFilters
import ImageGraph

/// What all filters have, also those of CIFilterBuiltins.
public protocol CIFilterProtocol: AnyObject {
  /// The image that the filter gives; nil while one that it needs is missing.
  var outputImage: CIImage? { get }
}

/// A filter with its inputs. Mutable, so each thread needs its own; the images that it gives may go anywhere.
///
/// Inputs are set by key or, for the filters that `CIFilterBuiltins` makes, by property. Filters of your own are
/// subclasses that override `outputImage`; ``CIInput`` lets keys reach their properties, and
/// ``registerName(_:constructor:classAttributes:)`` lets `CIFilter(name:)` make them.
///
/// Two filters are equal when they are one object, as `NSObject` has it: their inputs may change at any time. `copy()`
/// and archives keep all inputs.
open class CIFilter: NSObject, CIFilterProtocol, CIFilterByName {
  package let definition: Filter?
  var given: [String: (object: Any, value: InputValue?)] = [:]
  var problems: [String: CIFilterError] = [:]
  private var lastNote = ""

  /// What the app said of the filter when it registered its name; nil for filters that it did not make by that name.
  var registration: FilterRegistry.Entry?

  /// The properties of a subclass that keys reach.
  private(set) lazy var ownInputs = makeOwnInputs()

  /// The properties of a subclass, where it is not the catalogue that says which inputs there are.
  func makeOwnInputs() -> [(key: String, property: any InputProperty)] {
    definition == nil ? inputProperties(of: self) : []
  }

  /// For your name; the filter's own name until you set it.
  open var name: String

  /// False makes `outputImage` the input image as it is, nil for a filter that has none.
  open var isEnabled = true

  /// A filter of your own.
  public override init() {
    definition = nil
    name = ""
    super.init()
    name = String(describing: type(of: self))
  }

  init(_ definition: Filter) {
    self.definition = definition
    name = definition.name
  }

  /// A filter from a keyed archive, with the inputs that it had.
  ///
  /// Subclasses inherit it; one that overrides it goes on with `super.init(coder:)`, which sets its ``CIInput``
  /// properties. `copy()` of a subclass that is not registered goes this way too, with an archive that holds nothing.
  ///
  /// - Returns: nil for archives that name no filter of this class.
  public required init?(coder: NSCoder) {
    let archived = coder.decoded(ArchivedFilter.self)
    definition = archived?.filter.flatMap(Catalogue.filter(named:))
    name = archived?.name ?? ""
    // What an archive says of its filter may not be what it says of its class.
    if let definition {
      guard type(of: typedForm(definition)) == Self.self else { return nil }
    }
    super.init()
    if let archived { take(archived) } else { name = String(describing: type(of: self)) }
  }

  /// A filter of the catalogue that is known to be there.
  convenience init(builtin name: String) {
    guard let definition = Catalogue.filter(named: name) else { preconditionFailure("\(name) is not in the catalogue") }
    self.init(definition)
  }

  /// What the filter is and what its inputs are, with Core Image's keys: `kCIAttributeFilterName` and so on, and under
  /// each input's key a dictionary with `kCIAttributeClass`, `kCIAttributeDefault`, `kCIAttributeSliderMin` and so on.
  open var attributes: [String: Any] { knownAttributes }

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
  /// - Throws: `unknownKey`, or `wrongClass`, which names filter, key, class and range; `unreachableInput` for a filter
  ///   of your own that has no such ``CIInput``. Nothing is changed then.
  public func set(_ value: Any?, forKey key: String) throws(CIFilterError) {
    let object = unwrapped(value)
    guard let definition else { return try setOwn(object, forKey: key) }
    guard let parameter = definition.parameter(key) else {
      throw .unknownKey(filter: definition.name, key: key, known: inputKeys)
    }
    if let object {
      guard let value = inputValue(of: object, for: parameter) else {
        throw .wrongClass(
          filter: definition.name, key: key, allowed: parameter.allowed, given: classAndValue(object))
      }
      given[key] = (stored(object, as: value), value)
    } else {
      given[key] = nil
    }
    problems[key] = nil
  }

  /// What an input is set to, else its default; nil when it has none. Outputs are keys too; see `outputKeys`.
  ///
  /// Numbers and truth values are `NSNumber`, whatever type they were set as; points, sizes and rectangles that stand
  /// for a vector are `CIVector`. Casts to `Double`, `Float`, `Int` and `Bool` take an `NSNumber`; Foundation on Linux
  /// has none to `CGFloat`.
  open func value(forKey key: String) -> Any? {
    if let object = given[key]?.object { return object }
    if let value = ownValue(forKey: key) { return value }
    if let parameter = definition?.parameter(key) { return parameter.defaultValue.map(object) }
    return output(key)
  }

  /// Sets several inputs, as `setValue(_:forKey:)` sets each; `NSNull` brings a default back.
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
  }

  /// What the keys give; `NSNull` where that is nil.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
  }

  /// All inputs back to their defaults; those without one are not set.
  open func setDefaults() {
    given = [:]
    problems = [:]
    setOwnDefaults()
  }

  /// The keys of the inputs, in the order of the declaration.
  open var inputKeys: [String] { definition?.parameters.map(\.key) ?? ownInputKeys }
  /// The keys of what the filter gives: `outputImage`, and a few others of some filters.
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

  // MARK: NSObject

  /// An independent filter with the same inputs.
  ///
  /// A filter that was made by a registered name is made by it again; other subclasses by their `init(coder:)`, and
  /// what is no ``CIInput`` of theirs they copy by overriding this.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = definition.map(typedForm) ?? registration?.filter() ?? emptyLikeThis()
    (copy.given, copy.problems, copy.name, copy.isEnabled) = (given, problems, name, isEnabled)
    for (mine, its) in zip(ownInputs, copy.ownInputs) { _ = its.property.set(mine.property.object) }
    return copy
  }

  /// Writes the filter and what it is set to into an archive.
  open func encode(with coder: NSCoder) { coder.encode(value: ArchivedFilter(self)) }

  /// The class that archives name.
  open override var classForCoder: AnyClass { archivedClass }

  /// Its name and what its inputs are set to: `<CISepiaTone: inputImage=nil inputIntensity=1>`.
  open override var description: String {
    let inputs = inputKeys.map { " \($0)=\(inputText(value(forKey: $0)))" }
    return "<\(definition?.name ?? name):\(inputs.joined())>"
  }
}
