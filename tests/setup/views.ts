import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => {}
