import type { Deed } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import { type Context, doerOf } from '../operation.ts'
import { iso, messageValue } from '../values.ts'
import type { ChangeValue, ReversedValue } from './schema.ts'

const listed = 20

/** The last changes that can be undone or redone. */
export async function listChanges(
  context: Context,
  direction: 'undo' | 'redo',
): Promise<{ readonly deeds: readonly ChangeValue[] }> {
  const deeds = await context.store.log.undoable(context.actor.address, direction, listed)
  return { deeds: deeds.map(changeValue) }
}

/** @throws MailError `nothing` · `conflict` when somebody changed a message since */
export async function reverseChange(context: Context, direction: 'undo' | 'redo'): Promise<ReversedValue> {
  const { deed, letters } = await context.store.log.reverse(doerOf(context), direction, context.now())
  return { what: deed.what, messages: letters.map(messageValue) }
}

function changeValue(deed: Deed): ChangeValue {
  return { deed: deed.id, at: iso(deed.at), what: deed.what, messages: deed.messages.map(shortId) }
}
