import { plain, sanitizeLine } from '../../../../domain/sanitize.ts'
import { legend } from '../../../present-glyphs.ts'
import { writingKeys } from '../../compose/form/form-keys.ts'
import { type Binding, bindingsOf, keysText, paneScopes, type Scope } from '../../keymap.ts'
import type { HelpState } from '../../model/overlay.ts'
import { scopesHere } from '../../panes/inbox/scopes.ts'
import { boxWidth } from '../../panes/layout.ts'
import type { OnScreen, Size } from '../../state.ts'
import { fitLine, type Line, span, word } from '../../text/line.ts'
import { wrap } from '../../text/text.ts'

/** The parts of the help in their order. Writing has keys of its own, which no settings change. */
const titles: Readonly<Record<Scope | 'writing', string>> = {
  mail: 'Messages',
  inbox: 'Inbox',
  thread: 'Thread',
  list: 'Lists',
  loop: 'On a loop, in Attention',
  queue: 'In a queue',
  channel: 'In a channel',
  group: 'In a group',
  agent: 'On an agent',
  mailbox: "In another's mailbox",
  debated: 'At a debate',
  found: 'In search results and filtered lists',
  saved: 'In a saved search',
  fleet: 'Board of the fleet',
  'agent-page': "An agent's page",
  debates: 'Board of debates',
  debate: 'A debate',
  tasks: 'Board of tasks',
  queues: 'Board of queues',
  stores: 'Board of stores',
  'all-attention': 'Attention of all stores',
  timeline: 'Timeline of an agent',
  everywhere: 'Everywhere',
  writing: 'While you write',
  choice: 'Links and attachments',
  journal: 'Journal of changes',
  sheet: 'Metrics and what you missed',
  help: 'This help',
}
const order = Object.keys(titles) as readonly (keyof typeof titles)[]

type Told = Pick<Binding, 'keys' | 'help'>

const widest = 130

/** The part of the help that is visible, and its position. */
export type HelpView = Pick<HelpState, 'top' | 'field' | 'typing'> & {
  readonly size: Size
  readonly keymap: readonly Binding[]
  /** Why commands of the person's own have no key. */
  readonly problems: readonly string[]
  /** The scopes of the pane below it. */
  readonly here: readonly Scope[]
  /** It is heard: each key has one line, however long. */
  readonly linear?: true
}

export function helpOf(state: OnScreen, { top, field, typing }: HelpState): HelpView {
  const { size, keymap, keyProblems } = state.session
  const below = scopesHere({ ...state, overlay: { type: 'none' } })
  const pane = paneScopes[state.panes.focus]
  // Keys that work everywhere come last, the keys of the focused pane first.
  const rankOf = (scope: Scope) => (scope === 'everywhere' ? 2 : pane.includes(scope) ? 0 : 1)
  return {
    top,
    field,
    typing,
    size,
    keymap,
    problems: keyProblems,
    here: below.toSorted((one, other) => rankOf(one) - rankOf(other)),
  }
}

export function helpWidth(size: Size): number {
  return boxWidth(size.columns, widest)
}

/** How many lines of it are seen at once: the words that are being typed take one. */
export function helpHeight({ size, typing }: Pick<HelpView, 'size' | 'typing'>): number {
  return Math.max(1, Math.min(size.rows - 4, 40) - (typing ? 1 : 0))
}

const leastForTwo = 100

/** A screen reader reads line by line, so each line of this help has one key. */
export function inOneColumn(view: HelpView): HelpView {
  return { ...view, linear: true }
}

/** Keys or marks, and what they mean. */
type Entry = { readonly sign: string; readonly means: string }
type Section = { readonly title: string; readonly entries: readonly Entry[]; readonly least: number }

/**
 * The keys of the present pane, the legend of the marks, then the other keys by where they work; as far as the words
 * that were typed are in it, and in two columns where there is room.
 */
export function helpLines(view: HelpView): readonly Line[] {
  const { here, field } = view
  const rest = order.filter((scope) => !(here as readonly string[]).includes(scope))
  const sections = [
    { title: 'Your commands without a key', entries: problemEntries(view), least: 0 },
    ...here.map((scope) => keysOf(view, scope)),
    ...legend.map(({ title, glyphs }) => ({
      title: `Legend: ${title.toLowerCase()}`,
      entries: glyphs.map(({ mark, meaning }) => ({ sign: mark, means: meaning })),
      least: 4,
    })),
    ...rest.map((scope) => keysOf(view, scope)),
  ]
  const words = field.text.toLowerCase().split(/\s+/u)
  const found = sections
    .map((section) => matching(section, words))
    .filter(({ entries }) => entries.length > 0)
  return found.length === 0 ? [[word('No matches.', 'dim')]] : found.flatMap((one) => sectionLines(one, view))
}

/** A problem is a sentence: it takes as many lines as it needs. */
function problemEntries({ size, problems }: HelpView): readonly Entry[] {
  return problems.flatMap((problem) =>
    wrap(sanitizeLine(problem), helpWidth(size) - 8).map((means) => ({ sign: '', means })),
  )
}

/** Where there is little room, one way to say what one writes with. */
function keysOf({ size, keymap, here }: HelpView, scope: Scope | 'writing'): Section {
  const isNarrow = size.columns < 60
  const told: readonly Told[] =
    scope === 'writing'
      ? writingKeys().map(({ keys, help }) => ({ keys: isNarrow ? keys.slice(0, 1) : keys, help }))
      : (here as readonly string[]).includes(scope)
        ? bindingsOf(here, keymap).filter((binding) => binding.scope === scope)
        : keymap.filter((binding) => binding.scope === scope)
  const entries = told.map(({ keys, help }) => ({ sign: keysText(keys), means: help }))
  return { title: titles[scope], entries, least: isNarrow ? 6 : 10 }
}

/** The whole section where its title says the words, else what says them. */
function matching({ title, entries, least }: Section, words: readonly string[]): Section {
  const says = (text: string) => words.every((one) => text.toLowerCase().includes(one))
  if (says(title)) return { title, entries, least }
  return { title, entries: entries.filter(({ sign, means }) => says(`${sign} ${means}`)), least }
}

/** Leaves room for the longest key and a gap. Short keys share one column if there is room. */
function sectionLines({ title, entries, least }: Section, { size, linear }: HelpView): readonly Line[] {
  const width = 2 + Math.max(least, ...entries.map(({ sign }) => sign.length + 2))
  const all = helpWidth(size) - 4
  const isWide = linear !== true && helpWidth(size) >= leastForTwo
  const column = linear ? Number.MAX_SAFE_INTEGER : isWide ? Math.floor(all / 2) : all
  const told = entries.map((entry) => entryLines(entry, width, column - 1))
  return [[word(title, 'section')], ...(isWide ? inTwo(told, column) : told.flat())]
}

/** A text that is longer than its column goes on below itself. */
function entryLines({ sign, means }: Entry, from: number, columns: number): readonly Line[] {
  const [first = plain(''), ...more] = wrap(sanitizeLine(means), Math.max(10, columns - from))
  return [
    [word(`  ${sign}`.padEnd(from), 'accent'), span(first, 'plain')],
    ...more.map((line): Line => [word(' '.repeat(from)), span(line, 'plain')]),
  ]
}

function inTwo(told: readonly (readonly Line[])[], column: number): readonly Line[] {
  const half = Math.ceil(told.length / 2)
  const [left, right] = [told.slice(0, half).flat(), told.slice(half).flat()]
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
    ...fitLine(left[at] ?? [], column),
    ...(right[at] ?? []),
  ])
}
