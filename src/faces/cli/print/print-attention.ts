import { titleOf } from '../../../domain/message.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { PlacesValue } from '../../../values/places-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import { age } from '../../present.ts'
import { countdown, headingOf } from '../../present-attention.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'
import { more } from './print-mail.ts'

const aboutColumn = 1
/** A reason may be of any length. */
const columns = [{ most: 60 }] as const

/** The rows of each reason under its heading, in columns that all groups share. */
export function printAttention({ attention, groups, next }: Values['attention'], sheet: Sheet): Printed {
  if (groups.length === 0) return { lines: [], notes: ['Nothing needs your attention.'] }
  const rows = table(
    attention.map((row) => cellsOf(row, sheet.now)),
    sheet,
    aboutColumn,
    columns,
  )
  let from = 0
  const lines = groups.flatMap(({ why, count, agents, shown }) => {
    const own = rows.slice(from, from + shown)
    from += shown
    const heading = sheet.ink('bold', headingOf({ why, count, agents }))
    const more =
      shown === 0 || shown === count ? '' : ` (${shown} shown; all: \`watchpost attention --why ${why}\`)`
    return [`${heading}${more}`, ...own.map((line) => `  ${line}`)]
  })
  return {
    lines,
    notes: more(next),
  }
}

function cellsOf(row: Values['attention']['attention'][number], now: number): readonly Cell[] {
  const { message, agent, queue, swarm, reason, since, deadline, command } = row
  const about = [agent ?? swarm, queue && `queue:${queue}`, message && titleOf(message)]
    .filter(Boolean)
    .join(': ')
  const due = deadline === null ? '' : `, ${countdown(deadline, now)}`
  return [
    { text: sanitizeLine(`${reason}${due}`), colour: 'bold' },
    { text: sanitizeLine(about) },
    { text: since === null ? '' : age(since, now), colour: 'dim' },
    { text: sanitizeLine(command), colour: 'dim' },
  ]
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
