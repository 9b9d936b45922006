import { render, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RupiahInput } from '../../src/views/detail/RupiahInput.tsx'

const Amount = () => {
  const [value, setValue] = useState('')
  return <RupiahInput aria-label="Amount" value={value} onValue={setValue} />
}

test('an amount that is typed is as it is shown, and one with sen or a sign is not made another', async () => {
  render(<Amount />)
  const input = page.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.type(input, '1.500.000')
  expect(input.value).toBe('1.500.000')
  await userEvent.type(input, ',')
  await userEvent.type(input, '-')
  expect(input.value).toBe('1.500.000')
})

const pasted = async (text: string) => {
  const { unmount } = render(<Amount />)
  const input = page.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.click(input)
  await userEvent.paste(text)
  const { value } = input
  unmount()
  return value.replaceAll(/\D/g, '')
}

test.each([
  ['1500000', '1500000'],
  ['Rp1.500.000', '1500000'],
  ['1,500,000.00', '1500000'],
  ['IDR 1 500 000,00', '1500000'],
  ['Rp 1.500.000,-', '1500000'],
  ['1500000.00', '1500000'],
])('an amount that is pasted is what it says: %s', async (text, digits) => {
  expect(await pasted(text)).toBe(digits)
})

test.each(['1.5', '12,5', '-1', '1e9', '1500000.50', '1.50.000', 'all of it'])(
  'what is no whole amount of money is not taken for another: %s',
  async (text) => {
    expect(await pasted(text)).toBe('')
  },
)
