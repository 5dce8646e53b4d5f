import { placeAddress } from '../../../../domain/places.ts'
import type { QueueColumn } from '../../../../domain/queue.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { QueueItemValue } from '../../../../values/queues-schema.ts'
import { age, counted, deadWord } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import { calmAge, spokenAge } from '../../text/ages.ts'
import { span, word } from '../../text/line.ts'
import { shortName } from '../../text/titles.ts'
import { table } from './table.ts'

const looks = {
  available: { mark: marks.unread, look: 'accent' },
  processing: { mark: marks.inProgress, look: 'warning' },
  failed: { mark: marks.dead, look: 'urgent' },
} as const satisfies Record<QueueColumn, object>

/** The claimant, or the outcome. */
function toldOf(item: QueueItemValue, column: QueueColumn): string {
  const tried = item.attempts === 0 ? '' : counted(item.attempts, 'attempt')
  switch (column) {
    case 'available':
      return tried
    case 'processing':
      return item.heldBy === null ? '' : shortName(item.heldBy)
    case 'failed':
      return deadWord(item) || tried
  }
}

/** The time left of a claim. */
function leftOf({ heldUntil }: QueueItemValue, now: number): string {
  const left = heldUntil === null ? 0 : Date.parse(heldUntil) - now
  return left <= 0 ? 'over' : age(now - left, now)
}

/** One column of the board. A narrow claim shows its claimant rather than its queue. */
function itemTable(column: QueueColumn) {
  const isClaim = column === 'processing'
  const timeOf = (item: QueueItemValue, now: number) =>
    isClaim ? leftOf(item, now) : calmAge(item.sentAt, now)
  return table<QueueItemValue>({
    key: ({ queue, id }) => `${queue} ${id}`,
    look: () => looks[column],
    columns: [
      { head: 'subject', grow: 11, cell: ({ title }) => [span(sanitizeLine(title), 'bold')] },
      {
        head: 'queue',
        grow: 5,
        from: isClaim ? 60 : 36,
        most: 40,
        cell: ({ queue }) => [span(sanitizeLine(queue), 'dim')],
      },
      {
        head: isClaim ? 'by' : 'tried',
        grow: 5,
        from: isClaim ? 36 : 60,
        cell: (item) => [span(sanitizeLine(toldOf(item, column)))],
      },
      {
        head: isClaim ? 'left' : 'age',
        width: 5,
        right: true,
        cell: (item, { now }) => [word(timeOf(item, now), 'dim')],
      },
    ],
    sort: [
      { name: 'turn' },
      { name: 'subject', by: ({ title }) => title },
      { name: 'queue', by: ({ queue }) => queue },
      {
        name: isClaim ? 'claimant' : 'attempts',
        head: isClaim ? 'by' : 'tried',
        by: (item) => (isClaim ? (item.heldBy ?? '') : -item.attempts),
      },
      {
        name: isClaim ? 'time left' : 'age',
        head: isClaim ? 'left' : 'age',
        by: (item) => (isClaim ? (item.heldUntil ?? '') : item.sentAt),
      },
    ],
    words: (item) => [item.title, item.queue, item.heldBy, item.from, item.id],
    open: ({ id }) => ({ type: 'thread', message: id }),
    about: ({ id, queue, heldBy }) => ({
      agent: heldBy,
      queue,
      message: { message: id, of: placeAddress('queue', queue) },
    }),
    empty: 'Nothing here.',
    say: (item, now) => [
      item.title,
      column,
      `queue ${item.queue}`,
      toldOf(item, column),
      isClaim ? `${leftOf(item, now)} left` : spokenAge(item.sentAt, now),
    ],
    change: ({ heldBy, deadReason }) => `${heldBy ?? ''} ${deadReason ?? ''}`,
  })
}

export const itemTables = {
  available: itemTable('available'),
  processing: itemTable('processing'),
  failed: itemTable('failed'),
} as const satisfies Record<QueueColumn, object>
