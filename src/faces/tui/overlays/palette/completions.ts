import { type Field, flagName } from '../../../../input/input.ts'
import { unsharp } from '../../compose/form/completion.ts'
import type { Row } from '../../model/list.ts'
import type { Candidate, Command, Known, PaletteState } from '../../model/palette.ts'
import { messageOfRow } from '../../panes/inbox/list.ts'
import { agentHere } from '../../panes/inbox/scopes.ts'
import { messageHere } from '../../panes/thread/here.ts'
import { type Browsing, type HasPanes, isCovered, type RosterState } from '../../state.ts'
import { commandOf, positionals, quoted, wordsOf } from './command-line.ts'
import { fuzzyMatch, type Match } from './fuzzy.ts'

/** The word at the caret of a command's line, and which input it is for. */
export type Writing = {
  readonly command: Command
  readonly word: string
  readonly start: number
  readonly end: number
  /** `null` where a flag's name is being written, or no input is left for the word. */
  readonly field: readonly [string, Field<unknown>] | null
  readonly given: ReadonlySet<string>
  /** Words that the line already has. */
  readonly said: ReadonlySet<string>
}

export function writingOf(palette: PaletteState, commands: readonly Command[]): Writing | null {
  const { text, at } = palette.field
  const found = commandOf(text, commands)
  if (found === null || at < found.from) return null
  const { command, from } = found
  const words = wordsOf(text.slice(from)).map((word) => ({
    ...word,
    start: word.start + from,
    end: word.end + from,
  }))
  const current = words.find(({ start, end }) => start <= at && at <= end)
  const before = words.filter(
    ({ end }) => end < (current?.start ?? at + 1) && end <= at && end !== current?.end,
  )
  const byFlag = new Map<string, readonly [string, Field<unknown>]>(
    Object.entries(command.fields).map((entry) => [`--${flagName(entry[0])}`, entry] as const),
  )
  const given = new Set<string>()
  let bare = 0
  let waiting: readonly [string, Field<unknown>] | null = null
  for (const { text: word } of before) {
    const entry = byFlag.get(word.replace(/=.*$/su, ''))
    if (waiting !== null) waiting = null
    else if (entry === undefined) bare += 1
    else {
      given.add(entry[0])
      waiting = entry[1].kind === 'flag' || word.includes('=') ? null : entry
    }
  }
  const word = current === undefined ? '' : current.text
  const places = positionals(command.fields)
  const next = places[bare] ?? (places.at(-1)?.[1].many ? places.at(-1) : undefined) ?? null
  for (const [name] of places.slice(0, bare)) given.add(name)
  const field = waiting ?? (word.startsWith('-') ? null : next)
  const said = new Set(before.map(({ text }) => text))
  return { command, word, start: current?.start ?? at, end: current?.end ?? at, field, given, said }
}

/** The possible completions of the word being written. */
export function completions(state: Browsing, known: Known, writing: Writing): readonly Candidate[] {
  const { field, word, command, given, said } = writing
  const flags = Object.entries(command.fields).flatMap(([name, { help, many }]): readonly Offer[] =>
    given.has(name) && !many ? [] : [{ word: `--${flagName(name)}`, note: help }],
  )
  const values = field === null ? [] : valuesOf(state, known, field[1])
  const offers = word.startsWith('-') && field === null ? flags : values
  const wanted = field?.[1].completes === 'address' ? unsharp(word) : word
  return offers
    .flatMap((offer) => {
      const match = fuzzyMatch(wanted, offer.word) ?? (offer.about ? saidMatch(wanted, offer.note) : null)
      return match === null || offer.word === word || said.has(offer.word) ? [] : [{ offer, match }]
    })
    .sort((one, other) =>
      word === '' ? 0 : behind(one, word) - behind(other, word) || other.match.score - one.match.score,
    )
    .slice(0, 100)
    .map(
      ({ offer, match }): Candidate => ({
        goal: { type: 'word', word: quoted(offer.word) },
        kind: '',
        text: offer.word,
        at: offer.word.toLowerCase().includes(word.toLowerCase().slice(0, 1)) ? match.at : [],
        note: offer.note,
        key: '',
      }),
    )
}

/** `all` writes to everybody: it comes last unless it was typed. */
function behind({ offer }: { readonly offer: Offer }, typed: string): number {
  return Number(offer.word === 'all' && typed !== 'all')
}

/** A note is searched for words, not for letters strewn over it. */
function saidMatch(wanted: string, note: string): Match | null {
  return note.toLowerCase().includes(wanted.toLowerCase()) ? { score: 0, at: [] } : null
}

/** `about`: the note is searched too. */
type Offer = { readonly word: string; readonly note: string; readonly about?: true }

function valuesOf(state: Browsing, known: Known, field: Field<unknown>): readonly Offer[] {
  if (field.words.length > 0) return field.words.map((word) => ({ word, note: '' }))
  const { places } = state.panes.roster
  const named = (list: readonly { readonly name: string }[]) =>
    list.map(({ name }) => ({ word: name, note: '' }))
  switch (field.completes) {
    case 'message':
      return messagesNear(state)
    case 'agent':
      return agentsNear(state).map(({ address, role }) => ({ word: address, note: role ?? '' }))
    case 'address':
      return known.addresses.map((word) => ({ word, note: '' }))
    case 'draft':
      return known.drafts.map((word) => ({ word, note: '' }))
    case 'template':
      return known.templates.map(({ name, subject }) => ({ word: name, note: subject }))
    case 'view':
      return state.panes.roster.views.map(({ name, query }) => ({ word: name, note: query }))
    case 'group':
      return named(places.groups)
    case 'queue':
      return named(places.queues)
    case 'channel':
      return named(places.channels)
    case 'file':
    case null:
      return []
  }
}

/** The agents, that of the selected row first: `:freeze` and `:retire` are mostly for it. */
function agentsNear(state: Browsing): RosterState['agents'] {
  const { agents } = state.panes.roster
  const here = agents.find(({ address }) => address === agentHere(state))
  return here === undefined ? agents : [here, ...agents.filter((one) => one !== here)]
}

/** The messages on the screen, the selected one first. */
function messagesNear(state: HasPanes): readonly Offer[] {
  const { list, thread, focus } = state.panes
  const found = new Map<string, string>()
  const onBoard = isCovered(state) ? messageHere(state) : undefined
  if (onBoard !== undefined) found.set(onBoard.id, `${onBoard.from}: ${onBoard.subject}`)
  const add = (row: Row | undefined) => {
    if (row?.type === 'mail') found.set(messageOfRow(row.id), `${row.message.from}: ${row.message.subject}`)
  }
  const inThread = thread?.messages.map(({ id, from, subject }) => [id, `${from}: ${subject}`] as const) ?? []
  if (focus === 'thread' && thread !== null)
    for (const [id, note] of inThread) if (id === thread.cursor.message) found.set(id, note)
  add(list.rows.find(({ id }) => id === list.selected))
  for (const [id, note] of inThread) found.set(id, note)
  for (const row of list.rows) add(row)
  return [...found].map(([word, note]) => ({ word, note, about: true }))
}
