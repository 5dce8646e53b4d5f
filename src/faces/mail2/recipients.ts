import { isMailError } from '../../domain/errors.ts'
import { type Meant, readMailAddress } from '../../domain/mail2/address.ts'
import { invalid } from './statuses.ts'
import { hostsOf, type Visit } from './visit.ts'

const path = ['body', 'recipients']

/** The addresses of ours that recipients of MAIL mean. @throws Refusal 422 for what is none, and for somebody of another kind */
export async function readRecipients(
  visit: Visit,
  recipients: readonly string[],
): Promise<readonly string[]> {
  if (recipients.length === 0) throw invalid('recipients must have one address at least', path)
  const meant = recipients.map((text) => ({ text, ...read(visit, text) }))
  const own = meant.filter(({ address }) => address.startsWith('agent:'))
  const names = own.map(({ address }) => nameOf(address))
  const kinds = await visit.world.mailbox.kindsOf({ addresses: names })
  for (const { text, address, person } of own) {
    const kind = kinds.get(nameOf(address)) ?? null
    const isPerson = kind === 'user' || kind === 'admin'
    if (kind === null || (person === undefined ? isPerson : kind !== person))
      throw invalid(`nobody here has the address ${text}`, path)
  }
  return [...new Set(meant.map(({ address }) => address))]
}

function read({ world, call }: Visit, text: string): Meant {
  try {
    return readMailAddress(text, world, hostsOf(call))
  } catch (error) {
    throw isMailError(error) ? invalid(error.message, path) : error
  }
}

export function nameOf(address: string): string {
  return address.replace(/^agent:/u, '')
}
