import { withKeys } from '../keymap.ts'
import type { Field } from '../model/editor.ts'
import { hidesPanes, panesShown } from '../panes/cover.ts'
import { type Browsing, type Overlay, type Session, type State, withSession } from '../state.ts'
import { andThen, onlyLooks, type Step, say } from '../step.ts'
import { type Confirmed, confirmation, isYes } from './ask.ts'
import type { Command } from './command.ts'
import { commandNamed, commandOf, idOf } from './index.ts'
import { unmarked } from './targets.ts'

const onlyPanes = 'This key works in the panes: {pane-inbox} returns to them.'

/** Runs a command, or says why it cannot be run here. */
export function perform(state: State, id: string): Step {
  const { writes, panes, available, run } = commandIn(state.session, id)
  if (writes && state.session.readOnly) return say(state, onlyLooks)
  if (panes !== undefined && hidesPanes(state))
    return panes === 'needed'
      ? say(state, withKeys(state.session.keymap, onlyPanes))
      : andThen(panesShown(state), run)
  const reason = available?.(state) ?? true
  return reason === true ? run(state) : say(state, reason)
}

function commandIn({ keymap }: Session, id: string): Command {
  const own = keymap.find((binding) => binding.own !== undefined && idOf(binding) === id)
  return own === undefined ? commandNamed(id) : commandOf(own)
}

type Prompt = Extract<Overlay, { type: 'prompt' }>

/** The command that asked; a question before a change belongs to no command. */
function askerOf({ command }: Prompt): Command | null {
  return command === confirmation ? null : commandNamed(command)
}

/** A prompt is typed into. */
export function typedInto(state: State, prompt: Prompt, field: Field): Step {
  const next: State = { ...state, overlay: { ...prompt, field } }
  return [askerOf(prompt)?.typed?.(next, field.text) ?? next]
}

/** A prompt is closed without an answer. */
export function giveUp(state: State, prompt: Prompt): Step {
  const next: State = { ...state, overlay: { type: 'none' } }
  return [askerOf(prompt)?.gaveUp?.(next, prompt.subject as never) ?? next]
}

/** Hands the text of a prompt to the command that asked. */
export function answer(state: State, prompt: Prompt, text: string): Step {
  const { command, subject, keeps } = prompt
  const refused = keeps && text.trim() !== '' ? { command, subject, text: text.trim() } : null
  const next: State = withSession({ ...state, overlay: { type: 'none' } }, { refused })
  const asker = askerOf(prompt)
  if (asker === null) return confirmed(next, subject as Confirmed, text)
  return asker.answer?.(next, subject as never, text) ?? [next]
}

function confirmed<S extends Browsing>(
  state: S,
  { effect, acting, stays }: Confirmed,
  text: string,
): Step<S> {
  if (!isYes(text)) return say(state, stays ?? 'Nothing was changed.')
  if (stays !== undefined) return [state, effect]
  const { acting: present } = state.session
  const agreed = acting && present !== null ? { acting: { ...present, confirmed: true } } : {}
  return [unmarked(withSession(state, agreed)), effect]
}
