import CoreImage
import Foundation
import ImageFilters

/// The page of one filter.
struct FilterPage {
  let filter: Filter
  let images: GalleryRenderer.Images
  /// The results of `scripts/conformance`, nil without `--conformance`.
  let conformance: [ConformanceResults.Case]?

  private var comments: FilterComments? { filterComments[filter.name] }

  /// Returns the page, with links to its neighbours.
  func html(previous: FilterPage?, next: FilterPage?) -> String {
    let sections = [imageSection, sliders, inputs, formula, extent, use, agreement, conformanceSection]
      .joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(filter.name)</title>
      <link rel="stylesheet" href="../style.css">
      </head>
      <body>
      <nav>\(link(previous, "‹ "))<a href="../index.html">all filters</a>\(link(next, "", " ›"))</nav>
      <main>
      <h1>\(escapedHTML(filter.displayName)) <code>\(filter.name)</code></h1>
      <p class="summary">\(escapedHTML(filter.summary))</p>
      <p class="facts">\(filter.category.title) · since \(escapedHTML(filter.since))</p>
      \(sections)
      </main>
      <script src="../gallery.js"></script>
      </body>
      </html>

      """
  }

  private func link(_ page: FilterPage?, _ before: String = "", _ after: String = "") -> String {
    page.map { "<a href=\"\($0.filter.name).html\">\(before)\(escapedHTML($0.filter.displayName))\(after)</a>" }
      ?? "<span></span>"
  }

  // MARK: Images

  private var secondCaption: String {
    if filter.parameter("inputTargetImage") != nil { return "target" }
    if filter.parameter("inputBackgroundImage") != nil { return "background" }
    return filter.parameter("inputImage2") != nil ? "second image" : "mask"
  }

  private var imageSection: String {
    func figure(_ file: String?, _ caption: String) -> String {
      file.map { name in
        "<figure><img src=\"../images/\(name)\" alt=\"\(caption)\"><figcaption>\(caption)</figcaption></figure>"
      } ?? ""
    }
    let values = images.values.sorted { $0.key < $1.key }.map { "\($0.key) \(short($0.value))" }
    let settings =
      images.keepsDefaults
      ? "default values" : values.isEmpty ? "values other than the defaults" : values.joined(separator: ", ")
    guard let after = images.after else {
      return "<p>No image: the filter needs values that only an app can provide.</p>"
    }
    let caption = escapedHTML(settings)
    let main =
      if images.coversInput, let before = images.before {
        divided(before, after, "before | \(caption)")
      } else {
        figure(images.before, "before") + figure(after, caption)
      }
    return """
      <section class="images">
      \(main)\(figure(images.second, secondCaption))
      </section>
      """
  }

  /// Returns two images of one size on top of each other, with a movable divider between them.
  private func divided(_ before: String, _ after: String, _ caption: String) -> String {
    """
    <figure><div class="divider"><img src="../images/\(before)" alt="before">\
    <img class="after" src="../images/\(after)" alt="after">\
    <input type="range" min="0" max="100" value="50" aria-label="divider between before and after"></div>\
    <figcaption>\(caption)</figcaption></figure>
    """
  }

  private var sliders: String {
    let rows = images.strips.map { strip in
      let unit = strip.parameter.unit.rawValue
      let labels = strip.values.map { "\(short($0))\(unit.isEmpty ? "" : " \(unit)")" }
      let name = escapedHTML(strip.parameter.displayName)
      return """
        <figure class="slider" style="--at: \(strip.shown); --last: \(strip.values.count - 1)"><h3>\(name)</h3>
        <img src="../images/\(strip.file)" alt="\(name) from \(labels[0]) to \(labels[labels.count - 1])" \
        loading="lazy">
        <input type="range" min="0" max="\(strip.values.count - 1)" value="\(strip.shown)" aria-label="\(name)" \
        data-words="\(labels.joined(separator: "|"))">
        <figcaption>\(labels[strip.shown])</figcaption></figure>
        """
    }
    guard !rows.isEmpty else { return "" }
    return "<h2>Sliders</h2>\n<section class=\"sliders\">\n\(rows.joined(separator: "\n"))\n</section>"
  }

  // MARK: Text

  private var inputs: String {
    let rows = filter.parameters.map { parameter in
      let range = parameter.slider.map { "\(short($0.lowerBound)) … \(short($0.upperBound))" } ?? ""
      let limits = [
        parameter.min.map { "at least \(short($0))" }, parameter.max.map { "at most \(short($0))" },
      ].compactMap { $0 }.joined(separator: ", ")
      let kind = [parameter.className, parameter.unit.rawValue].filter { !$0.isEmpty }.joined(separator: ", ")
      let withoutDefault = parameter.isOptional ? "optional" : "required"
      return [
        "<code>\(parameter.key)</code>", kind,
        parameter.defaultValue.map { escapedHTML(text($0)) } ?? withoutDefault, range, limits,
        parameter.identity.map { escapedHTML(text($0)) } ?? "",
      ]
    }
    return "<h2>Inputs</h2>\n"
      + table(["key", "class and unit", "default", "slider", "limits", "identity"], rows)
      + "\n<p class=\"facts\">Values outside of the limits are accepted, as in Core Image.</p>"
  }

  private var formula: String {
    guard let comments else { return "" }
    let lines = comments.mathematics.map(Mathematics.html).joined(separator: "\n")
    let prose = comments.prose.map { "<p>\(coded($0))</p>" }.joined(separator: "\n")
    let sources = comments.sources.map { "<p>\(coded($0.prefix(1).uppercased() + $0.dropFirst()))</p>" }.joined(
      separator: "\n")
    return """
      <h2>Formula</h2>
      \(lines.isEmpty ? "" : "<div class=\"formula\">\(lines)</div>")
      \(prose)
      \(sources.isEmpty ? "" : "<h2>Source of the formula</h2>\n\(sources)")
      <p class="facts">Implemented in <code>Sources/Filters/ImageFilters/\(escapedHTML(comments.file))</code>.</p>
      """
  }

  private var extent: String {
    let side = short(GalleryRenderer.side)
    let input = CGRect(x: 0, y: 0, width: GalleryRenderer.side, height: GalleryRenderer.side)
    let takesImage = filter.parameter(kCIInputImageKey) != nil
    let subject = takesImage ? "For an input of \(side) × \(side) pixels at the origin, the result" : "The result"
    let sentence =
      switch images.extent {
      case let rect where rect.isNull: "Unknown: there is no image of the filter."
      case let rect where rect.isInfinite: "\(subject) is infinite."
      case input where takesImage: "\(subject) covers the same rectangle."
      case let rect:
        "\(subject) has \(short(rect.width)) × \(short(rect.height)) pixels, with its lower left corner at "
          + "(\(short(rect.minX)), \(short(rect.minY)))."
      }
    return "<h2>Extent</h2>\n<p>\(sentence)</p>"
  }

  private var use: String {
    let key = filter.parameters.first { $0.className == "NSNumber" && $0.slider != nil && !$0.isOptional }
    let value = key.map { images.values[$0.key] ?? $0.defaultValue?.number ?? $0.slider!.lowerBound } ?? 0
    let setting = key.map { "\nfilter.setValue(\(short(value)), forKey: \"\($0.key)\")" } ?? ""
    let input = filter.parameter(kCIInputImageKey) != nil
    let command =
      ExampleCommand(filter).map { "<pre>\(escapedHTML($0.text))</pre>" }
      ?? "<p class=\"facts\">The filter takes values that a command line cannot express.</p>"
    return """
      <h2>Use</h2>
      <pre>let filter = CIFilter(name: \
      "\(filter.name)")!\(input ? "\nfilter.setValue(image, forKey: kCIInputImageKey)" : "")\(setting)
      let result = filter.outputImage</pre>
      \(command)
      """
  }

  private var agreement: String {
    guard !images.agreement.isEmpty else { return "" }
    let rows = images.agreement.map { one in
      [escapedHTML(one.device), String(format: "%.3f", one.worst), String(format: "%.4f", one.mean)]
    }
    return "<h2>Agreement with the reference</h2>\n<p>Differences of the image above, in 8-bit steps.</p>\n"
      + table(["device", "maximum", "mean"], rows)
  }

  private var conformanceSection: String {
    guard let conformance else { return "" }
    let rows = conformance.map { one in
      [
        escapedHTML(one.name), escapedHTML(one.system), "<span class=\"\(one.status)\">\(one.status)</span>",
        one.worst.map(short) ?? "", one.mean.map { String(format: "%.3f", $0) } ?? "", escapedHTML(one.reason ?? ""),
      ]
    }
    return "<h2>Comparison with images of Core Image</h2>\n"
      + (rows.isEmpty
        ? "<p>There is no image of Core Image for this filter.</p>"
        : table(["case", "system", "status", "maximum", "mean", "reason"], rows))
  }

  // MARK: Formatting

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    let body = rows.map { "<tr>" + $0.map { "<td>\($0)</td>" }.joined() + "</tr>" }.joined(separator: "\n")
    return "<table><thead><tr>\(head.map { "<th>\($0)</th>" }.joined())</tr></thead><tbody>\n\(body)\n</tbody></table>"
  }

  private func text(_ value: InputValue) -> String {
    func list(_ numbers: [Double]) -> String { numbers.map(short).joined(separator: ", ") }
    return switch value {
    case .number(let number): short(number)
    case .bool(let flag): flag ? "true" : "false"
    case .vector(let numbers): numbers.contains { abs($0) > 1e300 } ? "infinite" : list(numbers)
    case .color(let color): list([color.red, color.green, color.blue, color.alpha])
    case .transform(let m): list([m.a, m.b, m.c, m.d, m.tx, m.ty])
    case .text(let text): text
    case .data(let data): "\(data.count) bytes"
    default: "an object"
    }
  }

  /// Converts text to HTML, with text between backticks as code, and a letter after `_` as a subscript.
  private func coded(_ text: String) -> String {
    escapedHTML(text).split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 1
        ? "<code>\(part)</code>"
        : part.replacing(#/\b([A-Za-zσμθ])_([A-Za-z0-9])\b/#) { "\($0.1)<sub>\($0.2)</sub>" }
    }.joined()
  }

  private func short(_ number: Double) -> String {
    if abs(number) >= 1e6 { return "∞" }
    return number == number.rounded() ? "\(Int(number))" : String(format: "%.4g", number)
  }
}

extension Category {
  /// The display name: `Color Adjustment`.
  var title: String { CIFilter.localizedName(forCategory: rawValue) }
}
