import { isPlain } from './plain.ts'
import type { Query } from './query.ts'
import { letterWithoutSpaces, pictograph } from './unspaced.ts'
import { wordsOf } from './words.ts'

/** A part of a text around the words that a search found in it, in one line; `hit` parts are those words. */
export type Excerpt = readonly { readonly text: string; readonly hit: boolean }[]

/** Characters before the first hit, and all together. */
const before = 60
const longest = 220

type Phrase = { readonly words: readonly string[]; readonly prefix: boolean }
type Found = { readonly from: number; readonly to: number }

/** `null` where the search asks for no words, or none of them is in the text. */
export function excerptOf(query: Query, text: string): Excerpt | null {
  const phrases = phrasesOf(query)
  const hits = phrases.length === 0 ? [] : hitsIn(text, phrases)
  const [first] = hits
  if (first === undefined) return null
  const from = startBefore(text, first.from)
  const to = Math.max(first.to, Math.min(text.length, endAfter(text, from + longest)))
  const parts: { text: string; hit: boolean }[] = []
  let at = from
  for (const hit of hits) {
    if (hit.to > to) break
    if (hit.from > at) parts.push({ text: text.slice(at, hit.from), hit: false })
    parts.push({ text: text.slice(Math.max(at, hit.from), hit.to), hit: true })
    at = hit.to
  }
  parts.push({ text: text.slice(at, to), hit: false })
  return inOneLine(parts, from > 0, to < text.length)
}

/** Whether the search asks for words that a body may have. */
export function asksBodies(query: Query): boolean {
  return phrasesOf(query).length > 0
}

function phrasesOf({ terms }: Query): readonly Phrase[] {
  return terms.flatMap((term) => {
    if (term.type !== 'text' || term.not || term.within === 'subject') return []
    const words = wordsOf(term.text)
    return words.length === 0 ? [] : [{ words, prefix: term.prefix }]
  })
}

/** The places of the phrases, in order and apart: up to as far behind the first as an excerpt goes. */
function hitsIn(text: string, phrases: readonly Phrase[]): readonly Found[] {
  const most = Math.max(...phrases.map(({ words }) => words.length))
  const hits: Found[] = []
  const last: { readonly word: string; readonly from: number; readonly to: number }[] = []
  for (const { 0: written, index } of text.matchAll(isPlain(text) ? plainWords : wordPattern())) {
    const [first] = hits
    if (first !== undefined && index > first.from + longest) break
    const to = index + written.length
    last.push({ word: folded(written), from: index, to })
    if (last.length > most) last.shift()
    const words = last.map(({ word }) => word)
    const lengths = phrases.flatMap((phrase) => (endsWith(words, phrase) ? [phrase.words.length] : []))
    if (lengths.length === 0) continue
    const from = last[last.length - Math.max(...lengths)]?.from ?? index
    const previous = hits.at(-1)
    if (previous !== undefined && previous.to > from) hits[hits.length - 1] = { from: previous.from, to }
    else hits.push({ from, to })
  }
  return hits
}

const plainWords = /[A-Za-z0-9]+/gu

/** Words of the text, where it has them; of scripts without spaces each letter is one, and each pictograph. Made when first asked for. */
let pattern: RegExp | undefined
function wordPattern(): RegExp {
  pattern ??= new RegExp(
    `[${letterWithoutSpaces}]\\p{M}*|${pictograph}|(?:(?![${letterWithoutSpaces}])[\\p{L}\\p{N}\\p{Co}]\\p{M}*)+`,
    'gu',
  )
  return pattern
}

function folded(word: string): string {
  return /^[\x20-\x7e]+$/u.test(word) ? word.toLowerCase() : wordsOf(word).join('')
}

function endsWith(words: readonly string[], phrase: Phrase): boolean {
  const { length } = phrase.words
  const tail = words.slice(-length)
  return (
    tail.length === length &&
    tail.every((word, at) => {
      const wanted = phrase.words[at] ?? ''
      return phrase.prefix && at === length - 1 ? word.startsWith(wanted) : word === wanted
    })
  )
}

/** Some way before the hit, where a word begins. */
function startBefore(text: string, hit: number): number {
  if (hit <= before) return 0
  const gap = /\s+\S/u.exec(text.slice(hit - before, hit + 1))
  return gap === null ? withinPair(text, hit - before) : hit - before + gap.index + gap[0].length - 1
}

function endAfter(text: string, end: number): number {
  if (end >= text.length) return text.length
  const gap = /\s\S*$/u.exec(text.slice(end - 20, end))
  return gap === null ? withinPair(text, end) : end - 20 + gap.index
}

/** Not between the halves of a character. */
function withinPair(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at
}

function inOneLine(parts: readonly Excerpt[number][], isCutBefore: boolean, isCutAfter: boolean): Excerpt {
  const lines = parts.map(({ text, hit }) => ({ text: text.replace(/\s+/gu, ' '), hit }))
  const last = lines.length - 1
  return lines
    .map(({ text, hit }, at) => {
      const start = at === 0 ? `${isCutBefore ? '…' : ''}${isCutBefore ? text : text.trimStart()}` : text
      return { text: at === last ? `${start.trimEnd()}${isCutAfter ? '…' : ''}` : start, hit }
    })
    .filter(({ text }) => text !== '')
}
