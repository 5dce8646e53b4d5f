import { isPlain } from './plain.ts'
import { parted } from './unspaced.ts'

/** Words as the index has them: letters and digits, without case and accents; a voiced kana is another letter. */
export function wordsOf(text: string): readonly string[] {
  if (isPlain(text)) return text.toLowerCase().match(/[a-z0-9]+/gu) ?? []
  const bare = parted(text)
    .normalize('NFD')
    .replace(/(?![\u3099\u309a])\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
  return bare.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
}

/** How often words follow one another among others; the last as a beginning where `prefix`. */
export function timesIn(words: readonly string[], phrase: readonly string[], prefix: boolean): number {
  const last = phrase.length - 1
  const fits = (word: string | undefined, at: number) =>
    word !== undefined && (prefix && at === last ? word.startsWith(phrase[at] ?? '') : word === phrase[at])
  return words.filter((_, from) => phrase.every((_word, at) => fits(words[from + at], at))).length
}
