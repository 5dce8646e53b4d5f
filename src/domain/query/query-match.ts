import { normalName } from '../addressing/address.ts'
import type { Query, SearchedText, SearchPart, SearchState, Term } from './query.ts'
import { timesIn, wordsOf } from './words.ts'

/** A message and its reader's copy of it, as far as a search asks about them. Times are ISO 8601. */
export type Searched = {
  readonly id: string
  readonly thread: string
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly owner: string | null
  readonly kind: string
  readonly priority: string
  readonly subject: string
  readonly body: string
  readonly tags: readonly string[]
  readonly task: string | null
  readonly sentAt: string
  readonly expiresAt: string | null
  readonly status: string | null
  readonly condition: string | null
  readonly pinned: boolean
  readonly acknowledgedAt: string | null
  readonly completedAt: string | null
  readonly owes: boolean
  readonly attachments: readonly string[]
  readonly payload: unknown
  readonly context: unknown
  readonly outcomes?: readonly { readonly state: string }[] | undefined
}

/**
 * Whether a search would find the message: what the store does by its index, for one message that is at hand.
 * `is:` asks of the copy at hand, whose ever it is. Times are those of sending; the index knows arrival, which only an import parts from it.
 */
export function matches(query: Query, message: Searched, now: number): boolean {
  const words = { subject: wordsOf(message.subject), body: wordsOf(message.body) }
  const holds = (term: Term): boolean => meets(term, message, words, now)
  if (query.any !== undefined)
    return query.any.some((terms) => terms.every((term) => holds(term) !== ('not' in term && term.not)))
  const wanted = query.terms.filter((term) => !('not' in term && term.not))
  if (query.terms.some((term) => 'not' in term && term.not && hasWords(term) && holds(term))) return false
  const single = wanted.filter(({ type }) => type === 'text' || type === 'before' || type === 'after')
  if (!single.every((term) => !hasWords(term) || holds(term))) return false
  // Values of one key are alternatives.
  const keys = new Set(wanted.filter((term) => !single.includes(term)).map(({ type }) => type))
  return [...keys].every((key) => wanted.some((term) => term.type === key && holds(term)))
}

/** The words of a query that a text may show: for marking them where they stand. */
export function wantedWords(query: Query): readonly string[] {
  return query.terms.flatMap((term) =>
    term.type === 'text' && !term.not && hasWords(term) ? [term.text.trim()] : [],
  )
}

/** Punctuation alone asks for nothing. */
function hasWords(term: Term): boolean {
  return term.type !== 'text' || wordsOf(term.text).length > 0
}

type Words = Readonly<Record<SearchedText, readonly string[]>>

function meets(term: Term, message: Searched, words: Words, now: number): boolean {
  switch (term.type) {
    case 'text':
      return textsOf(term, words).some((text) => timesIn(text, wordsOf(term.text), term.prefix) > 0)
    case 'from':
      return named([message.from], term.value)
    case 'to':
      return named(
        [...message.to, ...message.cc, ...(message.owner === null ? [] : [message.owner])],
        term.value,
      )
    case 'tag':
      return message.tags.some((tag) => folded(tag) === folded(term.value))
    case 'task':
      return message.task !== null && folded(message.task) === folded(term.value)
    case 'thread': {
      const wanted = term.value.toUpperCase()
      return message.thread.startsWith(wanted) || message.id.startsWith(wanted)
    }
    case 'kind':
    case 'priority':
      return message[term.type] === term.value
    case 'is':
      return isIn(message, term.value, now)
    case 'has':
      return hasPart(message, term.value)
    case 'before':
      return Date.parse(message.sentAt) < term.at
    case 'after':
      return Date.parse(message.sentAt) >= term.at
  }
}

/** A phrase must be within one text, never across the border of two. */
function textsOf({ within }: Extract<Term, { type: 'text' }>, { subject, body }: Words) {
  return within === undefined ? [subject, body] : [within === 'subject' ? subject : body]
}

function hasPart(message: Searched, part: SearchPart): boolean {
  switch (part) {
    case 'attachment':
      return message.attachments.length > 0
    case 'payload':
    case 'context':
    case 'task':
      return message[part] !== null && message[part] !== undefined
    case 'subject':
      return message.subject !== ''
  }
}

function isIn(message: Searched, state: SearchState, now: number): boolean {
  const { status, condition, expiresAt } = message
  switch (state) {
    case 'unread':
      return status === 'unread' && condition === null
    case 'completed':
      return status === 'completed' || (status === 'archived' && message.completedAt !== null)
    case 'failed':
      return status === state || isFailedRequest(message)
    case 'read':
    case 'processing':
    case 'archived':
      return status === state
    case 'snoozed':
    case 'dead':
    case 'retracted':
    case 'withheld':
      return condition === state
    case 'expired':
      return condition === 'expired' || (expiresAt !== null && Date.parse(expiresAt) <= now)
    case 'pinned':
      return message.pinned
    case 'acknowledged':
      return message.acknowledgedAt !== null
    case 'owed':
      return message.owes
  }
}

/** A request that the searcher sent, and that somebody failed. */
function isFailedRequest({ owner, outcomes = [] }: Searched): boolean {
  return owner === null && outcomes.some(({ state }) => state === 'failed')
}

/** An address, or its last segment: `from:critic` finds `swarm_dev/critic`. */
function named(addresses: readonly string[], wanted: string): boolean {
  const name = canonical(wanted)
  return addresses.some((address) => {
    const whole = canonical(address)
    return whole === name || whole.slice(whole.lastIndexOf('/') + 1) === name
  })
}

function canonical(address: string): string {
  const bare = address.startsWith('agent:') ? address.slice('agent:'.length) : address
  return folded(normalName(bare.normalize('NFC')).replace(/\/+$/u, ''))
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
