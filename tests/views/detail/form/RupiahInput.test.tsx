import { render, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { rupiahIn } from '../../../../src/machines/money.ts'
import { RupiahInput } from '../../../../src/views/detail/form/RupiahInput.tsx'
import { startI18n } from '../../../../src/views/i18n.ts'

beforeAll(() => startI18n('id'))

const Amount = () => {
  const [value, setValue] = useState('')
  return <RupiahInput aria-label="Amount" value={value} onValue={setValue} />
}

test('an amount that is typed is as it is shown, and one with sen or a sign is not made another', async () => {
  render(<Amount />)
  const input = page.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.type(input, '1.500.000')
  expect(input.value).toBe('1.500.000')
})

const typed = async (text: string) => {
  const { unmount } = render(<Amount />)
  const input = page.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.type(input, text)
  await userEvent.tab()
  const { value } = input
  unmount()
  return value
}

test.each([
  ['1108333.00', '1.108.333'],
  ['1.108.333,00', '1.108.333'],
  ['398780,00', '398.780'],
  ['1.500.000,-', '1.500.000'],
  ['1 500 000', '1.500.000'],
  ['0000750', '750'],
])('an amount that is typed with zero sen keeps its size: %s', async (text, shown) => {
  expect(await typed(text)).toBe(shown)
})

test.each(['1108333.50', '12,5', '-5', '1.50.000'])(
  '%s that is typed stays as it is and is no amount',
  async (text) => {
    expect(digits(await typed(text))).toBe(digits(text))
    expect(rupiahIn(await typed(text))).toBeUndefined()
  },
)

test('separators that the input wrote itself go with the digits', async () => {
  render(<Amount />)
  const input = page.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.type(input, '1234567{Backspace}{Backspace}')
  expect(input.value).toBe('12.345')
  await userEvent.type(input, ',00{Backspace}{Backspace}{Backspace}{Backspace}')
  expect(input.value).toBe('1.234')
})

const digits = (text: string) => text.replaceAll(/\D/g, '')

const pasted = async (text: string) => {
  const { unmount } = render(<Amount />)
  const input = page.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.click(input)
  await userEvent.paste(text)
  const { value } = input
  unmount()
  return digits(value)
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
