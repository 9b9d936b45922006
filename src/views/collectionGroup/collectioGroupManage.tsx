import { groupsScreen } from './groups.tsx'

export const screen = groupsScreen('post')
