import { type Act, batchSize, goesOn, lookedFor, mostBatches, patrolDoer, phrase, told } from '../act.ts'

/** Mail that only time settles is found once a day, ms. */
const day = 86_400_000

/**
 * Settled mail beyond `archive.beyond` leaves for the cold files, batch by batch. A patrol looks at all mail; timed upkeep
 * does so once a day, and at other times at what changed.
 */
export const chillSettled: Act = async (round) => {
  const { store, now, settings } = round.context
  const { beyond } = settings.archive
  const rest = round.pace === undefined ? 0 : day
  const moved: number[] = []
  for (let count = 0; count < (round.rehearsal ? 1 : mostBatches); count += 1) {
    const { messages, more } = round.rehearsal
      ? await store.upkeep.chillable(lookedFor, now(), beyond)
      : await store.upkeep.chill(patrolDoer(round), batchSize, now(), beyond, rest)
    moved.push(...messages)
    if (!more) break
    if (!(await goesOn(round))) break
  }
  const what = phrase(round, moved.length, 'message', 'moved', 'move')
  return told('cold', `${what} to archive/`, `It is settled and older than the newest ${beyond}.`, moved)
}
