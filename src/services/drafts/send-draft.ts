import type { Draft } from '../../../store/mail-store.ts'
import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import { openDraft, requireOpenDraft } from '../sealing/sealed-drafts.ts'
import { draftableOf } from './value.ts'
import { writerOf } from './writers.ts'

/**
 * Sends a draft of the actor's, and removes it. Whoever sends it at the same time sends the same message: it goes under a key of its own.
 * @throws MailError as what sends it
 */
export async function sendDraftOf(context: Context, stored: Draft): Promise<SentValue> {
  const draft = await openDraft(context, stored)
  requireOpenDraft(draft)
  const { send } = writerOf(draftableOf(draft.operation))
  const key = typeof draft.fields['key'] === 'string' ? draft.fields['key'] : keyOfDraft(draft.id)
  const sent = await send(context, { ...draft.fields, key })
  await context.store.drafts.remove(context.actor.address, draft.id)
  return sent
}

/** The key of a sent draft: sending it again sends the same message. */
export function keyOfDraft(id: string): string {
  return `draft:${id}`
}
