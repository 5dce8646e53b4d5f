import { writingKeys } from '../../compose/form/form-keys.ts'
import { type Binding, keysText, type Scope } from '../../keymap.ts'
import { boxWidth } from '../../layout.ts'
import type { Size } from '../../state.ts'
import { fitLine, type Line, word } from '../../text/line.ts'

/** Writing has keys of its own, which no settings change. */
const titles: Readonly<Record<Scope | 'writing', string>> = {
  writing: 'While you write',
  mail: 'Messages',
  inbox: 'Inbox',
  thread: 'Thread',
  list: 'Lists',
  everywhere: 'Everywhere',
  queue: 'In a queue',
  channel: 'In a channel',
  group: 'In a group',
  agent: 'On an agent',
  mailbox: "In another's mailbox",
  found: 'In search results and filtered lists',
  saved: 'In a saved search',
  help: 'This help',
  sheet: 'Metrics and timelines',
  choice: 'Links and attachments',
  journal: 'Journal of changes',
  fleet: 'Board of the fleet',
  'agent-page': "An agent's page",
}
const order: readonly (Scope | 'writing')[] = [
  'mail',
  'inbox',
  'thread',
  'list',
  'queue',
  'channel',
  'group',
  'agent',
  'mailbox',
  'found',
  'saved',
  'everywhere',
  'writing',
  'choice',
  'journal',
  'sheet',
  'help',
]

/** Where there is little room, one way to say each. */
function told({ columns }: Size): readonly Told[] {
  return writingKeys().map(({ keys, help }) => ({ keys: columns < 60 ? keys.slice(0, 1) : keys, help }))
}

type Told = Pick<Binding, 'keys' | 'help'>

const widest = 130

export function helpWidth(size: Size): number {
  return boxWidth(size.columns, widest)
}

/** How many lines of it are seen at once. */
export function helpHeight(size: Size): number {
  return Math.max(1, Math.min(size.rows - 4, 40))
}

export function helpLength(size: Size, keymap: readonly Binding[]): number {
  return helpLines(size, keymap).length
}

/** Room for the longest phrase, and a gap; short ones share one column where there is room. */
function keysWidth(rows: readonly Told[], size: Size): number {
  return 2 + Math.max(size.columns < 60 ? 6 : 10, ...rows.map(({ keys }) => keysText(keys).length + 2))
}

const leastForTwo = 100

/** A screen that is read line by line has one key in a line. */
export function inOneColumn(size: Size): Size {
  return { ...size, columns: Math.min(size.columns, leastForTwo - 1) }
}

/** The whole table of keys, by where they work; in two columns where there is room. */
export function helpLines(size: Size, keymap: readonly Binding[]): readonly Line[] {
  const wide = helpWidth(size) >= leastForTwo
  return order.flatMap((scope) => {
    const bindings = scope === 'writing' ? told(size) : keymap.filter((binding) => binding.scope === scope)
    const width = keysWidth(bindings, size)
    const rows = bindings.map(
      ({ keys, help }): Line => [word(`  ${keysText(keys)}`.padEnd(width), 'accent'), word(help)],
    )
    if (rows.length === 0) return []
    return [[word(titles[scope], 'section')], ...(wide ? inTwo(rows, helpWidth(size) - 4) : rows)]
  })
}

function inTwo(rows: readonly Line[], width: number): readonly Line[] {
  const half = Math.ceil(rows.length / 2)
  const column = Math.floor(width / 2)
  return rows.slice(0, half).map((row, at) => [...fitLine(row, column), ...(rows[at + half] ?? [])])
}
