import { type Condition, is } from '../lists/conditions.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'

type OfOrders = Partial<Record<'app' | 'product' | 'channel', string | undefined>>

/** The conditions on the orders that steps and records are about: the reader's apps, and what the filter chooses. */
export const ofOrders = ({ app, product, channel }: OfOrders, onlooker: Onlooker): Condition[] => [
  ...withinScope(onlooker),
  ...is('app', app),
  ...is('product', product),
  ...is('channel', channel),
]
