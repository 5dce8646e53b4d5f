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

/**
 * The calls that a read-only screen never makes: changes of mail, and handing it over. It may announce that a person is
 * here.
 */
export function changesMail(effect: Effect): boolean {
  if (effect.type === 'call') return commandNamed(effect.command).writes === true
  return effect.type === 'run-command' ? effect.looks !== true : changing.includes(effect.type)
}
