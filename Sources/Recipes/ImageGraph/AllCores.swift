import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// What `body` makes of each element, in their order, made on all cores.
  ///
  /// - Throws: the error of the first element that has one, when all are done.
  package func mappedOnAllCores<Made: Sendable>(
    _ body: @Sendable (Element) throws(RenderError) -> Made
  ) throws(RenderError) -> [Made] {
    let results = Mutex([Result<Made, RenderError>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { () throws(RenderError) in try body(self[index]) }
      results.withLock { $0[index] = result }
    }
    var made: [Made] = []
    for result in results.withLock({ $0 }) { made.append(try result!.get()) }
    return made
  }
}
