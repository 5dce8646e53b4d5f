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
 * in this order: urgent messages whole, headers in order of rank, messages whole in order of rank, and then as much as
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
  const rest = restText(frame, Math.max(0, frame.unread - (shown.length - again)))
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

function restText({ mark, minPriority }: PendingFrame, rest: number): string {
  if (rest === 0) return `[${mark}] end of mail`
  const [inject, inbox] = commandsFor(minPriority)
  return `[${mark}] end of mail; ${rest} more unread: \`${inject}\` prints the next, \`${inbox}\` lists all`
}

function countOnly({ unread, minPriority }: PendingFrame): string {
  return unread === 0 ? '' : `${unread} unread: \`${commandsFor(minPriority)[0]}\`\n`
}

function commandsFor(priority: Priority | undefined): readonly [string, string] {
  if (priority === undefined) return ['watchpost inject', 'watchpost inbox --unread']
  return [`watchpost inject --min-priority ${priority}`, `watchpost inbox --unread --priority ${priority}`]
}
