import { shortId } from '../../../domain/id.ts'
import { tellTakenBack } from '../../posting/tell-taken-back.ts'
import { type Act, goesOn, lookedFor, phrase } from '../act.ts'

/** Tells readers of what was taken back where the process that did it died before it could. */
export const reportTakenBack: Act = async (round) => {
  const { context, rehearsal } = round
  const told = rehearsal
    ? (await context.store.deliveries.unwarned(lookedFor)).map(({ message }) => shortId(message))
    : await tellTakenBack(context, () => goesOn(round))
  if (told.length === 0) return []
  const what = `${phrase(round, told.length, 'message', 'told of', 'tell of')}`
  return [{ act: 'taken-back', what, why: 'Their senders took them back.', messages: told }]
}
