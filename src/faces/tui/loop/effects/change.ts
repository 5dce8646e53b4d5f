import { isMailError, MailError } from '../../../../domain/errors.ts'
import { clockText, parseTime } from '../../../../domain/moment.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { Values } from '../../../../values/schemas.ts'
import { age, counted } from '../../../present.ts'
import type { ChangeWords } from '../../commands/command.ts'
import { commandNamed } from '../../commands/index.ts'
import type { Effect } from '../../effect.ts'
import { fetchThread } from '../../panes/thread/reading.ts'
import { sentenceOf } from '../../sentence.ts'
import type { Target } from '../../state.ts'

type Change = Extract<Effect, { type: 'change' }>
type ChangeAll = Extract<Effect, { type: 'change-all' }>

/** The words for what was done, and whether undo reverses it. */
export type Changed = { readonly text: string; readonly undoable: boolean }

type Changing = { readonly mailbox: Mailbox; readonly self: string; readonly now: () => number }

/** Changes copies by one call for each owner. */
export async function change({ mailbox, self, now }: Changing, effect: Change): Promise<Changed> {
  const { operation, input, wholeThread } = effect
  const targets = wholeThread ? await threadTargets(mailbox, effect.targets) : effect.targets
  const words = commandNamed(effect.command).changes?.[operation]
  const said: Changed[] = []
  let problem: unknown
  for (const [of, messages] of byOwner(targets)) {
    try {
      const method = mailbox[operation] as (input: object) => Promise<Values['moved']>
      said.push(told(words, await method({ ...input, messages, ...(of !== null && { of }) }), of))
    } catch (error) {
      problem ??= await whoElse({ mailbox, self, now }, messages, error)
    }
  }
  if (said.length === 0 && problem !== undefined) throw problem
  const texts = [...said.map(({ text }) => text), ...(problem === undefined ? [] : [sentenceOf(problem)])]
  return { text: texts.join(' · '), undoable: said.some(({ undoable }) => undoable) }
}

/** Changes all that match by one call. */
export async function changeAll({ mailbox, now }: Changing, effect: ChangeAll): Promise<Changed> {
  const { operation, matching, through, input, command } = effect
  if (operation === 'retry') throw new Error('retry takes single messages')
  const { changed, unchanged, problems, more } = await mailbox.changeAll({
    ...input,
    ...matching,
    verb: operation,
    ...(through !== null && { through }),
  })
  const words = commandNamed(command).changes?.[operation]?.done ?? 'Changed {}'
  const parts = [
    filled(words, changed) + untilOf(input, now()) + (matching.of === undefined ? '' : ` for ${matching.of}`),
    ...(unchanged > 0 ? [`${counted(unchanged, 'message')} already so`] : []),
    ...problems.slice(0, 1).map(({ error }) => error.message),
    ...(more ? ['there are more'] : []),
  ]
  return { text: parts.join('; '), undoable: changed > 0 }
}

/** The time to which a snooze came to. */
function untilOf(input: object, now: number): string {
  const until = 'until' in input && typeof input.until === 'string' ? parseTime(input.until, now) : undefined
  return until === undefined ? '' : ` until ${clockText(until)}`
}

/** A change that came too late says who was first, and with what. */
async function whoElse(
  { mailbox, self, now }: Changing,
  messages: readonly string[],
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
    `${who} acted first (${last.what}, ${age(last.at, now())} ago). ${error.message}`,
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

function byOwner(targets: readonly Target[]): ReadonlyMap<string | null, readonly string[]> {
  const groups = new Map<string | null, string[]>()
  for (const { id, of } of targets) groups.set(of, [...(groups.get(of) ?? []), id])
  return groups
}

function told(
  words: ChangeWords | undefined,
  { messages, unchanged = [], problems = [] }: Values['moved'],
  of: string | null,
): Changed {
  const done = messages.length - unchanged.length
  const [problem] = problems
  const until = messages[0]?.snoozedUntil ?? null
  const when = words?.done === 'Snoozed {}' && until !== null ? ` until ${clockText(Date.parse(until))}` : ''
  const parts = [
    ...(done > 0
      ? [filled(words?.done ?? 'Changed {}', done) + when + (of === null ? '' : ` for ${of}`)]
      : []),
    ...standing(unchanged),
    ...(problem === undefined
      ? []
      : [`${counted(problems.length, 'message')} not: ${problem.error.message}`]),
  ]
  // A pin of a channel is not of a copy, which is all that undo puts back.
  return { text: parts.join('; '), undoable: done > 0 && of?.startsWith('channel:') !== true }
}

/** `CEE34 is already acknowledged`. */
function standing(unchanged: NonNullable<Values['moved']['unchanged']>): readonly string[] {
  const [first] = unchanged
  if (first === undefined) return []
  if (unchanged.length === 1) return [`${first.id} is ${first.why}`]
  return [`${counted(unchanged.length, 'message')} are ${first.why}`]
}

export function filled(words: string, messages: number): string {
  return words.replace('{}', counted(messages, 'message'))
}
