import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from './refusal.ts'

export const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/iu

/**
 * Every request passes here, with or without a token. A page of another site must not read through the browser of a person, neither by
 * its own name nor by one that it lets lead to this machine.
 * @param served the host that is listened on; `null` where TLS or a proxy answers for the name
 * @throws Refusal 403
 */
export function requireOwnHost(served: string | null, { host, origin }: IncomingHttpHeaders): void {
  if (served !== null && host !== undefined && !isServed(served, host))
    throw new Refusal(403, 'requests for other hosts are refused; behind a proxy, serve with --insecure')
  if (origin === undefined) return
  if (URL.canParse(origin) && new URL(origin).host === host) return
  throw new Refusal(403, 'requests from other origins are refused')
}

function isServed(served: string, host: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return loopback.test(name) || name === served.toLowerCase()
}
