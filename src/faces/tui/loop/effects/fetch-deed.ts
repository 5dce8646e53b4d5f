import { isMailError, MailError } from '../../../../domain/errors.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { MovedValue } from '../../../../operations/taking/moves.ts'
import { age, counted } from '../../../present.ts'
import type { Deed } from '../../effect.ts'
import type { Target } from '../../state.ts'
import { fetchThread, sentenceOf } from './fetch.ts'

/**
 * Carries out a deed: one operation for each owner whose copies it is about. A copy of one's own goes before
 * another's. Answers with what to say of it.
 */
export async function carryOut(mailbox: Mailbox, deed: Deed, self: string): Promise<string> {
  const targets = deed.verb === 'archive-thread' ? await threadTargets(mailbox, deed.targets) : deed.targets
  const said: string[] = []
  let problem: unknown
  for (const [of, messages] of await byOwner(mailbox, targets, self)) {
    try {
      const moved = await apply(mailbox, deed, { messages, ...(of === null ? {} : { of }) })
      said.push(told(deed, moved, of))
    } catch (error) {
      problem ??= await whoElse(mailbox, messages, self, error)
    }
  }
  if (said.length === 0 && problem !== undefined) throw problem
  return [...said, ...(problem === undefined ? [] : [sentenceOf(problem)])].join(' · ')
}

/** A deed that came too late says who was there first, and with what. */
async function whoElse(
  mailbox: Mailbox,
  messages: readonly string[],
  self: string,
  error: unknown,
): Promise<unknown> {
  const [message] = messages
  const isLate = isMailError(error) && (error.code === 'conflict' || error.code === 'stale')
  if (!isLate || message === undefined) return error
  const { events } = await mailbox.history({ message, limit: 200 })
  const last = events.findLast(({ what }) => what !== 'offered' && what !== 'released')
  if (last === undefined || last.actor === self) return error
  const who = last.actor === last.from ? last.from : `${last.actor} as ${last.from}`
  return new MailError(
    error.code,
    `${who} was first: ${last.what}, ${age(last.at, Date.now())} ago. ${error.message}`,
    '',
  )
}

async function threadTargets(mailbox: Mailbox, [target]: readonly Target[]): Promise<readonly Target[]> {
  if (target === undefined) return []
  const thread = await fetchThread(mailbox, target.id, target.of ?? undefined, Number.POSITIVE_INFINITY)
  return thread.messages
    .filter(({ owner, status }) => owner !== null && status !== 'archived')
    .map(({ id }) => ({ id, of: target.of }))
}

/** Whose copies: mine where I have one, even if I came upon the message in another's mailbox. */
async function byOwner(
  mailbox: Mailbox,
  targets: readonly Target[],
  self: string,
): Promise<ReadonlyMap<string | null, readonly string[]>> {
  const foreign = targets.filter(({ of }) => of !== null).map(({ id }) => id)
  const mine = new Set<string>()
  if (foreign.length > 0) {
    const { value } = await mailbox.read({ messages: foreign, peek: true })
    for (const { id, owner } of value.messages) if (owner === self) mine.add(id)
  }
  const groups = new Map<string | null, string[]>()
  for (const { id, of } of targets) {
    const owner = mine.has(id) ? null : of
    groups.set(owner, [...(groups.get(owner) ?? []), id])
  }
  return groups
}

type Named = { readonly messages: readonly string[]; readonly of?: string }

function apply(mailbox: Mailbox, deed: Deed, named: Named): Promise<MovedValue> {
  switch (deed.verb) {
    case 'archive-thread':
      return mailbox.archive(named)
    case 'snooze':
      return mailbox.snooze({ ...named, until: deed.until })
    case 'fail':
      return mailbox.fail({ ...named, ...(deed.reason === '' ? {} : { reason: deed.reason }) })
    case 'ack':
      return mailbox.ack(named)
    case 'process':
      return mailbox.process(named)
    case 'complete':
      return mailbox.complete(named)
    case 'archive':
      return mailbox.archive(named)
    case 'restore':
      return mailbox.restore(named)
    case 'unread':
      return mailbox.unread(named)
    case 'pin':
      return mailbox.pin(named)
    case 'unpin':
      return mailbox.unpin(named)
    case 'retry':
      return mailbox.retry(named)
  }
}

const past: Readonly<Record<Deed['verb'], string>> = {
  ack: 'acknowledged',
  process: 'processing',
  complete: 'completed',
  fail: 'failed',
  archive: 'archived',
  'archive-thread': 'archived',
  restore: 'restored',
  unread: 'marked unread',
  snooze: 'snoozed',
  pin: 'pinned',
  unpin: 'unpinned',
  retry: 'taken up again',
}

function told(deed: Deed, { messages, problems = [] }: MovedValue, of: string | null): string {
  const done = `${messages.length} ${past[deed.verb]}${of === null ? '' : ` for ${of}`}`
  const [first] = problems
  if (first === undefined) return done
  return `${done}, ${counted(problems.length, 'message')} not: ${first.error.message}`
}

const undone: Readonly<Record<string, string>> = {
  ack: 'acknowledging',
  process: 'marking as processing',
  retry: 'marking as processing',
  complete: 'completing',
  fail: 'failing',
  archive: 'archiving',
  restore: 'restoring',
  unread: 'marking unread',
  snooze: 'snoozing',
  pin: 'pinning',
  unpin: 'unpinning',
}

/** What was undone or done again, in words, and one of the messages that it was about. */
export async function reverse(
  mailbox: Mailbox,
  direction: 'undo' | 'redo',
): Promise<{ readonly text: string; readonly select?: string }> {
  const reversed = await (direction === 'undo' ? mailbox.undo({}) : mailbox.redo({}))
  if (!('messages' in reversed)) return { text: '' }
  const { what, messages } = reversed
  const deed = undone[what] ?? what
  const [first] = messages
  return {
    text: `${direction === 'undo' ? 'undid' : 'did again'}: ${deed} ${counted(messages.length, 'message')}`,
    ...(first === undefined ? {} : { select: first.id }),
  }
}
