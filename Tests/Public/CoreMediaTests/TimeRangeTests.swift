import CoreMedia
import Testing

@Suite struct TimeRangeTests {
  private func seconds(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
  }

  @Test func aSpanHoldsItsStartAndNotItsEnd() {
    let span = CMTimeRangeMake(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 3))
    #expect(span.end == CMTime(value: 5, timescale: 6) && CMTimeRangeGetEnd(span) == span.end)
    #expect(span.containsTime(span.start) && !span.containsTime(span.end))
    #expect(!span.containsTime(.indefinite) && !span.containsTime(.invalid) && !span.containsTime(.positiveInfinity))
    #expect(CMTimeRangeContainsTime(span, time: CMTime(value: 8, timescale: 10)))
  }

  @Test func spansMeet() {
    #expect(seconds(0, 3).intersection(seconds(2, 5)) == seconds(2, 3))
    #expect(seconds(0, 3).intersection(seconds(3, 5)) == .zero)
    #expect(seconds(0, 1).union(seconds(4, 5)) == seconds(0, 5))
    #expect(seconds(0, 3).containsTimeRange(seconds(1, 3)) && !seconds(0, 3).containsTimeRange(seconds(1, 4)))
    #expect(!seconds(0, 1).union(.invalid).isValid && !seconds(0, 1).intersection(.invalid).isValid)
    #expect(CMTimeRangeGetUnion(seconds(0, 1), otherRange: seconds(1, 2)) == seconds(0, 2))
  }

  @Test func whatIsNoSpanSaysSo() {
    #expect(!seconds(3, 2).isValid && !CMTimeRange().isValid && !CMTimeRange.invalid.end.isValid)
    #expect(!CMTimeRange(start: .positiveInfinity, duration: .zero).isValid)
    #expect(CMTimeRange.zero.isValid && CMTimeRange.zero.isEmpty && !CMTimeRange.zero.containsTime(.zero))
    let live = CMTimeRange(start: .zero, duration: .indefinite)
    #expect(live.isValid && live.isIndefinite && !live.containsTime(.zero) && !live.isEmpty)
    #expect(CMTIMERANGE_IS_INVALID(.invalid) && CMTIMERANGE_IS_EMPTY(.zero) && CMTIMERANGE_IS_INDEFINITE(live))
  }

  @Test func spansWithoutAnEndHoldAllLaterTimes() {
    let rest = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(rest.isValid && rest.end.isPositiveInfinity && rest.containsTime(CMTime(value: .max, timescale: 1)))
    #expect(rest.intersection(seconds(-1, 2)) == seconds(0, 2))
  }

  @Test func spansStayInTheirTurnOfALoop() {
    let start = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)
    let span = CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 1))
    #expect(span.isValid && span.end.epoch == 2 && span.containsTime(start))
    #expect(!span.containsTime(CMTime(value: 1, timescale: 1)) && span.intersection(seconds(1, 2)) == .zero)
    #expect(CMTimeRange(start: start, end: span.end) == span)
    #expect(!CMTimeRange(start: .zero, end: span.end).isValid)
  }

  @Test func timesMoveIntoASpan() {
    let span = seconds(1, 3)
    #expect(
      CMTimeClampToRange(.zero, range: span) == span.start
        && CMTimeClampToRange(.positiveInfinity, range: span) == span.end)
    #expect(CMTimeClampToRange(CMTime(value: 5, timescale: 2), range: span).seconds == 2.5)
    #expect(!CMTimeClampToRange(.invalid, range: span).isValid)
  }

  @Test func equalSpansHaveOneHash() {
    let thirds = CMTimeRange(start: CMTime(value: 3, timescale: 3), duration: CMTime(value: 6, timescale: 3))
    #expect(Set([seconds(1, 3), thirds]).count == 1 && CMTimeRangeEqual(seconds(1, 3), thirds))
    #expect(seconds(0, 3).description == "{{0/1 = 0.000}, {3/1 = 3.000}}")
  }
}
