import { parted } from './unspaced.ts'

/** Nothing beyond ASCII: then patterns need no tables of Unicode, each of which takes a millisecond to prepare. */
export function isPlain(text: string): boolean {
  return /^[\t-\r\x20-\x7e]*$/u.test(text)
}

/** Whether a text has what the index takes for part of a word. */
export function hasWord(text: string): boolean {
  return /[A-Za-z0-9]/u.test(text) || /[\p{L}\p{N}\p{Co}]/u.test(parted(text))
}
