import { Astray } from './Astray.tsx'

export const screen = () => <Astray name="unauthorized" />
