import type { StoredRequest } from '../../../store/mail-store.ts'
import { closedBy } from '../../domain/approval.ts'
import { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'

/** @throws MailError `not-found` */
export async function requireRequest({ store }: Context, id: string): Promise<StoredRequest> {
  const found = await store.requests.find(id)
  if (found !== null) return found
  throw new MailError(
    'not-found',
    `There is no request ${id}.`,
    'It may have been answered at its own prompt.',
  )
}

/** Why nobody waits for a decision any more, or `null`. */
export async function closedNow(
  { processes, now }: Context,
  request: StoredRequest,
): Promise<ReturnType<typeof closedBy>> {
  const { process } = request
  const isGone = process !== null && (await processes?.hasEnded(process)) === true
  return closedBy(request, now(), isGone)
}
