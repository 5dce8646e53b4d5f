import { offeredField } from '../compose/editor/field.ts'
import { focusPane } from '../panes/inbox/focus.ts'
import { messageHere } from '../panes/thread/here.ts'
import type { Target } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { ask, wordsIn } from './ask.ts'
import { changed, mailChange } from './change.ts'
import { type Command, call } from './command.ts'
import { hasMessage } from './here.ts'
import { actAs } from './mail/act-as.ts'
import { again } from './mail/again.ts'
import { archive } from './mail/archive.ts'
import { decide } from './mail/decide.ts'
import { retract } from './mail/retract.ts'
import { snooze } from './mail/snooze.ts'
import { completeWith } from './rows.ts'
import { hasTarget, targetedMessages, targetsOf } from './targets.ts'

const words = {
  archive: { done: 'Archived {}', verb: 'archive {}' },
  fail: { done: 'Marked {} as failed', verb: 'mark {} as failed' },
  pin: { done: 'Pinned {}', verb: 'pin {}' },
  unpin: { done: 'Unpinned {}', verb: 'unpin {}' },
  unread: { done: 'Marked {} unread', verb: 'mark {} unread' },
} as const

const ofTarget = { writes: true, needs: 'row', available: hasTarget } as const

/** The keys of a message: what changes copies of it, and who goes on with it. */
export const mailCommands: readonly Command[] = [
  mailChange({
    name: 'ack',
    key: 'a',
    help: 'acknowledge',
    hint: 'ack',
    rank: 11,
    operation: 'ack',
    words: { done: 'Acknowledged {}', verb: 'acknowledge {}' },
  }),
  mailChange({
    name: 'process',
    key: 'p',
    help: 'mark as processing',
    hint: 'processing',
    rank: 15,
    operation: 'process',
    words: { done: 'Marked {} as processing', verb: 'mark {} as processing' },
  }),
  mailChange({
    name: 'complete',
    key: 'c',
    help: 'complete',
    hint: 'complete',
    rank: 12,
    operation: 'complete',
    words: { done: 'Completed {}', verb: 'complete {}' },
  }),
  {
    name: 'fail',
    at: { mail: 'x' },
    help: 'mark as failed, with a reason',
    operation: 'fail',
    run: (state) =>
      ask(state, { command: 'mail.fail', label: 'What went wrong (optional):', subject: targetsOf(state) }),
    answer(state, targets: readonly Target[], text): Step {
      const reason = text.trim()
      const input = reason === '' ? {} : { reason }
      return changed(state, { command: 'mail.fail', operation: 'fail', words: words.fail, targets, input })
    },
    changes: { fail: words.fail },
    ...ofTarget,
  },
  archive,
  {
    name: 'archive-thread',
    at: { mail: 'E' },
    help: 'archive the whole thread',
    run: (state) =>
      changed(state, {
        command: 'mail.archive-thread',
        operation: 'archive',
        words: words.archive,
        targets: targetsOf(state).slice(0, 1),
        wholeThread: true,
      }),
    changes: { archive: words.archive },
    ...ofTarget,
  },
  snooze,
  {
    name: 'pin',
    at: { mail: 'P' },
    help: 'pin, unpin',
    operation: 'pin',
    run(state) {
      const messages = targetedMessages(state)
      const arePinned = messages.length > 0 && messages.every(({ pinned }) => pinned)
      const operation = arePinned ? 'unpin' : 'pin'
      return changed(state, { command: 'mail.pin', operation, words: words[operation] })
    },
    changes: { pin: words.pin, unpin: words.unpin },
    ...ofTarget,
  },
  {
    name: 'unread',
    at: { mail: 'U' },
    help: 'mark unread',
    operation: 'unread',
    run(state) {
      const step = changed(state, { command: 'mail.unread', operation: 'unread', words: words.unread })
      // A message that stays open in the thread would be marked read again.
      return state.panes.focus === 'thread' ? andThen(step, (next) => focusPane(next, 'inbox')) : step
    },
    changes: { unread: words.unread },
    ...ofTarget,
  },
  again,
  retract,
  {
    name: 'assign',
    at: { mail: '@' },
    help: 'assign the thread to another supervisor',
    rank: 4.5,
    operation: 'assign',
    writes: true,
    needs: 'row',
    available: hasMessage,
    run(state) {
      const other = state.session.pair.others.find(({ who }) => who !== state.session.me.address)?.who ?? ''
      return ask(state, {
        command: 'mail.assign',
        label: 'Assign this thread to:',
        subject: messageHere(state)?.id,
        field: offeredField(other),
        keeps: true,
      })
    },
    answer(state, thread: string, text): Step {
      const [supervisor] = wordsIn(text)
      if (supervisor === undefined) return say(state, 'Not assigned: no supervisor was named.')
      return [state, call('mail.assign', 'assign', { thread, supervisor })]
    },
    done: { assign: ({ supervisor }) => `Assigned the thread to ${supervisor}` },
  },
  actAs,
  decide,
  // Completing a request ends its task, too, with the last answer; this says the result in words of its own.
  {
    name: 'end-task',
    at: { mail: 'g f' },
    help: 'finish the task',
    operation: 'completeTask',
    writes: true,
    needs: 'row',
    available: (state) => (messageHere(state)?.task ?? null) !== null || 'The message belongs to no task.',
    run(state) {
      const task = messageHere(state)?.task ?? null
      if (task === null) return [state]
      const label = `Result of the task ${task}:`
      return ask(state, { command: 'mail.end-task', label, subject: task, keeps: true })
    },
    answer: (state, task: string, text) => completeWith(state, 'mail.end-task', task, text),
    done: {
      completeTask: ({ id, duplicate, status }) => {
        if (status === 'running') return `Finished your part of the task ${id}`
        return duplicate ? `The task ${id} was already complete` : `Finished the task ${id}`
      },
    },
  },
]
