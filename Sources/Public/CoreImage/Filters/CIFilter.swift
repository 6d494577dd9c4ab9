import Foundation
import ImageFilters
import ImageGraph

/// The properties of all filters, including those of CIFilterBuiltins.
public protocol CIFilterProtocol: AnyObject {
  /// The image that the filter computes; nil while a required image is missing.
  var outputImage: CIImage? { get }
}

/// A filter with its inputs. Mutable, so each thread needs its own; its output images may be used on any thread.
///
/// Inputs are set by key or, for filters that `CIFilterBuiltins` creates, by property. Custom filters are subclasses
/// that override `outputImage`. ``CIInput`` makes their properties accessible by key, and
/// ``registerName(_:constructor:classAttributes:)`` makes them available to `CIFilter(name:)`.
///
/// Filters are compared by identity, as `NSObject` is, since their inputs may change at any time. `copy()` and archives
/// preserve all inputs.
open class CIFilter: NSObject, CIFilterProtocol, CIFilterByName {
  package let definition: Filter?
  var assignedInputs: [String: (object: Any, value: InputValue?)] = [:]
  var problems: [String: CIFilterError] = [:]
  private var lastLoggedError = ""

  /// The attributes and constructor that the app registered for the name of this filter; nil for filters that were not
  /// created by a registered name.
  var registration: FilterRegistry.Entry?

  /// The properties of a subclass that are accessible by key.
  private(set) lazy var ownInputs = makeOwnInputs()

  /// Returns the accessible properties of a subclass; none for catalogue filters.
  func makeOwnInputs() -> [(key: String, property: any InputProperty)] {
    definition == nil ? inputProperties(of: self) : []
  }

  /// A name for the app's use. The filter's own name by default.
  open var name: String

  /// Whether the filter is applied. If false, `outputImage` is the input image, or nil for a filter without one.
  open var isEnabled = true

  /// Creates a custom filter.
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

  /// Restores a filter and its inputs from a keyed archive.
  ///
  /// Subclasses inherit this initialiser. An override must call `super.init(coder:)`, which sets its ``CIInput``
  /// properties. `copy()` of a subclass that is not registered uses it too, with an empty archive.
  ///
  /// - Returns: nil for archives without a filter of this class.
  public required init?(coder: NSCoder) {
    let archived = coder.decoded(ArchivedFilter.self)
    definition = archived?.filter.flatMap(Catalogue.filter(named:))
    name = archived?.name ?? ""
    // The archive may name a filter of another class.
    if let definition {
      guard type(of: typedForm(definition)) == Self.self else { return nil }
    }
    super.init()
    if let archived { restore(from: archived) } else { name = String(describing: type(of: self)) }
  }

  /// Creates a filter of the catalogue that must exist.
  convenience init(builtin name: String) {
    guard let definition = Catalogue.filter(named: name) else { preconditionFailure("\(name) is not in the catalogue") }
    self.init(definition)
  }

  /// The attributes of the filter and its inputs, with Core Image's keys: `kCIAttributeFilterName` etc., and for each
  /// input's key a dictionary with `kCIAttributeClass`, `kCIAttributeDefault`, `kCIAttributeSliderMin` etc.
  open var attributes: [String: Any] { knownAttributes }

  /// Returns the `attributes` of a custom filter in addition to those that it was registered with.
  open class func customAttributes() -> [String: Any]? { nil }

  // MARK: Inputs

  /// Sets an input; nil restores its default.
  ///
  /// An unknown key or a value of the wrong class is logged. `outputImage` is then nil until the key is set to a valid
  /// value or `setDefaults()` is called. ``set(_:forKey:)`` throws instead.
  open func setValue(_ value: Any?, forKey key: String) {
    do throws(CIFilterError) {
      try set(value, forKey: key)
    } catch {
      problems[key] = error
      RenderLog.process.note("\(error)")
    }
  }

  /// Sets an input; nil restores its default. Numbers may be of any type. Values outside of the range of the attributes
  /// are accepted, as in Core Image.
  ///
  /// - Throws: `unknownKey`; `wrongClass` with filter, key, class and range; `unreachableInput` for a custom filter
  ///   without such a ``CIInput``. Then nothing is changed.
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
      assignedInputs[key] = (stored(object, as: value), value)
    } else {
      assignedInputs[key] = nil
    }
    problems[key] = nil
  }

  /// Returns the value of an input, or else its default; nil if it has none. Outputs have keys too; see `outputKeys`.
  ///
  /// Numbers and Boolean values are returned as `NSNumber`, regardless of the type that was set. Points, sizes and
  /// rectangles of a vector input are returned as `CIVector`. An `NSNumber` can be cast to `Double`, `Float`, `Int` and
  /// `Bool`, but on Linux not to `CGFloat`.
  open func value(forKey key: String) -> Any? {
    if let object = assignedInputs[key]?.object { return object }
    if let value = ownValue(forKey: key) { return value }
    if let parameter = definition?.parameter(key) { return parameter.defaultValue.map(object) }
    return output(key)
  }

  /// Sets several inputs, each as `setValue(_:forKey:)` does; `NSNull` restores a default.
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
  }

  /// Returns the values of the keys, with `NSNull` for nil.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
  }

  /// Restores the defaults of all inputs; inputs without a default are unset.
  open func setDefaults() {
    assignedInputs = [:]
    problems = [:]
    setOwnDefaults()
  }

  /// The keys of the inputs, in order of declaration.
  open var inputKeys: [String] { definition?.parameters.map(\.key) ?? ownInputKeys }
  /// The keys of the outputs: `outputImage`, and further ones of some filters.
  open var outputKeys: [String] { definition?.outputKeys ?? [kCIOutputImageKey] }

  // MARK: Output

  /// The filter's image; nil while a required image is missing, or if an input is invalid, which is logged.
  open var outputImage: CIImage? {
    guard definition != nil else { return nil }
    do throws(CIFilterError) {
      return try checkedOutputImage()
    } catch {
      if case .recipe = error, lastLoggedError != error.description {
        lastLoggedError = error.description
        RenderLog.process.note(lastLoggedError)
      }
      return nil
    }
  }

  /// Returns the filter's image, or throws the reason why there is none.
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
    let result: Node?
    do throws(RenderError) {
      var values = assignedInputs.compactMapValues(\.value)
      if let root = assignedInputs[kCIInputImageKey]?.object as? CIImage, root.contentHeadroom > 0 {
        values[Inputs.contentHeadroomKey] = .number(Double(root.contentHeadroom))
      }
      result = try definition.image(from: values)
    } catch {
      throw .recipe(filter: definition.name, error)
    }
    guard let node = result else { throw .missingInput(filter: definition.name, key: missingKey) }
    guard let root = assignedInputs[kCIInputImageKey]?.object as? CIImage else { return CIImage(node: node) }
    let image = root.derived(node, keepsSpace: keepsSpace(node))
    return toneMappedHeadroom(root).map(image.settingContentHeadroom) ?? image
  }

  private var missingKey: String {
    definition?.parameters.first { $0.defaultValue == nil && !$0.isOptional && assignedInputs[$0.key] == nil }?.key
      ?? kCIInputImageKey
  }

  /// Returns the headroom of the result if the filter maps it; nil for other filters.
  private func toneMappedHeadroom(_ root: CIImage) -> Float? {
    guard let key = definition?.headroomKey, root.contentHeadroom > 0 else { return nil }
    return min(root.contentHeadroom, max(1, Float(number(from: value(forKey: key)) ?? 1)))
  }

  /// Returns whether the colour space of the input applies to the result. As in Core Image, it does for geometry and a
  /// few other filters.
  private func keepsSpace(_ node: Node) -> Bool {
    switch node.op {
    case .warp, .affine, .crop, .clamp: true
    case .empty, .source, .formula, .region, .histogram, .sampled, .matched, .intermediate, .symbol:
      definition?.keepsColorSpace ?? false
    }
  }

  // MARK: NSObject

  /// Returns an independent filter with the same inputs.
  ///
  /// A filter with a registered name is created by its constructor, other subclasses by `init(coder:)`. Subclasses with
  /// state other than ``CIInput`` properties must override this to copy it.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = definition.map(typedForm) ?? registration?.filter() ?? emptyCopy()
    (copy.assignedInputs, copy.problems, copy.name, copy.isEnabled) = (assignedInputs, problems, name, isEnabled)
    for (mine, its) in zip(ownInputs, copy.ownInputs) { _ = its.property.set(mine.property.object) }
    return copy
  }

  /// Writes the filter and its inputs into an archive.
  open func encode(with coder: NSCoder) { coder.encode(value: ArchivedFilter(self)) }

  /// The class that archives name.
  open override var classForCoder: AnyClass { archivedClass }

  /// The name and the values of the inputs: `<CISepiaTone: inputImage=nil inputIntensity=1>`.
  open override var description: String {
    let inputs = inputKeys.map { " \($0)=\(inputText(value(forKey: $0)))" }
    return "<\(definition?.name ?? name):\(inputs.joined())>"
  }
}
