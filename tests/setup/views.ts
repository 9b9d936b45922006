import { cleanup } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { painted } from '../../src/views/shared/afterPaint.ts'

afterEach(cleanup)
// A dialog that was closed last still waits for a frame, and finds no window once jsdom is torn down.
afterAll(painted)

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => {}

// It says that it knows `content-visibility`, and then shows what that hides.
CSS.supports = () => false
