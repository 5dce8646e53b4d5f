import { shortId } from '../../../domain/id.ts'
import { tellRequesters } from '../../posting/tell-requesters.ts'
import { type Act, goesOn, lookedFor, phrase } from '../act.ts'

/** Notifies requesters of failures whose process died before it could. */
export const reportFailures: Act = async (round) => {
  const { context, rehearsal } = round
  const told = rehearsal
    ? (await context.store.deliveries.unreported(null, lookedFor)).map(({ message }) => shortId(message))
    : await tellRequesters(context, null, () => goesOn(round))
  if (told.length === 0) return []
  const what = phrase(round, told.length, 'requester', 'notified', 'notify')
  return [{ act: 'failures', what, why: 'Their requests failed.', messages: told }]
}
