import { wayNames } from '../../../../domain/bell.ts'
import { sanitize, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import { age, counted, priorityMark, statusLabel, statusMark } from '../../../present.ts'
import { contextWords, fleetLooks, fleetWork } from '../../../present-fleet.ts'
import type { AgentDetails, AgentPage } from '../../model/board.ts'
import type { Browsing, HasClock, HasPanes } from '../../state.ts'
import { calmAge } from '../../text/ages.ts'
import { fitLine, type Line, span, word } from '../../text/line.ts'
import { momentLine } from '../../text/moment-line.ts'
import { wrap } from '../../text/text.ts'
import { bareTitle, shortRecipient } from '../../text/titles.ts'
import { leaseWord, seenWord, sinceWord } from './fleet.ts'
import { rowOf } from './follow-row.ts'
import { besideWidth } from './table.ts'

export type PageView = {
  readonly agent: string
  readonly row: FleetRowValue | null
  readonly details: AgentDetails | null
  readonly now: number
}

export function agentPageView(state: HasPanes & HasClock, page: AgentPage): PageView {
  return { agent: page.agent, row: rowOf(state, page.agent), details: page.details, now: state.clock.now }
}

export function agentPageLength(state: Browsing & HasClock, page: AgentPage): number {
  const { columns } = state.session.size
  const beside = besideWidth('fleet', columns)
  return pageLines(agentPageView(state, page), columns - beside - 4, beside > 0).length
}

/** One agent's activity: its work, its terminal, its mail and its changes. What stands beside it is not said again. */
export function pageLines(
  { row, details, now }: PageView,
  width: number,
  hasBeside = false,
): readonly Line[] {
  const facts = row === null ? [[word('It is not on the board any more.', 'dim')]] : factLines(row, now)
  const lines = [
    ...(hasBeside ? [] : facts),
    ...(details === null
      ? [[], [word('looking …', 'dim')]]
      : [
          ...reservedLines(details.reserved, now),
          ...(hasBeside ? [] : paneLines(details.pane, width)),
          ...section(
            'Mail',
            details.mail.map((message) => mailLine(message, width, now)),
            'No open mail.',
          ),
          ...section(
            'Timeline',
            details.timeline.map((moment) => momentLine(moment, width, now)),
            'No activity yet.',
          ),
        ]),
  ]
  // Without the facts the page begins with a heading.
  return hasBeside && lines[0]?.length === 0 ? lines.slice(1) : lines
}

/** The selected agent beside the table: its facts, and the last lines of its terminal as far as there is room. */
export function besideLines(
  { rows, size, now }: { readonly rows: number; readonly size: number; readonly now: number },
  row: FleetRowValue,
  pane: AgentDetails['pane'],
): readonly Line[] {
  const facts = factLines(row, now)
  if (row.pane === null) return [...facts, [], [word('No tmux pane is known.', 'dim')]]
  if (pane === null) return [...facts, [], [word('looking …', 'dim')]]
  const left = Math.max(1, rows - facts.length - 2)
  return [...facts, ...paneLines({ ...pane, lines: pane.lines.slice(-left) }, size)]
}

function factLines(row: FleetRowValue, now: number): readonly Line[] {
  const { mark, look, word: state, meaning } = fleetLooks[row.state]
  const fact = (name: string, told: string): readonly Line[] =>
    told === '' ? [] : [[word(name.padEnd(9), 'dim'), span(sanitizeLine(told))]]
  const { unread, oldest, owed, failedToday } = row
  return [
    [word(`${mark} ${state}`, look), word(` · ${meaning}`, 'dim')],
    ...(row.asks === null
      ? fact('work', fleetWork(row))
      : fact('for', `${row.asks.reason} (${calmAge(row.asks.since, now)})`)),
    ...fact('since', sinceText(row, now)),
    ...fact('seen', seenWord(row, now)),
    ...fact(
      'unread',
      unread === 0 ? '' : `${unread}, the oldest ${oldest === null ? '' : calmAge(oldest, now)}`,
    ),
    ...fact('owes', owed === 0 ? '' : counted(owed, 'answer')),
    ...fact('failed', failedToday === 0 ? '' : `${failedToday} today`),
    ...fact('context', row.context === undefined ? '' : contextWords(row.context)),
    ...fact('role', row.role ?? ''),
    ...fact('swarm', row.swarm ?? ''),
    ...fact('session', row.session ?? ''),
    ...fact('pane', row.pane ?? ''),
    ...fact('bell', row.bell === null ? '' : wayNames[row.bell]),
  ]
}

function sinceText(row: FleetRowValue, now: number): string {
  const lease = leaseWord(row, now)
  const left = lease === '' ? '' : lease === 'over' ? 'lease over' : `lease ${lease} left`
  return [sinceWord(row, now), left].filter((part) => part !== '').join(' · ')
}

function reservedLines(reserved: AgentDetails['reserved'], now: number): readonly Line[] {
  if (reserved.length === 0) return []
  const lines = reserved.map(({ path, shared, until }): Line => {
    const left = Date.parse(until) - now
    return [
      ...fitLine([word(left <= 0 ? 'over' : `${age(now - left, now)} left`, 'dim')], 10),
      span(sanitizeLine(path)),
      ...(shared ? [word(' · shared', 'dim')] : []),
    ]
  })
  return section('Reserved', lines, '')
}

/** Any text a program wrote there: each line is shown as text, and none is a command. */
function paneLines(pane: AgentDetails['pane'], width: number): readonly Line[] {
  if (pane === null) return []
  if (pane.problem !== null)
    return [
      [],
      [word('Pane', 'section')],
      ...wrap(sanitize(pane.problem), width).map((text): Line => [span(text, 'dim')]),
    ]
  return section(
    'Pane',
    pane.lines.map((line): Line => [word('│ ', 'dim'), span(sanitizeLine(line))]),
    'It shows nothing.',
  )
}

function section(title: string, lines: readonly Line[], none: string): readonly Line[] {
  return [[], [word(title, 'section')], ...(lines.length > 0 ? lines : [[word(none, 'dim')]])]
}

function mailLine(message: AgentDetails['mail'][number], width: number, now: number): Line {
  const narrow = width < 60
  const label = statusLabel(message, now)
  return [
    ...fitLine([word(calmAge(message.sentAt, now), 'dim')], 5),
    word(`${statusMark(label)} `, label === 'unread' ? 'bold' : 'dim'),
    ...fitLine([word(priorityMark(message.priority), 'urgent')], 3),
    ...fitLine([span(sanitizeLine(narrow ? shortRecipient(message.from) : message.from))], narrow ? 12 : 22),
    word(' '),
    span(sanitizeLine(bareTitle(message)), message.status === 'unread' ? 'bold' : 'plain'),
  ]
}
