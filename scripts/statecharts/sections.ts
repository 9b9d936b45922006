import type { AnyStateNode } from 'xstate'
import { nameOf, lineage, restingPlace, type Step, stepsFrom } from '../../src/machines/chart.ts'
import type { Language } from '../../src/services/user.ts'
import type { Listed } from './contents.ts'
import { lastingOf } from './lasting.ts'
import { element, html, type Markup } from './markup.ts'
import { exitsOf, kindOf } from './reading.ts'
import { sampleOf, signOf } from './shapes.ts'
import { isComposite } from './sketch.ts'
import { whoMay } from './who.ts'
import { filled, stateKey, word, type Words } from './words.ts'

/** A chart with what a page in one language says of it. */
export type Chart = Listed & { language: Language; page: Words }

const anchorOf = (name: string) => `about.${name}`
export const linkTo = (name: string): string => `#${anchorOf(name)}`

const stateLink = (node: AnyStateNode, { words }: Chart) =>
  html`<a href="${linkTo(nameOf(node))}">${word(words, stateKey(node))}</a>`

/** Breaks where a name's parts meet rather than within one. */
const code = (name: string) =>
  html`<code>${name.split('.').map((part, index) => [index > 0 && html`.<wbr />`, part])}</code>`

const who = ({ meta }: Step, { language, page }: Chart): Markup => {
  if (!meta.interface) return html`${word(page, meta.after ? 'systemLate' : 'system')}`
  const holders = whoMay(meta.interface)
  const inWords = { customerApp: 'customerApp', anyone: 'linked', staff: 'everybody' } as const
  const words =
    typeof holders === 'string'
      ? word(page, inWords[holders])
      : new Intl.ListFormat(language, { type: 'disjunction' }).format(holders)
  return html`${words} ${code(meta.interface)}`
}

const deadline = (name: string, { language, about, page }: Chart) =>
  filled(about, `deadline.${name}`, { length: lastingOf(name, language) ?? word(page, 'lenderTime') })

const listed = (title: string, items: readonly (string | Markup)[]) =>
  items.length > 0 &&
  html`<dt>${title}</dt>
    <dd>
      <ul>
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>
    </dd>`

const terms = (step: Step, { language, words, about, page }: Chart) => {
  const { guards, effects, meta } = step
  const parts = [
    listed(
      word(page, 'conditions'),
      guards.map((name) => word(about, `guard.${name}`)),
    ),
    meta.asks &&
      html`<dt>${word(page, 'asked')}</dt>
        <dd>${new Intl.ListFormat(language).format(meta.asks.map((name) => word(words, `ask.${name}`)))}</dd>`,
    listed(
      word(page, 'then'),
      effects.map((name) => word(about, `effect.${name}`)),
    ),
  ]
  return parts.some(Boolean) && html`<dl>${parts}</dl>`
}

const transition = (step: Step, chart: Chart) => {
  const { words, about, page } = chart
  const { event, from, to } = step
  return html`<tr id="step.${nameOf(from)}.${event}">
    <th scope="row">${word(words, `event.${event}`)} <code>${event}</code></th>
    <td>${word(about, `event.${event}`)}</td>
    <td>${to === from ? word(page, 'stays') : stateLink(restingPlace(to), chart)}</td>
    <td>${who(step, chart)}</td>
    <td>${terms(step, chart)}</td>
  </tr> `
}

const transitions = (node: AnyStateNode, steps: Step[], chart: Chart) => {
  const heads = ['happens', 'meaning', 'leads', 'who', 'terms'].map((key) => word(chart.page, key))
  return html`<div class="wide" tabindex="0" role="region" aria-label="${word(chart.words, stateKey(node))}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${steps.map((step) => transition(step, chart))}
      </tbody>
    </table>
  </div> `
}

const heading = (node: AnyStateNode, { machine, words, page }: Chart) =>
  element(
    `h${2 + node.path.length}`,
    {},
    !isComposite(node) && sampleOf(kindOf(machine, node)),
    word(words, stateKey(node)),
    isComposite(node) && html` <small>${word(page, 'stage')}</small>`,
    html` <code>${nameOf(node)}</code>`,
  )

/** What a state means and everything that can happen in it, and then the same of the states within. */
export const stateSection = (node: AnyStateNode, chart: Chart): Markup => {
  const { machine, about, page } = chart
  const own = stepsFrom(machine, node)
  const exits = exitsOf(machine, node)
  const running = exits.flatMap(({ meta }) => (meta.after ? [deadline(meta.after, chart)] : []))
  const stages = lineage(node).filter((it) => it !== node && stepsFrom(machine, it).length > 0)
  const isStage = isComposite(node)
  return html`<section class="${isStage ? 'stage' : 'state'}" id="${anchorOf(nameOf(node))}">
    ${heading(node, chart)}
    <p>${word(about, stateKey(node))}</p>
    ${
      !isStage &&
      running.length > 0 &&
      html`<p class="deadline">
        ${signOf('deadline')}<span><strong>${word(page, 'runs')}</strong> ${running.join(' ')}</span>
      </p> `
    }${
      own.length > 0 && transitions(node, own, chart)
    }${stages.map((stage) => html`<p>${word(page, 'alsoStage')} ${stateLink(stage, chart)}</p> `)}${
      exits.length === 0 && !isStage && html`<p>${word(page, 'nothing')}</p> `
    }${Object.values(node.states as Record<string, AnyStateNode>).map((child) => stateSection(child, chart))}
  </section> `
}
