import type { Effect } from './effect.ts'
import type { Intent } from './intent.ts'
import type { Command } from './overlays/palette/palette-state.ts'

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

export function isDeed(intent: Intent): boolean {
  return deeds.includes(intent.type) && !(intent.type === 'place' && intent.deed === 'jump')
}

/** What changes mail, or hands it over. That somebody sits here is no deed. */
const changing: readonly Effect['type'][] = [
  'deed',
  'act',
  'reverse',
  'save-draft',
  'send-draft',
  'delete-draft',
  'due-drafts',
  'offer',
]

export function isChange(effect: Effect): boolean {
  if (effect.type === 'act') return effect.act.verb !== 'jump'
  return effect.type === 'run-command' ? effect.looks !== true : changing.includes(effect.type)
}

/** What a screen that only looks makes of a command: its input so that nothing changes, or `null` where it would. */
export function lookingInput({ access, fields }: Pick<Command, 'access' | 'fields'>, input: object) {
  if (access === 'read') return input
  return 'peek' in fields ? { ...input, peek: true } : null
}

export const onlyLooks = 'This screen only looks: it was opened with --read-only.'
