import { expect, test } from 'vitest'
import { languages } from '../../src/services/user.ts'
import { loadFramed, showIn, startI18n } from '../../src/views/i18n.ts'

const ofScreen = 'approval:state.machineReview'

test('the texts of the screens in the frame wait until the frame is wanted', async () => {
  const i18n = await startI18n('en')
  await showIn(i18n, 'zh')
  expect(i18n.exists(ofScreen)).toBe(false)
  await loadFramed(i18n)
  expect(i18n.exists(ofScreen)).toBe(true)
})

test.each(languages)('a later switch to %s has them as well', async (language) => {
  const i18n = await startI18n(language === 'en' ? 'id' : 'en')
  await loadFramed(i18n)
  await showIn(i18n, language)
  expect(i18n.exists(ofScreen)).toBe(true)
})

test('so has one that is under way', async () => {
  const i18n = await startI18n('en')
  const wanted = Promise.withResolvers<void>()
  i18n.on('languageChanging', () => wanted.resolve(loadFramed(i18n)))
  await showIn(i18n, 'id')
  await wanted.promise
  expect(i18n.language).toBe('id')
  expect(i18n.exists(ofScreen)).toBe(true)
})
