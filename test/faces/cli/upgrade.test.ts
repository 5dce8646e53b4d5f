import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { schemaVersion } from '../../../store/schema-version.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { withPostgres } from '../../support/postgres.ts'
import { askServer, connected } from '../../support/postgres-server.ts'

const older = readFileSync(new URL('../../store/postgres-schema-1.sql', import.meta.url), 'utf8')
const facts =
  "INSERT INTO facts(name, value) VALUES('schema', '1'), ('store', 'abc'), ('salt', 'def'), ('created_at', '1'), ('roster_version', '3')"

let desk: Desk
beforeEach(() => {
  desk = openDesk(['bob'])
})
afterEach(() => desk.close())

test('a store in a folder is upgraded by the command as by any other, with its copy', () => {
  const database = new Database(join(desk.store, 'mail.db'))
  database.exec(`ALTER TABLE deliveries DROP COLUMN also_via; PRAGMA user_version = 30`)
  database.close()
  const check = () => desk.run(['upgrade', '--check'])
  expect(check()).toMatchObject({ code: 4, out: expect.stringContaining('has schema 30;') })
  expect(check()).toMatchObject({ code: 4, out: expect.stringContaining('needs an upgrade') })
  const { from, to, backup } = desk.json('upgrade')
  expect([from, to, existsSync(backup)]).toEqual([30, schemaVersion, true])
  expect(check()).toMatchObject({ code: 0, out: expect.stringContaining('needs no upgrade') })
  expect(desk.json('upgrade')).toMatchObject({ from: schemaVersion, to: schemaVersion, backup: null })
  expect(desk.run(['upgrade', '--no-backup']).code).toBe(2)
})

/** Every way into a store, and what it is given to begin. */
const faces: readonly (readonly [string, readonly string[], string])[] = [
  ['a command', ['inbox'], ''],
  ['batch', ['batch'], '{"command":"inbox"}\n'],
  ['upgrade', ['upgrade'], ''],
  ['upgrade --check', ['upgrade', '--check'], ''],
  [
    'mcp',
    ['mcp'],
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"inbox","arguments":{}}}\n',
  ],
  ['serve', ['serve', '--port', '0'], ''],
  ['wait', ['wait', '--timeout', '1s'], ''],
  ['door', ['door'], ''],
]

test.each(faces)('%s of an older program says that the store is newer', (_name, args, input) => {
  const database = new Database(join(desk.store, 'mail.db'))
  database.pragma('user_version = 999')
  database.close()
  const { out, err } = desk.run([...args, '--as', 'bob'], { input })
  expect(`${out}${err}`).toContain('has schema 999')
  expect(`${out}${err}`).not.toContain('    at ')
})

await withPostgres((server) => {
  let address: string
  let tools: string
  beforeEach(async () => {
    address = await server.bare()
    await askServer(address, older)
    await askServer(address, `SET search_path = watchpost; ${facts}`)
    tools = join(desk.folder, 'tools')
    mkdirSync(tools)
  })

  const run = (...args: readonly string[]) =>
    desk.run(['--store', address, ...args], { env: { PATH: tools } })
  const schema = async () => {
    const client = await connected(address)
    try {
      return (await client.query("SELECT value FROM watchpost.facts WHERE name = 'schema'")).rows[0]?.value
    } finally {
      await client.end()
    }
  }
  /** The server's own program is of another version than this machine's: what we ask of it is what we look at. */
  function offerDump(script: string): void {
    const file = join(tools, 'pg_dump')
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
  }
  const dumps = () => readdirSync(desk.folder).filter((name) => name.includes('.dump'))

  test.each(faces.filter(([name]) => !name.startsWith('upgrade')))(
    '%s of a newer program names the command that upgrades a shared store',
    async (_name, args, input) => {
      const { out, err } = desk.run(['--store', address, ...args], { input })
      expect(`${out}${err}`).toContain('has schema 1;')
      expect(`${out}${err}`).toContain('watchpost upgrade')
      expect(await schema()).toBe('1')
    },
  )

  test('a hook at an older store says so once, as an agent may read it', async () => {
    const event = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', cwd: desk.folder })
    const hook = () => desk.run(['--store', address, 'hook', '--as', 'bob'], { input: event })
    expect(hook()).toMatchObject({ code: 0 })
    expect(await schema()).toBe('1')
  })

  test('without pg_dump nothing is upgraded, unless one does without a backup', async () => {
    expect(run('upgrade', '--check')).toMatchObject({
      code: 4,
      out: expect.stringContaining('has schema 1;'),
    })
    expect(run('upgrade')).toMatchObject({ code: 3, err: expect.stringContaining('--no-backup') })
    expect(await schema()).toBe('1')
    expect(run('upgrade', '--no-backup')).toMatchObject({ code: 0 })
    expect(run('upgrade', '--check')).toMatchObject({ code: 0 })
    expect(run('agents', '--json').code).toBe(0)
  })

  test('the dump is whole, and for its owner alone, before anything changes', async () => {
    offerDump(
      'for one; do case "$one" in --file=*) echo "$@" > "$(echo "$one" | /bin/cut -c8-)";; esac; done',
    )
    const { code, err } = run('upgrade')
    expect([code, err]).toEqual([0, expect.stringContaining('pg_dump')])
    const [name = ''] = dumps()
    expect(name).toMatch(/^watchpost-schema-1-\d{4}-\d\d-\d\dT\d{6}\.dump$/u)
    expect(readFileSync(join(desk.folder, name), 'utf8')).toContain('--schema=watchpost --format=custom')
    expect(statSync(join(desk.folder, name)).mode & 0o077).toBe(0)
    expect(await schema()).toBe(String(schemaVersion))
  })

  test.each([
    ['ends with an error', 'echo server version mismatch >&2; exit 1', 'server version mismatch'],
    ['is killed', 'kill -9 $$', 'pg_dump was ended'],
  ])('a dump that %s leaves the store and no file', async (_name, script, said) => {
    offerDump(script)
    expect(run('upgrade')).toMatchObject({ code: 7, err: expect.stringContaining(said) })
    expect([await schema(), dumps()]).toEqual(['1', []])
  })

  test('a password of the address is no argument of pg_dump', async () => {
    const [args, secret] = [join(desk.folder, 'args'), join(desk.folder, 'secret')]
    offerDump(`echo "$@" > ${args}; echo "$PGPASSWORD" > ${secret}; exit 1`)
    const services = join(desk.folder, 'services')
    const { searchParams, pathname, username } = new URL(address)
    writeFileSync(
      services,
      `[mail]\nhost=${searchParams.get('host')}\nuser=${username}\ndbname=${pathname.slice(1)}\npassword=s3cret\n`,
    )
    const env = { PATH: tools, PGSERVICEFILE: services }
    const { code, err } = desk.run(['--store', 'postgres:///?service=mail', 'upgrade'], { env })
    expect([code, err]).toEqual([7, expect.stringContaining('could not be backed up')])
    expect(readFileSync(args, 'utf8')).not.toContain('s3cret')
    expect(readFileSync(secret, 'utf8').trim()).toBe('s3cret')
  })

  test('a place for the dump that cannot be written is said, and no fault of the server', async () => {
    offerDump('exit 1')
    const { code, err } = run('upgrade', '--backup', 'no-such-folder/mail.dump')
    expect([code, err]).toEqual([7, expect.stringContaining('cannot be written')])
    expect(await schema()).toBe('1')
  })

  test('a database superuser upgrades a store for its owner', async () => {
    await askServer(
      address,
      `DO $$ BEGIN CREATE ROLE keeper_of_mail LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO keeper_of_mail', current_database());
      ALTER SCHEMA watchpost OWNER TO keeper_of_mail; END $$`,
    )
    expect(run('upgrade', '--no-backup')).toMatchObject({ code: 0, err: '' })
    const client = await connected(address)
    const { rows } = await client.query(`SELECT relname AS name, relkind::text AS kind FROM pg_class
      WHERE relnamespace = 'watchpost'::regnamespace AND relowner <> 'keeper_of_mail'::regrole UNION ALL
      SELECT proname, 'function' FROM pg_proc WHERE pronamespace = 'watchpost'::regnamespace AND proowner <> 'keeper_of_mail'::regrole`)
    await client.end()
    expect(rows).toEqual([])
  })

  test('a file that is there is kept', async () => {
    offerDump('exit 1')
    writeFileSync(join(desk.folder, 'mine'), 'precious')
    expect(run('upgrade', '--backup', 'mine').code).toBe(4)
    expect(readFileSync(join(desk.folder, 'mine'), 'utf8')).toBe('precious')
  })

  test('an agent upgrades no shared store', () => {
    const env = { PATH: tools, CLAUDECODE: '1' }
    expect(desk.run(['--store', address, 'upgrade', '--no-backup'], { env })).toMatchObject({ code: 7 })
  })

  const gone = async (client: Awaited<ReturnType<typeof connected>>) => {
    for (;;) {
      const { rows } = await client.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'watchpost%'",
      )
      if (rows.length === 0) return
    }
  }

  test('an upgrade that is killed as it backs up leaves the store to the next one', async () => {
    offerDump(
      `echo begun > ${join(desk.folder, 'begun')}; exec ${process.execPath} -e "setInterval(() => {}, 1e6)"`,
    )
    const child = desk.start(['--store', address, 'upgrade'], { PATH: tools })
    while (!existsSync(join(desk.folder, 'begun'))) await new Promise((next) => setTimeout(next, 10))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const client = await connected(address)
    await gone(client)
    await client.end()
    expect([await schema(), dumps()]).toEqual(['1', []])
    expect(run('upgrade', '--no-backup').code).toBe(0)
  })

  test('an upgrade that is killed within it leaves the store to the next one', async () => {
    const client = await connected(address)
    // It waits for this reader, as it changes the table.
    await client.query('BEGIN; LOCK TABLE watchpost.deliveries IN ACCESS SHARE MODE')
    const child = desk.start(['--store', address, 'upgrade', '--no-backup'])
    for (let isWaiting = false; !isWaiting; ) {
      const { rows } = await client.query(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'",
      )
      isWaiting = rows.length > 0
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    await client.query('COMMIT')
    await gone(client)
    await client.end()
    expect(await schema()).toBe('1')
    expect(run('upgrade', '--no-backup').code).toBe(0)
    expect(await schema()).toBe(String(schemaVersion))
  })
})
