export const texts = import.meta.glob<Record<string, unknown>>('../../../locales/id/*.json', {
  eager: true,
  import: 'default',
})
