/**
 * React hides a page with `display: none !important`, and the browser drops its layout. An important rule of a shadow
 * tree overrides that with `content-visibility`, which shows the page again in two thirds of the time.
 */
export const keepLayout = (around: HTMLElement | null) => {
  if (!around || around.shadowRoot || !CSS.supports('content-visibility', 'hidden')) return
  const sheet = new CSSStyleSheet()
  // Blueprint's rule that every element inherits `box-sizing` does not reach into a shadow tree.
  sheet.replaceSync(`
    slot {
      box-sizing: inherit;
    }
    ::slotted(.page-place) {
      display: block !important;
    }
    ::slotted(.page-place[style*='none']) {
      z-index: -1;
      content-visibility: hidden;
    }
  `)
  const tree = around.attachShadow({ mode: 'open' })
  tree.adoptedStyleSheets = [sheet]
  tree.append(document.createElement('slot'))
}
