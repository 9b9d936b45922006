import { hash } from 'node:crypto'

/** A pseudo-random number from a seed and a name, so that a walk can be repeated by its seed. */
export const draw = (seed: number, name: string): number =>
  Number.parseInt(hash('sha256', `${seed} ${name}`).slice(0, 8), 16)
