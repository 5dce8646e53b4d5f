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

/** The address of the server itself, which `listen=HOST:PORT/DATABASE` names for those who listen behind a pooler. */
export function listenerOf(address: string): string | null {
  const said = new URL(address).searchParams.get('listen') ?? ''
  const [url] = hostsOf(address).map((one) => new URL(one))
  if (said === '' || url === undefined) return null
  const isFolder = said.startsWith('/')
  const named = isFolder ? null : new URL(`postgres://${said}`)
  url.searchParams.set('host', named === null ? said : named.hostname.replace(/^\[|\]$/gu, ''))
  url.searchParams.delete('port')
  url.port = ''
  if (named !== null && named.port !== '') url.searchParams.set('port', named.port)
  if (named !== null && named.pathname.length > 1) url.pathname = named.pathname
  return url.href
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
