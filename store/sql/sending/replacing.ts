import type { MessageStore, Post } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { replaceMessage, requireReplaceable } from '../moving/retracting.ts'
import type { Working } from '../work.ts'
import type { Also } from './deliver.ts'
import { deliverLooking } from './looking.ts'

export function openReplacing(connection: Connection): Working<Pick<MessageStore, 'replace'>> {
  return { replace: (post) => deliverLooking(connection, post, takingPlace(post)) }
}

function takingPlace({
  from: actor,
  principal,
  origin,
  sentAt: at,
  replaces: old,
}: Post & { readonly replaces: number }): Also {
  const doer = { actor, principal, session: origin?.session ?? null, command: null }
  return {
    require: (tx) => requireReplaceable(tx, old, at),
    // Who does not get the new one yet is told that the old one is over.
    change: (tx, { id: by, recipients }, held) =>
      replaceMessage(tx, { doer, at, old, by, recipients: recipients.filter((one) => !held.has(one)) }),
  }
}
