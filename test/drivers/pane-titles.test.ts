import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { paneKey } from '../../src/domain/pane-key.ts'
import { paneTitles } from '../../src/drivers/pane-titles.ts'

const isThere = spawnSync('tmux', ['-V']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'watchpost-titles-'))
const socket = join(folder, 'socket')

function tmux(...args: readonly string[]): string {
  const { TMUX, TMUX_PANE, ...env } = process.env
  return execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { env, encoding: 'utf8' }).trim()
}

afterAll(() => {
  if (isThere) spawnSync('tmux', ['-S', socket, 'kill-server'])
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!isThere)('the titles of panes', () => {
  test('are those that programs set, on the server that was recorded', async () => {
    tmux('new-session', '-d', '-x', '80', '-y', '20', 'cat')
    const [named = '', server = ''] = tmux('display', '-p', '#{pane_id} #{socket_path},#{pid}').split(' ')
    tmux('select-pane', '-t', named, '-T', 'Reads the log · 3 files')
    const bare = tmux('split-window', '-P', '-F', '#{pane_id}', 'cat')
    const titles = await paneTitles([server])
    expect(titles.get(paneKey(server, named))).toBe('Reads the log · 3 files')
    expect(titles.has(paneKey(server, bare))).toBe(false)
    // Another server at the same socket has other panes by these names.
    expect(await paneTitles([`${socket},1`])).toEqual(new Map())
    expect(await paneTitles([`${join(folder, 'none')},1`])).toEqual(new Map())
  })
})
