import { type Act, phrase } from '../act.ts'

/** What has waited in Attention for so long tells its person once more. */
const keptFor = 90 * 86_400_000

/** Forgets what programs were told of long ago. */
export const forgetAlerts: Act = async (round) => {
  const { context, rehearsal } = round
  if (rehearsal) return []
  const count = await context.store.alerts.prune(context.now() - keptFor)
  if (count === 0) return []
  const what = phrase(round, count, 'notification', 'forgot', 'forget')
  return [{ act: 'alerts', what, why: 'They are older than 90 days.', messages: [] }]
}
