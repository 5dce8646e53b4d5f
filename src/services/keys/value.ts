import type { PublicKey } from '../../domain/public-keys.ts'
import type { KeyValue } from '../../values/keys-schema.ts'
import type { KeyRing } from '../key-driver.ts'

/** The keys of one holder: the listed ones first, then those that only open older mail. */
export async function keyValues(
  ring: KeyRing,
  holder: string,
  listed: readonly PublicKey[],
): Promise<readonly KeyValue[]> {
  const held = await ring.keysOf(holder)
  const isHere = (key: string) => held.some((own) => own.key === key)
  const current = listed.map(({ key, machine, since }) => {
    const here = isHere(key)
    return { holder, key, listed: true, here, lost: !here && machine === ring.machine, machine, since }
  })
  const old = held
    .filter(({ key }) => !listed.some((one) => one.key === key))
    .map((own) => ({ holder, ...own, listed: false, here: true, lost: false, machine: null }))
  return [...current, ...old]
}
