import { type AttentionReason, waitingWords } from '../attention.ts'
import type { Priority } from '../priority.ts'
import { sanitizeLine } from '../sanitize.ts'
import { wholeStart } from '../whole-text.ts'

/** Something that entered Attention, as a program of the person's is told of it. */
export type AlertItem = {
  readonly reason: AttentionReason
  /** The reason as a sentence. */
  readonly words: string
  readonly id: string | null
  readonly thread: string | null
  readonly from: string | null
  readonly agent: string | null
  readonly queue: string | null
  readonly subject: string | null
  readonly priority: Priority | null
  readonly since: string | null
  readonly deadline: string | null
  /** A command line that deals with it. */
  readonly command: string
}

/** What one start of a program tells: an item, several as a digest, or a trial. */
export type Alert = Omit<AlertItem, 'reason'> & {
  readonly reason: AttentionReason | 'digest' | 'test'
  readonly swarm: string | null
  readonly store: string
  readonly count: number
  readonly title: string
  readonly text: string
  /** The first few of a digest. */
  readonly items: readonly AlertItem[]
}

/** The fields of an alert that a program can get as arguments. */
export const alertFields = [
  'reason',
  'id',
  'from',
  'subject',
  'priority',
  'swarm',
  'store',
  'count',
  'title',
  'text',
] as const satisfies readonly (keyof Alert)[]
export type AlertField = (typeof alertFields)[number]

/** Where an alert comes from. */
export type AlertPlace = Pick<Alert, 'swarm' | 'store'>

const longestText = 500
const mostInDigest = 5
const mostInText = 3

/** One item, or all of them as a digest. */
export function alertOf(items: readonly AlertItem[], place: AlertPlace): Alert {
  const [first] = items
  if (first === undefined) throw new TypeError('An alert is about something.')
  if (items.length === 1)
    return { ...first, ...place, count: 1, title: titled(place, first.words), text: textOf(first), items: [] }
  const told = items.slice(0, mostInText).map(textOf)
  const more = items.length - told.length
  return {
    ...nothing,
    ...place,
    reason: 'digest',
    words: waitingWords(items.length),
    command: 'watchpost attention',
    count: items.length,
    title: titled(place, waitingWords(items.length)),
    text: cut([...told, ...(more > 0 ? [`${more} more`] : [])].join(' · ')),
    items: items.slice(0, mostInDigest),
  }
}

/** What a trial sends. */
export function trialAlert(place: AlertPlace): Alert {
  return {
    ...nothing,
    ...place,
    reason: 'test',
    words: 'a test',
    command: 'watchpost attention',
    count: 1,
    title: titled(place, 'a test'),
    text: 'Watchpost reaches you here.',
    items: [],
  }
}

const nothing = {
  id: null,
  thread: null,
  from: null,
  agent: null,
  queue: null,
  subject: null,
  priority: null,
  since: null,
  deadline: null,
}

/** It never begins with what others wrote. */
function titled({ swarm }: AlertPlace, words: string): string {
  return cut(sanitizeLine(`Watchpost${swarm === null ? '' : ` ${swarm}`}: ${words}`))
}

function textOf({ id, from, agent, queue, subject, words }: AlertItem): string {
  const about = from ?? agent ?? queue
  const said = subject ?? words
  return cut(sanitizeLine([about === null ? said : `${about}: ${said}`, id].filter(Boolean).join(' · ')))
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${wholeStart(text, longestText - 1)}…`
}

/**
 * A field as one argument, on one line. What begins as an option, a file or a redirection does to some program gets a blank before it:
 * it stays text, whatever the program is.
 */
export function argumentOf(alert: Alert, field: AlertField): string {
  const text = cut(sanitizeLine(String(alert[field] ?? '')))
  return /^[-+@<>=|!]/u.test(text) ? ` ${text}` : text
}
