import { MailError } from '../../../../domain/errors.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { JournalValue } from '../../../../values/log-schema.ts'
import { verbOf } from '../../commands/index.ts'
import type { Effect } from '../../effect.ts'
import type { Event } from '../../event.ts'
import { isAskedFirst } from '../../overlays/journal.ts'
import { filled } from './change.ts'

type Reverse = Extract<Effect, { type: 'reverse' }>

const pageSize = 100

/** Undoes or redoes a change; where the person must know more of it first, answers with that. */
export async function reverse(mailbox: Mailbox, effect: Reverse): Promise<Event> {
  const { direction, startedAt } = effect
  if (direction === 'redo') return reversed('Redid', await mailbox.redo({}))
  if (effect.change !== null) return reversed('Undid', await mailbox.undo({ change: effect.change }))
  const entry = await lastStanding(mailbox)
  if (entry === null) throw new MailError('nothing', 'There is nothing to undo.', '')
  if (entry.change === null || !entry.undoable || isAskedFirst(entry, startedAt))
    return { type: 'undo-found', entry }
  return reversed('Undid', await mailbox.undo({ change: entry.change }))
}

/** The change that undo means. */
async function lastStanding(mailbox: Mailbox): Promise<JournalValue | null> {
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<Mailbox['journal']>> = await mailbox.journal({
      limit: pageSize,
      ...(after !== null && { after }),
    })
    const entry = page.changes.find(({ undone }) => !undone)
    if (entry !== undefined) return entry
    after = page.next
  } while (after !== null)
  return null
}

/** The undone or redone change in words, and one of its messages. */
function reversed(done: 'Undid' | 'Redid', answer: Awaited<ReturnType<Mailbox['undo']>>): Event {
  const event = { type: 'done', undoable: true } as const
  if (!('messages' in answer)) return { ...event, text: '' }
  const { what, messages } = answer
  const [first] = messages
  return {
    ...event,
    text: `${done}: ${filled(verbOf(what), messages.length)}`,
    ...(first === undefined ? {} : { select: first.id }),
  }
}
