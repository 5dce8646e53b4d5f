import { kindRules } from '../../../domain/kind.ts'
import { type Draftable, type DraftValue, draftable } from '../../../operations/drafts/value.ts'
import type { MessageValue } from '../../../operations/values.ts'
import {
  type FormInitial,
  type FormKind,
  openDraft as formOfDraft,
  openForm,
  prefillHandoff,
} from '../form/form.ts'
import { openReplyLine } from '../form/form-reply-line.ts'
import { focusPane } from '../list/focus.ts'
import { selectedRow } from '../list/list.ts'
import type { Answered, State } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { currentMessage } from '../thread/thread.ts'
import { isShown } from '../view/layout.ts'

/** The message that an answer would be about: under the cursor of the thread, or the selected one. */
function messageHere(state: State): MessageValue | undefined {
  if (state.focus === 'thread') return state.thread ? currentMessage(state.thread) : undefined
  const row = selectedRow(state.list)
  return row?.type === 'mail' ? row.message : undefined
}

export function write(state: State, what: 'compose' | 'reply' | 'reply-all' | 'forward' | 'handoff'): Step {
  if (what === 'compose') return openWith(state, 'compose', composeInitial(state))
  const message = messageHere(state)
  if (message === undefined) return say(state, 'There is no message here to answer.')
  const { id, from, subject, kind } = message
  const about = { from, subject, answers: kindRules[kind].answers }
  switch (what) {
    case 'reply':
      return openReply(state, { message: id, from, subject, kind })
    case 'reply-all':
      return openWith(state, 'reply', { about, input: { message: id, all: true } })
    case 'forward':
      return openWith(state, 'forward', { about: { from, subject }, input: { message: id } })
    case 'handoff':
      return openWith(state, 'handoff', handoffInitial(state, message))
  }
}

function composeInitial({ list, me }: State): FormInitial {
  const { source } = list
  const to = source.type === 'mailbox' && source.owner !== me.address ? [source.owner] : undefined
  return to === undefined ? {} : { input: { to } }
}

function handoffInitial({ thread }: State, message: MessageValue): FormInitial {
  const loaded = thread?.messages.some(({ id }) => id === message.id) ? thread : null
  return prefillHandoff({
    subject: loaded?.subject ?? message.subject,
    messages: loaded?.messages ?? [message],
    replyTo: message.id,
  })
}

function openWith(state: State, kind: FormKind, initial: FormInitial): Step {
  const draft = draftId(state)
  const form = openForm(kind, { self: state.me.address, ...initial, draft })
  return [{ ...state, overlay: { type: 'form', form, draft } }]
}

/** Drafts are named here, so that one that is saved again and again stays one. */
function draftId({ now, asked }: State): string {
  return `D${now.toString(36)}${(asked.list % 36).toString(36)}`.toUpperCase()
}

/** One line at the foot of the thread; it grows into the whole form. */
function openReply(state: State, answered: Answered): Step {
  const shown = isShown(state, 'thread') ? ([state] as const) : focusPane(state, 'thread')
  return andThen(shown, (next) => [
    { ...next, overlay: { type: 'reply', line: openReplyLine(), draft: draftId(state), ...answered } },
  ])
}

/** Goes on with a draft, as itself. */
export function openDraft(state: State, draft: DraftValue): Step {
  const form = formOfDraft(draft, { self: state.me.address })
  return [{ ...state, overlay: { type: 'form', form, draft: draft.id } }]
}

export function draftableOf(operation: string): Draftable {
  return draftable.find((known) => known === operation) ?? 'send'
}
