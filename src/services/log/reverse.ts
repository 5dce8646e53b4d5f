import type { LoggedChange } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import type { ChangeValue, ReversedValue } from '../../values/log-schema.ts'
import { type Context, doerOf } from '../context.ts'
import { tellTakenBack } from '../posting/tell-taken-back.ts'
import { iso, messageValue } from '../values.ts'

const listed = 20

/** The last changes that can be undone or redone. */
export async function listChanges(
  context: Context,
  direction: 'undo' | 'redo',
): Promise<{ readonly deeds: readonly ChangeValue[] }> {
  const changes = await context.store.log.undoable(context.actor.address, direction, listed)
  return { deeds: changes.map(changeValue) }
}

/** @throws MailError `nothing` · `conflict` when it cannot be undone, or somebody changed a message since */
export async function reverseChange(
  context: Context,
  direction: 'undo' | 'redo',
  number?: number,
): Promise<ReversedValue> {
  const { log } = context.store
  const { change, letters } = await log.reverse(doerOf(context), direction, context.now(), number)
  if (change.what === 'retract') await tellTakenBack(context)
  return { what: change.what, messages: letters.map(messageValue) }
}

function changeValue({ id, at, what, messages }: LoggedChange): ChangeValue {
  return { deed: id, at: iso(at), what, messages: messages.map(shortId) }
}
