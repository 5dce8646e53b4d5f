import type { Arrival } from '../../../store/mail-store.ts'
import type { Directory } from '../../domain/addressing/roster-question.ts'
import { MailError } from '../../domain/errors.ts'
import { kindRules } from '../../domain/kind.ts'
import type { Context } from '../context.ts'
import type { ReadDebate } from '../debates/read.ts'
import { requireAllowed, requireEvidence, requireMayDirect } from '../debates/rules.ts'
import { requireSmall } from '../posting/compose.ts'
import { refuseClosed } from '../posting/directory.ts'
import { refuseForbidden } from '../posting/talks-to.ts'
import type { Addressing } from './addressing.ts'
import type { Joined } from './joining.ts'

type Carried = {
  readonly arrival: Arrival
  readonly joined: Joined
  /** Its thread, as it is now. */
  readonly read: ReadDebate | null
  readonly addressing: Addressing
  readonly directory: Directory
}

/** The rules that `send` has, for mail that its writer left in a file. @throws MailError `usage` · `conflict` · `not-allowed` */
export function requireSendable(context: Context, carried: Carried): void {
  const { arrival, joined, read } = carried
  const { from, kind, payload, body } = arrival
  if (from === 'system') throw new MailError('not-allowed', 'Nobody writes in the name of the system.')
  const answered = read?.messages.find(({ id }) => id === joined.parent)
  requireReachable(carried, answered)
  requireSmall({ payload: payload ?? undefined, context: arrival.context ?? undefined })
  const kinds = answered === undefined ? [kind] : [kind, answered.kind]
  if (!kinds.some((one) => kindRules[one].family === 'debate')) return
  requireEvidence(context.settings.debate.evidence, kind, payload, body)
  if (read !== null) requireAllowed(read, { from, kind, replyTo: joined.parent })
}

function requireReachable(
  { arrival: { from, kind }, joined, addressing, directory }: Carried,
  answered: ReadDebate['messages'][number] | undefined,
): void {
  const { to, cc } = addressing.resolve(joined.parcel)
  refuseClosed(directory, [to, cc])
  const actor = addressing.agents.get(from)
  // A person may write without being on the roster.
  if (actor === undefined) return
  if (actor.state === 'dead') throw new MailError('not-allowed', `${from} is retired; nothing was sent.`)
  const recipients = [...to.recipients, ...cc.recipients]
  refuseForbidden({ actor }, answered?.from, recipients, directory.agents)
  requireMayDirect({ actor, principal: null }, kind, answered ?? null)
}
