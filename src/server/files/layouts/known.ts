import { bca } from './bca.ts'
import { bni } from './bni.ts'
import { bri } from './bri.ts'
import { general } from './general.ts'
import type { Layout } from './layout.ts'
import { mandiri, mandiriCash } from './mandiri.ts'

/** The layouts in the order in which they are tried. */
export const layouts: readonly Layout[] = [mandiri, mandiriCash, bri, bni, bca, general]
