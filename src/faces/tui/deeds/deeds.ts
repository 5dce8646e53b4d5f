import { parseTime } from '../../../domain/moment.ts'
import { placeAddress } from '../../../domain/places.ts'
import type { MessageValue } from '../../../operations/values.ts'
import { emptyField, fieldOf, offeredField } from '../compose/editor/field.ts'
import type { Deed } from '../effect.ts'
import type { Event } from '../event.ts'
import type { DeedVerb } from '../keymap.ts'
import { keyOf } from '../keys/actions.ts'
import { chosenIds } from '../panes/inbox/chosen.ts'
import { focusPane } from '../panes/inbox/focus.ts'
import { messageOfRow, selectedRow } from '../panes/inbox/list.ts'
import { showSource } from '../panes/inbox/loads.ts'
import { ownInbox } from '../panes/inbox/navigation.ts'
import { askRoster, refresh } from '../panes/inbox/refresh.ts'
import { keyOfSource } from '../panes/roster/roster.ts'
import { messageHere } from '../panes/thread/here.ts'
import type { Asked, Question, State, Target } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { answerPlace } from './place-answers.ts'

/** The copies a verb acts on: in the thread the message under the cursor, in the list those chosen. */
export function targetsOf(state: State): readonly Target[] {
  const { list, me } = state
  const target = (id: string, owner: string | null): Target => ({
    id,
    of: owner === null || owner === me.address ? null : owner,
  })
  if (state.focus === 'thread')
    return messagesOf(state).map(({ id, owner }) => target(id, owner ?? ownerHere(state)))
  const rows = new Map(list.rows.map((row) => [row.id, row]))
  return chosenIds(list).flatMap((id) => {
    const row = rows.get(id)
    if (row !== undefined && row.type !== 'mail') return []
    return [target(messageOfRow(id), row?.message.owner ?? ownerHere(state))]
  })
}

/** The messages that a verb acts on, as far as they are here. */
function messagesOf(state: State): readonly MessageValue[] {
  if (state.focus === 'thread') return [messageHere(state)].filter((message) => message !== undefined)
  const chosen = new Set(chosenIds(state.list))
  return state.list.rows.flatMap((row) => (row.type === 'mail' && chosen.has(row.id) ? [row.message] : []))
}

/** Whose copies the list shows, where a row does not say. */
function ownerHere({ list, me }: State): string {
  const { source } = list
  if (source.type === 'mailbox') return source.owner
  const isPlace = source.type === 'queue' || source.type === 'channel'
  return isPlace ? placeAddress(source.type, source.name) : me.address
}

export function deed(state: State, verb: DeedVerb): Step {
  const draft = selectedRow(state.list)
  if (draft?.type === 'draft' && verb === 'archive')
    return ask(state, { type: 'delete-draft', draft: draft.id })
  const targets = targetsOf(state)
  if (targets.length === 0) return say(state, 'There is no message here to act on.')
  const step = run(state, { verb: verbFor(state, verb), targets })
  // Left open, what is marked unread would count as read again at once.
  return verb === 'unread' && state.focus === 'thread'
    ? andThen(step, (next) => focusPane(next, 'inbox'))
    : step
}

function verbFor(state: State, verb: DeedVerb): DeedVerb | 'restore' | 'unpin' {
  const messages = messagesOf(state)
  if (verb === 'archive' && messages.length > 0 && messages.every(({ status }) => status === 'archived'))
    return 'restore'
  if (verb === 'pin' && messages.length > 0 && messages.every(({ pinned }) => pinned)) return 'unpin'
  return verb
}

/** The deed goes out; what was chosen for it is chosen no more. */
function run(state: State, deed: Deed): Step {
  const list = { ...state.list, marked: new Set<string>(), anchor: null }
  return [
    { ...state, list },
    { type: 'deed', deed },
  ]
}

export function archiveThread(state: State): Step {
  const [target] = targetsOf(state)
  if (target === undefined) return say(state, 'There is no thread here to archive.')
  return run(state, { verb: 'archive-thread', targets: [target] })
}

export function askSnooze(state: State): Step {
  const targets = targetsOf(state)
  return targets.length === 0
    ? say(state, 'There is no message here to snooze.')
    : ask(state, { type: 'snooze', targets })
}

export function askFailure(state: State): Step {
  const targets = targetsOf(state)
  return targets.length === 0
    ? say(state, 'There is no message here to act on.')
    : ask(state, { type: 'fail', targets })
}

function ask(state: State, question: Question): Step {
  const field = question.type === 'snooze' ? offeredField('2h') : emptyField
  return [{ ...state, overlay: { type: 'prompt', question, field } }]
}

/** What is no time to come stays, to be mended. */
function snooze(state: State, question: Extract<Question, { type: 'snooze' }>, until: string): Step {
  if (until === '') return say(state, 'Not snoozed: no time was given.')
  const at = parseTime(until, state.now)
  if (at !== undefined && at > state.now)
    return run(state, { verb: 'snooze', targets: question.targets, until })
  return [
    {
      ...state,
      overlay: { type: 'prompt', question: { ...question, refused: true }, field: fieldOf(until) },
    },
  ]
}

/** What a question at the foot was answered with. */
export function answer(state: State, question: Question, text: string): Step {
  const next: State = { ...state, overlay: { type: 'none' } }
  switch (question.type) {
    case 'snooze':
      return snooze(next, question, text.trim())
    case 'fail':
      return run(next, { verb: 'fail', targets: question.targets, reason: text.trim() })
    case 'place':
      return answerPlace({ ...next, refused: keptWords(question.asked, text) }, question.asked, text)
    case 'pipe':
      return text.trim() === ''
        ? say(next, 'Nothing was run.')
        : [next, { type: 'pipe', command: text.trim(), text: question.text }]
    case 'view-name':
      return text.trim() === ''
        ? say(next, 'Not kept: it needs a name.')
        : [
            next,
            {
              type: 'run-command',
              command: 'saveView',
              input: { name: text.trim(), query: [question.query] },
            },
          ]
    case 'delete-view':
      return isYes(text)
        ? andThen(showSource(withInbox(next), ownInbox(next)), (home) => [
            home,
            { type: 'run-command', command: 'deleteView', input: { view: question.name } },
          ])
        : say(next, 'The view is kept.')
    case 'delete-draft':
      return /^y(?:es)?$/iu.test(text.trim())
        ? [next, { type: 'delete-draft', draft: question.draft, quiet: false }]
        : say(next, 'The draft is kept.')
  }
}

/** A line that comes to nothing is there when one is asked again; a yes is meant once. */
function keptWords(asked: Asked, text: string): State['refused'] {
  return asked.type === 'sure' || text.trim() === '' ? null : { asked, text: text.trim() }
}

const isYes = (text: string): boolean => /^y(?:es)?$/iu.test(text.trim())

function withInbox(state: State): State {
  return { ...state, roster: { ...state.roster, selected: 'view:inbox' } }
}

/** A deed was carried out: it is told, and what it is about comes into view. */
export function done(state: State, event: Extract<Event, { type: 'done' }>): Step {
  // Whoever reads is not taken elsewhere.
  const seek = state.focus === 'thread' ? null : (event.select ?? null)
  const next: State = {
    ...state,
    refused: null,
    list: { ...state.list, seek },
    sentLast: event.undoable ? false : state.sentLast,
  }
  const { show } = event
  const text = event.takenBack
    ? `${event.text}: ${keyOf(state.keymap, { type: 'undo' })} takes it back`
    : event.text
  if (show === undefined) return [...andThen(say(next, text), refresh), { type: 'count-attention' }]
  const key = keyOfSource(next, show)
  const roster = { ...next.roster, selected: key }
  return andThen(
    andThen(say({ ...next, roster, focus: 'inbox', before: null }, text), (at) => showSource(at, show)),
    askRoster,
  )
}
