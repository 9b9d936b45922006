import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => {}

// It says that it knows `content-visibility`, and then shows what that hides.
CSS.supports = () => false
