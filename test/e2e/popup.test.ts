import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { copiedWorld, leaveAll, start, watchpost } from '../support/terminal-world.ts'

const run = promisify(execFile)
const isThere = spawnSync('tmux', ['-V']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'watchpost-popup-'))
const socket = join(folder, 'socket')

async function tmux(...args: readonly string[]): Promise<string> {
  const { TMUX, TMUX_PANE, CI, ...env } = process.env
  return (await run('tmux', ['-S', socket, ...args], { env: { ...env, LANG: 'C.UTF-8' } })).stdout
}

afterAll(async () => {
  if (isThere) await tmux('kill-server').catch(() => undefined)
  await leaveAll()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!isThere)('the lines of docs/recipes/tmux.md', () => {
  it('open the inbox over whatever one does, and tell of mail in the status line', async () => {
    const store = await copiedWorld()
    const desk = start(
      ['tmux', '-S', socket, '-f', '/dev/null', 'new-session', '-s', 'w', 'echo my work; exec cat'],
      {
        columns: 120,
        rows: 32,
        env: { TMUX: undefined },
      },
    )
    await desk.sees('my work')
    const [node = '', ...words] = watchpost(store, 'lea')
    const command = [node, ...words].join(' ')
    const status = [node, words[0], 'status-line', ...words.slice(1)].join(' ')
    await tmux('set', '-g', 'status-right-length', '110')
    await tmux('set', '-g', 'status-interval', '1')
    await tmux('set', '-ag', 'status-right', ` #(${status})`)
    await desk.sees('✉ 3!! 2! 5')
    await tmux('bind-key', 'W', 'display-popup', '-E', '-w', '90%', '-h', '90%', command)
    await desk.press('C-b')
    await desk.type('W')
    await desk.sees(' live ')
    await desk.press('j')
    await desk.sees(/▸!! ● critic +Tests red/u)
    await desk.press('q')
    await desk.misses(' live ')
    await desk.sees('my work')
    expect(desk.screen().join('\n')).not.toContain('Tests red on main')
  })
})
