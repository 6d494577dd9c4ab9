import Testing

/// The helpers on which the tests rely.
@Suite struct ExpectationTests {
  @Test(arguments: 0..<4) func whatIsNoNumberIsNearNothing(component: Int) {
    let expected: SIMD4<Float> = [0.1, 0.2, 0.3, 0.4]
    var made = expected
    expect(made, near: expected)
    made[component] = .nan
    withKnownIssue { expect(made, near: expected) }
  }
}
