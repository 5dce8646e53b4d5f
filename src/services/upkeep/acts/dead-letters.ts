import { shortId } from '../../../domain/id.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import { tellSenders } from '../../posting/tell-senders.ts'
import { type Act, goesOn, lookedFor, mostBatches, phrase, sizeOf } from '../act.ts'

/** Turns mail that expired unseen into dead letters, and notifies each sender once. */
export const buryExpired: Act = async (round) => {
  const { context, rehearsal } = round
  const { deliveries, upkeep } = context.store
  if (rehearsal) {
    const { expired } = await upkeep.foresee(context.now())
    const untold = await deliveries.untold(null, lookedFor)
    return acts(
      [expired.map(shortId), `would expire ${copies(expired.length)}`],
      [untold.map(shortId), phrase(round, untold.length, 'sender', '', 'notify')],
    )
  }
  let [dead, lapsed] = [0, 0]
  const ended: number[] = []
  for (let count = 0; count < mostBatches; count += 1) {
    const buried = await deliveries.bury(context.now(), sizeOf(round))
    dead += buried.dead
    lapsed += buried.lapsed
    ended.push(...buried.messages)
    if (!buried.more || !(await goesOn(round))) break
  }
  const told = await tellSenders(context, null, () => goesOn(round))
  const what = `expired ${copies(lapsed)}, made ${copies(dead)} dead letters`
  return acts([ended.map(shortId), what], [told, phrase(round, told.length, 'sender', 'notified', 'notify')])
}

function copies(count: number): string {
  return `${count} ${count === 1 ? 'copy' : 'copies'}`
}

type Told = readonly [messages: readonly string[], what: string]

function acts([ended, endedWhat]: Told, [told, toldWhat]: Told): readonly ActValue[] {
  const act = 'dead-letters'
  const over = 'It expired before the recipient was shown it.'
  const lost = 'Their mail was not delivered.'
  return [
    ...(ended.length === 0 ? [] : [{ act, what: endedWhat, why: over, messages: ended } as const]),
    ...(told.length === 0 ? [] : [{ act, what: toldWhat, why: lost, messages: told } as const]),
  ]
}
