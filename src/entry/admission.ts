import type { FactStore } from '../../store/mail-store.ts'
import type { Environment } from '../config.ts'
import type { Place } from '../store-place/find-store.ts'
import { idsIn, trustFact, untrusted } from '../store-place/trust.ts'

/**
 * Opens a store that may be opened. One that was found upward must be trusted, and its database must know so: git
 * replaces ignored files without a word, and so could put somebody else's database into a trusted folder.
 * @throws MailError `not-allowed`
 */
export async function admitted<T extends { readonly store: { readonly facts: FactStore } }>(
  { location, trust }: Place,
  environment: Environment,
  open: () => Promise<T>,
): Promise<T> {
  if (trust === null) return open()
  if (trust.id === null) {
    const { adopt, requirePerson } = await import('./trusting.ts')
    requirePerson(location, environment)
    const opened = await open()
    await adopt(opened.store.facts, location, environment)
    return opened
  }
  const opened = await open()
  if (!idsIn((await opened.store.facts.remembered(trustFact)) ?? '').includes(trust.id))
    throw untrusted(location)
  if (trust.moved) (await import('./trusting.ts')).warnOfMove(location)
  return opened
}
