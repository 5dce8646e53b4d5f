import { type Problem, withHint } from '../../../domain/errors.ts'
import { draftableOf } from '../../../services/drafts/value.ts'
import type { Effect } from '../effect.ts'
import type { EventOf } from '../event.ts'
import type { FormState } from '../model/form.ts'
import { refresh } from '../panes/inbox/refresh.ts'
import {
  type Dialog,
  type HasClock,
  type HasOutbox,
  type HasPanes,
  type HasSession,
  type Sending,
  type State,
  withOutbox,
  withSession,
} from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { doubtedForm, failForm, openDraft as formOfDraft } from './form/form.ts'
import { askTemplate } from './templates.ts'
import { openDraft } from './writing.ts'

const beat: Effect = { type: 'wait', name: 'grace', milliseconds: 250 }
/** A send that another program left behind waits this long, so that one can still take it back. */
const lateGrace = 3_000

/** The target of undo or redo: the last change, or one of the journal. */
export function reversing(
  { session: { startedAt } }: HasSession,
  direction: 'undo' | 'redo',
  change: number | null = null,
): Effect {
  return { type: 'reverse', direction, change, startedAt }
}

/** `u`: the last send while its grace lasts, else the last change. */
export function takeBack(state: State): Step {
  const last = state.outbox.sending.findLast(({ going }) => !going)
  if (last === undefined || !state.outbox.sentLast) return [state, reversing(state, 'undo')]
  return recall(state, last)
}

/** A decision goes like any answer: it can be taken back while its grace lasts. */
export function decision(message: string, option: number): Effect {
  const fields = { message, option }
  return { type: 'save-draft', why: 'send', operation: 'reply', fields, draft: null, sendIn: grace }
}

/** The option that a send decides by, where it has no words of its own. */
export function optionOf({ operation, fields }: Pick<Sending, 'operation' | 'fields'>): number | null {
  const { option, body } = fields
  return operation === 'reply' && typeof option === 'number' && body === undefined ? option : null
}

/** The message is a draft again, and open to be written on. A decision is chosen again. */
export function recall(state: State, last: Sending): Step {
  const { draft, operation, fields } = last
  const sending = state.outbox.sending.filter((one) => one.draft !== draft)
  if (optionOf(last) !== null) {
    const back = withOutbox(state, { sending, sentLast: false })
    return andThen([back, { type: 'delete-draft', draft, quiet: true }], (next) => say(next, 'Not decided'))
  }
  const kept: Effect = { type: 'save-draft', why: 'keep', operation, fields, draft, sendIn: null }
  const reopened = openDraft(
    withOutbox(state, { sending, sentLast: false }),
    { id: draft, operation, fields, savedAt: '', sendAt: null },
    false,
  )
  return andThen(
    andThen(reopened, (next) => [next, kept]),
    (next) => say(next, 'Not sent: you can edit it again'),
  )
}

/** The seconds are counted down in the message line; what is due goes. */
export function graceTick<S extends HasOutbox & HasClock>(state: S): Step<S> {
  const due = state.outbox.sending.filter(({ due, going }) => due <= state.clock.now && !going)
  const sending = state.outbox.sending.map((one) => (due.includes(one) ? { ...one, going: true } : one))
  const more = sending.some(({ going }) => !going) ? [beat] : []
  return [
    withOutbox(state, { sending }),
    ...due.map(({ draft }): Effect => ({ type: 'send-draft', draft })),
    ...more,
  ]
}

/** A draft was kept, or its grace began. */
export function draftSaved<S extends Dialog & HasOutbox>(state: S, event: EventOf<'draft-saved'>): Step<S> {
  const { id, operation, fields, sendAt } = event.draft
  // A send that was taken back for editing must not leave.
  if (event.why === 'keep' || sendAt === null)
    return [
      withOutbox(state, {
        sending: state.outbox.sending.filter(({ draft, going }) => draft !== id || going),
      }),
    ]
  const sending = [
    ...state.outbox.sending.filter(({ draft }) => draft !== id),
    { draft: id, operation: draftableOf(operation), fields, due: Date.parse(sendAt), going: false },
  ]
  const closes = 'draft' in state.overlay && state.overlay.draft === id
  const overlay = closes ? ({ type: 'none' } as const) : state.overlay
  return [withSession(withOutbox({ ...state, overlay }, { sending, sentLast: true }), { toast: null }), beat]
}

export function draftSent(state: State, event: EventOf<'draft-sent'>): Step {
  const sending = state.outbox.sending.filter(({ draft }) => draft !== event.draft)
  return andThen(say(withOutbox(state, { sending }), event.text), refresh)
}

/** Somebody threw it away, or sent it elsewhere: nothing waits for it any more. */
export function draftGone<S extends HasPanes & HasOutbox & HasClock>(state: S, gone: string): Step<S> {
  return refresh(withOutbox(state, { sending: state.outbox.sending.filter(({ draft }) => draft !== gone) }))
}

/** Nothing that was written is lost: it is shown again with what is wrong, or stays among the drafts. */
export function draftRefused<S extends Dialog & HasOutbox>(
  state: S,
  event: EventOf<'draft-refused'>,
): Step<S> {
  const { draft } = event
  const refused = state.outbox.sending.find((one) => one.draft === draft)
  const sending = state.outbox.sending.filter((one) => one.draft !== draft)
  const next: S = withOutbox(state, { sending })
  return refused === undefined ? shownAgain(next, event) : untimed(shownAgain(next, event, refused), refused)
}

/** Stops the automatic sending of a draft: the next person would get the same refusal. */
function untimed<S>([state, ...effects]: Step<S>, { draft, operation, fields }: Sending): Step<S> {
  return [state, { type: 'save-draft', why: 'keep', operation, fields, draft, sendIn: null }, ...effects]
}

function shownAgain<S extends Dialog>(next: S, event: EventOf<'draft-refused'>, refused?: Sending): Step<S> {
  const { draft, problem } = event
  const { overlay } = next
  if (overlay.type === 'form' && overlay.draft === draft)
    return [
      withSession({ ...next, overlay: { ...overlay, form: toldIn(overlay.form, event) } }, { early: [] }),
    ]
  if ((overlay.type === 'reply' || overlay.type === 'post') && overlay.draft === draft) {
    const { sending: _, ...open } = overlay
    return say(withSession({ ...next, overlay: open }, { early: [] }), notSent(problem), 'problem')
  }
  if (refused === undefined || overlay.type !== 'none') return say(next, notSent(problem), 'problem')
  const form = toldIn(formOfDraft({ ...refused, id: draft }, { self: next.session.me.address }), event)
  return askTemplate({ ...next, overlay: { type: 'form', form, draft } })
}

type Refused = EventOf<'draft-refused'>

function toldIn(form: FormState, { problem, lacks, doubt }: Refused): FormState {
  return doubt === undefined ? failForm(form, problem, lacks) : doubtedForm(form, doubt)
}

function notSent({ code, message }: Problem): string {
  // There are no drafts without a store.
  if (code === 'no-store') return message
  return `Not sent: ${withHint({ message, hint: 'The text is saved in Drafts.' })}`
}

/** A send that a program kept when it ended too soon is sent now, unless the person takes it back. */
export function dueDraftsFound<S extends HasOutbox & HasClock>(
  state: S,
  event: EventOf<'due-drafts'>,
): Step<S> {
  if (event.drafts.length === 0) return [state]
  const found = event.drafts.map(
    ({ id, operation, fields, sendAt }): Sending => ({
      draft: id,
      operation: draftableOf(operation),
      fields,
      due: Math.max(Date.parse(sendAt ?? '') || 0, state.clock.now) + lateGrace,
      going: false,
    }),
  )
  return [withOutbox(state, { sending: [...state.outbox.sending, ...found], sentLast: true }), beat]
}

/** On leaving, nothing waits any longer. */
export function flush<S extends HasOutbox>(state: S, onward = false): Step<S> {
  const quit: Effect = onward ? { type: 'quit', onward } : { type: 'quit' }
  const waiting = state.outbox.sending.filter(({ going }) => !going)
  return [state, ...waiting.map(({ draft }): Effect => ({ type: 'send-draft', draft })), quit]
}

/** How long a send can be taken back, ms. */
export const grace = 5_000
