import type { Deed } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import { type Context, doerOf } from '../operation.ts'
import { iso, type MessageValue, messageValue } from '../values.ts'

export type DeedValue = {
  readonly deed: number
  readonly at: string
  readonly what: string
  readonly messages: readonly string[]
}
export type ReversedValue = { readonly what: string; readonly messages: readonly MessageValue[] }

const listed = 20

/** The last deeds that can be undone, or done again. */
export async function listDeeds(
  context: Context,
  direction: 'undo' | 'redo',
): Promise<{ readonly deeds: readonly DeedValue[] }> {
  const deeds = await context.store.log.undoable(context.actor.address, direction, listed)
  return { deeds: deeds.map(deedValue) }
}

/** @throws MailError `nothing` · `conflict` when somebody changed a message since */
export async function reverseDeed(context: Context, direction: 'undo' | 'redo'): Promise<ReversedValue> {
  const { deed, letters } = await context.store.log.reverse(doerOf(context), direction, context.now())
  return { what: deed.what, messages: letters.map(messageValue) }
}

function deedValue(deed: Deed): DeedValue {
  return { deed: deed.id, at: iso(deed.at), what: deed.what, messages: deed.messages.map(shortId) }
}
