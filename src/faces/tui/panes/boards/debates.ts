import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { DebateRowValue } from '../../../../values/debates-schema.ts'
import { addressList, counted } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import { calmAge, spokenAge } from '../../text/ages.ts'
import { type Line, type Look, span, word } from '../../text/line.ts'
import { shortName } from '../../text/titles.ts'
import { table } from './table.ts'

const verdictLooks = {
  deadlock: { mark: marks.pressing, word: 'deadlocked', look: 'urgent' },
  open: { mark: marks.inProgress, word: 'open', look: 'accent' },
  consensus: { mark: marks.done, word: 'decided', look: 'good' },
} as const

const quiet = ({ verdict }: DebateRowValue): Look => (verdict === 'consensus' ? 'dim' : 'plain')
const whoIn = ({ participants }: DebateRowValue): string => addressList(participants.map(shortName))

function topicCell({ topic, verdict, decision }: DebateRowValue): Line {
  const outcome: Line = decision === null ? [] : [word(' · ', 'dim'), span(sanitizeLine(decision))]
  return [span(sanitizeLine(topic), verdict === 'consensus' ? 'plain' : 'bold'), ...outcome]
}

export const debates = table<DebateRowValue>({
  key: ({ thread }) => thread,
  look: ({ verdict }) => verdictLooks[verdict],
  columns: [
    {
      head: 'state',
      width: 11,
      from: 64,
      cell: ({ verdict }) => [word(verdictLooks[verdict].word, verdictLooks[verdict].look)],
    },
    { head: 'topic', grow: 7, cell: topicCell },
    {
      head: 'participants',
      grow: 3,
      from: 90,
      cell: (row) => [span(sanitizeLine(whoIn(row)), quiet(row))],
    },
    {
      head: 'rounds',
      width: 7,
      from: 64,
      right: true,
      cell: (row) => [word(String(row.rounds), quiet(row))],
    },
    {
      head: 'opened',
      width: 8,
      from: 90,
      right: true,
      cell: ({ openedAt }, { now }) => [word(calmAge(openedAt, now), 'dim')],
    },
    {
      head: 'last',
      width: 6,
      right: true,
      cell: ({ lastAt }, { now }) => [word(calmAge(lastAt, now), 'dim')],
    },
  ],
  sort: [
    { name: 'state' },
    { name: 'topic', by: ({ topic }) => topic },
    { name: 'rounds', by: ({ rounds }) => -rounds },
    { name: 'opened', by: ({ openedAt }) => openedAt },
    { name: 'last word', head: 'last', by: ({ lastAt }) => -Date.parse(lastAt) },
  ],
  words: ({ topic, decision, participants, verdict, task }) => [
    topic,
    decision,
    task,
    verdictLooks[verdict].word,
    ...participants,
  ],
  open: ({ thread }) => ({ type: 'debate', thread }),
  about: ({ thread }) => ({ message: { message: thread, of: null } }),
  empty: 'No debate is open, and none was decided in the last day. A message of the kind claim begins one.',
  say: (row, now) => [
    row.topic,
    verdictLooks[row.verdict].word,
    row.decision !== null && `decision ${row.decision}`,
    whoIn(row),
    counted(row.rounds, 'round'),
    `last word ${spokenAge(row.lastAt, now)}`,
  ],
  change: ({ verdict, rounds }) => `${verdict} ${rounds}`,
})
