import type { ActValue } from '../../../values/upkeep-schema.ts'
import { type Act, goesOn, phrase, told } from '../act.ts'

/** A post that leaves is one short row. */
const postsAtOnce = 100

/** Prunes posts beyond the retention of each channel. */
export const pruneChannels: Act = async (round) => {
  const { store, now } = round.context
  const why = 'It exceeds what its channel keeps.'
  const acts: ActValue[] = []
  for (const { channel, messages } of await store.channels.prunable(now())) {
    const pruned: number[] = round.rehearsal ? [...messages] : []
    for (let at = 0; !round.rehearsal && at < messages.length; at += postsAtOnce) {
      pruned.push(...(await store.channels.prune(channel, messages.slice(at, at + postsAtOnce))))
      if (!(await goesOn(round))) break
    }
    const what = `${phrase(round, pruned.length, 'post', 'pruned', 'prune')} of channel:${channel}`
    acts.push(...told('retention', what, why, pruned))
  }
  return acts
}
