export const texts = import.meta.glob<Record<string, unknown>>(
  ['../../../locales/en/*.json', '!../../../locales/en/{access,common,errors,routes,session,shell}.json'],
  { eager: true, import: 'default' },
)
