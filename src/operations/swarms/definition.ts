import type { Settings } from '../../domain/settings/settings.ts'
import type { Context } from '../operation.ts'

/** The swarm as presented to others, and the agent that receives its tasks. */
export type Definition = Settings['serving']

/** A definition loaded by an administrator takes precedence over the `swarm` section of the settings. */
export async function swarmDefinition({ store, settings }: Context): Promise<Definition> {
  const loaded = await store.facts.remembered('swarm-definition')
  return loaded === null ? settings.serving : (JSON.parse(loaded) as Definition)
}
