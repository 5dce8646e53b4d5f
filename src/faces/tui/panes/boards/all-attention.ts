import { type AttentionReason, attentionReasons } from '../../../../domain/attention.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { marks } from '../../../present-glyphs.ts'
import type { WaitingRow } from '../../model/board.ts'
import type { Waiting } from '../../stores.ts'
import { calmAge, spokenAge } from '../../text/ages.ts'
import { span, word } from '../../text/line.ts'
import { listedTitle } from '../../text/titles.ts'
import { troubleWho } from '../inbox/fetch-attention.ts'
import { subjectWord } from '../inbox/trouble.ts'
import { table } from './table.ts'

/** Reasons for which an agent or a person stands still. */
const grave: ReadonlySet<AttentionReason> = new Set(['asks', 'escalation', 'caller-waits', 'deadlock'])

/** More rows than one store has. */
const mostPlaces = 10_000

const isGrave = ({ waiting: { why } }: WaitingRow): boolean => grave.has(why)

function whoOf({ why, message, agent, queue, swarm }: Waiting): string {
  return subjectWord({ queue, swarm, message }, message === null ? agent : troubleWho({ why, message }))
}

function aboutOf({ message }: Waiting): string {
  return message === null ? '' : listedTitle(message)
}

/** What needs the person in each store of their list, the gravest first. */
export const allAttention = table<WaitingRow>({
  key: ({ id, store }) => `${store.location} ${id}`,
  look: (row) => ({ mark: marks.pressing, look: isGrave(row) ? 'urgent' : 'dim' }),
  columns: [
    {
      head: 'store',
      grow: 2,
      most: 24,
      cell: ({ store }) => [span(sanitizeLine(store.name), store.isHere ? 'accent' : 'bold')],
    },
    {
      head: 'who',
      grow: 2,
      most: 24,
      from: 60,
      cell: ({ waiting }) => [span(sanitizeLine(whoOf(waiting)), 'person')],
    },
    {
      head: 'why',
      grow: 3,
      cell: (row) => [span(sanitizeLine(row.waiting.reason), isGrave(row) ? 'urgent' : 'plain')],
    },
    {
      head: 'about',
      grow: 5,
      from: 80,
      cell: ({ waiting }) => [span(sanitizeLine(aboutOf(waiting)))],
    },
    {
      head: 'since',
      width: 6,
      right: true,
      cell: ({ waiting: { since } }, { now }) => [word(since === null ? '' : calmAge(since, now), 'dim')],
    },
  ],
  sort: [
    {
      name: 'reason',
      head: 'why',
      by: ({ waiting, place }) => attentionReasons.indexOf(waiting.why) * mostPlaces + place,
    },
    { name: 'store', by: ({ store }) => store.name },
    { name: 'since', by: ({ waiting }) => waiting.since ?? '' },
  ],
  words: ({ store, waiting }) => [store.name, store.path, whoOf(waiting), waiting.reason, aboutOf(waiting)],
  open: ({ store: { location, name, isHere }, id }) => ({ type: 'store', location, name, isHere, row: id }),
  about: () => ({}),
  empty: 'Nothing needs your attention in any store.',
  say: ({ store, waiting }, now) => [
    store.name,
    whoOf(waiting),
    waiting.reason,
    aboutOf(waiting),
    waiting.since !== null && spokenAge(waiting.since, now),
  ],
  change: ({ waiting }) => waiting.reason,
})
