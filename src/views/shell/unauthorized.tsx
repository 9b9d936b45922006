import { Notice } from './Notice.tsx'

export const screen = () => <Notice name="unauthorized" />
