import { wayNames } from '../../../../domain/bell.ts'
import {
  type FleetOrder,
  fleetGroupOf,
  fleetGroups,
  fleetOrders,
  fleetPlace,
  fleetSince,
} from '../../../../domain/fleet-board.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import { age, counted } from '../../../present.ts'
import { bar, sparkline } from '../../../present-chart.ts'
import {
  contextLook,
  contextShort,
  contextWords,
  fleetLooks,
  fleetWork,
  groupLooks,
  groupWords,
  shortWays,
} from '../../../present-fleet.ts'
import { calmAge } from '../../text/ages.ts'
import { type Line, type Look, span, word } from '../../text/line.ts'
import { shortName } from '../../text/titles.ts'
import { type Column, type Facts, table } from './table.ts'

/** One sentence of what an agent is at: its question, else the title of its pane, else its work. */
function fleetSentence(row: FleetRowValue): string {
  return row.asks === null ? (row.title ?? fleetWork(row)) : row.asks.reason
}

const quiet = ({ state }: FleetRowValue): Look => (state === 'ended' ? 'dim' : 'plain')
const text = (words: string, look: Look): Line => [span(sanitizeLine(words), look)]

export function sinceWord({ work }: FleetRowValue, now: number): string {
  return work?.since == null ? '' : calmAge(work.since, now)
}

/** The time left of a lease; empty without one. */
export function leaseWord({ work }: FleetRowValue, now: number): string {
  const left = work?.until == null ? null : Date.parse(work.until) - now
  return left === null ? '' : left <= 0 ? 'over' : age(now - left, now)
}

/** The share of a lease that is left. */
function leaseBar({ work }: FleetRowValue, { now }: Facts): Line {
  if (work?.until == null || work.since === null) return []
  const [since, until] = [Date.parse(work.since), Date.parse(work.until)]
  return [word(bar(until - now, until - since, leaseCells), 'accent')]
}

const leaseCells = 5

export function seenWord({ lastSeen }: FleetRowValue, now: number): string {
  return lastSeen === null ? 'never' : calmAge(lastSeen, now)
}

function oldestWord({ oldest }: FleetRowValue, now: number): string {
  return oldest === null ? '' : calmAge(oldest, now)
}

function amount(number: number): string {
  return number === 0 ? '' : number > 9_999 ? '9999+' : String(number)
}

function number(
  head: string,
  from: number,
  width: number,
  told: (row: FleetRowValue, now: number) => string,
  look: Look | ((row: FleetRowValue, told: string) => Look),
): Column<FleetRowValue> {
  return {
    head,
    from,
    width,
    right: true,
    cell(row, { now }) {
      const words = told(row, now)
      return [word(words, typeof look === 'string' ? look : look(row, words))]
    },
  }
}

function way(
  head: string,
  from: number,
  width: number,
  told: (row: FleetRowValue) => string | null,
): Column<FleetRowValue> {
  return {
    head: `  ${head}`,
    from,
    width,
    cell: (row) => [word('  '), ...text(told(row) ?? '', 'dim')],
  }
}

/** The words of each order, and the column that shows it. */
const orderWords: Readonly<Record<FleetOrder, readonly [name: string, head: string]>> = {
  state: ['state', 'state'],
  name: ['name', 'agent'],
  seen: ['last seen', 'seen'],
  unread: ['unread', 'unread'],
  oldest: ['oldest unread', 'oldest'],
  owed: ['owed', 'owed'],
  failed: ['failed today', 'failed'],
  lease: ['lease left', 'lease'],
}

/** The numbers show what is wrong, and the work takes the rest. */
export const fleet = table<FleetRowValue>({
  key: ({ agent }) => agent,
  look: (row) => groupLooks[fleetGroupOf(row)],
  columns: [
    {
      head: 'agent',
      grow: 42,
      most: 30,
      cell: ({ agent, state }, { width }) =>
        text(width < 118 ? shortName(agent) : agent, state === 'ended' ? 'dim' : 'person'),
    },
    {
      head: 'state',
      width: 9,
      from: 140,
      cell: ({ state }) => [word(fleetLooks[state].word, 'dim')],
    },
    { head: 'work', grow: 58, cell: (row) => text(fleetSentence(row), quiet(row)) },
    {
      head: 'last hour',
      from: 110,
      width: 14,
      cell: ({ pulse = [] }) => [word(sparkline(pulse), 'accent')],
    },
    {
      head: 'context',
      from: 120,
      width: 8,
      right: true,
      cell: ({ context }) =>
        context === undefined
          ? []
          : [word(contextShort(context), contextLook(context) === 'warning' ? 'bold' : 'dim')],
    },
    number('since', 90, 6, sinceWord, 'dim'),
    { head: '', from: 130, width: 7, cell: (row, facts) => [word(' '), ...leaseBar(row, facts)] },
    number('lease', 64, 6, leaseWord, (row, told) => (told === 'over' ? 'urgent' : quiet(row))),
    number('seen', 0, 6, seenWord, ({ state }) => (state === 'silent' ? 'bold' : 'dim')),
    number('unread', 0, 7, ({ unread }) => amount(unread), 'bold'),
    number('oldest', 64, 7, oldestWord, 'dim'),
    number('owed', 64, 5, ({ owed }) => amount(owed), quiet),
    number('failed', 64, 7, ({ failedToday }) => amount(failedToday), 'urgent'),
    number('paths', 124, 7, ({ reserved }) => amount(reserved), quiet),
    way('bell', 124, 7, ({ bell }) => (bell === null ? null : shortWays[bell])),
    way('session', 170, 14, ({ session }) => session),
    way('pane', 124, 7, ({ pane }) => pane),
  ],
  group: { of: (row) => groupWords[fleetGroupOf(row)], order: fleetGroups.map((group) => groupWords[group]) },
  sort: fleetOrders.map((order) => ({
    name: orderWords[order][0],
    head: orderWords[order][1],
    by: order === 'state' ? fleetSince : (row) => fleetPlace(row, order),
  })),
  words: ({ agent, state, role, swarm, work, title }) => [
    agent,
    state,
    role,
    swarm,
    title ?? null,
    work?.queue ?? null,
    work?.task ?? null,
    work?.subject ?? null,
  ],
  open: ({ agent }) => ({ type: 'agent', agent }),
  about: ({ agent, work }) => ({
    agent,
    ...(work !== null && { message: { message: work.message, of: agent } }),
  }),
  empty:
    'No agents are registered. Run `watchpost setup` in their folder, or `watchpost agents register NAME`.',
  say: (row, now) => {
    const [since, lease, oldest] = [sinceWord(row, now), leaseWord(row, now), oldestWord(row, now)]
    return [
      row.agent,
      fleetLooks[row.state].word,
      fleetSentence(row),
      since !== '' && `since ${since}`,
      lease !== '' && (lease === 'over' ? 'lease over' : `lease ${lease} left`),
      `seen ${seenWord(row, now)}`,
      row.unread > 0 && `${amount(row.unread)} unread, the oldest ${oldest}`,
      row.owed > 0 && `owes ${amount(row.owed)}`,
      row.context !== undefined && `context ${contextWords(row.context)}`,
      row.failedToday > 0 && `failed ${amount(row.failedToday)} today`,
      row.reserved > 0 && `${counted(row.reserved, 'path')} reserved`,
      row.bell !== null && `its bell rings by ${wayNames[row.bell]}`,
    ]
  },
  change: ({ state }) => state,
})
