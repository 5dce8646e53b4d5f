import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'
import { withPostgres } from '../../support/postgres.ts'
import { askServer, startOwn } from '../../support/postgres-server.ts'

await withPostgres((server) => {
  let desk: Desk
  let folder: string
  let service: string

  beforeAll(async () => {
    const url = new URL(await server.bare())
    const host = url.searchParams.get('host') ?? url.hostname
    desk = openDesk()
    folder = mkdtempSync(join(tmpdir(), 'watchpost-service-'))
    const lines = ['# ours', `host=${host}`, `port=${url.port || 5432}`, `user=${url.username}`]
    service = `[other]\nhost=/nowhere\n\n[mail]\n${lines.join('\n')}\ndbname = ${url.pathname.slice(1)}\n[last]\nuser=nobody\n`
    writeFileSync(join(folder, 'services'), service)
  })
  afterAll(() => {
    desk.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (store: string, env: NodeJS.ProcessEnv, ...args: readonly string[]): Ran =>
    desk.run(['--store', store, ...args], { env })

  test('a service names the server, where programs of libpq look for it', () => {
    const PGSERVICEFILE = join(folder, 'services')
    expect(ask('postgres:///?service=mail', { PGSERVICEFILE }, 'init').code).toBe(0)
    writeFileSync(join(desk.folder, '.pg_service.conf'), service)
    mkdirSync(join(folder, 'system'))
    writeFileSync(join(folder, 'system', 'pg_service.conf'), service)
    const ways: readonly (readonly [string, NodeJS.ProcessEnv])[] = [
      ['postgres:///?service=mail', { PGSERVICEFILE }],
      ['postgresql://?service=mail', { PGSERVICEFILE }],
      ['postgres://', { PGSERVICEFILE, PGSERVICE: 'mail' }],
      ['postgres:///?service=mail', {}],
      ['postgres:///?service=mail', { HOME: folder, PGSYSCONFDIR: join(folder, 'system') }],
    ]
    for (const [store, env] of ways)
      for (const command of ['doctor', 'inbox'])
        expect([store, ask(store, env, command).code]).toEqual([store, 0])
  })

  test('the address goes before its service, and an unknown service is named', () => {
    const PGSERVICEFILE = join(folder, 'services')
    const nowhere = ask('postgres:///?service=mail&host=/elsewhere', { PGSERVICEFILE }, 'inbox')
    expect(nowhere).toMatchObject({ code: 5, err: expect.stringContaining('/elsewhere') })
    const unknown = ask('postgres:///?service=absent', { PGSERVICEFILE }, 'inbox')
    expect(unknown).toMatchObject({
      code: 2,
      err: expect.stringContaining(`no service absent in ${PGSERVICEFILE}`),
    })
  })

  test('neither the settings nor the files of a repository name a server', () => {
    const repository = mkdtempSync(join(tmpdir(), 'watchpost-repository-'))
    try {
      const run = (...args: readonly string[]) => desk.run(args, { cwd: repository, env: { HOME: folder } })
      expect(run('init').code).toBe(0)
      writeFileSync(join(repository, '.watchpost', 'config.yaml'), 'store: postgres:///?service=mail\n')
      const { code, err } = run('inbox')
      expect([code, err]).toEqual([2, expect.stringContaining('store')])
      rmSync(join(repository, '.watchpost', 'config.yaml'))
      writeFileSync(join(repository, '.pg_service.conf'), service)
      expect(run('--store', 'postgres:///?service=mail', 'inbox').code).toBe(2)
    } finally {
      rmSync(repository, { recursive: true, force: true })
    }
  })

  test('~/.pgpass gives the password, and no command warns', async () => {
    // The server's own user reads it.
    const open = mkdtempSync('/tmp/watchpost-rules-')
    chmodSync(open, 0o755)
    const rules = join(open, 'rules')
    writeFileSync(rules, 'local all watchpost trust\nlocal all ada scram-sha-256\n')
    const own = await startOwn(['fsync=off', `hba_file=${rules}`])
    try {
      await askServer(own.address, "CREATE ROLE ada SUPERUSER LOGIN PASSWORD 'of her own'")
      const url = new URL(own.address)
      url.username = 'ada'
      const PGPASSFILE = join(folder, 'passwords')
      writeFileSync(PGPASSFILE, '*:*:postgres:ada:of her own\n', { mode: 0o600 })
      expect(ask(url.href, { PGPASSFILE }, 'init').code).toBe(0)
      expect(ask(url.href, { PGPASSFILE }, 'inbox', '--quiet')).toMatchObject({ code: 0, err: '' })
      expect(ask(url.href, {}, 'inbox')).toMatchObject({ code: 7, err: expect.stringContaining('~/.pgpass') })
    } finally {
      await own.stop()
      rmSync(open, { recursive: true })
    }
  })
})
