import { MailError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { IdentityDriver } from './identity-driver.ts'

/** Without `settings` even a person's own settings let nobody act for them. */
type Asked = {
  readonly identity?: IdentityDriver | undefined
  readonly settings?: Pick<Settings, 'agentsMayActForMe'>
}

/**
 * The one rule for what only people may do: a person is one whom this machine shows at a terminal, or who lets agents act
 * in their own settings. A caller that has no machine to look at is nobody.
 * @param deed what is refused: `may` stands before it
 * @throws MailError `not-allowed`
 */
export async function requireProvenPerson(asked: Asked, deed: string, instead = ''): Promise<void> {
  const why = await doubtOfPerson(asked)
  if (why === null) return
  throw new MailError(
    'not-allowed',
    `Only a person at a terminal may ${deed}, and ${why}.`,
    ['Run it yourself in a terminal that no coding agent started.', instead].join(' ').trim(),
  )
}

/** Why nobody here is a proven person; `null` where one is. */
export async function doubtOfPerson({ identity, settings }: Asked): Promise<string | null> {
  if (settings?.agentsMayActForMe === true) return null
  if (identity === undefined) return 'nobody sits at this program'
  const found = await identity.find()
  return found.is === 'person' ? null : found.why
}
