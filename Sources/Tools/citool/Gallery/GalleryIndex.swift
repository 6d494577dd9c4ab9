import Foundation
import ImageFilters

/// The filters at the top of the start page, chosen for their clearly visible effect.
private let best = [
  "CIBokehBlur", "CIComicEffect", "CIPageCurlWithShadowTransition", "CIKaleidoscope", "CIPhotoEffectNoir",
  "CICMYKHalftone",
  "CIGlassDistortion", "CIDepthOfField", "CICrystallize", "CIBloom", "CIDroste", "CISunbeamsGenerator",
]

/// Returns the page with all filters and the search by name and category.
func galleryIndex(_ pages: [FilterPage], device: String) -> String {
  let groups = Dictionary(grouping: pages) { $0.filter.category }
  let categories = Category.allCases.filter { groups[$0] != nil }
  let buttons = categories.map {
    "<button data-category=\"\($0.rawValue)\">\($0.title) <small>\(groups[$0]!.count)</small></button>"
  }
  func card(_ page: FilterPage) -> String {
    let filter = page.filter
    let image =
      page.images.after.map { "<img loading=\"lazy\" src=\"images/\($0)\" alt=\"\">" }
      ?? "<div class=\"none\"></div>"
    return """
      <a class="card" href="filters/\(filter.name).html" data-category="\(filter.category.rawValue)" \
      data-words="\(escapedHTML("\(filter.name) \(filter.displayName) \(filter.summary)").lowercased())">
      \(image)<b>\(escapedHTML(filter.displayName))</b><span>\(escapedHTML(filter.summary))</span></a>
      """
  }
  let cards = categories.flatMap { groups[$0]! }.map(card)
  let first = best.compactMap { name in pages.first { $0.filter.name == name && $0.images.after != nil } }.map(card)
  return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Filters</title>
    <link rel="stylesheet" href="style.css">
    </head>
    <body>
    <main class="wide">
    <h1>Core Image for Linux: \(pages.count) filters</h1>
    <p class="facts">Written by <code>citool gallery</code>; images rendered by \(escapedHTML(device)).</p>
    <input id="search" type="search" placeholder="Search by name or description" autofocus>
    <div id="categories"><button data-category="" class="chosen">All <small>\(pages.count)</small></button>
    \(buttons.joined(separator: "\n"))</div>
    <p id="none" hidden>No filter matches.</p>
    <div id="best">
    \(first.joined(separator: "\n"))
    </div>
    <div id="cards">
    \(cards.joined(separator: "\n"))
    </div>
    </main>
    <script>
    const search = document.getElementById("search");
    const buttons = [...document.querySelectorAll("#categories button")];
    const cards = [...document.querySelectorAll("#cards .card")];
    let category = "";
    function update() {
      const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
      let count = 0;
      for (const card of cards) {
        const shows = (!category || card.dataset.category === category)
          && words.every(word => card.dataset.words.includes(word));
        card.hidden = !shows;
        count += shows;
      }
      document.getElementById("none").hidden = count > 0;
      // The selection at the top is shown only without a search.
      document.getElementById("best").hidden = category !== "" || words.length > 0;
      for (const button of buttons) button.classList.toggle("chosen", button.dataset.category === category);
    }
    search.addEventListener("input", update);
    for (const button of buttons) {
      button.addEventListener("click", () => { category = button.dataset.category; update(); });
    }
    const query = new URLSearchParams(location.search);
    search.value = query.get("q") ?? "";
    category = query.get("category") ?? "";
    update();
    </script>
    </body>
    </html>

    """
}
