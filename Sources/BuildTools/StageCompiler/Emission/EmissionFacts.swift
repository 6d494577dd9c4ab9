/// What writing a stage has brought to light, for the next time that it is written: until nothing is new.
///
/// Variables, loops and calls are numbered in the order in which they are met, which is always the same.
struct EmissionFacts {
  /// A number of a variable.
  struct Component: Hashable {
    var variable: Int
    var index: Int
  }

  /// Numbers that differ between pixels, because such a one is stored to them, or for some pixels only.
  private(set) var varying: Set<Component> = []
  /// Numbers that are read from their variable; others need no variable.
  private(set) var read: Set<Component> = []
  /// Loops that some pixels leave before others.
  private(set) var divergentLoops: Set<Int> = []
  /// Calls that some pixels return from before others.
  private(set) var divergentCalls: Set<Int> = []
  /// What numbers of variables depend on; what branches do, which says what is stored at all.
  private(set) var origins: [Component: StageValue.Origin] = [:]
  private(set) var control: StageValue.Origin = []
  /// How often C says that something is stored to a number: the last time, and this time so far. What is known while C
  /// is written leaves out branches, so that it may be less often than the function says.
  private var stores: [Component: Int] = [:]
  private var newStores: [Component: Int] = [:]
  private(set) var isNew = false

  mutating func startRound() {
    isNew = false
    (stores, newStores) = (newStores, [:])
  }

  /// True when this round was like the last one, so that all that was found holds.
  var isSettled: Bool { !isNew && stores == newStores }

  mutating func noteStore(_ component: Component) { newStores[component, default: 0] += 1 }
  func isStoredOnce(_ component: Component) -> Bool { stores[component] == 1 }

  mutating func noteVarying(_ component: Component) { note(varying.insert(component).inserted) }
  mutating func noteRead(_ component: Component) { note(read.insert(component).inserted) }
  mutating func noteDivergent(loop: Int) { note(divergentLoops.insert(loop).inserted) }
  mutating func noteDivergent(call: Int) { note(divergentCalls.insert(call).inserted) }

  mutating func note(_ origin: StageValue.Origin, of component: Component) {
    let known = origins[component, default: []]
    if !known.isSuperset(of: origin) {
      origins[component] = known.union(origin)
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
