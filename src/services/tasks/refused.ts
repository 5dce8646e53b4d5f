import { systemSubjects } from '../../domain/commission.ts'
import type { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import type { Composed } from '../posting/compose.ts'
import { rootOf } from './root.ts'
import { respondAsSystem } from './system-word.ts'

/** A refusal by `talksTo` as MAIL 1.3 has runtime errors: a system response to who caused it, once for the same recipients. */
export async function tellRefused(context: Context, letter: Composed, refusal: MailError): Promise<void> {
  const { task, to } = letter
  const commission = task === undefined ? null : await context.store.commissions.find(task)
  if (commission === null) return
  await respondAsSystem(context, {
    to: `agent:${context.actor.address}`,
    subject: systemSubjects.recipient,
    body: refusal.message,
    task: commission.id,
    about: await rootOf(context, commission.id),
    key: `refused:${commission.id}:${context.actor.address}:${to.join(' ')}`,
  })
}
