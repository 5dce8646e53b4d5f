import { isMailError } from '../../../../domain/errors.ts'
import { editField, emptyField, fieldOf } from '../../compose/editor/field.ts'
import type { EventOf } from '../../event.ts'
import { withNewest } from '../../model/kept.ts'
import type { Candidate, Command, PaletteState } from '../../model/palette.ts'
import { panesShown } from '../../panes/cover.ts'
import { showSource } from '../../panes/inbox/loads.ts'
import {
  type Dialog,
  type HasOverlay,
  type HasSession,
  type OnScreen,
  type State,
  withPanes,
  withSession,
} from '../../state.ts'
import { andThen, type Step } from '../../step.ts'
import type { KeyEvent } from '../../terminal/key-event.ts'
import { candidatesOf } from './candidates.ts'
import { commandOf, inputOf, wordsOf } from './command-line.ts'
import { writingOf } from './completions.ts'
import { copied, copyKey } from './copying.ts'
import { openThreadOf, runCommand } from './running.ts'

const rests = 120

export function paletteKey(state: State, palette: PaletteState, key: KeyEvent): Step {
  const name = key.ctrl ? `C-${key.name}` : key.name
  switch (name) {
    case 'escape':
    case 'C-c':
    case 'C-g':
      return closed(state)
    case 'enter':
      return entered(state, palette)
    case 'tab':
      return completed(state, palette)
    case 'down':
      return palette.former === null ? chosen(state, palette, 1) : recalled(state, palette, -1)
    case 'up':
      return isAmongFormer(palette) ? recalled(state, palette, 1) : chosen(state, palette, -1)
    case 'C-n':
      return chosen(state, palette, 1)
    case 'C-p':
    case 'backtab':
      return chosen(state, palette, -1)
    case 'pagedown':
      return chosen(state, palette, 10)
    case 'pageup':
      return chosen(state, palette, -10)
    case 'backspace':
      if (palette.field.text === '')
        return palette.copies ? [{ ...state, overlay: { ...palette, copies: false } }] : closed(state)
  }
  const field = editField(palette.field, key)
  return field === palette.field ? [state] : paletteTyped(state, palette, field)
}

/** Up in an empty line, and while one goes through what was said before. */
function isAmongFormer({ field, former, moved }: PaletteState): boolean {
  return former !== null || (field.text === '' && !moved)
}

/** Behind the last of them is an empty line. */
function recalled<S extends Dialog>(state: S, palette: PaletteState, by: number): Step<S> {
  const former = Math.min((palette.former ?? -1) + by, state.session.lines.length - 1)
  const [next, ...effects] = paletteTyped(state, palette, fieldOf(state.session.lines[former] ?? ''))
  if (next.overlay.type !== 'palette') return [next, ...effects]
  return [{ ...next, overlay: { ...next.overlay, former: former < 0 ? null : former } }, ...effects]
}

export function paletteTyped<S extends HasOverlay>(
  state: S,
  palette: PaletteState,
  field: PaletteState['field'],
): Step<S> {
  const isCopyKey = palette.field.text === '' && field.text === copyKey
  const overlay: PaletteState = {
    ...palette,
    field: isCopyKey ? emptyField : field,
    copies: palette.copies !== isCopyKey,
    chosen: 0,
    moved: false,
    former: null,
    problem: null,
    entered: false,
  }
  return [
    { ...state, overlay },
    { type: 'wait', name: 'palette', milliseconds: rests },
  ]
}

/** Typing rested: threads are looked for that are not on the screen. */
export function paletteRested<S extends Dialog>(state: S): Step<S> {
  const { overlay } = state
  const { known } = state.session
  if (overlay.type !== 'palette') return [state]
  const text = overlay.field.text.trim()
  if (text.length < 2 || commandOf(overlay.field.text, known?.commands ?? []) !== null) return [state]
  return [state, { type: 'find-threads', text }]
}

export function threadsFound<S extends HasOverlay>(state: S, event: EventOf<'threads-found'>): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'palette' || overlay.field.text.trim() !== event.text) return [state]
  return [{ ...state, overlay: { ...overlay, threads: event.threads } }]
}

/** Keys pressed while it waited were meant for its result. */
function closed<S extends Dialog>(state: S): Step<S> {
  return [withSession({ ...state, overlay: { type: 'none' } }, { early: [] })]
}

function chosen<S extends OnScreen>(state: S, palette: PaletteState, by: number): Step<S> {
  const { length } = candidatesOf(state, palette)
  if (length === 0) return [state]
  const wanted = palette.chosen + by
  const next = Math.abs(by) === 1 ? (wanted + length) % length : Math.min(Math.max(wanted, 0), length - 1)
  return [{ ...state, overlay: { ...palette, chosen: next, moved: true, entered: false } }]
}

/** The typed text may name a command that has not loaded yet, so nothing is chosen before. */
function entered(state: State, palette: PaletteState): Step {
  if (palette.running) return [state]
  if (state.session.known === null) return [{ ...state, overlay: { ...palette, entered: true } }]
  const candidate = candidatesOf(state, palette)[palette.chosen]
  const writing = writingOf(palette, state.session.known.commands)
  if (palette.copies) {
    const isLine = writing !== null && (candidate === undefined || candidate.goal.type === 'word')
    return copied(state, palette, isLine ? palette.field.text.trim() : null, candidate)
  }
  if (writing !== null) {
    // Other things are offered only where the line says nothing that the command takes.
    if (candidate !== undefined && candidate.goal.type !== 'word') return go(state, palette, candidate)
    if (candidate !== undefined && takesMarked(state, palette)) return filledIn(state, palette, candidate)
    return runLine(state, palette)
  }
  if (candidate === undefined) return [{ ...state, overlay: { ...palette, problem: 'No matches.' } }]
  const said = candidate.goal.type === 'thread' ? palette.field.text : candidate.text
  const [next, ...effects] = go(state, palette, candidate)
  const goesOn = next.overlay.type === 'palette' && !next.overlay.running
  return [goesOn ? next : saidLine(next, said), ...effects]
}

/** `Up` in the palette brings it back. */
function saidLine<S extends HasSession>(state: S, line: string): S {
  return withSession(state, { lines: withNewest(state.session.lines, line.trim()) })
}

/** Enter takes the marked completion of a word that is begun, or that was chosen; a whole word is what it is. */
export function takesMarked(state: OnScreen, palette: PaletteState): boolean {
  const writing = writingOf(palette, state.session.known?.commands ?? [])
  if (writing === null || palette.moved) return true
  const { word } = writing
  if (word === '') return false
  const words = candidatesOf(state, palette).flatMap(({ goal }) => (goal.type === 'word' ? [goal.word] : []))
  const isWhole = (one: string) => one === word || one.endsWith(`/${word}`) || one.endsWith(`:${word}`)
  return !words.some(isWhole)
}

/** A click chooses, a second one does what the first chose: the rows may have moved below it. */
export function paletteClicked(state: State, palette: PaletteState, at: number, isDouble: boolean): Step {
  if (isDouble) return entered(state, palette)
  return [{ ...state, overlay: { ...palette, chosen: at, moved: true } }]
}

export function knownLoaded(state: State, event: EventOf<'known-loaded'>): Step {
  const { commands, addresses, drafts, templates } = event
  const next: State = withSession(state, { known: { commands, addresses, drafts, templates } })
  const { overlay } = next
  if (overlay.type !== 'palette' || !overlay.entered) return [next]
  return entered(next, { ...overlay, entered: false })
}

/** Tab: a command is written out, so that inputs can follow; a word is completed. */
function completed<S extends OnScreen>(state: S, palette: PaletteState): Step<S> {
  const candidate = candidatesOf(state, palette)[palette.chosen]
  if (candidate === undefined) return [state]
  return filledIn(state, palette, candidate)
}

function filledIn<S extends Dialog>(state: S, palette: PaletteState, candidate: Candidate): Step<S> {
  const { goal } = candidate
  if (goal.type === 'command') return paletteTyped(state, palette, fieldOf(`${goal.command.command} `))
  if (goal.type !== 'word') return paletteTyped(state, palette, fieldOf(candidate.text))
  const writing = writingOf(palette, state.session.known?.commands ?? [])
  if (writing === null) return [state]
  const { text } = palette.field
  const before = `${text.slice(0, writing.start)}${goal.word} `
  return paletteTyped(state, palette, {
    text: before + text.slice(writing.end).trimStart(),
    at: before.length,
  })
}

/** Nothing has to be added to it: it takes nothing, or its whole name was typed and the rest may be left out. */
function isSaidWhole({ field }: PaletteState, { command, fields }: Command): boolean {
  const every = Object.values(fields)
  return every.length === 0 || (field.text.trim() === command && !every.some(({ required }) => required))
}

function go(state: State, palette: PaletteState, { goal }: Candidate): Step {
  switch (goal.type) {
    case 'command':
      if (goal.key !== null) return pressed(state, goal.key)
      return isSaidWhole(palette, goal.command)
        ? runCommand(state, { ...palette, field: fieldOf(`${goal.command.command} `) }, goal.command, {})
        : paletteTyped(state, palette, fieldOf(`${goal.command.command} `))
    case 'key':
      return pressed(state, goal.key)
    case 'source': {
      const roster = { ...state.panes.roster, selected: goal.key }
      return andThen(panesShown(state), (shown) =>
        showSource(withPanes(shown, { roster, before: null, focus: 'inbox' }), goal.source),
      )
    }
    case 'thread':
      return openThreadOf(state, goal.message)
    case 'theme':
      return [withSession({ ...state, overlay: { type: 'none' } }, { theme: goal.theme, groundUntil: null })]
    case 'word':
      return [state]
  }
}

/** A command with a key runs as its key would run it. */
function pressed<S extends HasOverlay>(state: S, command: string): Step<S> {
  return [
    { ...state, overlay: { type: 'none' } },
    { type: 'press', command },
  ]
}

function runLine(state: State, palette: PaletteState): Step {
  const found = commandOf(palette.field.text, state.session.known?.commands ?? [])
  if (found === null) return [state]
  try {
    const words = wordsOf(palette.field.text.slice(found.from)).map(({ text }) => text)
    return runCommand(
      saidLine(state, palette.field.text),
      palette,
      found.command,
      inputOf(found.command.fields, words),
    )
  } catch (error) {
    if (!isMailError(error)) throw error
    return [{ ...state, overlay: { ...palette, problem: error.message } }]
  }
}
