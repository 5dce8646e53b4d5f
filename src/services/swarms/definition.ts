import type { Settings } from '../../domain/settings/settings.ts'
import type { Context } from '../context.ts'

/** The swarm as presented to others, and the agent that receives its tasks. */
export type Definition = Settings['serving']

/** The stored value after a loaded definition was dropped. */
export const noDefinition = 'null'

/** The definition that an administrator loaded, if any. */
export async function loadedDefinition({ store }: Context): Promise<Definition | null> {
  const loaded = await store.facts.remembered('swarm-definition')
  return loaded === null ? null : (JSON.parse(loaded) as Definition | null)
}

/** A definition loaded by an administrator takes precedence over the `swarm` section of the settings. */
export async function swarmDefinition(context: Context): Promise<Definition> {
  return (await loadedDefinition(context)) ?? context.settings.serving
}
