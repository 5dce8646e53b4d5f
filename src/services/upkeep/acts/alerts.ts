import { type Act, goesOn, phrase } from '../act.ts'

/** What has waited in Attention for so long tells its person once more. */
const keptFor = 90 * 86_400_000

/** Forgets what programs were told of long ago. */
export const forgetAlerts: Act = async (round) => {
  const { context, rehearsal } = round
  if (rehearsal) return []
  const before = context.now() - keptFor
  let count = 0
  for (let some = 1; some > 0; ) {
    some = await context.store.alerts.prune(before)
    count += some
    if (some > 0 && !(await goesOn(round))) break
  }
  if (count === 0) return []
  const what = phrase(round, count, 'notification', 'forgot', 'forget')
  return [{ act: 'alerts', what, why: 'They are older than 90 days.', messages: [] }]
}
