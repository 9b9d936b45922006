/**
 * A ref of the element around the pages. React hides a page with `display: none !important`, upon which a browser forgets how it was laid
 * out; only a rule of a shadow tree counts more than that. Such a page is skipped by `content-visibility` instead, and back in two thirds of the time.
 */
export const keepLayout = (around: HTMLElement | null) => {
  if (!around || around.shadowRoot || !CSS.supports('content-visibility', 'hidden')) return
  const sheet = new CSSStyleSheet()
  // Blueprint's rule for all elements, that each measures its box as the one around it does, is not for a shadow tree's.
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
