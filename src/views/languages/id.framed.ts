export const texts = import.meta.glob<Record<string, unknown>>(
  ['../../../locales/id/*.json', '!../../../locales/id/{access,common,errors,routes,session,shell}.json'],
  { eager: true, import: 'default' },
)
