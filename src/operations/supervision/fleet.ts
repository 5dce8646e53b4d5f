import type { AgentSurvey } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { dayBegin, fleetStates } from '../../domain/fleet.ts'
import {
  byFleetPlace,
  countFleet,
  type FleetOrder,
  type FleetPlace,
  fleetOrders,
  fleetPlace,
  matchesFleet,
  sortFleet,
} from '../../domain/fleet-board.ts'
import { paneKey } from '../../domain/pane-key.ts'
import { choice, flag, number, text, texts } from '../../input/input.ts'
import { cursorField, pageOf } from '../../input/paging.ts'
import type { Context } from '../../services/context.ts'
import { standingReservations } from '../../services/reservations/standing.ts'
import { askingAgents } from '../../services/sessions/asking.ts'
import { fleetRowValue } from '../../services/supervision/fleet-value.ts'
import type { Values } from '../../values/schemas.ts'
import type { FleetRowValue } from '../../values/supervision-schema.ts'
import { operation } from '../operation.ts'

/** A screen asks for a whole fleet at once, so that sorting and scrolling wait for nothing. */
const most = 5_000
/** The parts of the last hour, and the length of each, ms. */
const [pulseParts, pulsePart] = [12, 300_000]

export const fleet = operation({
  summary: 'Show the fleet: what each agent is doing, its lease, unread mail, debts and failures',
  access: 'read',
  unregistered: true,
  input: {
    text: text('Only agents whose name, role, swarm, state or work contains these words', {
      positional: true,
      placeholder: 'TEXT',
    }),
    state: choice(fleetStates, 'Only agents in this state'),
    sort: choice(fleetOrders, 'Sort by this column (state)'),
    retired: flag('Also list retired agents'),
    titles: flag('Also read the titles of tmux panes on this machine'),
    pulse: flag('Also count what each agent sent and changed in each 5 minutes of the last hour'),
    context: flag('Also read how much of its context each agent has used, on this machine'),
    agents: texts('Only these agents, by their addresses', { placeholder: 'AGENT', completes: 'agent' }),
    limit: number(`Show at most N (50, up to ${most})`),
    after: cursorField,
  },
  value: 'fleet',
  examples: [
    ['watchpost fleet --sort oldest', 'starts with the agent whose unread mail has waited longest'],
    ['watchpost fleet --state silent', 'lists the agents that should have been heard from'],
  ],
  async run(
    context,
    { text: filter = '', state, sort = 'state', agents, retired, pulse, titles, context: reads, ...asked },
  ): Promise<Values['fleet']> {
    const { limit, after } = pageOf(asked, most)
    const now = context.now()
    const { silentAfter } = context.settings.patrol
    const [known, asking, reserved, pulses] = await Promise.all([
      context.store.fleet.survey({ now, failedSince: dayBegin(now), ...(retired && { retired }) }),
      askingAgents(context),
      countReserved(context),
      pulse ? pulsesOf(context) : null,
    ])
    const of = agents === undefined ? known : known.filter(({ address }) => agents.includes(address))
    const every = of.map((agent) => fleetRowValue(agent, asking.get(agent.address) ?? null, now, silentAfter))
    const found = filter.trim() === '' ? every : every.filter((row) => matchesFleet(row, filter.trim()))
    const inState = state === undefined ? found : found.filter((row) => row.state === state)
    const listed = sortFleet(inState, sort)
    const from = after === null ? 0 : placeAfter(listed, after, sort)
    const rows = listed.slice(from, from + limit)
    const ways = await context.store.bells.ways(rows.map(({ agent }) => agent))
    const named = titles ? await titlesOf(context, known) : null
    const sessions = rows.flatMap(({ session }) => session ?? [])
    // None where this program reaches no transcripts.
    const uses = reads ? await context.transcripts?.uses(sessions) : undefined
    const last = rows.at(-1)
    const isLast = last === undefined || from + limit >= listed.length
    const shown = rows.map((row, at) => {
      const [bell, paths] = [ways[at] ?? null, reserved.get(row.agent) ?? 0]
      const [parts, title] = [pulses?.get(row.agent), named?.get(row.agent)]
      const use = uses?.get(row.session ?? '')
      const more = {
        ...(use !== undefined && { context: use }),
        ...(parts !== undefined && { pulse: [...parts] }),
        ...(title !== undefined && { title }),
      }
      const isSame = bell === null && paths === 0 && Object.keys(more).length === 0
      return isSame ? row : { ...row, bell, reserved: paths, ...more }
    })
    return { fleet: shown, counts: countFleet(found), next: isLast ? null : cursorOf(last, sort) }
  },
})

/** What each agent did in the last hour, in parts of five minutes that begin as the clock does. */
async function pulsesOf({ store, now }: Context): Promise<ReadonlyMap<string, readonly number[]>> {
  const until = (Math.floor(now() / pulsePart) + 1) * pulsePart
  const period = { since: until - pulseParts * pulsePart, until, buckets: pulseParts }
  return new Map((await store.fleet.pulse(period)).map(({ address, parts }) => [address, parts]))
}

/** The title of each agent's pane; none where this program reaches no tmux. */
async function titlesOf(
  { panes }: Context,
  agents: readonly AgentSurvey[],
): Promise<ReadonlyMap<string, string>> {
  const shown = agents.filter(({ pane }) => pane !== null)
  if (panes === undefined || shown.length === 0) return new Map()
  const titles = await panes.titles(shown.map(({ paneServer }) => paneServer))
  return new Map(
    shown.flatMap(({ address, pane, paneServer }) => {
      const title = titles.get(paneKey(paneServer, pane ?? ''))
      return title === undefined ? [] : [[address, title]]
    }),
  )
}

/** How many paths each agent has reserved; few agents have any. */
async function countReserved(context: Context): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { agent } of await standingReservations(context, null))
    counts.set(agent, (counts.get(agent) ?? 0) + 1)
  return counts
}

/** Names the place of the last row: rows may change places before the next page is asked for. */
function cursorOf(row: FleetRowValue, sort: FleetOrder): string {
  return JSON.stringify([sort, row.agent, fleetPlace(row, sort)])
}

/** @throws MailError `usage` it is not the cursor of this order */
function placeAfter(rows: readonly FleetRowValue[], cursor: string, sort: FleetOrder): number {
  const last = lastOf(cursor, sort)
  if (last === null)
    throw new MailError(
      'usage',
      `invalid cursor: ${JSON.stringify(cursor)}`,
      'Pass the `next` of the previous page, with the same --sort.',
    )
  const at = rows.findIndex(
    (row) => byFleetPlace({ agent: row.agent, place: fleetPlace(row, sort) }, last) > 0,
  )
  return at === -1 ? rows.length : at
}

function lastOf(cursor: string, sort: FleetOrder): FleetPlace | null {
  try {
    const [of, agent, place] = JSON.parse(cursor)
    return of === sort && typeof agent === 'string' ? { agent, place } : null
  } catch {
    return null
  }
}
