import { tellSenders } from '../../mail/tell-senders.ts'
import { type Act, type ActValue, batchSize, phrase, rest } from '../act.ts'

const mostBatches = 50

/** What expired unseen is a dead letter, and its sender is told once. */
export const buryExpired: Act = async (round) => {
  const { context, rehearsal } = round
  const { deliveries, upkeep } = context.store
  if (rehearsal) {
    const { expired } = await upkeep.foresee(context.now())
    const untold = await deliveries.untold(null, batchSize)
    return acts(
      [expired, phrase(round, expired, 'copy of expired mail', '', 'bury')],
      [untold.length, phrase(round, untold.length, 'sender', '', 'tell')],
      [],
    )
  }
  let [dead, lapsed] = [0, 0]
  for (let count = 0; count < mostBatches; count += 1) {
    const buried = await deliveries.bury(context.now(), batchSize)
    dead += buried.dead
    lapsed += buried.lapsed
    if (!buried.more) break
    await rest()
  }
  const told = await tellSenders(context, null)
  const what = `buried ${dead} dead, let ${lapsed} lapse`
  return acts(
    [dead + lapsed, what],
    [told.length, phrase(round, told.length, 'sender', 'told', 'tell')],
    told,
  )
}

type Counted = readonly [count: number, what: string]

function acts(
  [ended, endedWhat]: Counted,
  [told, toldWhat]: Counted,
  messages: readonly string[],
): readonly ActValue[] {
  const act = 'dead-letters'
  const over = 'It expired before anybody was shown it.'
  const lost = 'Their mail reached nobody.'
  return [
    ...(ended === 0 ? [] : [{ act, what: endedWhat, why: over, messages: [] } as const]),
    ...(told === 0 ? [] : [{ act, what: toldWhat, why: lost, messages } as const]),
  ]
}
