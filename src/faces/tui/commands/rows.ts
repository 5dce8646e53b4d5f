import type { QueueItemValue } from '../../../values/queues-schema.ts'
import { addressList } from '../../present.ts'
import { answerDebate, openRuling } from '../compose/writing.ts'
import { focusedTable } from '../panes/boards/board.ts'
import { debateHere } from '../panes/boards/debate-here.ts'
import { rowOn } from '../panes/boards/follow-row.ts'
import { type HasPanes, type HasSession, isCovered, type OnScreen, type Panes } from '../state.ts'
import { type Step, say } from '../step.ts'
import { ask, confirm } from './ask.ts'
import { type Command, call } from './command.ts'

/** What a key does with a row of a board. */
export const onRows: readonly Command[] = [
  /** Decides a debate: the decision, its rationale, and the agents notified in addition to the participants. */
  {
    name: 'rule',
    at: { debates: 'D', debate: 'D', debated: 'D' },
    help: 'rule: decide the debate for its participants',
    // Beside mail only where nobody else can end it.
    hint: (state) => (isCovered(state) || debateHere(state)?.isDeadlocked ? 'rule' : undefined),
    rank: 1,
    operation: 'resolveDebate',
    writes: true,
    available(state) {
      const debate = debateHere(state)
      if (debate === null) return 'No debate is selected.'
      return !debate.isDecided || 'This debate is already decided.'
    },
    run(state) {
      const debate = debateHere(state)
      return debate === null ? [state] : openRuling(state, debate)
    },
  },
  /** Speaks in the open debate, before all who take part in it. */
  {
    name: 'reply',
    at: { debate: 'r' },
    help: 'answer all participants',
    hint: 'answer all',
    rank: 4,
    operation: 'reply',
    writes: true,
    available: (state) => openDebate(state.panes) !== null || 'The debate is still loading.',
    run(state) {
      const debate = openDebate(state.panes)
      return debate === null ? [state] : answerDebate(state, debate)
    },
  },
  {
    name: 'complete',
    at: { tasks: 'c' },
    help: 'complete the task with a result',
    hint: 'complete',
    rank: 4,
    operation: 'completeTask',
    writes: true,
    available: canEnd,
    run: (state) => askAboutTask(state, 'tasks.complete', (task) => `Result of ${task}:`),
    answer: (state, task: string, text) => completeWith(state, 'tasks.complete', task, text),
    done: {
      completeTask: ({ id, duplicate }) =>
        duplicate ? `The task ${id} was complete already` : `Completed the task ${id}`,
    },
  },
  {
    name: 'stop',
    at: { tasks: 'x' },
    help: 'stop the task: interrupt all who take part',
    hint: 'stop',
    rank: 4,
    operation: 'stopTask',
    writes: true,
    available: canEnd,
    run: (state) => askAboutTask(state, 'tasks.stop', (task) => `Stop ${task}. Reason:`),
    answer(state, task: string, text): Step {
      const body = text.trim()
      if (body === '') return say(state, 'Nothing was stopped: no reason was given.')
      return [state, call('tasks.stop', 'stopTask', { task, body })]
    },
    done: {
      stopTask: ({ recipients }, { task }) =>
        `Asked ${addressList(recipients.map(({ address }) => address))} to stop ${task}`,
    },
  },
  {
    name: 'requeue',
    at: { queues: 'r' },
    help: 'put the item back in its queue: from its claimant, or for one more attempt',
    hint: 'requeue',
    rank: 1,
    operation: 'requeue',
    writes: true,
    available(state) {
      const here = itemHere(state)
      if (here === null) return 'No item is selected.'
      return here.column !== 'available' || 'This item is available already.'
    },
    run(state) {
      const here = itemHere(state)
      if (here === null) return [state]
      const { queue, id, title, heldBy } = here.item
      const effect = call('queues.requeue', 'requeue', { queue, message: id })
      if (here.column !== 'processing') return [state, effect]
      return confirm(state, `Take ${title} from ${heldBy ?? 'its claimant'}?`, { effect })
    },
    done: { requeue: (_, { queue, message }) => `Put ${message} back in ${queue}` },
  },
  {
    name: 'give-up',
    at: { queues: 'x' },
    help: 'give the item up: a dead letter, with a reason for its sender',
    hint: 'give up',
    rank: 2,
    operation: 'giveUp',
    writes: true,
    available(state) {
      const here = itemHere(state)
      if (here === null) return 'No item is selected.'
      return here.item.deadReason === null || 'This item is a dead letter already.'
    },
    run(state) {
      const here = itemHere(state)
      if (here === null) return [state]
      const { queue, id, title, heldBy } = here.item
      const from = here.column === 'processing' && heldBy !== null ? `, which ${heldBy} works on` : ''
      const label = `Give up ${title}${from}. Reason:`
      return ask(state, { command: 'queues.give-up', label, subject: { queue, message: id }, keeps: true })
    },
    answer(state, subject: Subject, text): Step {
      const reason = text.trim()
      if (reason === '') return say(state, 'Nothing was given up: no reason was given.')
      return [state, call('queues.give-up', 'giveUp', { ...subject, reason })]
    },
    done: { giveUp: (_, { message }) => `Gave up ${message}; its sender was notified` },
  },
]

function openDebate({ board }: Panes) {
  return board?.page?.type === 'debate' ? board.page.debate : null
}

type Subject = { readonly queue: string; readonly message: string }

/** Why the selected task cannot be ended, or `true`. */
function canEnd(state: HasPanes): true | string {
  const row = rowOn(state, 'tasks')
  if (row === null) return 'No task is selected.'
  return row.status !== 'completed' || 'This task is already completed.'
}

/** Asks for words about the selected task. */
function askAboutTask<S extends OnScreen>(
  state: S,
  command: string,
  label: (task: string) => string,
): Step<S> {
  const row = rowOn(state, 'tasks')
  if (row === null) return [state]
  const { id, title } = row
  return ask(state, { command, label: label(title === '' ? id : title), subject: id, keeps: true })
}

/** Completes a task with the words that were asked for. */
export function completeWith<S extends HasSession>(
  state: S,
  command: string,
  task: string,
  text: string,
): Step<S> {
  const body = text.trim()
  if (body === '') return say(state, 'The task goes on: no result was given.')
  return [state, call(command, 'completeTask', { task, body })]
}

/** The selected item of the board of queues, and its column. */
function itemHere(state: HasPanes): { readonly item: QueueItemValue; readonly column: string } | null {
  const item = rowOn(state, 'queues')
  const { board } = state.panes
  return item === null || board === null ? null : { item, column: focusedTable(board).name }
}
