import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { painted } from '../../src/views/shared/afterPaint.ts'
import { patienceInView } from '../kit/patience.ts'

configure({ asyncUtilTimeout: patienceInView })

afterEach(cleanup)
// The last closed dialog waits for a frame, and jsdom's teardown removes the window.
afterAll(painted)

// jsdom has no layout.
Element.prototype.scrollIntoView = () => {}

// jsdom claims to support `content-visibility`, but then renders the content that it hides.
CSS.supports = () => false

globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
