import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { isRoot, nobody } from './postgres-server.ts'

/** One machine's way to a server. */
export type Side = {
  readonly address: string
  /** The program that starts another one on this side. */
  readonly through: readonly string[]
  /** From now on nothing arrives, and neither end is told. Where it can be torn, both ends may see their connections reset. */
  cut(isTorn: boolean): void
  restore(): void
}

export type Networks = {
  /** What the server needs to be reached. */
  readonly settings: readonly string[]
  readonly sides: readonly Side[]
  close(): void
}

const run = (command: string, ...words: readonly string[]): void =>
  void execFileSync(command, words, { stdio: ['ignore', 'ignore', 'pipe'] })

/**
 * Two networks of their own, each with one link to this machine, which ends at the server: as two machines have them. They speak
 * TLS, as all do that are not on the server's machine.
 * @throws Error where the system does not allow them
 */
export function openNamespaces(): Networks {
  if (!isRoot) throw new Error('only root may make networks')
  const folder = mkdtempSync('/tmp/watchpost-network-')
  const names = ['a', 'b'].map((side) => `wp${process.pid}${side}`)
  const addresses = names.map(
    (_, at) => `10.${100 + (process.pid % 100)}.${Math.floor(process.pid / 100) % 256}.${4 * at + 1}`,
  )
  const close = (): void => {
    for (const name of names)
      try {
        run('ip', 'netns', 'del', name)
      } catch {
        // It was not made.
      }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const [at, name] of names.entries()) {
      const own = addresses[at] ?? ''
      run('ip', 'netns', 'add', name)
      run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'far', 'netns', name)
      run('ip', 'addr', 'add', `${own}/30`, 'dev', name)
      run('ip', 'link', 'set', name, 'up')
      run('ip', '-n', name, 'addr', 'add', `${own.replace(/\d+$/u, String(4 * at + 2))}/30`, 'dev', 'far')
      run('ip', '-n', name, 'link', 'set', 'far', 'up')
    }
    makeCertificate(folder, addresses)
  } catch (error) {
    close()
    throw error
  }
  return {
    settings: [
      `listen_addresses=${addresses.join(',')}`,
      'ssl=on',
      `ssl_cert_file=${folder}/cert.pem`,
      `ssl_key_file=${folder}/key.pem`,
      `hba_file=${folder}/hba.conf`,
    ],
    sides: names.map((name, at) => ({
      address: `postgres://watchpost@${addresses[at]}/postgres?sslrootcert=${folder}/cert.pem`,
      through: ['ip', 'netns', 'exec', name],
      cut: () => run('ip', 'link', 'set', name, 'down'),
      restore: () => run('ip', 'link', 'set', name, 'up'),
    })),
    close,
  }
}

/** It vouches for itself: programs are told to trust it alone. */
function makeCertificate(folder: string, addresses: readonly string[]): void {
  const [key, cert, users] = ['key.pem', 'cert.pem', 'hba.conf'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const known = addresses.map((one) => `IP:${one}`).join(',')
  const names = ['-subj', '/CN=watchpost', '-addext', `subjectAltName=${known}`]
  run(
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...names,
    '-keyout',
    key,
    '-out',
    cert,
  )
  writeFileSync(users, 'local all all trust\nhostssl all all 10.0.0.0/8 trust\n')
  chmodSync(folder, 0o755)
  for (const file of [key, cert, users]) chownSync(file, nobody, nobody)
  chmodSync(key, 0o600)
}

/** The same for anybody: two ports of this machine, whose bytes are handed on to the server's socket, kept meanwhile, or refused. */
export async function openProxies(server: { folder: string; address: string }): Promise<Networks> {
  const made = await Promise.all(
    ['a', 'b'].map(async () => {
      let [isCut, isTorn] = [false, false]
      const open = new Set<Socket>()
      const proxy = createServer((near) => {
        if (isTorn) {
          near.destroy()
          return
        }
        const far = connect(join(server.folder, '.s.PGSQL.5432'))
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(one)
          one.pipe(other)
          one.on('error', () => other.destroy()).on('close', () => open.delete(one))
          if (isCut) one.pause()
        }
      })
      await new Promise<void>((listens) => proxy.listen(0, '127.0.0.1', listens))
      const { port } = proxy.address() as AddressInfo
      const side: Side = {
        address: `postgres://watchpost@127.0.0.1:${port}/postgres`,
        through: [],
        cut(torn) {
          ;[isCut, isTorn] = [true, torn]
          for (const one of open)
            if (torn) one.destroy()
            else one.pause()
        },
        restore() {
          ;[isCut, isTorn] = [false, false]
          for (const one of open) one.resume()
        },
      }
      const close = (): void => {
        proxy.close()
        for (const one of open) one.destroy()
      }
      return { side, close }
    }),
  )
  return {
    settings: [],
    sides: made.map(({ side }) => side),
    close() {
      for (const { close } of made) close()
    },
  }
}
