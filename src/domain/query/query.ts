import { MailError } from '../errors.ts'
import { isKind, kinds } from '../kind.ts'
import { mayBeNatural, notATime, parsePast } from '../moment.ts'
import { isPriority, priorities } from '../priority.ts'
import { alternatives, partsOf } from './boolean.ts'
import { searchParts, searchStates, type Term } from './term.ts'

export type { SearchedText, SearchPart, SearchState, Term } from './term.ts'

/** All terms must hold, words in any text among them. Values of the same other key (`from:a from:b`) are alternatives. */
export type Query = {
  readonly terms: readonly Term[]
  /** With `and`, `or`, `not` or brackets: any of these, and in each all terms. `terms` are then all that is said. */
  readonly any?: readonly (readonly Term[])[]
}

export const searchKeys = [
  'from',
  'to',
  'subject',
  'body',
  'kind',
  'priority',
  'is',
  'tag',
  'task',
  'thread',
  'before',
  'after',
  'has',
] as const
type Key = (typeof searchKeys)[number]

/** The words of which each of these keys takes one. */
export const searchWords: Readonly<Partial<Record<string, readonly string[]>>> = {
  kind: kinds,
  priority: priorities,
  is: searchStates,
  has: searchParts,
}

type ReadTime = (text: string, now: number) => number | undefined

/**
 * Reads the search language: words, "phrases", `key:value`, `-` for not, `and or not ( )`. Times are ISO 8601 or an age (`7d`), or what
 * `natural` makes of others.
 * @throws MailError `usage`, naming the word that is wrong.
 */
export function parseQuery(text: string, now: number, natural?: ReadTime): Query {
  const read = (written: string) => [...tokens(written)].map((token) => termOf(token, now, natural))
  const parts = partsOf(text)
  if (!parts.some((part) => typeof part === 'string')) return { terms: read(text) }
  const any = alternatives(parts, read)
  return any === null ? { terms: read(text) } : { terms: any.flat(), any }
}

/** The same with times as people write them (`after:monday`); only these load what reads them. */
export async function readQuery(text: string, now: number): Promise<Query> {
  const needsNatural = [...tokens(text)].some(
    ({ key, value }) => isTimeKey(key) && parsePast(value, now) === undefined && mayBeNatural(value),
  )
  if (!needsNatural) return parseQuery(text, now)
  const { readNatural } = await import('../natural-time.ts')
  return parseQuery(text, now, (value) => (mayBeNatural(value) ? readNatural(value, now, 'past') : undefined))
}

const isTimeKey = (key: Key | null) => key === 'before' || key === 'after'

type Token = {
  readonly key: Key | null
  readonly value: string
  readonly phrase: boolean
  readonly not: boolean
  readonly last: boolean
}

function* tokens(text: string): Generator<Token> {
  const form = /(-)?(?:([a-z]+):)?(?:"([^"]*)"?|(\S+)|(?<=:)(?=\s|$))/gu
  for (const match of text.matchAll(form)) {
    const [whole, minus, word, quoted, bare] = match
    const last = match.index + whole.length >= text.length
    const key = searchKeys.find((known) => known === word) ?? null
    const value = quoted ?? bare ?? ''
    const literal = key === null && word !== undefined ? `${word}:${value}` : value
    yield { key, value: literal, phrase: quoted !== undefined, not: minus !== undefined, last }
  }
}

function termOf(token: Token, now: number, natural: ReadTime = () => undefined): Term {
  const { key, value, not } = token
  if (key === null) return wordsOf(token)
  if (value === '') throw new MailError('usage', `${key}: needs a value`, `Example: ${exampleOf(key)}`)
  switch (key) {
    case 'subject':
    case 'body':
      return { ...wordsOf(token), within: key }
    case 'from':
    case 'to':
    case 'tag':
    case 'task':
    case 'thread':
      return { type: key, value, not }
    case 'kind':
      if (isKind(value)) return { type: key, value, not }
      throw oneOf(key, value, kinds)
    case 'priority':
      if (isPriority(value)) return { type: key, value, not }
      throw oneOf(key, value, priorities)
    case 'is':
      return { type: key, value: requireOne(key, value, searchStates), not }
    case 'has':
      return { type: key, value: requireOne(key, value, searchParts), not }
    case 'before':
    case 'after':
      return { type: key, at: requirePast(key, value, parsePast(value, now) ?? natural(value, now)) }
  }
}

function wordsOf({ value, phrase, not }: Token): Extract<Term, { type: 'text' }> {
  const prefix = value.endsWith('*') && !phrase
  return { type: 'text', text: prefix ? value.slice(0, -1) : value, phrase, prefix, not }
}

function requireOne<T extends string>(key: Key, value: string, words: readonly T[]): T {
  const found = words.find((word) => word === value)
  if (found === undefined) throw oneOf(key, value, words)
  return found
}

function requirePast(key: Key, value: string, at: number | undefined): number {
  if (at !== undefined) return at
  throw new MailError(
    'usage',
    notATime(`${key}:`, value),
    'Use a date (2027-01-31), an age (90s, 15m, 4h, 7d), or words (yesterday, monday, "monday 9am").',
  )
}

function oneOf(key: Key, value: string, words: readonly string[]): MailError {
  return new MailError('usage', `${key}: does not accept ${value}`, `Use one of ${words.join(', ')}.`)
}

function exampleOf(key: Key): string {
  const examples: Readonly<Record<Key, string>> = {
    from: 'from:critic',
    to: 'to:architect',
    subject: 'subject:parser',
    body: 'body:"merge conflict"',
    kind: 'kind:handoff',
    priority: 'priority:urgent',
    is: 'is:unread',
    tag: 'tag:release',
    task: 'task:T-41',
    thread: 'thread:Q8Y7D',
    before: 'before:2027-01-31',
    after: 'after:7d',
    has: 'has:attachment',
  }
  return examples[key]
}
