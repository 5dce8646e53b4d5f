import { commandNamed } from '../../commands/index.ts'
import type { Effect } from '../../effect.ts'

const changing: readonly Effect['type'][] = [
  'change',
  'change-all',
  'reverse',
  'save-draft',
  'send-draft',
  'delete-draft',
  'due-drafts',
  'offer',
]

/** What a read-only screen never does: change mail, or hand it over. Announcing that a person sits here is allowed. */
export function changesMail(effect: Effect): boolean {
  if (effect.type === 'call') return commandNamed(effect.command).writes === true
  return effect.type === 'run-command' ? effect.looks !== true : changing.includes(effect.type)
}
