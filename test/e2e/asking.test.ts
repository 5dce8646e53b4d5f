import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyStore, leaveAll, start, watchpost } from '../support/terminal-world.ts'

let home = ''
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'watchpost-asking-')))
})
afterEach(async () => {
  await leaveAll()
  rmSync(home, { recursive: true, force: true })
})

describe('setup asks before it writes', () => {
  it.each([
    ['y', true],
    ['YES', true],
    ['n', false],
    ['yesterday', false],
    ['', false],
  ])('%j writes: %s', async (answer, writes) => {
    const command = [...watchpost(await emptyStore(['lea']), 'lea'), 'setup', 'tmux']
    const program = start(command, { env: { HOME: home, XDG_CONFIG_HOME: undefined } })
    await program.sees('[y/N]')
    await program.sees('.tmux.conf')
    const file = join(home, '.tmux.conf')
    expect(existsSync(file)).toBe(false)
    await program.send(`${answer}\r`)
    const { code } = await program.exited()
    expect([code, existsSync(file)]).toEqual([writes ? 0 : 2, writes])
    if (writes) expect(readFileSync(file, 'utf8')).toContain('watchpost')
    else expect(program.screen().join('\n')).toContain('Nothing was written')
  })

  it('and writes nothing when it is left by a key', async () => {
    const command = [...watchpost(await emptyStore(['lea']), 'lea'), 'setup', 'tmux']
    const program = start(command, { env: { HOME: home, XDG_CONFIG_HOME: undefined } })
    await program.sees('[y/N]')
    await program.send('\x03')
    await program.exited()
    expect(existsSync(join(home, '.tmux.conf'))).toBe(false)
  })
})
