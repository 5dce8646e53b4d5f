import { type Act, goesOn, mostBatches, sizeOf } from '../act.ts'

/** Rows are sealed without a lock, so a step takes many more of them than a step that changes mail. */
const timesAsMany = 20
const mostWaits = 3

/** Seals what was logged. It is not reported, because it is not news. */
export const sealLog: Act = async (round) => {
  if (round.rehearsal) return []
  const { store, now } = round.context
  let waits = 0
  for (let count = 0; count < mostBatches && waits < mostWaits; count += 1) {
    const sealed = await store.upkeep.seal(timesAsMany * sizeOf(round), now())
    if (sealed === 'done') break
    if (sealed === 'waits') waits += 1
    if (!(await goesOn(round))) break
  }
  return []
}
