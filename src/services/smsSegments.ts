import { SegmentedMessage } from 'sms-segments-calculator'

export type SmsSize = {
  encoding: 'GSM-7' | 'UCS-2'
  segments: number
  /** Units of the encoding: a sign of the GSM extension counts two, an emoji two or more. */
  units: number
  /** Units to a segment of a text of this length. */
  most: number
  /** The signs that make it UCS-2, each once. */
  beyond: string[]
}

const most = { 'GSM-7': { one: 160, many: 153 }, 'UCS-2': { one: 70, many: 67 } } as const

/** How many segments a text takes, as the operators count them. */
export const sizeOf = (text: string): SmsSize => {
  const message = new SegmentedMessage(text)
  const { encodingName: encoding, segmentsCount } = message
  const units = message.encodedChars.reduce((sum, sign) => sum + sign.codeUnits.length, 0)
  // No text is no message, which the library counts as one.
  const segments = text === '' ? 0 : segmentsCount
  return {
    encoding,
    segments,
    units,
    most: segments > 1 ? most[encoding].many : most[encoding].one,
    beyond: [...new Set(message.getNonGsmCharacters())],
  }
}
