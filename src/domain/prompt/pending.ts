import type { Priority } from '../priority.ts'
import { fenceOf, fenceRule } from './fence.ts'
import { type Blocks, blocksOf, type Shown } from './pending-blocks.ts'
import type { Pending, PendingBudget, PendingFrame } from './pending-mail.ts'
import { isWithin, type Plan, planOf } from './pending-plan.ts'

/** The ids of the messages in the text, each in one list. */
export type PendingText = {
  readonly text: string
  /** Printed whole. */
  readonly bodies: readonly string[]
  /** Printed as far as they fit; what is left out is named. */
  readonly portions: readonly string[]
  readonly headers: readonly string[]
}

/**
 * The pending-messages context of ADR-003 §5.2, as it is put before a prompt. Only whole blocks, which claim the budget
 * in this order: urgent messages whole, headers as they are listed, messages whole as they are listed, and then as much as
 * fits of those that would not fit even alone. Messages without room are counted, with the command that gets them.
 * Messages of one thread stand together. All that others wrote is fenced by the mark and disarmed. Empty if nothing
 * waits, or if not even a count fits.
 */
export function pendingText(
  listed: readonly Pending[],
  budget: PendingBudget,
  frame: PendingFrame,
): PendingText {
  const messages = [...new Map(listed.map((message) => [message.id, message])).values()]
  const page = { messages, frame, blocks: blocksOf(frame) }
  const plan = planOf(messages, budget, (some) => rendered(page, some))
  if (plan.size === 0) {
    const count = countOnly(frame)
    return { text: isWithin(count, budget) ? count : '', bodies: [], portions: [], headers: [] }
  }
  const of = (isShown: (shown: Shown) => boolean) =>
    messages.map(({ id }) => id).filter((id) => plan.has(id) && isShown(plan.get(id) ?? 'header'))
  return {
    text: rendered(page, plan),
    bodies: of((shown) => shown === 'whole'),
    portions: of((shown) => typeof shown === 'object'),
    headers: of((shown) => shown === 'header'),
  }
}

type Page = { readonly messages: readonly Pending[]; readonly frame: PendingFrame; readonly blocks: Blocks }

function rendered({ messages, frame, blocks }: Page, plan: Plan): string {
  const shown = messages.filter(({ id }) => plan.has(id))
  const threads = new Map<string, Pending[]>()
  for (const message of shown) threads.set(message.thread, [...(threads.get(message.thread) ?? []), message])
  const groups = [...threads].map(([thread, group]) => groupText(thread, group, frame, plan, blocks))
  const again = shown.filter((message) => message.again).length
  const rest = restText(frame, Math.max(0, frame.unread - (shown.length - again)), shown)
  return `${[opening(frame, again), ...groups, rest].join('\n\n')}\n`
}

function groupText(
  thread: string,
  group: readonly Pending[],
  { mark }: PendingFrame,
  plan: Plan,
  blocks: Blocks,
): string {
  const texts = [...group]
    .sort((one, other) => one.sentAt - other.sentAt)
    .map((message) => blocks(message, plan.get(message.id) ?? 'header'))
  if (group.length === 1) return texts.join('')
  return [`[${mark}] thread ${thread}, ${group.length} messages, oldest first`, ...texts].join('\n')
}

function opening({ owner, mark, unread, minPriority }: PendingFrame, again: number): string {
  const fence = fenceOf(mark)
  const word = minPriority === undefined || minPriority === 'low' ? 'unread' : `${minPriority}-priority`
  return [
    '## Pending Messages in Your Mailbox',
    '',
    ...(unread > 0 ? [`You have ${unread} ${word} message(s) to review:`] : []),
    ...(again > 0 ? [`You were shown ${again} before and still owe an answer:`] : []),
    fence.own(`Mail for ${fence.word(owner)}. ${fenceRule}`),
  ].join('\n')
}

function restText(frame: PendingFrame, rest: number, shown: readonly Pending[]): string {
  const { mark, minPriority } = frame
  if (rest === 0) return `[${mark}] end of mail`
  const [inject, inbox] = commandsFor(minPriority)
  const made = madeUp(frame, rest, shown)
  return `[${mark}] end of mail; ${rest} more unread${made}: \`${inject}\` prints the next, \`${inbox}\` lists all`
}

/** So many senders and kinds are named. */
const mostNamed = 5

/** What the rest is, by sender and kind, the most first; what was not looked at is older. */
function madeUp({ mark, looked }: PendingFrame, rest: number, shown: readonly Pending[]): string {
  if (looked === undefined) return ''
  const { word } = fenceOf(mark)
  const known = new Set(shown.map(({ id }) => id))
  const left = looked.filter(({ id }) => !known.has(id))
  const counts = new Map<string, number>()
  for (const { from, kind } of left) {
    const name = `${kind} from ${word(from)}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const named = [...counts].toSorted(([, one], [, other]) => other - one)
  const told = named.slice(0, mostNamed).map(([name, count]) => `${count} ${name}`)
  const others = left.length - named.slice(0, mostNamed).reduce((sum, [, count]) => sum + count, 0)
  const more = [
    ...(others > 0 ? [`${others} of others`] : []),
    ...(rest > left.length ? [`${rest - left.length} older`] : []),
  ]
  return ` (${[...told, ...more].join(', ')})`
}

function countOnly({ unread, minPriority }: PendingFrame): string {
  return unread === 0 ? '' : `${unread} unread: \`${commandsFor(minPriority)[0]}\`\n`
}

function commandsFor(priority: Priority | undefined): readonly [string, string] {
  if (priority === undefined) return ['watchpost inject', 'watchpost inbox --unread']
  return [`watchpost inject --min-priority ${priority}`, `watchpost inbox --unread --priority ${priority}`]
}
