/**
 * Short ids for people and prompts. The message's number is split in its low 20 bits, which are scrambled so
 * that neighbours look nothing alike, and the bits above; both are written in Crockford's base 32, and a check
 * character ends the whole. Five characters or more are a full id, two to four a prefix.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const lowSpan = 2 ** 20
const scrambler = 0x5d_1e3 * 2 + 1
const unscrambler = inverse(scrambler)

/** Crockford's base 32 reads O as 0, and I and L as 1, in either case. */
const values: ReadonlyMap<string, number> = new Map([
  ...[...alphabet].flatMap((digit, value): [string, number][] => [
    [digit, value],
    [digit.toLowerCase(), value],
  ]),
  ...[...'Oo'].map((digit): [string, number] => [digit, 0]),
  ...[...'IiLl'].map((digit): [string, number] => [digit, 1]),
])

/** What a person may have meant by an id. `prefix` holds the digits without a check character. */
export type IdReference =
  | { readonly form: 'short'; readonly id: number; readonly text: string }
  | { readonly form: 'prefix'; readonly digits: string; readonly text: string }
  | { readonly form: 'uuid'; readonly text: string }
  | { readonly form: 'foreign'; readonly text: string }
  | { readonly form: 'misspelled'; readonly text: string }
  | { readonly form: 'beginning'; readonly text: string }

export function shortId(id: number): string {
  const digits = digitsOf(id)
  return digits + checkOf(digits)
}

/** The digits without the check character: at least four. */
export function digitsOf(id: number): string {
  const low = ((id % lowSpan) * scrambler) % lowSpan
  let high = Math.floor(id / lowSpan)
  let digits = ''
  for (let at = 0, rest = low; at < 4; at += 1, rest = Math.floor(rest / 32))
    digits = (alphabet[rest % 32] ?? '') + digits
  for (; high > 0; high = Math.floor(high / 32)) digits = (alphabet[high % 32] ?? '') + digits
  return digits
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** Reads any form of id. A wrong check character is a misspelling, never taken for a prefix or another message. */
export function parseId(text: string): IdReference {
  const trimmed = text.trim()
  if (isUuid(trimmed)) return { form: 'uuid', text: trimmed.toLowerCase() }
  const numbers = [...trimmed].map((digit) => values.get(digit))
  if (numbers.length < 2 || numbers.length > 13 || numbers.includes(undefined))
    return { form: 'foreign', text: trimmed }
  const digits = numbers.map((value) => alphabet[value ?? 0] ?? '').join('')
  if (digits.length < 5) return { form: 'prefix', digits, text: trimmed }
  const body = digits.slice(0, -1)
  if (checkOf(body) !== digits.at(-1)) return { form: 'misspelled', text: trimmed }
  return { form: 'short', id: numberOf(body), text: trimmed }
}

const longHex = /^[0-9a-f-]{8,}$/iu
const shortestBeginning = 4

/**
 * What was no id may be the beginning of one that is no short id: of a UUID, or of what a format gave. What looks like a
 * short id gone wrong stays that, unless it is too long a number for one.
 */
export function beginningOf({ form, text }: IdReference): IdReference | null {
  if (form === 'uuid' || form === 'beginning' || text.length < shortestBeginning) return null
  const tooLike = (form === 'short' || form === 'misspelled') && !longHex.test(text)
  return tooLike ? null : { form: 'beginning', text }
}

/** The message's number from its digits (without the check character). */
export function numberOf(digits: string): number {
  const value = (text: string) => [...text].reduce((sum, digit) => sum * 32 + (values.get(digit) ?? 0), 0)
  return value(digits.slice(0, -4)) * lowSpan + ((value(digits.slice(-4)) * unscrambler) % lowSpan)
}

/** The Luhn check of base 32: finds every single wrong digit, and nearly every swap of neighbours. */
function checkOf(digits: string): string {
  let sum = 0
  for (let at = digits.length - 1, factor = 2; at >= 0; at -= 1, factor = 3 - factor) {
    const product = factor * (values.get(digits[at] ?? '') ?? 0)
    sum += Math.floor(product / 32) + (product % 32)
  }
  return alphabet[(32 - (sum % 32)) % 32] ?? ''
}

/** The inverse of an odd number modulo 2^20, by Newton's doubling of correct bits. */
function inverse(odd: number): number {
  let guess = odd
  for (let bits = 3; bits < 20; bits *= 2) {
    const step = (2 + lowSpan - ((odd * guess) % lowSpan)) % lowSpan
    guess = (guess * step) % lowSpan
  }
  return guess
}
