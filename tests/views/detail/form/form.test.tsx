import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Form } from '../../../../src/views/detail/form/Form.tsx'

const open = () => {
  const submit = vi.fn()
  render(
    <Form onSubmit={submit}>
      <input aria-label="line" />
      <textarea aria-label="text" />
      <select aria-label="choice">
        <option>one</option>
      </select>
      <input type="checkbox" aria-label="yes or no" />
      <button type="submit">Send</button>
    </Form>,
  )
  return submit
}
const labels = ['line', 'text', 'choice', 'yes or no']

test.each(labels)('Ctrl+Enter sends it once from a %s', async (label) => {
  const submit = open()
  screen.getByLabelText(label).focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(submit).toHaveBeenCalledTimes(1)
})

test('Enter sends it from a line, and is a new line in a text', async () => {
  const submit = open()
  screen.getByLabelText('text').focus()
  await userEvent.keyboard('one{Enter}two')
  expect(submit).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLTextAreaElement>('text').value).toBe('one\ntwo')
  screen.getByLabelText('line').focus()
  await userEvent.keyboard('{Enter}')
  expect(submit).toHaveBeenCalledTimes(1)
})
