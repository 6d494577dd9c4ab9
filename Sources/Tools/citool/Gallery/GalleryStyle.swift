/// The style sheet of the gallery.
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
  .images { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; margin-top: 1rem; }
  .images figure { flex: 0 1 18.75rem; }
  .divider { position: relative; width: 300px; max-width: 100%; --at: 50%; }
  .divider .after { position: absolute; inset: 0; clip-path: inset(0 0 0 var(--at)); }
  .divider::after { content: ""; position: absolute; inset: 0 auto 0 calc(var(--at) - 1px); width: 2px; \
  background: white; box-shadow: 0 0 3px black; pointer-events: none; }
  .divider input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: ew-resize; }
  .divider:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
  .sliders { display: grid; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); gap: 1.2rem; }
  .slider img { width: 180px; height: 180px; max-width: none; object-fit: cover; \
  object-position: calc(var(--at) / var(--last) * 100%) 0; }
  .slider input { width: 180px; margin: .4rem 0 0; accent-color: var(--accent); }
  table { border-collapse: collapse; width: 100%; font-size: .92rem; display: block; overflow-x: auto; }
  th, td { text-align: left; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: \
  top; }
  th { font-weight: 600; white-space: nowrap; }
  .formula { background: var(--soft); border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; font-size: 1.15rem; }
  .formula div { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem 1.1rem; margin: .35rem 0; }
  .formula math { display: inline math; math-style: normal; }
  .formula :is(msub, msup, munder) > :nth-child(2), .formula :is(msubsup, munderover) > :nth-child(n + 2) { \
  font-size: .72em; math-depth: 0; }
  sub { font-size: .72em; line-height: 0; }
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
  #best { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; margin: 1rem 0 \
  1.6rem; }
  #best .card img { aspect-ratio: 4 / 3; object-fit: cover; }
  .card { color: inherit; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; padding-bottom: .6rem; }
  .card:hover { border-color: var(--accent); text-decoration: none; }
  .card img, .card .none { width: 100%; aspect-ratio: 1; object-fit: contain; background: var(--soft); border-radius: \
  0; }
  .card b, .card span { display: block; padding: 0 .7rem; }
  .card b { margin-top: .5rem; line-height: 1.3; }
  .card span { color: var(--faint); font-size: .8rem; line-height: 1.35; }
  [hidden] { display: none !important; }

  """

/// The script of a filter's page: dividers between before and after, and sliders along their nine images.
let galleryScript = """
  for (const range of document.querySelectorAll(".divider input")) {
    range.addEventListener("input", () => range.parentElement.style.setProperty("--at", range.value + "%"));
  }
  for (const range of document.querySelectorAll(".slider input")) {
    const figure = range.parentElement;
    range.addEventListener("input", () => {
      figure.style.setProperty("--at", range.value);
      figure.querySelector("figcaption").textContent = range.dataset.words.split("|")[range.value];
    });
  }

  """
