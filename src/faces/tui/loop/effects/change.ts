import { isMailError, MailError } from '../../../../domain/errors.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { Values } from '../../../../operations/schemas.ts'
import { age, counted } from '../../../present.ts'
import type { ChangeWords } from '../../commands/command.ts'
import { commandNamed, verbOf } from '../../commands/index.ts'
import type { Effect } from '../../effect.ts'
import { fetchThread } from '../../panes/thread/fetch-thread.ts'
import { sentenceOf } from '../../sentence.ts'
import type { Target } from '../../state.ts'

type Change = Extract<Effect, { type: 'change' }>

/** Changes copies by one call for each owner, your own copy before another's. Answers with the words for it. */
export async function change(mailbox: Mailbox, effect: Change, self: string): Promise<string> {
  const { operation, input, wholeThread } = effect
  const targets = wholeThread ? await threadTargets(mailbox, effect.targets) : effect.targets
  const words = commandNamed(effect.command).changes?.[operation]
  const said: string[] = []
  let problem: unknown
  for (const [of, messages] of await byOwner(mailbox, targets, self)) {
    try {
      const method = mailbox[operation] as (input: object) => Promise<Values['moved']>
      said.push(told(words, await method({ ...input, messages, ...(of !== null && { of }) }), of))
    } catch (error) {
      problem ??= await whoElse(mailbox, messages, self, error)
    }
  }
  if (said.length === 0 && problem !== undefined) throw problem
  return [...said, ...(problem === undefined ? [] : [sentenceOf(problem)])].join(' · ')
}

/** A change that came too late says who was first, and with what. */
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
    `${who} acted first (${last.what}, ${age(last.at, Date.now())} ago). ${error.message}`,
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

function told(
  words: ChangeWords | undefined,
  { messages, problems = [] }: Values['moved'],
  of: string | null,
): string {
  const done = filled(words?.done ?? 'Changed {}', messages.length) + (of === null ? '' : ` for ${of}`)
  const [first] = problems
  if (first === undefined) return done
  return `${done}; ${counted(problems.length, 'message')} not: ${first.error.message}`
}

/** What was undone or redone, in words, and one of the messages it changed. */
export async function reverse(
  mailbox: Mailbox,
  direction: 'undo' | 'redo',
): Promise<{ readonly text: string; readonly select?: string }> {
  const reversed = await (direction === 'undo' ? mailbox.undo({}) : mailbox.redo({}))
  if (!('messages' in reversed)) return { text: '' }
  const { what, messages } = reversed
  const [first] = messages
  return {
    text: `${direction === 'undo' ? 'Undid' : 'Redid'}: ${filled(verbOf(what), messages.length)}`,
    ...(first === undefined ? {} : { select: first.id }),
  }
}

function filled(words: string, messages: number): string {
  return words.replace('{}', counted(messages, 'message'))
}
