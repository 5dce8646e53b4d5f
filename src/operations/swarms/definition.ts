import type { Settings } from '../../domain/settings/settings.ts'
import type { Context } from '../operation.ts'

/** The swarm as it shows itself, and whom its tasks go to. */
export type Definition = Settings['serving']

/** What an administrator loaded stands; else the `swarm` section of the settings. */
export async function swarmDefinition({ store, settings }: Context): Promise<Definition> {
  const loaded = await store.facts.remembered('swarm-definition')
  return loaded === null ? settings.serving : (JSON.parse(loaded) as Definition)
}
