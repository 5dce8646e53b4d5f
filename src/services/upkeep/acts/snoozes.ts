import { type Act, inBatches, lookedFor, patrolDoer, phrase, told } from '../act.ts'

/** Mail whose snooze is over lies where it lay before. Readers see it there already. */
export const wakeSnoozed: Act = async (round) => {
  const { store, now } = round.context
  const woken = round.rehearsal
    ? await store.upkeep.due('snoozes', lookedFor, now())
    : await inBatches(round, (size) => store.upkeep.endDue(patrolDoer(round), 'snoozes', size, now()))
  const what = phrase(round, woken.length, 'message', 'woke', 'wake')
  return told(
    'snoozes',
    what,
    'Its snooze has ended.',
    woken.map(({ message }) => message),
  )
}
