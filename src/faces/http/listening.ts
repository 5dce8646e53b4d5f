import { MailError } from '../../domain/errors.ts'
import { loopback } from './own-host.ts'

/** @throws MailError `not-allowed` beyond loopback without TLS */
export function requireEncrypted(host: string, isEncrypted: boolean, insecure: boolean): void {
  if (isEncrypted || insecure || loopback.test(host)) return
  throw new MailError(
    'not-allowed',
    `${host} can be reached from other machines, and tokens would be sent unencrypted.`,
    'Add --cert and --key, or --insecure if a proxy provides TLS.',
  )
}

export function urlOf(host: string, port: number, isEncrypted: boolean): string {
  return `${isEncrypted ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

export function listenError({ code, message }: NodeJS.ErrnoException, host: string, port: number): MailError {
  if (code === 'EADDRINUSE')
    return new MailError('conflict', `Port ${port} on ${host} is already in use.`, 'Choose another port.')
  if (code === 'EACCES')
    return new MailError('not-allowed', `You may not use port ${port}.`, 'Choose a port above 1023.')
  if (code === 'ERR_SOCKET_BAD_PORT')
    return new MailError('usage', `Invalid port: ${port}`, 'Use 1 to 65535, or 0 for any free port.')
  return new MailError('usage', `Cannot listen on ${host}:${port}: ${message}`, 'Choose another address.')
}
