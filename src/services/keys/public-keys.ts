import { type PublicKey, type PublicKeys, readPublicKeys, writePublicKeys } from '../../domain/public-keys.ts'
import type { Context } from '../context.ts'

const tries = 20

/** The keys that the store lists. */
export async function publicKeys({ store }: Pick<Context, 'store'>): Promise<PublicKeys> {
  return readPublicKeys(await store.facts.remembered('keys'))
}

/** Changes the listed keys of one holder. Concurrent changes of other holders' keys are kept. */
export async function listKeysAs(
  { store }: Pick<Context, 'store'>,
  holder: string,
  change: (keys: readonly PublicKey[]) => readonly PublicKey[],
): Promise<readonly PublicKey[]> {
  for (let attempt = 1; ; attempt += 1) {
    const text = await store.facts.remembered('keys')
    const listed = readPublicKeys(text)
    const own = change(listed.get(holder) ?? [])
    const next = writePublicKeys(new Map([...listed, [holder, own]]))
    if (next === text || (await store.facts.swap('keys', text, next))) return own
    if (attempt === tries) throw new Error('The list of keys never stood still.')
  }
}
