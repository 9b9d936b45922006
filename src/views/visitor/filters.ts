import type { Client } from '../../services/http.ts'
import { choices } from '../../services/visitor.ts'
import { byChannelOf } from '../list/ofChoices.ts'

const ask = (client: Client) => client.call(choices, {})

export const byChannel = byChannelOf(ask)
