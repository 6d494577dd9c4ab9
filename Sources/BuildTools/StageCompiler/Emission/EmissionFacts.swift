/// The facts that one emission pass finds for the next. Passes are repeated until there are no new facts.
///
/// Variables, loops and calls are numbered in the order of emission, which is the same in each pass.
struct EmissionFacts {
  /// A component of a variable.
  struct Component: Hashable {
    var variable: Int
    var index: Int
  }

  /// Components that differ between pixels, because a varying value is stored, or a value is stored for some pixels
  /// only.
  private(set) var varying: Set<Component> = []
  /// Components that are loaded; other components need no C variable.
  private(set) var read: Set<Component> = []
  /// Loops that some pixels leave before others.
  private(set) var divergentLoops: Set<Int> = []
  /// Calls that some pixels return from before others.
  private(set) var divergentCalls: Set<Int> = []
  /// The dependencies of components, and of the branches that decide which stores are executed.
  private(set) var origins: [Component: StageValue.Origin] = [:]
  private(set) var control: StageValue.Origin = []
  /// The number of emitted stores to each component: in the last pass, and so far in this one. Branches with constant
  /// conditions are not emitted, so it may be smaller than the number of store instructions.
  private var stores: [Component: Int] = [:]
  private var newStores: [Component: Int] = [:]
  private(set) var isNew = false

  mutating func startPass() {
    isNew = false
    (stores, newStores) = (newStores, [:])
  }

  /// Whether this pass found nothing new, so that all facts hold.
  var isSettled: Bool { !isNew && stores == newStores }

  mutating func noteStore(_ component: Component) { newStores[component, default: 0] += 1 }
  func isStoredOnce(_ component: Component) -> Bool { stores[component] == 1 }

  mutating func noteVarying(_ component: Component) { note(varying.insert(component).inserted) }
  mutating func noteRead(_ component: Component) { note(read.insert(component).inserted) }
  mutating func noteDivergent(loop: Int) { note(divergentLoops.insert(loop).inserted) }
  mutating func noteDivergent(call: Int) { note(divergentCalls.insert(call).inserted) }

  mutating func note(_ origin: StageValue.Origin, of component: Component) {
    let previous = origins[component, default: []]
    if !previous.isSuperset(of: origin) {
      origins[component] = previous.union(origin)
      isNew = true
    }
  }
  mutating func note(control origin: StageValue.Origin) {
    if !control.isSuperset(of: origin) {
      control.formUnion(origin)
      isNew = true
    }
  }

  private mutating func note(_ isNew: Bool) { self.isNew = self.isNew || isNew }
}
