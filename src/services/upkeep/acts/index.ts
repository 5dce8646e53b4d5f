import { type Act, goesOn, phrase } from '../act.ts'

const mostSlices = 800
/** Counting what is left takes longer than a slice, so it is asked seldom. */
const slicesBetween = 20

/** Senders leave the text index to others: this is one of them. */
export const indexText: Act = async (round) => {
  const { store, now, progress } = round.context
  const left = async () => (await store.upkeep.foresee(now())).unindexed
  const unindexed = await left()
  if (unindexed === 0) return []
  if (!round.rehearsal)
    for (let slice = 0; slice < mostSlices && (await store.messages.index()); slice += 1) {
      if (progress !== undefined && slice % slicesBetween === 0)
        progress(unindexed - (await left()), unindexed)
      if (!(await goesOn(round))) break
    }
  if (!round.rehearsal) progress?.(unindexed, unindexed)
  const what = phrase(round, unindexed, 'message', 'indexed', 'index')
  return [{ act: 'index', what, why: 'The text index did not have it yet.', messages: [] }]
}
