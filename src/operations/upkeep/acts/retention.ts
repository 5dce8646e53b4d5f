import { type Act, phrase } from '../act.ts'

/** Channels keep as many posts, and for as long, as they were told to. */
export const pruneChannels: Act = async (round) => {
  const { store, now } = round.context
  const why = 'Its channel keeps no more, or not for so long.'
  const { posts } = await store.upkeep.foresee(now())
  if (posts === 0) return []
  if (round.rehearsal)
    return [{ act: 'retention', what: phrase(round, posts, 'post', 'pruned', 'prune'), why, messages: [] }]
  const pruned = await store.channels.prune(now())
  return pruned.map(({ channel, pruned: count }) => ({
    act: 'retention',
    what: `${phrase(round, count, 'post', 'pruned', 'prune')} of channel:${channel}`,
    why,
    messages: [],
  }))
}
