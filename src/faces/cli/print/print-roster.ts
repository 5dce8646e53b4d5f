import { wayNames } from '../../../domain/bell.ts'
import { firstFew } from '../../../domain/first-few.ts'
import { own } from '../../../domain/own.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { AgentValue } from '../../../services/values.ts'
import type { ApprovalValue } from '../../../values/approvals-schema.ts'
import type { BellValue } from '../../../values/bells-schema.ts'
import type { NudgeValue } from '../../../values/roster-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import type { SessionValue } from '../../../values/sessions-schema.ts'
import { age } from '../../present.ts'
import { fleetLooks } from '../../present-fleet.ts'
import { type Cell, cut, type Printed, type Sheet, table } from '../sheet.ts'
import { type Fact, factLines } from './facts.ts'
import { fleetColours } from './print-fleet.ts'
import { more } from './print-mail.ts'
import { reservedText } from './print-reservations.ts'

export function printAgents({ agents, next }: Values['agents'], sheet: Sheet): Printed {
  if (agents.length === 0)
    return { lines: [], notes: ['No agents are registered. Add one with `watchpost agents register NAME`.'] }
  const rows = agents.map((agent): readonly Cell[] => [
    { text: fleetLooks[agent.activity].mark, colour: fleetColours[fleetLooks[agent.activity].look] },
    { text: sanitizeLine(agent.address) },
    { text: stateText(agent), colour: 'dim' },
    { text: sanitizeLine(whatItIs(agent)), colour: 'dim' },
    { text: unreadText(agent), colour: agent.unread.urgent > 0 ? 'red' : undefined },
    {
      text: agent.lastSeen === null ? 'never seen' : `seen ${age(agent.lastSeen, sheet.now)} ago`,
      colour: 'dim',
    },
  ])
  return { lines: table(rows, sheet, 3), notes: more(next) }
}

/** Only unusual states are printed: an idle agent is the usual case. */
function stateText({ state, activity }: AgentValue): string {
  if (state !== 'alive') return state
  return activity === 'idle' ? '' : fleetLooks[activity].word
}

function whatItIs({ kind, role, swarm, tags, lookalike }: AgentValue): string {
  const facts = [
    lookalike === null ? '' : `looks like ${lookalike}`,
    kind === 'agent' ? '' : kind,
    role ?? '',
    swarm === null ? '' : `of ${swarm}`,
    ...tags,
  ]
  return facts.filter((fact) => fact !== '').join(', ')
}

function unreadText({ unread }: AgentValue): string {
  if (unread.total === 0) return ''
  return unread.urgent > 0 ? `${unread.total} unread, ${unread.urgent} urgent` : `${unread.total} unread`
}

export function printAgent(agent: AgentValue & Partial<Values['shownAgent']>, sheet: Sheet): Printed {
  const facts: readonly Fact[] = [
    ['Address', agent.longForm === null ? agent.address : `${agent.address} (${agent.longForm})`],
    ['Looks like', agent.lookalike ?? ''],
    ['State', stateText(agent) || fleetLooks[agent.activity].word],
    ['Kind', agent.kind],
    ['Role', agent.role ?? ''],
    ['Swarm', agent.swarm ?? ''],
    ['Tags', agent.tags.join(', ')],
    ['Session', agent.sessions === undefined ? (agent.session ?? '') : ''],
    ['Pane', agent.pane ?? ''],
    ['Reports to', agent.reportsTo ?? ''],
    ['May', agent.canComplete ? 'complete tasks' : ''],
    ['Watched', agent.watched ? 'yes' : ''],
    ['Bell', bellWords(agent)],
    ['Talks to', agent.talksTo.join(', ')],
    [
      'Last seen',
      agent.lastSeen === null ? 'never' : `${agent.lastSeen} (${age(agent.lastSeen, sheet.now)} ago)`,
    ],
    [
      'Waits',
      agent.asks === null ? '' : `for you, since ${age(agent.asks.since, sheet.now)}: ${agent.asks.reason}`,
    ],
    [
      'Waits',
      agent.waiting === null
        ? ''
        : `for ${agent.waiting.reason || 'mail'}, since ${age(agent.waiting.since, sheet.now)}`,
    ],
    ['Unread', unreadText(agent) || 'none'],
    ...(agent.nudges ?? []).map((one): Fact => ['Nudged', nudgeText(one, sheet)]),
    ...(agent.bells ?? []).map((one): Fact => ['Rung', bellText(one, sheet)]),
    ...(agent.approvals ?? []).map((one): Fact => ['Decided', approvalText(one, sheet)]),
    ...(agent.reservations ?? []).map((one): Fact => ['Reserved', reservedText(one, sheet.now)]),
    ...(agent.sessions ?? []).flatMap((session) => sessionFacts(session, sheet.now)),
  ]
  return { lines: factLines(facts, { column: 12 }, sheet), notes: [] }
}

function nudgeText({ at, from, actor, text, outcome }: NudgeValue, { now }: Sheet): string {
  const who = from === actor ? from : `${from} (by ${actor})`
  return `${age(at, now)} ago by ${who}, ${outcome === 'typed' ? outcome : `not typed (${outcome})`}: ${text}`
}

/** The way to it, and which mail takes it. */
function bellWords({ bell, wake }: AgentValue): string {
  const way = bell === null ? '' : wayNames[bell]
  return [way, wake === null ? '' : wake === 'off' ? 'off' : `for ${wake} mail`].filter(Boolean).join(', ')
}

function bellText({ at, way, message, outcome, answeredAt }: BellValue, { now }: Sheet): string {
  const heard = outcome === 'rung' ? wayNames[way] : outcome === null ? 'under way' : `not heard (${outcome})`
  const answer = outcome !== 'rung' ? '' : answeredAt === null ? ', not answered yet' : ', answered'
  return `${age(at, now)} ago for ${message}: ${heard}${answer}`
}

function approvalText({ at, verdict, by, actor, outcome }: ApprovalValue, { now }: Sheet): string {
  const who = by === actor ? by : `${by} (by ${actor})`
  return `${age(at, now)} ago by ${who}: ${verdict}${outcome === 'given' ? '' : `, refused: ${outcome}`}`
}

const mostHad = 10
const lifeWords = { alive: 'alive', ended: 'ended', unknown: 'state unknown' } as const

/** A session, and what it works on since when. */
function sessionFacts(
  { session, life, lastBeat, way, has, work }: SessionValue,
  now: number,
): readonly Fact[] {
  const heard = lastBeat === null ? '' : `, last heard from ${age(lastBeat, now)} ago`
  return [
    [
      'Session',
      `${session ?? '(unnamed)'}: ${lifeWords[life]}${heard}${way === null ? '' : `, bell: ${wayNames[way]}`}`,
    ],
    ...(has.length === 0 ? [] : [['', `has ${firstFew(has, mostHad)}`] as Fact]),
    ...work.map(({ message, owner, since }): Fact => {
      const where = owner.startsWith('queue:') ? ` of ${owner}` : ''
      return ['', `works on ${message}${where}, taken ${age(since, now)} ago`]
    }),
  ]
}

export function printRung({ bells }: Values['rung'], sheet: Sheet): Printed {
  const rows = bells.map(({ agent, way, outcome }): readonly Cell[] => [
    { text: sanitizeLine(agent) },
    { text: sanitizeLine(rungText(outcome)) },
    { text: way === null ? '' : wayNames[way], colour: 'dim' },
  ])
  return { lines: table(rows, sheet, 1), notes: [] }
}

const silenceWords: Readonly<Record<string, string>> = {
  silent: 'not rung: it has read its mail',
  left: 'not rung from here: its own tool server rings',
  unreachable: 'not rung: no way to it is known',
  off: 'not rung: its bell is off',
  nothing: 'not rung: it has no mail that wakes it',
  ringing: 'not rung: another process is ringing',
  failed: 'not rung: nobody heard the last bell; try again in a minute',
  unanswered: 'not rung: it has not answered the last bell',
  hourly: 'not rung: it was woken often enough this hour',
  thread: 'not rung: it was woken often enough for this thread',
}

function rungText(outcome: string): string {
  return own(silenceWords, outcome) ?? (outcome === 'rung' ? outcome : `not heard: ${outcome}`)
}

const ways: Readonly<Record<string, string>> = {
  flag: 'by --as',
  environment: 'by WATCHPOST_AGENT',
  default: 'by WATCHPOST_DEFAULT_AGENT',
  session: 'by the session',
  pane: 'by the tmux pane',
  person: 'the person at the keyboard',
}

export function printWhoami({ address, actor, how, session }: Values['whoami'], sheet: Sheet): Printed {
  if (address === null)
    return { lines: [cut(sanitizeLine(`nobody (${actor})`), sheet.width, sheet)], notes: [nameIt] }
  const facts = [
    own(ways, how) ?? how,
    ...(actor === address ? [] : [`acting for it: ${actor} (the log records this)`]),
    ...(session === null ? [] : [`session ${session}`]),
  ]
  return { lines: [cut(sanitizeLine(`${address} (${facts.join('; ')})`), sheet.width, sheet)], notes: [] }
}

const nameIt = "This is an agent's session. Set WATCHPOST_AGENT or pass --as NAME."
