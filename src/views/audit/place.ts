import { to } from '../../machines/paths.ts'
import type { Happened } from '../../services/audit.ts'

type Place = Pick<Happened, 'log' | 'pos'>
const letters = { event: 'E', audit: 'A' } as const

/** A row's name for people: its log and its position. */
export const placeName = ({ log, pos }: Place): string => `${letters[log]}${pos}`

export const placeIn = (name: string): Place | undefined => {
  const [, letter, pos] = /^([EA])([1-9]\d{0,14})$/.exec(name) ?? []
  return letter && pos ? { log: letter === 'E' ? 'event' : 'audit', pos: Number(pos) } : undefined
}

export const placePath = (place: Place): string => to.auditEntry({ entry: placeName(place) })
