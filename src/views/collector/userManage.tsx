import { collectorsScreen } from './collectors.tsx'

export const screen = collectorsScreen('pre')
