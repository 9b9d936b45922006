import { hash } from 'node:crypto'

/** A number that only a seed and a name decide, so that a walk with the same seed is the same walk. */
export const draw = (seed: number, name: string): number =>
  Number.parseInt(hash('sha256', `${seed} ${name}`).slice(0, 8), 16)
