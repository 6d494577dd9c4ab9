import KernelLanguage
import Testing

/// A source with a mistake, and the first error about it.
struct Mistake: CustomTestStringConvertible, Sendable {
  var text: String
  var language: Language
  /// `LINE:COLUMN message`, or its beginning.
  var error: String
  /// A part of the allowed alternative.
  var allowed: String?
  var testDescription: String { text }

  static func coreImage(_ text: String, _ error: String, allowed: String? = nil) -> Mistake {
    Mistake(text: text, language: .coreImage, error: error, allowed: allowed)
  }

  /// Returns a mistake in statements that begin in the second line of the source.
  static func statement(_ text: String, _ error: String, allowed: String? = nil) -> Mistake {
    .coreImage("kernel vec4 f(__sample s, float a) {\n\(text)\nreturn s; }", error, allowed: allowed)
  }

  static func metal(_ text: String, _ error: String, allowed: String? = nil) -> Mistake {
    Mistake(text: text, language: .metal, error: error, allowed: allowed)
  }

  static func metalStatement(_ text: String, _ error: String, allowed: String? = nil) -> Mistake {
    .metal("extern \"C\" float4 f(coreimage::sample_t s, float a) {\n\(text)\nreturn s; }", error, allowed: allowed)
  }
}

@Suite struct DiagnosticsTests {
  static let coreImage: [Mistake] = [
    .coreImage("", "1:1 no function is marked kernel", allowed: "kernel vec4"),
    .coreImage("vec4 f(vec4 s) { return s; }", "1:1 no function is marked kernel"),
    .coreImage("kernel vec4 f(__sample s) { return s;", "1:38 expected '}'"),
    .coreImage("kernel vec4 f(__sample s { return s; }", "1:26 expected ')'"),
    .coreImage(
      "kernel vec3 f(__sample s) { return s.rgb; }", "1:13 kernel 'f' returns no pixel", allowed: "vec2 for a warp"),
    .coreImage("kernel void f(__sample s) { }", "1:13 kernel 'f' returns no pixel"),
    .coreImage("kernel vec2 f(sampler s) { return destCoord(); }", "1:13 a warp kernel takes no image"),
    .coreImage(
      "kernel vec4 f(mat3 m) { return vec4(0.0); }", "1:20 'm' cannot be an argument of a kernel", allowed: "__color"),
    .coreImage("kernel vec4 f(out vec4 m) { return vec4(0.0); }", "1:24 'm' cannot be an argument of a kernel"),
    .coreImage(
      "kernel vec4 f(__sample s) { return s.rg; }",
      "1:37 function declared with return type 'vec4', but returning type 'vec2'", allowed: "vec4"),
    .coreImage(
      "kernel vec4 f(__sample s) { if (s.r > 1.0) return s; }", "1:54 'f' may end without returning vec4",
      allowed: "return on every path"),
    .coreImage(
      "kernel vec4 f(__sample s) { return g(s); } vec4 g(vec4 c) { return h(c); } vec4 h(vec4 c) { return g(c); }",
      "1:49 'g' calls itself", allowed: "loops"),
    .coreImage(
      "kernel vec4 f(__sample s) { return s; } kernel vec4 f(__sample s) { return s; }", "1:53 'f' is defined twice"),
    .coreImage("kernel vec4 f(__sample s, float s) { return vec4(s); }", "1:33 two parameters are called 's'"),
    .coreImage("kernel vec4 f(__sample s) { return g(s); } vec4 g(vec4 c);", "1:36 'g' has no body"),
    .coreImage(
      "float x = 1.0; kernel vec4 f(__sample s) { return s; }", "1:7 'x' would be a global variable",
      allowed: "const float x"),
    .coreImage(
      "struct S { float x; }; kernel vec4 f(__sample s) { return s; }", "1:1 structs are not part of this language"),
    .coreImage(
      "kernel vec4 f(sampler2D s) { return vec4(0.0); }", "1:15 kernels read images only through sampler and __sample"),
    .coreImage(
      "#define A(x x\nkernel vec4 f(__sample s) { return s; }", "1:10 unterminated parameters of a macro"),
    .coreImage("#define A(x) #x\nkernel vec4 f(__sample s) { return s; }", "1:14 '#' in a macro creates a string"),
    .coreImage("#if 1\nkernel vec4 f(__sample s) { return s; }", "1:2 this condition does not end", allowed: "#endif"),
    .coreImage("#endif\nkernel vec4 f(__sample s) { return s; }", "1:2 #endif without a condition"),
    .coreImage("#if (\nkernel vec4 f(__sample s) { return s; }\n#endif", "1:2 this condition cannot be evaluated"),
    .coreImage("#error stop here\nkernel vec4 f(__sample s) { return s; }", "1:2 #error stop here"),
    .coreImage(
      "#wrong\nkernel vec4 f(__sample s) { return s; }", "1:2 unknown directive #wrong", allowed: "#define"),
    .coreImage(
      "#define T(a, b) a\nkernel vec4 f(__sample s) { return T(s); }", "2:36 macro 'T' has 1 arguments",
      allowed: "2"),

    .statement("foo x;", "2:1 unknown type name 'foo'"),
    .statement("vec5 x;", "2:1 unknown type name 'vec5'", allowed: "did you mean 'vec2'?"),
    .statement("float x = arctan2(a, a);", "2:11 unknown function name 'arctan2'", allowed: "atan(y, x)"),
    .statement("float x = sine(a);", "2:11 unknown type or function name: 'sine'", allowed: "did you mean 'sin'?"),
    .statement("float long = 1.0;", "2:7 expected the name of a variable: 'long' is a reserved word"),
    .statement("float x = a", "3:1 expected ';' after a statement, found 'return'"),
    .statement("float x = y;", "2:11 'y' is not declared"),
    .statement("float value; valve = 1.0;", "2:14 'valve' is not declared", allowed: "did you mean 'value'?"),
    .statement("float a2, a2;", "2:11 'a2' is declared twice"),
    .statement("vec4 v = 0.0;", "2:10 expected vec4, found float", allowed: "vec4(value)"),
    .statement("vec4 v = vec4(s.rgb);", "2:10 vec4 of vec3", allowed: "4 components"),
    .statement("float x = s;", "2:11 expected float, found vec4", allowed: ".x"),
    .statement("float x = s.w + s.rgba;", "2:15 "),
    .statement("vec3 x = s.rgb + s.rg;", "2:16 '+' between vec3 and vec2", allowed: "vectors of one size"),
    .statement("float x = s.foo;", "2:12 '.foo' names no components", allowed: ".xyzw"),
    .statement("vec2 p; float x = p.z;", "2:20 '.z' of vec2", allowed: ".xy"),
    .statement("s.rr = vec2(1.0);", "2:2 '.xx' names a component twice"),
    .statement("1.0 = a;", "2:1 this cannot be assigned to"),
    .statement("const float k = 1.0; k = 2.0;", "2:22 this cannot be assigned to"),
    .statement("const vec2 k = vec2(a); k.x = 2.0;", "2:26 'k' is constant"),
    .statement("if (a) { }", "2:5 a condition is one bool, not float", allowed: "a comparison"),
    .statement("if (lessThan(s, s)) { }", "2:5 a condition is one bool, not bvec4", allowed: "any"),
    .statement("bool b = s.rgb < vec3(1.0);", "2:16 '<' between vec3 and vec3", allowed: "lessThan(a, b)"),
    .statement("float x = 5.0 % 2.0;", "2:15 '%' between float and float", allowed: "mod(x, y)"),
    .statement("float x = a ? 1.0 : 2.0;", "2:11 a condition is one bool"),
    .statement("float x = a > 0.0 ? s.rg : s;", "2:19 the choices of '?' are vec2 and vec4"),
    .statement("break;", "2:1 'break' outside of a loop"), .statement("continue;", "2:1 'continue' outside of a loop"),
    .statement("discard;", "2:1 discard is not part"),
    .statement("switch (1) { }", "2:1 switch is not part", allowed: "else if"),
    .statement("float x[2]; x[2] = 1.0;", "2:15 element 2 of float[2]", allowed: "0 to 1"),
    .statement("float x[0];", "2:7 an array of 0 elements"),
    .statement("float x[a];", "2:9 the size of an array is not a constant"),
    .statement("float x = s[1.0];", "2:13 an index is a whole number"),
    .statement(
      "float x = sample(s, s.xy).r;", "2:18 parameter has unexpected type 'vec4' (should be a sampler type)",
      allowed: "sampler"),
    .statement("vec2 x = samplerCoord(s);", "2:23 parameter has unexpected type 'vec4' (should be a sampler type)"),
    .statement("float x = dFdx(a);", "2:11 kernels have no neighbours"),
    .statement("vec4 x = texture2D(s, s.xy);", "2:10 kernels read images only"),
    .statement("float x = noise1(a);", "2:11 noise is not part"),
    .statement("mat2 m = matrixCompMult(mat2(1.0), mat2(1.0));", "2:10 matrixCompMult is not part"),
    .statement("float x = dot(s, s.rg);", "2:11 'dot' does not accept (vec4, vec2)", allowed: "dot("),
    .statement("unsigned int x;", "2:1 'unsigned' is not a type"), .statement("double x;", "2:1 numbers of 64 bits"),
    .statement("struct S { float x; };", "2:1 'struct' is not part"),
    .statement("float x = {1.0};", "2:11 lists in braces"), .statement("float x = 1e99;", "2:11 '1e99' is too large"),
    .statement("int x = 4294967296;", "2:9 '4294967296' does not fit in 32 bits"),
    .statement("int x = 09;", "2:9 '09' is not a number"), .statement("float x = 1.0q;", "2:11 '1.0q' is not a number"),
    .statement("float x = \"1\";", "2:11 strings have no meaning"),
    .statement("float x = 'a';", "2:11 character literals"),
    .statement("float \u{e4} = 1.0;", "2:7 names and operators are ASCII"),
    .statement("float x = a @ a;", "2:13 '@' has no meaning"),
    .statement("/* no end", "2:1 unterminated comment"),
    .statement("float x = sin;", "2:11 function 'sin' is not called"),
    .statement("float x = (1.0;", "2:15 expected ')'"), .statement("else { }", "2:1 'else' without 'if'"),
    .statement("float x = !a;", "2:11 '!' on float"), .statement("float x = -true;", "2:11 '-' on bool"),
    .statement("float x = a.r;", "2:12 float has no member 'r'"),
    .statement("bool b = a && true;", "2:12 '&&' between float and bool"),
    .statement("sampler t;", "2:9 'sampler' can only be a parameter"),
    .statement("void v;", "2:6 a variable cannot be void"),
    .statement("mat2 m = mat2(1.0) * mat3(1.0);", "2:20 '*' between mat2 and mat3"),
    .statement("vec2 c = destCoord(1);", "2:10 destCoord takes no arguments"),
    .statement("float x = vec3(1.0);", "2:11 expected float, found vec3"),
    .statement("return;", "2:1 this function returns vec4"),
  ]

  static let metal: [Mistake] = [
    .metal("float4 f(coreimage::sample_t s) { return s; }", "1:1 no function is extern \"C\" or [[stitchable]]"),
    .metal(
      "kernel void f() { }",
      "1:1 'kernel': this is a Metal compute function; a Core Image kernel is extern \"C\" or [[stitchable]]",
      allowed: "stitchable"),
    .metal("fragment float4 f() { return 0; }", "1:1 'fragment': this is a Metal compute function"),
    .metal(
      "extern \"C\" float4 f(float2 p [[position]]) { return 0; }",
      "1:32 '[[position]]': this is a Metal compute function"),
    .metal("extern \"C\" float4 f(constant float *p [[buffer(0)]]) { return 0; }", "1:41 '[[buffer]]': this is"),
    .metal(
      "template <typename T> T f(T x) { return x; }",
      "1:1 templates are not part of the kernel subset: write the function for each type"),
    .metal("class C { };", "1:1 classes are not part"), .metal("union U { int a; };", "1:1 unions are not part"),
    .metal("struct S { int a; int f() { return a; } };", "1:23 functions in a struct"),
    .metal("struct S { S() { } };", "1:12 constructors are not part"),
    .metal("struct S : T { int a; };", "1:10 structs have no base types"),
    .metal("struct S { virtual void f(); };", "1:12 virtual functions"),
    .metal("struct S { int a = 1; };", "1:21 members have no default values"),
    .metal("struct S { int a; int operator+(S b); };", "1:23 operator functions are not part"),
    .metal("float4 operator+(float4 a, float4 b) { return a; }", "1:8 operator functions are not part"),
    .metal(
      "extern \"C\" float4 f(texture2d<float> t) { return 0; }",
      "1:21 kernels read images only through coreimage::sampler"),
    .metal(
      "extern \"C\" float4 f(device float *p) { return 0; }", "1:21 kernels write only the pixel",
      allowed: "constant T *name"),
    .metal(
      "extern \"C\" float4 f(float *p) { return 0; }", "1:28 pointers: only constant parameters, read as p[i]",
      allowed: "constant T *p"),
    .metal("threadgroup float x[4];", "1:1 kernels have no thread groups"),
    .metal(
      "float x = 1; extern \"C\" float4 f() { return x; }", "1:7 'x' would be a global variable",
      allowed: "constant float x"),
    .metal("long f() { return 1; }", "1:1 integers of 64 bits"),
    .metal("extern \"C\" float4 f(size_t n) { return 0; }", "1:21 integers of 64 bits"),
    .metal("extern \"C++\" float4 f() { return 0; }", "1:1 extern \"C++\" has no meaning"),
    .metal("float f(float x = 1) { return x; }", "1:17 default arguments are not supported"),
    .metal("vec<float, 4> f() { return 0; }", "1:1 unknown type name 'vec'"),
    .metal("float4<1> f() { return 0; }", "1:7 templates are not part"),
    .metal(
      "#include \"x.h\"\n",
      "1:10 cannot include \"x.h\": source that is compiled at run time has no files",
      allowed: "compiled ahead"),
    .metal(
      "extern \"C\" float2 f(constant float *p, coreimage::destination d) { return d.coord() + p[0]; }",
      "1:19 a warp kernel takes no data", allowed: "float4"),
    .metal(
      "extern \"C\" float4 f(metal::sampler s) { return 0; }",
      "1:21 metal::sampler configures texture reads: kernels read images only through coreimage::sampler",
      allowed: "coreimage::sampler"),
    .metal("constexpr sampler s(coord::normalized);", "1:11 metal::sampler configures texture reads"),
    .metal(
      "float g(float (*h)(float), float x) { return h(x); }",
      "1:15 pointers to functions are not part of the kernel subset", allowed: "calls by name"),
    .metal("typedef float (*H)(float);", "1:15 pointers to functions are not part"),
    .metal("using H = float (*)(float);", "1:17 pointers to functions are not part"),
    .metal("float (*h)(float);", "1:7 pointers to functions are not part"),
    .metal(
      "extern \"C\" float4 f(visible_function_table<float(float)> t) { return 0; }",
      "1:21 pointers to functions are not part", allowed: "calls by name"),
    .metal(
      "extern \"C\" float4 f(device atomic_int *n) { return 0; }", "1:21 kernels write only the pixel"),
    .metal("struct S { atomic_uint n; };", "1:12 atomics are not part", allowed: "the pixel that"),
    .metal(
      "extern \"C\" float4 f(coreimage::destination d, coreimage::sample_t s) { return s; }",
      "1:44 destination must be the last parameter"),
    .metal(
      "extern \"C\" float2 f(float x) { return x; }", "1:19 a warp kernel requires the position of its pixel",
      allowed: "coreimage::destination"),
    .metal("[[stitchable]] float3 f(coreimage::sample_t s) { return s.rgb; }", "1:23 kernel 'f' returns no pixel"),
    .metal(
      "extern \"C\" void f(coreimage::sampler s, coreimage::group::destination d) { }",
      "1:17 'f' writes its block 0 times", allowed: "one write"),
    .metal(
      "extern \"C\" void f(coreimage::sampler s, coreimage::group::destination d) { d.write(0, 0, 0, 0); d.write(0, 0, "
        + "0, 0); }",
      "1:17 'f' writes its block 2 times"),
    .metal(
      "extern \"C\" void f(coreimage::sample_t s, coreimage::group::destination d) { d.write(s, s, s, s); }",
      "1:17 a kernel with group::destination takes samplers only"),
    .metal("extern \"C\" float4 f(float2x2 m) { return 0; }", "1:30 'm' cannot be an argument of a kernel"),
    .metal("extern \"C\" float4 f(float4 x[2]) { return 0; }", "1:28 'x' cannot be an argument"),
    .metal(
      "float f(float x) { return 1; } float f(half x) { return 2; }", "1:38 'f' is defined twice for these parameters",
      allowed: "half is computed as float"),
    .metal("enum E { a, b = 1.5 };", "1:17 the value of 'b' is not a constant integer"),
    .metal(
      "float4 g(float4 x) { return g(x); } extern \"C\" float4 f(coreimage::sample_t s) { return g(s); }",
      "1:8 'g' calls itself"), .metal("}", "1:1 unmatched '}'"),
    .metalStatement("goto end;", "2:1 goto is not part"),
    .metalStatement("static float x = 1;", "2:1 kernels have no state"),
    .metalStatement("double x = 1;", "2:1 numbers of 64 bits"),
    .metalStatement("float *p = &a;", "2:12 pointers: only constant"),
    .metalStatement("float &r = a;", "2:8 references and pointers are parameters only"),
    .metalStatement("auto f = [](float x) { return x; };", "2:10 lambdas are not part"),
    .metalStatement("try { } catch (int) { }", "2:1 exceptions are not part"),
    .metalStatement("throw 1;", "2:1 exceptions are not part"),
    .metalStatement("float *p = new float;", "2:12 kernels cannot allocate memory"),
    .metalStatement("threadgroup_barrier(mem_flags::mem_none);", "2:1 kernels have no thread groups"),
    .metalStatement("float x = simd_sum(a);", "2:11 kernels have no thread groups"),
    .metalStatement("float x = dfdx(a);", "2:11 kernels have no neighbours"),
    .metalStatement("for (float x : s) { }", "2:14 loops over ranges"),
    .metalStatement("if (float x = a) { }", "2:5 a condition cannot declare a variable"),
    .metalStatement("int x = sizeof(float);", "2:9 sizeof is not part"),
    .metalStatement("float x = mod(a, 2);", "2:11 unknown function name 'mod'", allowed: "fmod(x, y)"),
    .metalStatement("float x = inversesqrt(a);", "2:11 unknown function name 'inversesqrt'", allowed: "rsqrt(x)"),
    .metalStatement("float3 x = s;", "2:12 expected float3, found float4", allowed: ".xyz"),
    .metalStatement("float x = int2(1) + s.rg;", "2:19 '+' between int2 and float2", allowed: "float2(…)"),
    .metalStatement("bool b = true ^^ false;", "2:15 '^^' is not an operator of Metal"),
    .metalStatement("float x = reinterpret_cast<float>(a);", "2:11 reinterpret_cast is not part"),
    .metalStatement("coreimage::sampler t = coreimage::sampler();", "2:24 sampler cannot be constructed"),
    .metalStatement("float x = s.sample(1);", "2:12 float4 has no function 'sample'"),
    .metalStatement("struct S { int a; };", "2:1 a struct cannot be declared in a function"),
    .metalStatement("float x = {1, 2};", "2:11 float of int, int"),
    .metalStatement("switch (a) { }", "2:9 switch takes an integer"),
    .metalStatement("switch (1) { case 1: case 1: break; }", "2:27 this case occurs twice"),
    .metalStatement("discard_fragment();", "2:1 discard is not part"),
    .metalStatement("metal::sampler t(filter::linear);", "2:1 metal::sampler configures texture reads"),
    .metalStatement("constexpr metal::sampler t(filter::linear);", "2:11 metal::sampler configures texture reads"),
    .metalStatement("float (*g)(float) = h;", "2:7 pointers to functions are not part", allowed: "calls by name"),
    .metalStatement("atomic_int n;", "2:1 atomics are not part", allowed: "the pixel that the kernel returns"),
    .metalStatement("metal::atomic_int n;", "2:1 atomics are not part"),
    .metalStatement("atomic<int> n;", "2:1 atomics are not part"),
    .metalStatement(
      "atomic_fetch_add_explicit(&a, 1, memory_order_relaxed);", "2:1 atomics are not part",
      allowed: "the pixel that the kernel returns"),
    .metalStatement("float x[2] = {1, 2, 3};", "2:14 3 values for float[2]", allowed: "at most 2"),
    .metalStatement("auto x;", "2:6 'auto' needs a value"),
    .metalStatement("uint x = as_type<uint>(s);", "2:10 as_type from float4 to uint"),
    .metalStatement(
      "float e; float x = frexp(a, e);", "2:20 'frexp' does not accept (float, float)", allowed: "as many ints"),
    .metalStatement("int2 e; float x = frexp(a, e);", "2:19 'frexp' does not accept (float, int2)"),
    .metalStatement(
      "int e; float x = modf(a, e);", "2:18 'modf' does not accept (float, int)", allowed: "the same type"),
    .metalStatement("float x = frexp(a);", "2:11 'frexp' does not accept (float)"),
    .metalStatement("float x = frexp(a, 3);", "2:20 "),
    .metalStatement("int e; float x = frexp(a++, e);", "2:18 the first argument of frexp would be evaluated twice"),
    .metalStatement(
      "int e; float x = frexp(a * float(e), e);", "2:18 the second argument of frexp is read by the first",
      allowed: "two variables"),
    .metalStatement("float c; float x = modf(c * 2, c);", "2:20 the second argument of modf is read by the first"),
    .metalStatement("float2 x = float2(1, 2, 3);", "2:12 float2 of int, int, int"),
    .metalStatement("int x = a->b;", "2:10 float has no elements"),
  ]

  @Test(arguments: coreImage + metal)
  func eachMistakeHasItsOwnMessage(_ mistake: Mistake) throws {
    let error = #expect(throws: KernelTextError.self) { try KernelCompiler(mistake.language).compile(mistake.text) }
    let first = try #require(error?.diagnostics.first { $0.severity == .error })
    #expect("\(first.line):\(first.column) \(first.message)".hasPrefix(mistake.error), "\(first)")
    if let allowed = mistake.allowed { #expect(first.allowed?.contains(allowed) == true, "\(first)") }
  }

  /// Included files are in the folder of the kernel's file; their errors contain their names.
  @Test func filesThatCannotBeIncludedAreNamed() throws {
    func first(_ text: String, _ headers: [String: String]) throws -> Diagnostic {
      let compiler = KernelCompiler(
        .metal, file: "a/f.ci.metal", headers: headers.mapValues { Array($0.utf8) })
      let error = #expect(throws: KernelTextError.self) { try compiler.compile(text) }
      return try #require(error?.diagnostics.first)
    }
    let kernel = "extern \"C\" float4 f(coreimage::sample_t s) { return s * k; }"
    let missing = try first("\n#include \"b.h\"\n\(kernel)", ["c.h": ""])
    #expect(missing.editorText.hasPrefix("a/f.ci.metal:2:10: error: cannot include \"b.h\": there is no such file"))
    #expect(missing.allowed == "c.h")
    let far = try first("#include \"../b.h\"\n\(kernel)", ["b.h": ""])
    #expect(far.message.hasSuffix("only files in the kernel's folder can be included, by their names"))
    let circle = try first(
      "#include \"b.h\"\n\(kernel)", ["b.h": "\n#include \"c.h\"\n", "c.h": "  #include \"b.h\"\n"])
    #expect(circle.editorText.hasPrefix("a/c.h:1:12: error: \"b.h\" includes itself, by way of \"c.h\""))
    let own = try first("#include \"b.h\"\n\(kernel)", ["b.h": "#include \"b.h\"\n"])
    #expect(own.message == "\"b.h\" includes itself")
    let inside = try first("#include \"b.h\"\n\(kernel)", ["b.h": "constant float k = ;\n"])
    #expect(inside.file == "a/b.h" && inside.line == 1)
    // Two files that include the same one.
    let headers = [
      "b.h": "#include \"d.h\"\n", "c.h": "#include \"d.h\"\n", "d.h": "constant float k = 2;\n",
    ]
    #expect(
      try KernelCompiler(.metal, headers: headers.mapValues { Array($0.utf8) })
        .compile("#include \"b.h\"\n#include \"c.h\"\n\(kernel)").kernels[0].glsl.contains("2.0"))
  }

  @Test func anErrorShowsItsLineAndACaret() throws {
    let text = "kernel vec4 f(__sample s) {\n  float x = arctan2(s.r, s.g);\n  return s;\n}"
    let error = #expect(throws: KernelTextError.self) {
      try KernelCompiler(.coreImage, file: "a.cikernel").compile(text)
    }
    let first = try #require(error?.diagnostics.first)
    #expect(
      first.editorText == """
        a.cikernel:2:13: error: unknown function name 'arctan2'
          float x = arctan2(s.r, s.g);
                    ^
          allowed: atan(y, x)
        """)
    #expect(first.logText.hasPrefix("2:13: ERROR: unknown function name 'arctan2'\n"))
  }

  @Test func aMissingBracketShowsTheOpenOne() throws {
    let error = #expect(throws: KernelTextError.self) {
      try KernelCompiler(.coreImage).compile("kernel vec4 f(__sample s) {\n return s;")
    }
    let first = try #require(error?.diagnostics.first)
    #expect(first.notes.map(\.message) == ["to match this '{'"])
    #expect(first.notes.map(\.line) == [1])
  }

  @Test func errorsInMacrosShowUseAndDefinition() throws {
    let text = "#define WRONG x + ;\nkernel vec4 f(__sample s) { return WRONG; }"
    let error = #expect(throws: KernelTextError.self) { try KernelCompiler(.coreImage).compile(text) }
    let first = try #require(error?.diagnostics.first)
    #expect(first.line == 2)
    #expect(first.notes.map(\.line) == [1])
  }

  @Test func severalErrorsAreReportedTogether() throws {
    let text =
      "kernel vec4 f(__sample s) {\n float a = ;\n float b = ;\n if (a { }\n return s; }\nkernel vec4 g(__sample s) { "
      + "float x = ; return s; }"
    let error = #expect(throws: KernelTextError.self) { try KernelCompiler(.coreImage).compile(text) }
    let diagnostics = try #require(error).diagnostics
    #expect(diagnostics.map(\.line) == [2, 3, 4, 6], "\(diagnostics)")
  }

  @Test func warningsDoNotStopAKernel() throws {
    let output = try KernelCompiler(.metal).compile(
      "extern \"C\" float4 f(coreimage::sample_t s) { if (s.r > M_PI) return s; }")
    #expect(output.warnings.map(\.severity) == [.warning, .warning])
    #expect(output.kernels[0].glsl.contains("return vec4(0.0);"))
    let other = try KernelCompiler(.coreImage).compile(
      "kernel vec4 f(__sample s) { int x = s.r; return s * float(x); }")
    #expect(other.warnings.map(\.message) == ["a float becomes an int without int(…)"])
  }
}
