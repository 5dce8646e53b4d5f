import type { FactStore, MailStore } from '../../store/mail-store.ts'
import type { Environment } from '../config.ts'
import { MailError } from '../domain/errors.ts'
import type { Place } from '../store-place/find-store.ts'
import { idsIn, trustFact, untrusted } from '../store-place/trust.ts'

/**
 * Opens a store that may be opened. One that was found upward must be trusted, and its database must know so: git
 * replaces ignored files without a word, and so could put somebody else's database into a trusted folder.
 * @throws MailError `not-allowed`
 */
export async function admitted<T extends { readonly store: Pick<MailStore, 'facts' | 'close'> }>(
  { location, trust }: Place,
  environment: Environment,
  openIt: () => Promise<T>,
): Promise<T> {
  const open = async () => {
    const opened = await openIt()
    await orClosed(opened.store, requireClock(opened.store.facts, location, environment))
    return opened
  }
  if (trust === null) return open()
  if (trust.id === null) {
    const { adopt, requireTruster } = await import('./trusting.ts')
    await requireTruster(location, environment)
    const opened = await open()
    await orClosed(opened.store, adopt(opened.store.facts, location, environment))
    return opened
  }
  const opened = await open()
  const ids = idsIn((await orClosed(opened.store, opened.store.facts.remembered(trustFact))) ?? '')
  if (!ids.includes(trust.id)) {
    await opened.store.close()
    throw untrusted(location)
  }
  if (trust.moved) (await import('./trusting.ts')).warnOfMove(location)
  return opened
}

/** A store that may not be opened after all stays open to nobody. */
async function orClosed<T>(store: Pick<MailStore, 'close'>, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * A moved clock expires mail and ends leases, so it is only for stores that hold nothing of value.
 * @throws MailError `usage` · `not-allowed`
 */
export async function requireClock(
  facts: FactStore | null,
  location: string,
  { clock }: Environment,
): Promise<void> {
  if (clock === null) return
  if (clock.milliseconds === null)
    throw new MailError(
      'usage',
      `WATCHPOST_CLOCK does not say how far to move the clock: ${clock.written}`,
      'Write for example +6h or -30m.',
    )
  if (facts !== null && (await facts.isForTests())) return
  throw new MailError(
    'not-allowed',
    `WATCHPOST_CLOCK moves the clock only in stores for tests, and ${location} is not one. Nothing was done.`,
    'Unset WATCHPOST_CLOCK, or create a store with `watchpost init --test`.',
  )
}
