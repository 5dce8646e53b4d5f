import { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import type { KeyRing } from '../key-driver.ts'

/** The person's own keys. @throws MailError `not-allowed` where there are none to reach */
export async function requireRing({ keys }: Pick<Context, 'keys'>): Promise<KeyRing> {
  if (keys !== undefined) return keys.open()
  throw new MailError(
    'not-allowed',
    'Keys cannot be reached from here.',
    'Use the command line on your machine.',
  )
}
