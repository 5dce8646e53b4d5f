import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

/** Root may do what the permissions of a file deny, unless it gave that up. */
const humbly = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all'] : []
const canRefuse = spawnSync(humbly[0] ?? 'true', [...humbly.slice(1), 'true']).status === 0

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic'])
})
afterAll(() => {
  chmodSync(desk.store, 0o700)
  desk.close()
})

/** A command as Codex's sandbox runs it: it may look at the store, and make no file there. */
function refused(variables: NodeJS.ProcessEnv, ...more: readonly string[]) {
  for (const name of ['mail.db-wal', 'mail.db-shm']) rmSync(join(desk.store, name), { force: true })
  chmodSync(desk.store, 0o500)
  const [program = '', ...words] = [...humbly, process.execPath, programFile, 'count', ...more]
  const env = { ...quietEnvironment(), HOME: desk.folder, WATCHPOST_AGENT: 'critic', ...variables }
  const { status, stderr } = spawnSync(program, words, { cwd: desk.folder, env, encoding: 'utf8' })
  chmodSync(desk.store, 0o700)
  return { code: status, err: stderr }
}

describe.runIf(canRefuse)('a store that cannot be opened', () => {
  it.each(['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_PERMISSION_PROFILE'])(
    'is explained where %s is set: by the tools, and by the setting that opens it',
    (name) => {
      const { code, err } = refused({ [name]: '1' })
      expect([code, err]).toEqual([7, expect.stringContaining(`${desk.store} cannot be`)])
      expect(err).toContain('Use the tools of watchpost (MCP)')
      expect(err).toContain('writable_roots')
      expect(JSON.parse(refused({ [name]: '1' }, '--json').err).error.hint).toContain('writable_roots')
    },
  )

  it('is a matter of permissions elsewhere', () => {
    const { code, err } = refused({})
    expect([code, err]).toEqual([7, expect.stringContaining("Check the folder's owner and permissions.")])
  })
})

it('leaves other errors as they are in the sandbox', () => {
  const { err } = desk.run(['read', 'ZZZZZ'], {
    env: { CODEX_SANDBOX: 'seatbelt', WATCHPOST_AGENT: 'critic' },
  })
  expect(err).not.toContain('writable_roots')
})
