import ImageGraph

extension Schedule {
  /// All that several schedules do, with their outputs in order. What is equal in some of them is done once.
  package static func joined(_ schedules: [Schedule]) -> Schedule {
    var (images, dispatches, outputs) = ([Image](), [Dispatch](), [ImageID]())
    for schedule in schedules {
      var numbers: [ImageID: ImageID] = [:]
      func number(_ id: ImageID) -> ImageID {
        if let known = numbers[id] { return known }
        let number = images.firstIndex { $0.isSameSource(as: schedule.images[id]) } ?? images.count
        if number == images.count { images.append(schedule.images[id]) }
        numbers[id] = number
        return number
      }
      for dispatch in schedule.dispatches {
        let inputs = dispatch.inputs.map(number)
        let made = schedule.images[dispatch.output]
        if case .intermediate = made.kind, numbers[dispatch.output] == nil,
          let equal = dispatches.first(where: { $0.makesTheSame(as: dispatch, of: inputs) }),
          images[equal.output].isInPlace(of: made)
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
  fileprivate func makesTheSame(as other: Self, of inputs: [Schedule.ImageID]) -> Bool {
    region == other.region && self.inputs == inputs && arguments == other.arguments && program == other.program
  }
}

extension Schedule.Image {
  fileprivate func isSameSource(as other: Self) -> Bool {
    guard case .source(let source) = kind, case .source(let another) = other.kind else { return false }
    return source.identity == another.identity && region == other.region && origin == other.origin
  }

  /// Whether an image between dispatches can stand for another one that shows the same.
  fileprivate func isInPlace(of other: Self) -> Bool {
    guard case .intermediate = kind else { return false }
    return region == other.region && store == other.store && isToBeCached == other.isToBeCached
  }
}
