export const texts = import.meta.glob<Record<string, unknown>>(
  '../../../locales/zh/{access,common,errors,routes,session,shell}.json',
  { eager: true, import: 'default' },
)
