import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { patience } from './patience.ts'
import { askServer, connected, isRoot, nobody } from './postgres-server.ts'

const port = 6_432
/** A schema of the name of a login is found without being named: this one is not the store's. */
const login = 'mailer'

/** The same address for a login that finds no name of the store by its own. */
export async function asMailer(address: string): Promise<string> {
  await askServer(
    address,
    `DO $$ BEGIN CREATE ROLE ${login} LOGIN SUPERUSER; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  )
  const url = new URL(address)
  url.username = login
  return url.href
}

export type Pooler = {
  /** The address of the same database, by way of the pooler and for a login that finds no name of the store by its own. */
  through(address: string): string
  /** Ends it without a word, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Where the program `pgbouncer` lies; `null` where it is not installed. Debian keeps it where PATH does not look. */
export function findPgbouncer(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  for (const folder of folders)
    try {
      const file = join(folder, 'pgbouncer')
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Another folder has it, or none.
    }
  return null
}

/** A pgbouncer before the server of an address, with these lines among its settings. It refuses to run as root. */
export async function startPooler(
  program: string,
  server: string,
  settings: readonly string[],
): Promise<Pooler> {
  const folder = mkdtempSync('/tmp/watchpost-pooler-')
  const own = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text)
    if (isRoot) chownSync(join(folder, name), nobody, nobody)
  }
  const url = new URL(server)
  const host = url.searchParams.get('host') ?? url.hostname
  const at = `host=${host} port=${url.port === '' ? 5432 : url.port}`
  const said = [
    `unix_socket_dir=${folder}`,
    'listen_addr=',
    `listen_port=${port}`,
    `auth_file=${folder}/users`,
  ]
  own('users', `"${login}" ""\n`)
  own(
    'pgbouncer.ini',
    ['[databases]', `* = ${at}`, '[pgbouncer]', ...said, 'auth_type=trust', ...settings, ''].join('\n'),
  )
  if (isRoot) chownSync(folder, nobody, nobody)
  await asMailer(server)
  const through = (address: string): string => {
    const pooled = new URL(address)
    pooled.username = login
    pooled.searchParams.set('host', folder)
    pooled.searchParams.set('port', String(port))
    return pooled.href
  }
  const start = () => serve(program, folder, through(server))
  let child = await start()
  const end = async (how: NodeJS.Signals): Promise<void> => {
    const gone = once(child, 'exit')
    child.kill(how)
    await gone
  }
  return {
    through,
    async restart() {
      await end('SIGKILL')
      child = await start()
    },
    async stop() {
      // Ends its connections and itself.
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Until it answers. */
async function serve(program: string, folder: string, address: string): Promise<ChildProcess> {
  const ids = isRoot ? { uid: nobody, gid: nobody } : {}
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    ...ids,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => void (log += chunk.toString()))
  for (const most = Date.now() + patience; ; )
    try {
      await (await connected(address)).end()
      return child
    } catch (error) {
      if (child.exitCode !== null || Date.now() > most) throw new Error(`pgbouncer: ${log}`, { cause: error })
      await new Promise((next) => setTimeout(next, 25))
    }
}
