import Foundation
import KernelLanguage

/// The description of a kernel in a library, without its GLSL: numbers of 4 bytes, and names as blocks, in the order of
/// this code. An enumeration is the index of its case, then the associated values.
extension Kernel {
  var bytes: Data {
    var data = Data()
    for text in [name, language.rawValue, kernelClass.rawValue, functionName, mangledName] { data.append(text: text) }
    data.append(numbers: line)
    data.append(list: parameters) { parameter, data in
      data.append(text: parameter.name)
      data.append(text: parameter.spelling)
      parameter.type.append(to: &data)
    }
    for flag in [needs.destination, needs.groupDestination, needs.openLoops] { data.append(numbers: flag ? 1 : 0) }
    data.append(list: needs.images) { image, data in data.append(numbers: image.rawValue) }
    form.append(to: &data)
    data.append(list: slots) { slot, data in slot.append(to: &data) }
    return data
  }

  /// Returns nil if the bytes are not a description. Indices are not validated; see `isValid`.
  init?(_ reader: inout ByteReader) {
    guard let name = reader.text(), let language = reader.text().flatMap({ Language(rawValue: $0) }),
      let kernelClass = reader.text().flatMap({ Class(rawValue: $0) }), let functionName = reader.text(),
      let mangledName = reader.text(), let line = reader.number(),
      let parameters = reader.list({ Parameter(&$0) }), let destination = reader.flag(),
      let groupDestination = reader.flag(), let openLoops = reader.flag(),
      let images = reader.list({ $0.number().map { Needs.Image(rawValue: $0) } }), let form = Form(&reader),
      let slots = reader.list({ Slot(&$0) })
    else { return nil }
    self.init(
      name: name, language: language, kernelClass: kernelClass, parameters: parameters,
      needs: Needs(
        destination: destination, images: images, groupDestination: groupDestination, openLoops: openLoops),
      form: form, slots: slots, functionName: functionName, mangledName: mangledName, glsl: "", line: line)
  }
}

extension Kernel.Parameter {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let name = reader.text(), let spelling = reader.text(), let type = ParameterType(&reader) else { return nil }
    self.init(name: name, type: type, spelling: spelling)
  }
}

extension Kernel.Parameter.ParameterType {
  fileprivate func append(to data: inout Data) {
    switch self {
    case .sampler: data.append(numbers: 0)
    case .table: data.append(numbers: 1)
    case .sample: data.append(numbers: 2)
    case .color: data.append(numbers: 3)
    case .floats(let count): data.append(numbers: 4, count)
    case .ints(let count): data.append(numbers: 5, count)
    case .uints(let count): data.append(numbers: 6, count)
    case .bool: data.append(numbers: 7)
    case .data(let layout):
      data.append(numbers: 8, layout.stride)
      data.append(list: layout.components) { component, data in
        data.append(numbers: component.offset)
        data.append(text: component.storage.rawValue)
      }
    }
  }

  fileprivate init?(_ reader: inout ByteReader) {
    switch reader.number() {
    case 0: self = .sampler
    case 1: self = .table
    case 2: self = .sample
    case 3: self = .color
    case 4: if let count = reader.number() { self = .floats(count) } else { return nil }
    case 5: if let count = reader.number() { self = .ints(count) } else { return nil }
    case 6: if let count = reader.number() { self = .uints(count) } else { return nil }
    case 7: self = .bool
    case 8:
      guard let stride = reader.number(), let components = reader.list({ DataLayout.Component(&$0) }) else {
        return nil
      }
      self = .data(DataLayout(components: components, stride: stride))
    default: return nil
    }
  }
}

extension DataLayout.Component {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let offset = reader.number(), let storage = reader.text().flatMap(Storage.init) else { return nil }
    self.init(offset: offset, storage: storage)
  }
}

extension Kernel.Form {
  fileprivate func append(to data: inout Data) {
    switch self {
    case .color(let inputs): data.append(numbers: 0, inputs)
    case .warp: data.append(numbers: 1)
    case .region(let inputs): data.append(numbers: 2, inputs)
    }
  }

  fileprivate init?(_ reader: inout ByteReader) {
    switch reader.number() {
    case 0: if let inputs = reader.number() { self = .color(inputs: inputs) } else { return nil }
    case 1: self = .warp
    case 2: if let inputs = reader.number() { self = .region(inputs: inputs) } else { return nil }
    default: return nil
    }
  }
}

extension Kernel.Slot {
  fileprivate func append(to data: inout Data) {
    switch self {
    case .pixel(let image): data.append(numbers: 0, image)
    case .position: data.append(numbers: 1)
    case .argument(let parameter, let component, let kind):
      // Counted from 1: 0 is the whole argument.
      data.append(numbers: 2, parameter, component.map { $0 + 1 } ?? 0)
      data.append(text: kind.rawValue)
    case .extent(let image): data.append(numbers: 3, image)
    case .transformX(let image): data.append(numbers: 4, image)
    case .transformY(let image): data.append(numbers: 5, image)
    case .blockOrigin: data.append(numbers: 6)
    case .elementCount(let parameter): data.append(numbers: 7, parameter)
    }
  }

  fileprivate init?(_ reader: inout ByteReader) {
    guard let number = reader.number() else { return nil }
    switch number {
    case 1: self = .position
    case 6: self = .blockOrigin
    default:
      guard let index = reader.number() else { return nil }
      switch number {
      case 0: self = .pixel(image: index)
      case 2:
        guard let component = reader.number(), let kind = reader.text().flatMap(Kind.init) else { return nil }
        self = .argument(parameter: index, component: component == 0 ? nil : component - 1, kind: kind)
      case 3: self = .extent(image: index)
      case 4: self = .transformX(image: index)
      case 5: self = .transformY(image: index)
      case 7: self = .elementCount(parameter: index)
      default: return nil
      }
    }
  }
}
