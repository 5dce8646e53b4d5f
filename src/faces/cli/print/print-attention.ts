import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { PlacesValue } from '../../../operations/places/schema.ts'
import type { Values } from '../../../operations/schemas.ts'
import { age, titleOf } from '../../present.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

const aboutColumn = 1
/** A reason may be of any length. */
const columns = [{ most: 60 }] as const

export function printAttention({ attention }: Values['attention'], sheet: Sheet): Printed {
  if (attention.length === 0) return { lines: [], notes: ['Nothing needs your attention.'] }
  const rows = attention.map(({ message, agent, queue, reason, since, command }): readonly Cell[] => [
    { text: sanitizeLine(reason), colour: 'bold' },
    {
      text: sanitizeLine(
        [agent, queue && `queue:${queue}`, message && titleOf(message)].filter(Boolean).join(': '),
      ),
    },
    { text: since === null ? '' : age(since, sheet.now), colour: 'dim' },
    { text: sanitizeLine(command), colour: 'dim' },
  ])
  return { lines: table(rows, sheet, aboutColumn, columns), notes: [] }
}

export function printPlaces({ queues, channels, tags, groups }: PlacesValue, sheet: Sheet): Printed {
  const amount = (number: number) => (number > 99 ? '99+' : String(number))
  const row = (name: string, what: string, state = ''): readonly Cell[] => [
    { text: sanitizeLine(name), colour: 'bold' },
    { text: state, colour: 'yellow' },
    { text: what, colour: 'dim' },
  ]
  const rows = [
    ...queues.map(({ name, status, available, processing, failed }) =>
      row(
        `queue:${name}`,
        `${amount(available)} available, ${amount(processing)} processing${failed > 0 ? `, ${amount(failed)} failed` : ''}`,
        status === 'active' ? '' : status,
      ),
    ),
    ...channels.map(({ name, status, posts, subscribed }) =>
      row(
        `channel:${name}`,
        `${amount(posts)} posts${subscribed ? ', subscribed' : ''}`,
        status === 'active' ? '' : status,
      ),
    ),
    ...tags.map(({ tag, bearers, posts }) =>
      row(tag, `${amount(bearers)} agents, ${amount(posts)} messages`),
    ),
    ...groups.map(({ name, members }) => row(`group:${name}`, `${members} members`)),
  ]
  return {
    lines: table(rows, sheet, 2),
    notes: rows.length === 0 ? ['There are no queues, channels, tags or groups.'] : [],
  }
}
