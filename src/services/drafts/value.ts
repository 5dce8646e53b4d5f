import type { Draft } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import type { DraftValue } from '../../values/drafts-schema.ts'
import type { Context } from '../context.ts'
import { iso } from '../values.ts'

/** The operations that a draft can be of. */
export const draftable = ['send', 'reply', 'forward', 'handoff', 'ruling'] as const
export type Draftable = (typeof draftable)[number]

/** The operation of a stored draft. A word that is unknown here counts as `send`. */
export function draftableOf(operation: string): Draftable {
  return draftable.find((known) => known === operation) ?? 'send'
}

export function draftValue({ id, operation, fields, savedAt, sendAt }: Draft): DraftValue {
  return { id, operation, fields, savedAt: iso(savedAt), sendAt: iso(sendAt) }
}

/** @throws MailError `not-found` */
export async function requireDraft(context: Context, id: string): Promise<Draft> {
  const draft = await context.store.drafts.find(context.actor.address, id)
  if (draft === null)
    throw new MailError('not-found', `You have no draft ${id}.`, 'List drafts with `watchpost draft list`.')
  return draft
}
