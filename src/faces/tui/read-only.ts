import type { Effect } from './effect.ts'
import type { Intent } from './intent.ts'

/** What a screen that only looks has no key for. */
const deeds: readonly Intent['type'][] = [
  'deed',
  'write',
  'place',
  'fail',
  'snooze',
  'archive-thread',
  'undo',
  'redo',
]

export function isDeed({ type }: Intent): boolean {
  return deeds.includes(type)
}

/** What changes mail, or hands it over. That somebody sits here is no deed. */
const changing: readonly Effect['type'][] = [
  'deed',
  'act',
  'run-command',
  'reverse',
  'save-draft',
  'send-draft',
  'delete-draft',
  'due-drafts',
  'offer',
]

export function isChange({ type }: Effect): boolean {
  return changing.includes(type)
}

export const onlyLooks = 'This screen only looks: it was opened with --read-only.'
