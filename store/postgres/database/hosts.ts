import { MailError } from '../../../src/domain/errors.ts'

/** Which of several servers an address wants, as programs of libpq have it. */
export const targets = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type Target = (typeof targets)[number]

/** What a server says of itself. */
export type Standing = { readonly standby: boolean; readonly readOnly: boolean }

/** The servers of an address, in its order: `?host=A,B&port=5432,5433`. One port is that of all. */
export function hostsOf(address: string): readonly string[] {
  const url = new URL(address)
  for (const own of ['target_session_attrs', 'pooler', 'listen']) url.searchParams.delete(own)
  // The driver checks the certificate for each of these words, and warns of it with nine lines.
  if (/^(?:prefer|require|verify-ca)$/u.test(url.searchParams.get('sslmode') ?? ''))
    url.searchParams.set('sslmode', 'verify-full')
  const names = (url.searchParams.get('host') ?? '').split(',')
  if (names.length === 1) return [url.href]
  const ports = (url.searchParams.get('port') ?? '').split(',')
  return names.map((name, at) => {
    const one = new URL(url)
    one.searchParams.set('host', name)
    const port = ports.length === 1 ? ports[0] : ports[at]
    if (port === undefined || port === '') one.searchParams.delete('port')
    else one.searchParams.set('port', port)
    return one.href
  })
}

/** Whether the address names a pooler that lends a server for each transaction; `null` for a word that names none. */
export function isPooler(address: string): boolean | null {
  const said = new URL(address).searchParams.get('pooler')
  if (said === null) return false
  return said === 'transaction' ? true : null
}

/**
 * The address of the server itself, which `listen=` names for those who listen behind a pooler: HOST, HOST:PORT, HOST:PORT/DATABASE, or the
 * folder of a socket. `null` where it names none.
 * @throws MailError `usage`
 */
export function listenerOf(address: string): string | null {
  const said = new URL(address).searchParams.get('listen')
  const [url] = hostsOf(address).map((one) => new URL(one))
  if (said === null || url === undefined) return null
  const named = said.startsWith('/') ? { hostname: said, port: '', pathname: '' } : namedServer(said)
  url.port = ''
  url.searchParams.set('host', named.hostname.replace(/^\[|\]$/gu, ''))
  if (named.port === '') url.searchParams.delete('port')
  else url.searchParams.set('port', named.port)
  if (named.pathname.length > 1) url.pathname = named.pathname
  return url.href
}

function namedServer(said: string): URL {
  const url = URL.canParse(`postgres://${said}`) ? new URL(`postgres://${said}`) : null
  if (url !== null && url.hostname !== '' && url.username === '' && url.password === '') return url
  throw new MailError(
    'usage',
    'The address names no server to listen to.',
    'Write listen=HOST, listen=HOST:PORT, listen=HOST:PORT/DATABASE, or the folder of a socket.',
  )
}

/** `null` for a word that names none. */
export function targetOf(address: string): Target | null {
  const said = new URL(address).searchParams.get('target_session_attrs') ?? 'any'
  return targets.find((target) => target === said) ?? null
}

/** Whether a server is what an address wants. @param isLast no server was in a first round: one that is second best will do */
export function suits(target: Target, { standby, readOnly }: Standing, isLast: boolean): boolean {
  switch (target) {
    case 'any':
      return true
    case 'read-write':
      return !readOnly
    case 'read-only':
      return readOnly
    case 'primary':
      return !standby
    case 'standby':
      return standby
    case 'prefer-standby':
      return standby || isLast
  }
}
