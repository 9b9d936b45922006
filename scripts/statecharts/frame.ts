import { type Language, languages } from '../../src/services/user.ts'
import { html, type Markup } from './markup.ts'
import { word, type Words } from './words.ts'

/** The texts of all pages, by language. */
export type PageWords = Record<Language, Words>

/** A whole page. `home` leads from it to the folder of all pages. */
export const documentOf = (language: Language, title: string, home: string, body: Markup): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Loket</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${home}statecharts.css" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup

/** The same page in the other languages. */
export const languageLinks = (present: Language, file: string, pageWords: PageWords): Markup =>
  html`<nav class="languages" aria-label="${word(pageWords[present], 'languages')}">
    <ul>
      ${languages.map(
        (language) =>
          html`<li>
            <a
              href="../${language}/${file}"
              lang="${language}"
              hreflang="${language}"
              ${language === present && html` aria-current="page"`}
              >${word(pageWords[language], 'language')}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
