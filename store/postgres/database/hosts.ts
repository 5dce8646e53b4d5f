/** Which of several servers an address wants, as programs of libpq have it. */
export const targets = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type Target = (typeof targets)[number]

/** What a server says of itself. */
export type Standing = { readonly standby: boolean; readonly readOnly: boolean }

/** The servers of an address, in its order: `?host=A,B&port=5432,5433`. One port is that of all. */
export function hostsOf(address: string): readonly string[] {
  const url = new URL(address)
  url.searchParams.delete('target_session_attrs')
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
