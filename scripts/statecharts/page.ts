import type { AnyStateNode } from 'xstate'
import { statesOf } from '../../src/machines/chart.ts'
import type { Language } from '../../src/services/user.ts'
import type { Listed } from './contents.ts'
import { documentOf, languageLinks, type PageWords } from './frame.ts'
import { html, type Markup } from './markup.ts'
import { kindOf, kinds } from './reading.ts'
import { type Chart, stateSection } from './sections.ts'
import { sampleOf, signOf, signs } from './shapes.ts'
import { isComposite } from './sketch.ts'
import { filled, word } from './words.ts'

const legend = ({ machine, page }: Chart) => {
  const shown = kinds.filter((kind) =>
    statesOf(machine.root).some((node) => !isComposite(node) && kindOf(machine, node) === kind),
  )
  const items = [
    ...shown.map((kind) => ({ sample: sampleOf(kind), text: word(page, `kind.${kind}`) })),
    ...signs.map((sign) => ({ sample: signOf(sign), text: word(page, `sign.${sign}`) })),
  ]
  return html`<h2>${word(page, 'legend')}</h2>
    <ul class="legend">
      ${items.map(({ sample, text }) => html`<li>${sample}${text}</li>`)}
    </ul> `
}

/** The page of one chart in one language around its diagram. Throws when a word is missing. */
export const chartPage = (chart: Listed, language: Language, diagram: Markup, pageWords: PageWords): string => {
  const page = pageWords[language]
  const whole = { ...chart, language, page }
  const { name, machine, words, about } = chart
  const body = html`<header>
      <nav aria-label="${word(page, 'all')}"><a href="index.html">${word(page, 'all')}</a></nav>
      ${languageLinks(language, `${name}.html`, pageWords)}
    </header>
    <main>
      <h1>${word(words, 'title')}</h1>
      <p class="intro">${word(about, 'intro')}</p>
      <h2>${word(page, 'diagram')}</h2>
      <figure>
        <div class="wide" tabindex="0" role="region" aria-label="${word(page, 'diagram')}">${diagram}</div>
        <figcaption>
          <a href="${name}.svg">${word(page, 'alone')}</a> ·
          <a href="../${name}.scxml" download>${word(page, 'scxml')}</a>
        </figcaption>
      </figure>
      ${legend(whole)}
      <h2>${word(page, 'detail')}</h2>
      ${Object.values(machine.root.states as Record<string, AnyStateNode>).map((node) => stateSection(node, whole))}
    </main>
    <footer>
      <p>${word(page, 'roles')}</p>
      <p>${filled(page, 'source', { source: `src/machines/${name}.ts` })}</p>
    </footer> `
  return documentOf(language, word(words, 'title'), '../', body)
}
