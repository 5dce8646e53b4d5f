import { type Environment, readSettings } from '../config.ts'
import { keepAlerting } from '../services/alerts/keep-alerting.ts'
import type { Context } from '../services/context.ts'

/** While a link is kept, the person at this end is notified of what needs them at the far one. Nothing is opened where no program is named. */
export function keepLinkAlerts(environment: Environment, open: () => Promise<Context>): () => Promise<void> {
  const stop = begin(environment, open).catch(() => async () => {})
  return async () => (await stop)()
}

async function begin(environment: Environment, open: () => Promise<Context>): Promise<() => Promise<void>> {
  const { notify } = await readSettings(null, environment)
  if (notify.programs.length === 0) return async () => {}
  return keepAlerting(await open())
}
