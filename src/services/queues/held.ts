import { MailError } from '../../domain/errors.ts'
import type { Claim } from '../../domain/queue.ts'
import { number, requiredText } from '../../input/input.ts'
import type { Context } from '../context.ts'
import { requireId } from '../lookup.ts'

export const claimFields = {
  message: requiredText('The claimed item', {
    positional: true,
    completes: 'message',
    placeholder: 'ID',
  }),
  attempt: number('Only if this is still the current attempt, as the lease reported it'),
} as const

export async function claimOf(
  context: Context,
  { message, attempt }: { readonly message: string; readonly attempt?: number | undefined },
): Promise<Claim> {
  const id = await requireId(context, message)
  return attempt === undefined ? { message: id } : { message: id, attempt }
}

const longest = 365 * 86_400_000

/** In whole milliseconds; `null` is the queue's own. @throws MailError `usage` */
export function leaseOf(lease: number | undefined): number | null {
  if (lease === undefined) return null
  const whole = Math.round(lease)
  if (whole > 0 && whole <= longest) return whole
  throw new MailError('usage', 'A lease must be longer than 0 and at most a year.', 'Example: --lease 10m')
}
