import Foundation
import ImageFilters

/// The page with all filters, and what finds them by name and category.
func galleryIndex(_ pages: [FilterPage], device: String) -> String {
  let groups = Dictionary(grouping: pages) { $0.filter.category }
  let categories = Category.allCases.filter { groups[$0] != nil }
  let buttons = categories.map {
    "<button data-category=\"\($0.rawValue)\">\($0.title) <small>\(groups[$0]!.count)</small></button>"
  }
  let cards = categories.flatMap { groups[$0]! }.map { page in
    let filter = page.filter
    let picture =
      page.pictures.after.map { "<img loading=\"lazy\" src=\"pictures/\($0)\" alt=\"\">" }
      ?? "<div class=\"none\"></div>"
    return """
      <a class="card" href="filters/\(filter.name).html" data-category="\(filter.category.rawValue)" \
      data-words="\(escapedHTML("\(filter.name) \(filter.displayName) \(filter.summary)").lowercased())">
      \(picture)<b>\(escapedHTML(filter.displayName))</b><span>\(escapedHTML(filter.summary))</span></a>
      """
  }
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
    <p class="facts">Written by <code>citool gallery</code>; pictures rendered by \(escapedHTML(device)).</p>
    <input id="search" type="search" placeholder="Search by name or by what it does" autofocus>
    <div id="categories"><button data-category="" class="chosen">All <small>\(pages.count)</small></button>
    \(buttons.joined(separator: "\n"))</div>
    <p id="none" hidden>No filter is called so.</p>
    <div id="cards">
    \(cards.joined(separator: "\n"))
    </div>
    </main>
    <script>
    const search = document.getElementById("search");
    const buttons = [...document.querySelectorAll("#categories button")];
    const cards = [...document.querySelectorAll(".card")];
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
      for (const button of buttons) button.classList.toggle("chosen", button.dataset.category === category);
    }
    search.addEventListener("input", update);
    for (const button of buttons) {
      button.addEventListener("click", () => { category = button.dataset.category; update(); });
    }
    const asked = new URLSearchParams(location.search);
    search.value = asked.get("q") ?? "";
    category = asked.get("category") ?? "";
    update();
    </script>
    </body>
    </html>

    """
}

let galleryStyle = """
  :root { color-scheme: light dark; --line: #8884; --soft: #8881; --faint: #888; --accent: #2a7de1; }
  * { box-sizing: border-box; }
  body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; margin: 0; }
  main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
  main.wide { max-width: 90rem; }
  nav { display: flex; justify-content: space-between; gap: 1rem; padding: .7rem 1.5rem; border-bottom: 1px solid \
  var(--line); }
  a { color: var(--accent); text-decoration: none; }
  a:hover { text-decoration: underline; }
  h1 { font-size: 1.7rem; line-height: 1.25; margin: .5rem 0; }
  h1 code { font-size: 1rem; color: var(--faint); margin-left: .5rem; font-weight: 400; }
  h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
  h3 { font-size: .95rem; margin: 0 0 .3rem; width: 100%; }
  p { margin: .5rem 0; }
  .summary { font-size: 1.1rem; }
  .facts, figcaption, small { color: var(--faint); font-size: .85rem; }
  code, pre { font-family: "DejaVu Sans Mono", ui-monospace, monospace; font-size: .88em; }
  pre { background: var(--soft); padding: .8rem 1rem; border-radius: 6px; overflow-x: auto; }
  figure { margin: 0; }
  img { max-width: 100%; height: auto; display: block; border-radius: 4px; }
  figure img { outline: 1px solid var(--line); outline-offset: -1px; }
  .pictures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; margin-top: 1rem; }
  .pictures figure { flex: 0 1 18.75rem; }
  .sliders { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.2rem; }
  .slider { display: flex; flex-wrap: wrap; gap: .6rem; align-items: flex-start; align-content: flex-start; }
  table { border-collapse: collapse; width: 100%; font-size: .92rem; display: block; overflow-x: auto; }
  th, td { text-align: left; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: \
  top; }
  th { font-weight: 600; white-space: nowrap; }
  .formula { background: var(--soft); border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; font-size: 1.15rem; }
  .formula div { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem 1.1rem; margin: .35rem 0; }
  .formula math { display: inline math; math-style: normal; }
  .formula span { font-size: 1rem; }
  .exact, .close { color: #1a8f3c; } .near { color: #b07800; } .off { color: #d03030; }
  #search { width: 100%; font: inherit; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 8px; \
  margin: .6rem 0; }
  #categories { display: flex; flex-wrap: wrap; gap: .4rem; margin-bottom: 1.2rem; }
  button { font: inherit; font-size: .9rem; padding: .25rem .7rem; border: 1px solid var(--line); border-radius: 99px; \
  background: none;
    color: inherit; cursor: pointer; }
  button.chosen { background: var(--accent); border-color: var(--accent); color: white; }
  button.chosen small { color: #fffc; }
  #cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: 1rem; }
  .card { color: inherit; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; padding-bottom: .6rem; }
  .card:hover { border-color: var(--accent); text-decoration: none; }
  .card img, .card .none { width: 100%; aspect-ratio: 1; object-fit: contain; background: var(--soft); border-radius: \
  0; }
  .card b, .card span { display: block; padding: 0 .7rem; }
  .card b { margin-top: .5rem; line-height: 1.3; }
  .card span { color: var(--faint); font-size: .8rem; line-height: 1.35; }
  [hidden] { display: none !important; }

  """
