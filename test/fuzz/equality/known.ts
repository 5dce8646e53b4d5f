import type { Unequal } from './history.ts'
import type { Step } from './steps.ts'

/** A difference between the SQL stores that is known, and that one SQL store will not have. */
export type Known = {
  readonly name: string
  readonly what: string
  readonly removedBy: 'one SQL store'
  /** Whether this is why two answers differ. */
  explains(unequal: Unequal): boolean
  /** The same messages get other numbers, so nothing after it can be compared. */
  readonly parts?: true
  /** The smallest history in which it occurs, after the opening. */
  readonly occurs: readonly Partial<Step>[]
}

const send = (as: string, to: string, more: Partial<Step> = {}): Partial<Step> => ({
  ...{ as, operation: 'send', input: { to: [to], subject: 'S', body: 'B', kind: 'request' } },
  ...more,
})
const minute = 60_000

/** As one engine has it that keeps one mark for three bytes that are no character; a preview is cut after so many. */
function likeMarks({ one, other }: Unequal): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || !`${one}${other}`.includes('\ufffd'))
    return false
  const [short, long] = [one, other].map((text) => text.replaceAll(/\ufffd+/gu, '\ufffd')) as [string, string]
  return long.startsWith(short) || short.startsWith(long)
}

function sameWords({ one, other }: Unequal): boolean {
  const words = (text: unknown) => (typeof text === 'string' ? text.split(/[ ,;]+/u).sort() : [])
  return words(one).length > 1 && words(one).join(' ') === words(other).join(' ')
}

export const known: readonly Known[] = [
  {
    name: 'order of recipients',
    what: 'PostgreSQL lists recipients in the order in which their rows were last written; SQLite in that of the roster.',
    removedBy: 'one SQL store',
    explains: (unequal) =>
      (unequal.order && /\.(?:recipients|to|messages)$/u.test(unequal.path)) ||
      (/\.error\.message$|\.warnings|\.notes/u.test(unequal.path) && sameWords(unequal)),
    occurs: [send('rig/nux', 'lea', { later: 20_000 }), send('lea', 'rig/*')],
  },
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
    name: 'a sign of life within 15 seconds',
    what: 'SQLite counts the 15 seconds from the last sign that it looked at, PostgreSQL from the last one that it stored.',
    removedBy: 'one SQL store',
    explains: ({ path }) => /\.(?:lastSeen|seen)$/u.test(path),
    occurs: [send('coo', 'alice'), { as: 'coo', operation: 'listAgents', input: {} }],
  },
  {
    name: 'order of reminders',
    what: 'Patrol reminds several debtors in another order, so the reminders have other numbers.',
    removedBy: 'one SQL store',
    parts: true,
    explains: ({ step, path }) => step.operation === 'patrol' && path.includes('.acts'),
    occurs: [
      send('rig/nux', 'lea', { later: 20_000 }),
      send('lea', 'group:team'),
      { as: 'lea', operation: 'patrol', input: {}, later: 25 * 60 * minute },
    ],
  },
]
