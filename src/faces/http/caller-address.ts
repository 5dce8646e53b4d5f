import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { MailError } from '../../domain/errors.ts'

/** The address that a request comes from. */
export type CallerAddress = (request: IncomingMessage) => string

/**
 * Only these proxies are believed what they say of the address behind them: anybody can write the header.
 * @throws MailError `usage` for what is neither an address nor a network
 */
export function openCallerAddress(trusted: readonly string[]): CallerAddress {
  const isTrusted = trust(trusted)
  // A caller that hung up has no address.
  return (request) => (request.socket.remoteAddress === undefined ? '' : proxyAddress(request, isTrusted))
}

function trust(trusted: readonly string[]): (address: string, at: number) => boolean {
  try {
    return proxyAddress.compile([...trusted])
  } catch (error) {
    throw new MailError(
      'usage',
      `trusted_proxies in the settings: ${(error as Error).message}`,
      'List addresses and networks, such as [10.0.0.5, 10.1.0.0/16].',
    )
  }
}
