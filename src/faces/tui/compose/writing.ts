import { answersTo, isPosition } from '../../../domain/debates/debate-answers.ts'
import { kindRules } from '../../../domain/kind.ts'
import { replySubject } from '../../../domain/message.ts'
import { placeAddress } from '../../../domain/places.ts'
import type { Draftable } from '../../../services/drafts/value.ts'
import type { MessageValue } from '../../../services/values.ts'
import type { ShownDebate } from '../../../values/debates-schema.ts'
import type { DraftValue } from '../../../values/drafts-schema.ts'
import type { FormInitial, FormInput, FormKind } from '../model/form.ts'
import { focusPane } from '../panes/inbox/focus.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import { askSelected } from '../panes/inbox/loads.ts'
import { agentHere, queueHere, troubleHere } from '../panes/inbox/scopes.ts'
import { isStream } from '../panes/inbox/stream.ts'
import { isShown } from '../panes/layout.ts'
import { messageHere } from '../panes/thread/here.ts'
import {
  type Answered,
  type Browsing,
  type HasClock,
  type HasOutbox,
  type HasOverlay,
  type HasPanes,
  isCovered,
  type OnScreen,
  type Panes,
  type State,
  withOutbox,
} from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { askAnswers } from './answers.ts'
import { aboutForm, openDraft as formOfDraft, openForm, prefillHandoff } from './form/form.ts'
import { openReplyLine } from './form/form-reply-line.ts'
import { lacksOriginal, originalOf } from './original.ts'
import { askTemplate } from './templates.ts'

/** A new message, addressed to where one is; in a stream, one line for it. */
export function compose(state: State): Step {
  const to = addressHere(state)
  if (to !== null && !isCovered(state) && isStream(state.panes.list.source)) return openPost(state, to)
  const reminded = to === null ? null : remindedOf(state)
  if (to !== null && reminded !== null) return openReminder(state, to, reminded)
  return openWith(state, 'compose', to === null ? {} : { input: { to: [to] } })
}

/** The message of a problem that its agent is to be reminded of: the reminder belongs in its thread. */
function remindedOf(state: HasPanes): MessageValue | null {
  const trouble = state.panes.focus === 'inbox' ? troubleHere(state) : null
  return trouble?.why === 'unanswered' || trouble?.why === 'abandoned' ? trouble.message : null
}

function openReminder(state: State, agent: string, { id, subject, priority }: MessageValue): Step {
  const text = replySubject(subject)
  const input = {
    to: [agent],
    replyTo: id,
    priority,
    kind: 'notification',
    ...(text !== '' && { subject: text }),
  }
  return openWith(state, 'compose', { input })
}

/** A message of a stream is answered before everybody there. */
export function reply(state: State, everyone: boolean): Step {
  const message = messageHere(state)
  if (message === undefined) return [state]
  const { id, from, subject, kind } = message
  const draft = everyone ? null : draftOf(state.panes, id)
  if (draft !== null) return openDraft(state, draft, true)
  const all = everyone || (!isCovered(state) && isStream(state.panes.list.source))
  // In a debate a word to one of them keeps the others from agreeing.
  if (isPosition(kind)) return openAnswer(state, message)
  if (!everyone && !isCovered(state))
    return openReply(state, { message: id, from, subject, kind, ...(all && { all: true as const }) })
  const about = { from, subject, answers: kindRules[kind].answers }
  return openWith(state, 'reply', { about, input: { message: id, ...(all && { all }) } })
}

/** The answer that was begun to the selected message. */
function draftOf({ list }: Panes, message: string): DraftValue | null {
  const row = selectedRow(list)
  return row?.type === 'mail' && row.message.id === message ? (row.marks?.draft ?? null) : null
}

/** A word in a debate, for all who take part in it. */
export function answerDebate(state: State, debate: ShownDebate): Step {
  const { standing, topic, positions, allowed } = debate
  if (standing === null || allowed.length === 0) return say(state, 'This debate takes no more answers.')
  const from = positions.find(({ id }) => id === standing)?.who
  const answers = from === state.session.me.address ? allowed.filter((kind) => kind !== 'agree') : allowed
  const about = { subject: topic, answers, ...(from === undefined ? {} : { from }) }
  return andThen(openWith(state, 'answer', { about, input: { message: standing, all: true } }), askAnswers)
}

/** The form that decides a debate. */
export function openRuling(
  state: State,
  { thread, topic, participants }: Pick<ShownDebate, 'thread' | 'topic' | 'participants'>,
): Step {
  return openWith(state, 'rule', { about: { subject: topic, participants }, input: { thread } })
}

export function forward(state: State): Step {
  const message = messageHere(state)
  if (message === undefined) return [state]
  const { id, from, subject } = message
  return openWith(state, 'forward', { about: { from, subject }, input: { message: id } })
}

export function handoff(state: State): Step {
  const message = messageHere(state)
  return message === undefined ? [state] : openWith(state, 'handoff', handoffInitial(state.panes, message))
}

/** The recipient that the list suggests for a new message: the owner of another's mailbox, a place, or nobody. */
function addressHere(state: Browsing): string | null {
  if (isCovered(state)) return addressOnBoard(state)
  const { me } = state.session
  const { source } = state.panes.list
  switch (source.type) {
    case 'mailbox':
      return source.owner === me.address ? null : source.owner
    case 'queue':
    case 'channel':
    case 'group':
      return placeAddress(source.type, source.name)
    case 'tag':
      return source.tag
    case 'attention':
      return agentHere(state)
    default:
      return null
  }
}

/** The agent of the row, else its queue. */
function addressOnBoard(state: Browsing): string | null {
  const queue = queueHere(state)
  return agentHere(state) ?? (queue === null ? null : placeAddress('queue', queue))
}

/** One line at the foot of a stream: what is typed there goes to it. */
function openPost(state: State, to: string): Step {
  const shown = isShown(state, 'inbox') ? ([state] as const) : focusPane(state, 'inbox')
  return andThen(shown, (here) => {
    const [draft, next] = beginDraft(here)
    return [{ ...next, overlay: { type: 'post', line: openReplyLine(), draft, to } }]
  })
}

function handoffInitial({ thread }: Panes, message: MessageValue): FormInitial {
  const loaded = thread?.messages.some(({ id }) => id === message.id) ? thread : null
  return prefillHandoff({
    subject: loaded?.subject ?? message.subject,
    messages: loaded?.messages ?? [message],
    replyTo: message.id,
  })
}

/** An answer to a position says what it is: the form offers what may be said now, and no other. */
function openAnswer(state: State, { id, from, subject, kind }: MessageValue): Step {
  const isHere = isCovered(state) || isShown(state, 'thread')
  const shown = isHere ? ([state] as const) : focusPane(state, 'thread')
  const answers = answersTo(kind, { decided: false, own: from === state.session.me.address })
  const initial = { about: { from, subject, answers }, input: { message: id, all: true } }
  return andThen(
    andThen(shown, (next) => openWith(next, 'answer', initial)),
    askAnswers,
  )
}

function openWith(state: State, kind: FormKind, initial: FormInitial): Step {
  const [draft, next] = beginDraft(state)
  const opened = openForm(kind, { self: state.session.me.address, ...initial, draft })
  const form = aboutForm(opened, originalOf(state, opened.rest['message']))
  const shown: State = { ...next, overlay: { type: 'form', form, draft } }
  return lacksOriginal(shown) ? askSelected(shown) : [shown]
}

/** The form of a message, with what was said of it already. */
export function openSaid(state: State, operation: Draftable, fields: FormInput): Step {
  const [draft, next] = beginDraft(state)
  const form = formOfDraft({ id: draft, operation, fields }, { self: state.session.me.address })
  return askMore({ ...next, overlay: { type: 'form', form, draft } })
}

/** Drafts are named here, so that one that is saved again and again stays one, and no two are one, whatever the clock does. */
function beginDraft<S extends HasOutbox & HasClock>(state: S): readonly [string, S] {
  const begun = state.outbox.begun + 1
  const id = `D${state.clock.now.toString(36)}${begun.toString(36).padStart(2, '0')}`.toUpperCase()
  return [id, withOutbox(state, { begun })]
}

/** One line at the foot of the thread; it grows into the whole form. */
function openReply(state: State, answered: Answered): Step {
  const shown = isShown(state, 'thread') ? ([state] as const) : focusPane(state, 'thread')
  return andThen(shown, (here) => {
    const [draft, next] = beginDraft(here)
    return [{ ...next, overlay: { type: 'reply', line: openReplyLine(), draft, ...answered } }]
  })
}

/** Goes on with a draft, as itself; one that lies among the drafts (`kept`) stays there if nothing is done to it. */
export function openDraft<S extends OnScreen>(state: S, draft: DraftValue, kept: boolean): Step<S> {
  const opened = formOfDraft(draft, { self: state.session.me.address, kept })
  const form = aboutForm(opened, originalOf(state, draft.fields['message']))
  return askMore({ ...state, overlay: { type: 'form', form, draft: draft.id } })
}

/** The context that a form from earlier words does not record. */
function askMore<S extends HasOverlay>(state: S): Step<S> {
  return andThen(askAnswers(state), askTemplate)
}
