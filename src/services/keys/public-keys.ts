import { type PublicKey, type PublicKeys, readPublicKeys, writePublicKeys } from '../../domain/public-keys.ts'
import { authorOf, type Context } from '../context.ts'
import { tellOfKey } from './tell-of-key.ts'

const tries = 20

/** The keys that the store lists. */
export async function publicKeys({ store }: Pick<Context, 'store'>): Promise<PublicKeys> {
  return readPublicKeys(await store.facts.remembered('keys'))
}

/**
 * Lists a key of a holder, as `change` says. The log has it, and it is told to whom it concerns. Concurrent changes of other
 * holders' keys are kept.
 */
export async function listKey(
  context: Context,
  holder: string,
  own: PublicKey,
  change: (keys: readonly PublicKey[]) => readonly PublicKey[],
): Promise<readonly PublicKey[]> {
  const { store } = context
  for (let attempt = 1; ; attempt += 1) {
    const text = await store.facts.remembered('keys')
    const listed = readPublicKeys(text)
    const before = listed.get(holder) ?? []
    const keys = change(before)
    const next = writePublicKeys(new Map([...listed, [holder, keys]]))
    if (next === text) return keys
    const key = { holder, added: own.key, expect: text, next }
    if (await store.roster.listKeys(authorOf(context), key)) {
      await tellOfKey(context, holder, own, before.length === 0)
      return keys
    }
    if (attempt === tries) throw new Error('The list of keys never stood still.')
  }
}
