import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Returns the result of `body` for each element, in order. Computes them on all cores.
  ///
  /// - Throws: after all calls have returned, the error of the first element whose call failed.
  package func mappedOnAllCores<Value: Sendable>(
    _ body: @Sendable (Element) throws(RenderError) -> Value
  ) throws(RenderError) -> [Value] {
    let results = Mutex([Result<Value, RenderError>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { () throws(RenderError) in try body(self[index]) }
      results.withLock { $0[index] = result }
    }
    var values: [Value] = []
    for result in results.withLock({ $0 }) { values.append(try result!.get()) }
    return values
  }
}
