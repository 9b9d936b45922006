export const texts = import.meta.glob<Record<string, unknown>>('../../../locales/zh/*.json', {
  eager: true,
  import: 'default',
})
