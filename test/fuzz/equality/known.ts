import type { Answer } from './answers.ts'
import type { Unequal } from './history.ts'
import { likeMarks, samePage } from './marks.ts'
import type { Step } from './steps.ts'

/** A difference between the SQL stores that is known, with the design that removes it or the reason why none does. */
export type Known = {
  readonly name: string
  readonly what: string
  readonly removedBy:
    | 'one SQL store'
    | 'kinds of faults at the edges'
    | 'nothing: matching stays with the engine'
    | 'nothing: no command gathers it'
  /** Whether this is why two answers differ. */
  explains(unequal: Unequal): boolean
  /** Messages get other numbers or other states, so nothing after it can be compared. */
  readonly parts?: true
  /** The smallest history in which it occurs, after the opening. */
  readonly occurs: readonly Partial<Step>[]
}

const send = (as: string, to: string, more: Partial<Step> = {}): Partial<Step> => ({
  ...{ as, operation: 'send', input: { to: [to], subject: 'S', body: 'B', kind: 'request' } },
  ...more,
})
const written = (subject: string, body: string): Partial<Step> => ({
  ...{ as: 'alice', operation: 'send', input: { to: ['bob'], subject, body } },
})

function shownIn(answer: Answer): readonly string[] {
  const { answered = answer } = answer as { readonly answered?: Answer }
  const { value } = answered as {
    readonly value?: { readonly value?: { readonly shown?: readonly string[] } }
  }
  return value?.value?.shown ?? []
}

type Hit = { readonly id: string }

function hitsIn(answer: Answer): readonly Hit[] {
  const { answered = answer } = answer as { readonly answered?: Answer }
  const { value } = answered as { readonly value?: { readonly messages?: readonly Hit[] } }
  return value?.messages ?? []
}

function hasNul(value: unknown): boolean {
  return JSON.stringify(value).includes('\\u0000')
}

export const known: readonly Known[] = [
  {
    name: 'half a surrogate pair',
    what: 'SQLite gives it back as three replacement characters, PostgreSQL as one.',
    removedBy: 'one SQL store',
    explains: likeMarks,
    occurs: [
      { as: 'alice', operation: 'send', input: { to: ['bob'], subject: 'S', body: 'half \ud83d' } },
      { as: 'bob', operation: 'inbox', input: {} },
    ],
  },
  {
    name: 'halves of surrogate pairs that fill a hand-over',
    what: 'SQLite makes them longer, so one hand-over has room for less mail and leaves more of it unread.',
    removedBy: 'one SQL store',
    parts: true,
    explains: ({ step, answers }) => {
      const [one, other] = answers.map(shownIn) as [readonly string[], readonly string[]]
      const fewer = one.length < other.length && one.every((id, at) => id === other[at])
      return step.operation === 'inject' && fewer && JSON.stringify(answers[0]).includes('\ufffd'.repeat(3))
    },
    occurs: [
      ...Array.from({ length: 40 }, () => written('S', '\ud83d '.repeat(100))),
      { as: 'bob', operation: 'inject', input: {} },
    ],
  },
  {
    name: 'a reservation of half a surrogate pair',
    what: 'SQLite does not find the path again under the characters that it gives back, so nothing ends the reservation.',
    removedBy: 'one SQL store',
    explains: ({ step, answers, other, path }) =>
      step.operation === 'unreserve' &&
      (path === '.value' ? other === undefined : path === '.error') &&
      JSON.stringify(answers).includes('\ufffd'),
    occurs: [
      { as: 'alice', operation: 'reserve', input: { paths: ['\ud83d'] } },
      { as: 'alice', operation: 'unreserve', input: {} },
      { as: 'alice', operation: 'unreserve', input: {} },
    ],
  },
  {
    name: 'NUL in the subject of work in progress',
    what: 'It ends `fleet` on PostgreSQL, which reads its rows as JSON with that byte in it.',
    removedBy: 'kinds of faults at the edges',
    explains: ({ step, path, other }) =>
      step.operation === 'fleet' &&
      (path.startsWith('.') || path === '') &&
      /"thrown"|^undefined$|control character/u.test(String(JSON.stringify(other))),
    occurs: [
      {
        as: 'alice',
        operation: 'send',
        input: { to: ['bob'], subject: 'x\u0000y', body: 'B', kind: 'request' },
      },
      { as: 'bob', operation: 'next', input: { take: true } },
      { as: 'alice', operation: 'fleet', input: {} },
    ],
  },
  {
    name: 'NUL before a word in search',
    what: 'SQLite does not find what stands behind it; PostgreSQL does.',
    removedBy: 'kinds of faults at the edges',
    explains: ({ step, answers, withNul }) => {
      if (step.operation !== 'search') return false
      const [one, other] = answers.map(hitsIn) as [readonly Hit[], readonly Hit[]]
      const found = (hit: Hit) => !withNul.has(hit.id) && !hasNul(hit)
      return [...one, ...other].some((hit) => !found(hit)) && samePage(one.filter(found), other.filter(found))
    },
    occurs: [
      { as: 'alice', operation: 'send', input: { to: ['bob'], subject: 'S', body: 'before\u0000behind' } },
      { as: 'alice', operation: 'search', input: { query: ['behind'] } },
    ],
  },
  {
    name: 'order of the best hits',
    what: 'Each engine ranks the hits of a search in its own way.',
    removedBy: 'nothing: matching stays with the engine',
    explains: ({ step, path }) =>
      step.operation === 'search' && step.input['best'] === true && path.includes('.messages'),
    occurs: [
      written('Build', 'once'),
      written('Other words', 'build build build'),
      written('Build again', `${'long '.repeat(40)}build`),
      { as: 'alice', operation: 'search', input: { query: ['build'], best: true } },
    ],
  },
  {
    name: 'a sign of life within 15 seconds',
    what: 'SQLite counts the 15 seconds from the last sign that it looked at, PostgreSQL from the last one that it stored.',
    removedBy: 'one SQL store',
    explains: ({ path }) => /\.(?:lastSeen|seen)$/u.test(path),
    occurs: [send('coo', 'alice'), { as: 'coo', operation: 'listAgents', input: {} }],
  },
  {
    name: 'a patrol among changes that are gathered',
    what: 'SQLite answers busy, because the patrol waits for the transaction that gathers; PostgreSQL carries it out. A batch gathers quick commands alone.',
    removedBy: 'nothing: no command gathers it',
    explains: ({ step }) => step.operation === 'patrol' && step.gathered,
    occurs: [
      { as: 'alice', operation: 'send', input: { to: ['bob'], subject: 'S', body: 'B', ttl: '10m' } },
      { as: 'lea', operation: 'patrol', input: {}, later: 3_600_000, gathered: true },
    ],
  },
]
