import { ageOf } from '../../domain/moment.ts'
import { type EndsBy, endHint } from '../../domain/prompt/answer-hint.ts'
import { bytesOf, startWithin } from '../../domain/prompt/bytes.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import { longestBody } from '../present-for-agents.ts'
import type { ToolGroup } from './groups.ts'

type Some = { readonly [name: string]: unknown }

/** Without what is absent: `null` says no more than a missing name, and costs tokens. */
export function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === null || inner === undefined ? [] : [[name, compact(inner)]],
    ),
  )
}

/** The same of a record in a list, where no, none and an empty list go without saying too. */
export function compactRecord(record: Some): Some {
  const kept = Object.entries(record).filter(
    ([, value]) => value !== false && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return compact(Object.fromEntries(kept)) as Some
}

/** Fields that a reader acts on, in this order; others follow. */
const first = [
  'id',
  'from',
  'actor',
  'importedBy',
  'subject',
  'kind',
  'priority',
  'sentAt',
  'status',
  'owes',
  'body',
]
/** Fields that repeat others, or are of no use to who reads a message. */
const left = new Set(['preview', 'owner', 'condition', 'readAt', 'threadSize', 'endsBy'])

type Reading = {
  readonly full: boolean
  readonly reader: string
  readonly groups: ReadonlySet<ToolGroup>
}

/** A full message. Empty values (no, none, an empty list) are left out. */
export function compactMessage(message: Some, { full, reader, groups }: Reading): Some {
  const { body, ...others } = { ...ordered(message) }
  const to = message['to'] as readonly string[] | undefined
  const isOnly = to?.length === 1 && to[0] === reader
  const kept = Object.entries({ ...others, ...answerOf(message, groups), ...bodyOf(body, full) }).filter(
    ([name, value]) => {
      if (name === 'meta') return full
      if (name === 'to') return !isOnly
      if (name === 'thread') return value !== message['id']
      return !left.has(name)
    },
  )
  return compactRecord(Object.fromEntries(kept))
}

/** How it is answered where an answer is owed, and how its task ends: by a command where no tool does that. */
function answerOf({ id, owes, endsBy, task }: Some, groups: ReadonlySet<ToolGroup>): Some {
  const ends = endsBy as EndsBy | undefined
  const hintFor = ends === 'result' || groups.has('protocol') ? 'tools' : 'commands'
  return {
    ...(owes === true && ends !== 'result' ? { answerWith: `the tool reply (message ${id})` } : {}),
    ...(ends === undefined
      ? {}
      : { endsWith: endHint(ends, { id: String(id), task: (task as string | undefined) ?? null }, hintFor) }),
  }
}

function ordered(message: Some): Some {
  const known = first.flatMap((name) => (name in message ? [[name, message[name]] as const] : []))
  return { ...Object.fromEntries(known), ...message }
}

function bodyOf(body: unknown, full: boolean): Some {
  if (typeof body !== 'string') return {}
  const bytes = full || body.length <= longestBody / 3 ? 0 : bytesOf(body)
  if (bytes <= longestBody) return { body }
  return { body: startWithin(body, longestBody), bodyCut: true, bodyBytes: bytes }
}

/** A message in a list. */
export type Row = {
  readonly id: string
  readonly from: string
  readonly subject: string
  readonly priority: string
  readonly age: string
  readonly [more: string]: unknown
}

const usualKinds = ['request', 'notification']

export function compactRow(message: Some, { now }: { readonly now: number }): Row {
  const { status, threadSize, owner } = message
  const to = message['to'] as readonly string[]
  return compact({
    id: message['id'],
    from: message['from'],
    subject: message['subject'],
    priority: message['priority'],
    age: ageOf(Date.parse(message['sentAt'] as string), now),
    // Only what is not usual is said: most mail is unread, and is a request or a notification.
    kind: usualKinds.includes(message['kind'] as string) ? null : message['kind'],
    status: status === 'unread' ? null : status,
    actor: message['actor'],
    importedBy: message['importedBy'],
    who: message['who'],
    owed: message['owed'],
    owes: message['owes'] === true && message['owed'] === undefined ? true : null,
    to: owner === null || message['copies'] !== undefined ? to : null,
    task: message['task'],
    pinned: message['pinned'] === true ? true : null,
    thread: typeof threadSize === 'number' && threadSize > 1 ? threadSize : null,
    deadReason: message['deadReason'],
    copies: message['copies'],
    unreadCopies: message['unreadCopies'],
    body: message['body'],
  }) as Row
}

/** Bytes of one row in the long run: a page of 50 stays under 2,000 tokens. */
const rowBytes = 117
const longestSubject = 200
const subjectLengths = [100, 90, 80, 70, 62, 54, 48, 42, 38, 34, 30, 26, 22, 18]

/** Rows with their subjects cut as far as is needed for the page to stay small. */
export function fitted(rows: readonly Row[], write: (rows: readonly Row[]) => string): readonly Row[] {
  const cut = (most: number) => rows.map((row) => ({ ...row, subject: disarmLine(row.subject, most) }))
  if (rows.length < 10) return cut(longestSubject)
  const fits = subjectLengths.find((most) => bytesOf(write(cut(most))) <= rows.length * rowBytes)
  return cut(fits ?? subjectLengths.at(-1) ?? longestSubject)
}
