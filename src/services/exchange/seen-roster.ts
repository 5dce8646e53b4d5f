import type { Json } from '../../domain/json.ts'
import { isSame } from '../../formats/exact.ts'
import type { ForeignAgent, Format } from '../../formats/format.ts'
import type { Context } from '../context.ts'
import type { Folder } from './folder.ts'

/** A foreign roster as `sync` last read it. It outlives the process, so later changes are followed, too. */
export type SeenRoster = {
  /** The entries that differ from what was seen before, each with its earlier form. */
  changes(
    agents: readonly ForeignAgent[],
  ): Promise<readonly { readonly before: ForeignAgent; readonly after: ForeignAgent }[]>
  note(agents: readonly ForeignAgent[]): Promise<void>
}

export function openSeenRoster(
  { store }: Context,
  format: Format,
  folder: Pick<Folder, 'place'>,
): SeenRoster {
  const place = `${format.name} roster ${folder.place}`
  return {
    async changes(agents) {
      const ids = agents.map(({ address }) => address)
      const states = await store.exchange.synced(place, ids)
      return agents.flatMap((after, at) => {
        const before = seenIn(states[at] ?? null)
        return before === null || isSame(before as Json, after as Json) ? [] : [{ before, after }]
      })
    },
    async note(agents) {
      const states = agents.map((agent) => ({ id: agent.address, state: JSON.stringify(agent) }))
      if (states.length > 0) await store.exchange.noteSynced(place, states)
    },
  }
}

function seenIn(state: string | null): ForeignAgent | null {
  try {
    return state === null ? null : (JSON.parse(state) as ForeignAgent)
  } catch {
    return null
  }
}
