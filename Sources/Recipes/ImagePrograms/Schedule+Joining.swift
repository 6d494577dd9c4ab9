import ImageGraph

extension Schedule {
  /// Returns a schedule with the dispatches of several schedules, and their outputs in order. Equal dispatches are
  /// merged.
  package static func joined(_ schedules: [Schedule]) -> Schedule {
    var (images, dispatches, outputs) = ([Image](), [Dispatch](), [ImageID]())
    for schedule in schedules {
      var numbers: [ImageID: ImageID] = [:]
      func number(_ id: ImageID) -> ImageID {
        if let number = numbers[id] { return number }
        let number = images.firstIndex { $0.isSameSource(as: schedule.images[id]) } ?? images.count
        if number == images.count { images.append(schedule.images[id]) }
        numbers[id] = number
        return number
      }
      for dispatch in schedule.dispatches {
        let inputs = dispatch.inputs.map(number)
        let result = schedule.images[dispatch.output]
        if case .intermediate = result.kind, numbers[dispatch.output] == nil,
          let equal = dispatches.first(where: { $0.isEquivalent(to: dispatch, reading: inputs) }),
          images[equal.output].isInterchangeable(with: result)
        {
          numbers[dispatch.output] = equal.output
          continue
        }
        dispatches.append(
          Dispatch(
            program: dispatch.program, arguments: dispatch.arguments, inputs: inputs, output: number(dispatch.output),
            region: dispatch.region))
      }
      outputs.append(number(schedule.output))
    }
    return Schedule(images: images, dispatches: dispatches, outputs: outputs)
  }
}

extension Schedule.Dispatch {
  fileprivate func isEquivalent(to other: Self, reading inputs: [Schedule.ImageID]) -> Bool {
    region == other.region && self.inputs == inputs && arguments == other.arguments && program == other.program
  }
}

extension Schedule.Image {
  fileprivate func isSameSource(as other: Self) -> Bool {
    guard case .source(let source) = kind, case .source(let another) = other.kind else { return false }
    return source.identity == another.identity && region == other.region && origin == other.origin
  }

  /// Whether an intermediate can replace another one with the same content.
  fileprivate func isInterchangeable(with other: Self) -> Bool {
    guard case .intermediate = kind else { return false }
    return region == other.region && store == other.store && isToBeCached == other.isToBeCached
  }
}
