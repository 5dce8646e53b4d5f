import { themeWords } from '../../../../domain/settings/terminal-settings.ts'
import type { OperationName } from '../../../../operations/catalogue.ts'
import { type Binding, bindingsOf, type Scope } from '../../keymap.ts'
import type { Candidate, PaletteState } from '../../model/palette.ts'
import { scopesHere } from '../../panes/inbox/scopes.ts'
import { everyRow } from '../../panes/roster/roster.ts'
import type { Browsing, HasPanes, HasSession, OnScreen } from '../../state.ts'
import { themeNamed } from '../../text/theme.ts'
import { bareTitle } from '../../text/titles.ts'
import { completions, type Writing, writingOf } from './completions.ts'
import { fuzzyMatch } from './fuzzy.ts'

const most = 200

/** The last offers: a key requests them, and drawing needs them again. */
let last: { readonly made: readonly unknown[]; readonly found: readonly Candidate[] } | undefined

/** The palette's offers for the typed text, the best first. */
export function candidatesOf(state: OnScreen, palette: PaletteState): readonly Candidate[] {
  const { roster, list, focus, thread, board } = state.panes
  const { known, me } = state.session
  const made = [palette.field, palette.threads, roster, known, list, focus, thread, board, me]
  if (last?.made.every((one, at) => one === made[at])) return last.found
  const found = find(state, palette)
  last = { made, found }
  return found
}

function find(state: OnScreen, palette: PaletteState): readonly Candidate[] {
  const { known } = state.session
  const writing = known === null ? null : writingOf(palette, known.commands)
  if (known !== null && writing !== null) {
    const words = completions(state, known, writing)
    return words.length > 0 || !isLoose(writing) ? words : fitting(state, palette)
  }
  return fitting(state, palette)
}

/** `archive thread`: it begins like a command, and what follows is none of its ids, but the name of another thing. */
function isLoose({ field, word, given }: Writing): boolean {
  return field?.[1].completes === 'message' && given.size === 0 && /^[a-z]+$/u.test(word)
}

function fitting(state: OnScreen, palette: PaletteState): readonly Candidate[] {
  const wanted = palette.field.text.trim()
  const every = everything(state, palette)
  if (wanted === '') return every.slice(0, most)
  return every
    .flatMap((one) => {
      const match = fuzzyMatch(wanted, one.text)
      // A person may know what a command does but not its name.
      const beside = match === null && one.goal.type !== 'thread' && saysAll(besideOf(one), wanted)
      if (match !== null) return [{ one: { ...one, at: match.at }, score: match.score }]
      return beside ? [{ one, score: 0 }] : []
    })
    .sort((first, second) => second.score - first.score)
    .slice(0, most)
    .map(({ one }) => one)
}

/** The effect of a command, or the kind of a place: `queue work`. */
function besideOf({ goal, kind, text, note }: Candidate): string {
  return goal.type === 'source' ? `${kind} ${text} ${note}` : note
}

function saysAll(note: string, wanted: string): boolean {
  const said = note.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => said.includes(word))
}

function everything(state: OnScreen, palette: PaletteState): readonly Candidate[] {
  const commands = commandCandidates(state)
  return [
    ...commands.filter(({ goal }) => goal.type === 'command' && goal.key !== null),
    ...placeCandidates(state),
    ...commands.filter(({ goal }) => goal.type === 'command' && goal.key === null),
    ...threadCandidates(state, palette),
    ...keyCandidates(state),
    ...themeCandidates(state),
  ]
}

function commandCandidates(state: OnScreen): readonly Candidate[] {
  const keys = commandKeys(state.session.keymap, scopesBelow(state))
  return (state.session.known?.commands ?? []).map((command): Candidate => {
    const bound = keys.get(command.name)
    return {
      goal: { type: 'command', command, key: bound?.here ? bound.id : null },
      kind: 'do',
      text: command.command,
      at: [],
      note: command.summary,
      key: bound?.key ?? '',
    }
  })
}

function placeCandidates(state: Browsing): readonly Candidate[] {
  return everyRow(state.panes.roster, state.session.me.address).flatMap((row): readonly Candidate[] => {
    if (row.type === 'heading') return []
    const isAgent = row.type === 'agent'
    const kind = isAgent ? 'agent' : row.type === 'view' ? 'view' : row.source.type
    const text = isAgent ? row.agent.address : row.label
    const note = isAgent ? [row.agent.role, row.agent.state].filter((part) => part !== null).join(' · ') : ''
    return [{ goal: { type: 'source', source: row.source, key: row.key }, kind, text, at: [], note, key: '' }]
  })
}

/** Threads of what is listed, and those that the store found. */
function threadCandidates({ panes: { list } }: HasPanes, { threads }: PaletteState): readonly Candidate[] {
  const found = new Map<string, Candidate>()
  const add = (thread: string, message: string, subject: string, from: string) => {
    if (found.has(thread)) return
    const goal = { type: 'thread', message } as const
    found.set(thread, { goal, kind: 'thread', text: subject, at: [], note: from, key: '' })
  }
  for (const row of list.rows)
    if (row.type === 'mail') add(row.message.thread, row.message.id, bareTitle(row.message), row.message.from)
  for (const { message, subject, from, by } of threads)
    add(by ?? message, message, by === undefined ? subject : `${by}  ${subject}`, from)
  return [...found.values()]
}

function themeCandidates({ session }: HasSession): readonly Candidate[] {
  return [...themeWords, ...session.ownThemes].map((word) => ({
    goal: { type: 'theme', theme: themeNamed(word) },
    kind: 'theme',
    text: `theme ${word}`,
    at: [],
    note: 'colours of this screen',
    key: '',
  }))
}

/** Keys that only move about or change what is seen. */
function keyCandidates(state: OnScreen): readonly Candidate[] {
  const here = scopesBelow(state)
  return bindingsOf(here, state.session.keymap).flatMap((binding): readonly Candidate[] => {
    if (binding.operation !== null) return []
    const { scope, name, help, keys, own } = binding
    if (name === 'palette') return []
    return [
      {
        goal: { type: 'key', key: `${scope}.${name}` },
        kind: own === undefined ? 'key' : 'own',
        text: own?.name ?? help,
        at: [],
        note: own === undefined ? '' : help,
        key: spelled(keys[0] ?? ''),
      },
    ]
  })
}

/** The scopes of the pane that the palette lies over. */
function scopesBelow(state: OnScreen) {
  return scopesHere({ ...state, overlay: { type: 'none' } })
}

type CommandKey = { readonly key: string; readonly id: string; readonly here: boolean }

/** The first key of each operation; a key that works in the active scopes goes before others. */
function commandKeys(
  table: readonly Binding[],
  active: readonly Scope[],
): ReadonlyMap<OperationName, CommandKey> {
  const found = new Map<OperationName, CommandKey>()
  for (const { scope, name, keys, operation } of table) {
    const [first] = keys
    if (operation === null || first === undefined) continue
    const here = active.includes(scope)
    const known = found.get(operation)
    if (known !== undefined && (known.here || !here)) continue
    found.set(operation, { key: spelled(first), id: `${scope}.${name}`, here })
  }
  return found
}

/** The keys of a sequence without blanks, as they are typed. */
function spelled(keys: string): string {
  return keys.replaceAll(' ', '')
}
