import type { MailboxFilter } from '../../../store/mail-store.ts'
import { requireAgentName } from '../../domain/addressing/address.ts'
import type { Box } from '../../domain/delivery.ts'
import { kinds } from '../../domain/kind.ts'
import { priorities } from '../../domain/priority.ts'
import { choice, choices, type Input, text, texts } from '../../input/input.ts'

/** Narrowing a mailbox, for every operation that goes through one. */
export const filterFields = {
  kind: choices(kinds, 'Only this kind; repeat for more'),
  priority: choice(priorities, 'Only this priority and above', { short: 'p' }),
  from: texts('Only from this sender; repeat for more', { completes: 'agent', placeholder: 'ADDRESS' }),
  tag: texts('Only with this label', { placeholder: 'TAG' }),
  task: text('Only of this task', { placeholder: 'ID' }),
} as const

export const openBoxes: readonly Box[] = ['unread', 'read', 'processing', 'failed']

/** The system writes, though nobody can be called so. */
function senderName(written: string): string {
  return written.trim() === 'system' ? 'system' : requireAgentName(written).name
}

export function filterOf(input: Input<typeof filterFields>, boxes: readonly Box[]): MailboxFilter {
  return {
    boxes,
    ...(input.kind === undefined ? {} : { kind: input.kind }),
    ...(input.priority === undefined ? {} : { minPriority: input.priority }),
    ...(input.from === undefined ? {} : { from: input.from.map(senderName) }),
    ...(input.tag === undefined ? {} : { tag: input.tag }),
    ...(input.task === undefined ? {} : { task: input.task }),
  }
}
