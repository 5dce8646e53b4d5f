import type { MessageStore, Post } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { replaceMessage } from '../moving/retracting.ts'
import type { Placed } from '../rows/new-message.ts'
import type { Work, Working } from '../work.ts'
import { deliver } from './deliver.ts'

export function openReplacing(connection: Connection): Working<Pick<MessageStore, 'replace'>> {
  return { replace: (post) => deliver(connection, post, (tx, _, placed) => takePlace(tx, post, placed)) }
}

/** @throws MailError `not-found` · `conflict` where the old one was replaced, or is finished */
function* takePlace(
  tx: Tx,
  { from: actor, principal, origin, sentAt: at, replaces: old }: Post & { readonly replaces: number },
  { id: by, recipients }: Placed,
): Work<void> {
  const doer = { actor, principal, session: origin?.session ?? null, command: null }
  yield* replaceMessage(tx, { doer, at, old, by, recipients })
}
