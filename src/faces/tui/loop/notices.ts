import type { UnreadCounts } from '../../../domain/roster.ts'
import type { FleetRowValue } from '../../../values/supervision-schema.ts'
import { counted } from '../../present.ts'
import { agentsOf } from '../panes/boards/follow-row.ts'
import { type Browsing, type HasClock, type HasPanes, type Panes, withClock } from '../state.ts'
import { andThen, type Step } from '../step.ts'
import { shortName } from '../text/titles.ts'

/** Between two notices, ms; what is urgent waits less. */
const pauses = { urgent: 10_000, usual: 30_000 } as const

/** New mail, and agents that wait for a person, raise a notice only while the pane is not focused, and not each time. */
export function noticeNews<S extends Browsing & HasClock>(before: S, [state, ...effects]: Step<S>): Step<S> {
  const { agents } = state.panes.roster
  const isFirst = before.panes.roster.agents.length === 0 || agents.length === 0
  return andThen([state, ...effects], (now) => (isFirst ? taken(now) : tell(now, now.session.focused)))
}

/** The terminal did not answer, and something else was asked. */
export function looked<S extends Browsing & HasClock>(state: S, isLooked: boolean): Step<S> {
  return tell(state, state.session.focused ?? isLooked)
}

function tell<S extends HasPanes & HasClock>(state: S, isLooked: boolean | null): Step<S> {
  const { unread } = state.panes.roster
  const asking = askingIn(state.panes)
  const { at, known } = state.clock.noticed
  const what = askingNews(state.clock.noticed.asking, asking) ?? newsOf(known, unread)
  // Mail that the person saw, or others dealt with, is not new.
  if (isLooked || what === null) return taken(state)
  const pause = what.urgent ? pauses.urgent : pauses.usual
  // Announced together with the mail after the pause.
  if (at !== null && state.clock.now - at < pause) return [state]
  if (isLooked === null) return [state, { type: 'ask-looked' }]
  const noticed = { at: state.clock.now, known: unread, asking: asking.map(keyOf) }
  return [withClock(state, { noticed }), { type: 'notice', body: what.body }]
}

function taken<S extends HasPanes & HasClock>(state: S): Step<S> {
  const { at } = state.clock.noticed
  const asking = askingIn(state.panes).map(keyOf)
  return [withClock(state, { noticed: { at, known: state.panes.roster.unread, asking } })]
}

type News = { readonly urgent: boolean; readonly body: string }

type AskingAgent = Pick<FleetRowValue, 'agent' | 'asks'>

/** Agents that wait for a person: while the board of the fleet is open its rows know them, else the roster. */
function askingIn(panes: Panes): readonly AskingAgent[] {
  const agents: readonly AskingAgent[] =
    agentsOf({ panes }) ?? panes.roster.agents.map(({ address, asks }) => ({ agent: address, asks }))
  return agents.filter(({ asks }) => asks !== null)
}

/** A key that distinguishes an agent's wait from its next one. */
function keyOf({ agent, asks }: AskingAgent): string {
  return `${agent} ${asks?.since}`
}

function askingNews(before: readonly string[], asking: readonly AskingAgent[]): News | null {
  const fresh = asking.filter((one) => !before.includes(keyOf(one)))
  const [first] = fresh
  if (first === undefined) return null
  const waits = `${shortName(first.agent)} waits for you: ${first.asks?.reason ?? ''}`
  return { urgent: true, body: fresh.length === 1 ? waits : `${counted(fresh.length, 'agent')} wait for you` }
}

function newsOf(before: UnreadCounts, after: UnreadCounts): News | null {
  if (after.urgent > before.urgent)
    return {
      urgent: true,
      body: `${counted(after.urgent - before.urgent, 'urgent message')}, ${after.total} unread`,
    }
  if (after.total > before.total)
    return {
      urgent: false,
      body: `${counted(after.total - before.total, 'new message')}, ${after.total} unread`,
    }
  return null
}
