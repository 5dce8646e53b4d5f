import type { Json } from '../../../../domain/json.ts'
import { own } from '../../../../domain/own.ts'
import { checkInput, type Fields } from '../../../../input/input.ts'
import { draftable } from '../../../../services/drafts/value.ts'
import { writeSaid } from '../../compose/fetch-drafts.ts'
import type { EventOf } from '../../event.ts'
import type { Command, PaletteState } from '../../model/palette.ts'
import { panesShown } from '../../panes/cover.ts'
import { showSource } from '../../panes/inbox/loads.ts'
import {
  type Dialog,
  type HasClock,
  type HasOverlay,
  type HasPanes,
  type State,
  withPanes,
  withSession,
} from '../../state.ts'
import { andThen, onlyLooks, type Step, say } from '../../step.ts'
import { searchedFor } from '../search/query-typing.ts'
import { resultWidth } from './result-lines.ts'

/** A thread has a list of its own. */
export function openThreadOf<S extends HasPanes & HasOverlay & HasClock>(state: S, message: string): Step<S> {
  return listFound(state, `thread:${message}`)
}

/** A search lists its results; Esc returns to the former list. */
function listFound<S extends HasPanes & HasOverlay & HasClock>(state: S, query: string): Step<S> {
  const before = state.panes.list.source.type === 'search' ? state.panes.before : state.panes.list
  return andThen(panesShown(state), (shown) =>
    showSource(withPanes(shown, { before, focus: 'inbox' }), { type: 'search', query }),
  )
}

type CommandInput = { readonly [name: string]: Json | undefined }

/** The commands that need a process of their own, and those that run here instead. */
const elsewhere: Readonly<Record<string, string>> = {
  wait: 'New mail appears here automatically; wait is for programs.',
  watch: 'Changes appear here automatically; watch is for programs.',
  inject: 'inject passes mail to a program: run it in a shell.',
  run: 'run answers mail with a program: run it in a shell.',
}

/** A search for mail lists its results in the inbox pane. */
function queryOf({ name }: Command, input: CommandInput): string | null {
  const { query, ...more } = input
  return name === 'search' && Array.isArray(query) && Object.keys(more).length === 0 ? query.join(' ') : null
}

/** The parts that a message's line must get right: the text, and the message it is about. The rest has its form. */
function saidFields({ fields }: Command, input: CommandInput): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in input || name === 'message'))
}

/** @throws MailError `usage` */
export function runCommand(state: State, palette: PaletteState, command: Command, input: CommandInput): Step {
  const reason = own(elsewhere, command.name)
  if (reason !== undefined) return [{ ...state, overlay: { ...palette, problem: reason } }]
  const written = draftable.find((name) => name === command.name)
  if (written !== undefined && !state.session.readOnly) {
    checkInput(saidFields(command, input), input)
    return writeSaid(state, written, input)
  }
  const query = queryOf(command, input)
  if (query !== null) return andThen(searchedFor(state, query), (kept) => listFound(kept, query))
  const wanted = state.session.readOnly ? lookingInput(command, input) : input
  if (wanted === null)
    return [{ ...state, overlay: { ...palette, problem: `${command.command} changes mail. ${onlyLooks}` } }]
  return [
    { ...state, overlay: { ...palette, running: true, problem: null } },
    {
      type: 'run-command',
      command: command.name,
      input: wanted,
      columns: resultWidth(state.session.size) - 4,
      ...(state.session.readOnly && { looks: true }),
    },
  ]
}

/** The typed text stays until it succeeds; an error is shown below it. */
export function commandFailed<S extends Dialog>(state: S, problem: string): Step<S> {
  const { overlay } = state
  if (overlay.type !== 'palette') return say(state, problem, 'problem')
  // Keys pressed after it were meant for its result.
  return [
    withSession(
      { ...state, overlay: { ...overlay, problem, running: false, entered: false } },
      { early: [] },
    ),
  ]
}

/** The palette closes over what it was waiting for. */
export function commandDone<S extends HasOverlay>(state: S): S {
  const waited = state.overlay.type === 'palette' && state.overlay.running
  return waited ? { ...state, overlay: { type: 'none' } } : state
}

export function commandRan<S extends HasPanes & HasOverlay & HasClock>(
  state: S,
  event: EventOf<'command-ran'>,
): Step<S> {
  const next = commandDone(state)
  const { outcome } = event
  switch (outcome.type) {
    case 'open':
      return openThreadOf(next, outcome.message)
    case 'value':
      // A person who went on to something else is not disturbed.
      return next.overlay.type === 'none'
        ? [{ ...next, overlay: { type: 'result', title: outcome.title, value: outcome.value, top: 0 } }]
        : [next]
  }
}

/** The input with which a command changes nothing, for a read-only screen; `null` where there is none. */
function lookingInput({ access, fields }: Pick<Command, 'access' | 'fields'>, input: CommandInput) {
  if (access === 'read') return input
  return 'peek' in fields ? { ...input, peek: true } : null
}
