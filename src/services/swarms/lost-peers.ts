import { type LostPeers, readLostPeers, writeLostPeers } from '../../domain/lost-peers.ts'
import type { Context } from '../context.ts'

/** Swarms whose mail was given up or that were forgotten, until a person registers or removes them. */
export async function lostPeers({ store }: Pick<Context, 'store'>): Promise<LostPeers> {
  return readLostPeers(await store.facts.remembered('lost-peers'))
}

/** Changes what is known of them, also while other processes do. */
export async function changeLostPeers(
  { store }: Pick<Context, 'store'>,
  change: (known: LostPeers) => LostPeers,
): Promise<void> {
  const { facts } = store
  for (;;) {
    const before = await facts.remembered('lost-peers')
    const after = writeLostPeers(change(readLostPeers(before)))
    if (after === before || (await facts.swap('lost-peers', before, after))) return
  }
}
