import { codesOf, pathOf, schemaOf } from '../../src/server/http/openapi.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import type { Language } from '../../src/services/user.ts'
import { documentOf, languageLinks, type PageWords } from '../statecharts/frame.ts'
import { html, type Markup } from '../statecharts/markup.ts'
import { word, type Words } from '../statecharts/words.ts'
import { endpoints } from './endpoints.ts'
import { fieldsTable } from './fields.ts'

const others = ['customerApp', 'signed'] as const
const line = ({ method, path }: Endpoint) => html`<code>${method} /api${pathOf(path)}</code>`
const whoOf = ({ permission, interface: name }: Endpoint, words: Words) =>
  word(words, `by.${permission}`).replace('{{name}}', name)

const section = (endpoint: Endpoint, words: Words): Markup => {
  const { id, method, limit, body, data } = endpoint
  return html`<section id="${id}">
    <h3>${word(words, `of.${id.replace('.', '_')}`)}</h3>
    <p>${line(endpoint)}</p>
    <h4>${word(words, method === 'POST' ? 'body' : 'query')}</h4>
    ${method === 'POST' && html`<p>${word(words, 'limit').replace('{{kib}}', String(limit / 1024))}</p>`}
    ${fieldsTable(schemaOf(body, 'input'), words)}
    <h4>${word(words, 'answer')}</h4>
    ${fieldsTable(schemaOf(data, 'output'), words)}
    <p>${word(words, 'codes')}: ${[0, ...codesOf(endpoint)].join(', ')}</p>
  </section>`
}

const row = (endpoint: Endpoint, words: Words) =>
  html`<tr>
    <th scope="row">${line(endpoint)}</th>
    <td>${whoOf(endpoint, words)}</td>
  </tr> `

/** Renders the API page for integrators: the intake and callback endpoints in full, then all others by path. */
export const apiPage = (language: Language, words: Words, pageWords: PageWords): string => {
  const body = html`<header>
      <nav><a href="index.html">${word(pageWords[language], 'all')}</a></nav>
      ${languageLinks(language, 'api.html', pageWords)}
    </header>
    <main>
      <h1>${word(words, 'title')}</h1>
      <p class="intro">${word(words, 'intro')}</p>
      <p>${word(words, 'envelope')}</p>
      <p>${word(words, 'document')}</p>
      ${others.map(
        (permission) =>
          html`<h2>${word(words, `by.${permission}`)}</h2>
            <p>${word(words, permission)}</p>
            ${endpoints.filter((one) => one.permission === permission).map((one) => section(one, words))}`,
      )}
      <h2>${word(words, 'others')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">${word(words, 'call')}</th>
            <th scope="col">${word(words, 'who')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row"><code>GET /api/feed</code></th>
            <td>${word(words, 'by.staff')}</td>
          </tr>
          ${endpoints.filter(({ permission }) => !others.some((one) => one === permission)).map((one) => row(one, words))}
        </tbody>
      </table>
    </main> `
  return documentOf(language, word(words, 'title'), '../', body)
}
