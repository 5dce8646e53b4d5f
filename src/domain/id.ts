/**
 * Short ids for people and prompts. The message's number is split in its low 20 bits, which are scrambled so
 * that neighbours look nothing alike, and the bits above; both are written in Crockford's base 32, and a check
 * character ends the whole. Five characters or more are a full id, two to four a prefix.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const lowSpan = 2 ** 20
const scrambler = 0x5d_1e3 * 2 + 1
/** Its inverse modulo 2^20. */
const unscrambler = 0xd_2df7

/** Crockford's base 32 reads O as 0, and I and L as 1, in either case. */
function digitValue(digit: string): number | undefined {
  if (!/^[0-9A-Za-z]$/u.test(digit)) return undefined
  const capital = digit.toUpperCase()
  if (capital === 'O') return 0
  if (capital === 'I' || capital === 'L') return 1
  const value = alphabet.indexOf(capital)
  return value < 0 ? undefined : value
}

/** The possible meanings of a written id. `prefix` holds the digits without a check character. */
export type IdReference =
  | { readonly form: 'short'; readonly id: number; readonly text: string }
  | { readonly form: 'prefix'; readonly digits: string; readonly text: string }
  | { readonly form: 'uuid'; readonly text: string }
  | { readonly form: 'foreign'; readonly text: string }
  | { readonly form: 'misspelled'; readonly text: string }
  | { readonly form: 'beginning'; readonly text: string }

/** Digits and check character in one walk: a page of mail has a hundred of them. */
export function shortId(id: number): string {
  let digits = ''
  let sum = 0
  for (let at = 0, rest = scrambled(id); at < 4 || rest > 0; at += 1) {
    const value = rest % 32
    rest = (rest - value) / 32
    digits = alphabet.charAt(value) + digits
    sum += luhn(value, at)
  }
  return digits + alphabet.charAt((32 - (sum % 32)) % 32)
}

/** The digits without the check character: at least four. */
export function digitsOf(id: number): string {
  return shortId(id).slice(0, -1)
}

function scrambled(id: number): number {
  const low = id % lowSpan
  return id - low + ((low * scrambler) % lowSpan)
}

/** The contribution of a digit to the check, by its place from the right: every second digit counts double. */
function luhn(value: number, place: number): number {
  const product = place % 2 === 0 ? value * 2 : value
  return product < 32 ? product : product - 31
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** Reads any form of id. A wrong check character is a misspelling, never taken for a prefix or another message. */
export function parseId(text: string): IdReference {
  const trimmed = text.trim()
  if (isUuid(trimmed)) return { form: 'uuid', text: trimmed.toLowerCase() }
  const numbers = [...trimmed].map(digitValue)
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
 * A text that is not an id may be the beginning of a UUID or of a format's id. A text that looks like a
 * misspelled short id stays one, unless it is a number too long for that.
 */
export function beginningOf({ form, text }: IdReference): IdReference | null {
  if (form === 'uuid' || form === 'beginning' || text.length < shortestBeginning) return null
  const tooLike = (form === 'short' || form === 'misspelled') && !longHex.test(text)
  return tooLike ? null : { form: 'beginning', text }
}

/** The message's number from its digits (without the check character). */
export function numberOf(digits: string): number {
  const value = (text: string) => [...text].reduce((sum, digit) => sum * 32 + (digitValue(digit) ?? 0), 0)
  return value(digits.slice(0, -4)) * lowSpan + ((value(digits.slice(-4)) * unscrambler) % lowSpan)
}

/** The Luhn check of base 32: finds every single wrong digit, and nearly every swap of neighbours. */
function checkOf(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((all, digit, place) => all + luhn(digitValue(digit) ?? 0, place), 0)
  return alphabet.charAt((32 - (sum % 32)) % 32)
}
