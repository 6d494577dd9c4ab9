import ImageGraph
import Synchronization

/// The results of trials that compute a step first. Several later steps need the same trials.
final class PhaseTrials: Sendable {
  struct Key: Hashable, Sendable {
    var step: ObjectIdentifier
    var region: UserRect
    var precomputed: Set<ObjectIdentifier>
    var heldBytes: Int
    var readsAgain: Bool
  }

  let work = Mutex<[Key: Result<[RenderWork], RenderError>]>([:])
}
