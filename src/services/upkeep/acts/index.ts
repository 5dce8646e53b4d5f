import { type Act, goesOn, phrase } from '../act.ts'

const mostSlices = 800

/** Senders leave the text index to others: this is one of them. */
export const indexText: Act = async (round) => {
  const { store, now } = round.context
  const { unindexed } = await store.upkeep.foresee(now())
  if (unindexed === 0) return []
  if (!round.rehearsal)
    for (let slice = 0; slice < mostSlices && (await store.messages.index()); slice += 1)
      if (!(await goesOn(round))) break
  const what = phrase(round, unindexed, 'message', 'indexed', 'index')
  return [{ act: 'index', what, why: 'The text index did not have it yet.', messages: [] }]
}
