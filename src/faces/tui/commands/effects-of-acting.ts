import type { ChangeOperation } from '../effect.ts'
import type { HasPanes } from '../state.ts'
import { targetedMessages } from './targets.ts'

/** Operations after which an answer is no longer owed. */
const closing: readonly ChangeOperation[] = ['complete', 'archive']
/** Operations that take leased work from its holder. */
const freeing: readonly ChangeOperation[] = ['complete', 'fail', 'archive', 'unread', 'process', 'retry']

/** Further effects of changing another agent's mail, as words: `which scout has not read`. */
export function effectsOfActing(
  state: HasPanes,
  owner: string,
  operation: ChangeOperation,
): readonly string[] {
  const messages = targetedMessages(state)
  const unread = messages.filter(({ status }) => status === 'unread').length
  const owing = messages.filter(({ owes }) => owes).length
  const holders = new Set(messages.flatMap(({ lease }) => (lease === null ? [] : [lease.by])))
  const roles = new Set(messages.flatMap(({ to, cc }) => [...to, ...cc]).filter(isRole))
  return [
    ...(unread > 0 && operation !== 'unread' ? [`${share(unread, messages.length)}unread`] : []),
    ...(owing > 0 && closing.includes(operation) ? [`${share(owing, messages.length)}unanswered`] : []),
    ...(holders.size > 0 && freeing.includes(operation) ? [`leased by ${[...holders].join(', ')}`] : []),
    ...(roles.size > 0 && operation === 'complete' ? [`for all of ${[...roles].join(', ')}`] : []),
    ...(messages.length === 0 ? [`for ${owner}`] : []),
  ]
}

function share(some: number, all: number): string {
  return all === 1 ? '' : `${some} `
}

function isRole(address: string): boolean {
  return address.startsWith('role:')
}
