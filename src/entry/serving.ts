import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { version } from '../../package.json'
import { MailError } from '../domain/errors.ts'
import type { ServeWanted } from '../faces/cli/host.ts'
import type { Tls } from '../faces/http/server.ts'
import { startServer } from '../faces/http/start.ts'
import { mayOnlyLook } from '../operations/perform.ts'
import { openServerMailbox } from '../server-mailbox.ts'
import type { Context } from '../services/context.ts'
import { keepUp } from '../services/upkeep/runner.ts'
import { httpFaces } from './http-faces.ts'

/** Serves until a signal ends it; a second one ends it at once. */
export async function serve(context: Context, wanted: ServeWanted): Promise<number> {
  if (context.onlyLooks) throw mayOnlyLook(context.actor.address)
  const { port = 8000, host = '127.0.0.1', insecure, entrypoint } = wanted
  const tls = tlsOf(wanted)
  const { swarm, network, now } = context
  // Who started the server says nothing of who asks it.
  const { identity: _, ...far } = context
  const door = { mailbox: openServerMailbox(far), swarm, now, ...(network !== undefined && { network }) }
  const serving = {
    host,
    port,
    tls,
    insecure,
    write,
    entrypoint: entrypoint ?? null,
    trustedProxies: context.settings.server.trustedProxies,
    version,
    terminal: wanted.terminal
      ? { write, columns: () => process.stderr.columns, colour: wanted.colour }
      : null,
  }
  const served = await startServer(door, serving, httpFaces)
  const stopUpkeep = keepUp(context, { programs: true })
  const code = await untilSignal()
  await Promise.all([served.stop(), stopUpkeep()])
  return code
}

/** The exit code of the signal that ends a server; a second one ends it at once. */
export async function untilSignal(): Promise<number> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, resolve)
  })
  return signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 129
}

/** @throws MailError `usage` · `not-found` */
export function tlsOf({ cert, key }: Pick<ServeWanted, 'cert' | 'key'>): Tls | null {
  if ((cert === undefined) !== (key === undefined))
    throw new MailError('usage', 'TLS needs both --cert and --key.', 'Give two PEM files.')
  return cert === undefined || key === undefined ? null : readTls(cert, key)
}

function write(text: string): void {
  process.stderr.write(text)
}

function readTls(certPath: string, keyPath: string): Tls {
  const tls = { cert: readPem(certPath), key: readPem(keyPath) }
  try {
    createSecureContext(tls)
    return tls
  } catch (error) {
    throw new MailError(
      'usage',
      `${certPath} and ${keyPath} are not a certificate and its key: ${(error as Error).message}`,
      'Give two PEM files.',
    )
  }
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new MailError('not-found', `${path} cannot be read.`, 'Give a PEM file.')
  }
}
