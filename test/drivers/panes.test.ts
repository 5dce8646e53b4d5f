import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { panes } from '../../src/drivers/panes.ts'
import { until } from '../support/soon.ts'

const isThere = spawnSync('tmux', ['-V']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'watchpost-panes-'))
const socket = join(folder, 'agent-deck')

function tmux(...args: readonly string[]): string {
  const { TMUX, TMUX_PANE, ...env } = process.env
  return spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
    env,
    encoding: 'utf8',
  }).stdout.trim()
}

afterAll(() => {
  if (isThere) tmux('kill-server')
  rmSync(folder, { recursive: true, force: true })
})

/** Programs that keep agents in tmux give each a session, some on a server of their own. */
describe.skipIf(!isThere)('a pane of another session', () => {
  it('comes to the terminal that shows its server, and is named by its socket where none does', async () => {
    tmux('new-session', '-d', '-s', 'main')
    tmux('new-session', '-d', '-s', 'claudesquad_fix')
    const pane = {
      id: tmux('display-message', '-p', '-t', 'claudesquad_fix', '#{pane_id}'),
      server: tmux('display-message', '-p', '#{socket_path},#{pid}'),
    }
    await expect(panes.show(pane, '')).rejects.toMatchObject({
      message: 'No terminal shows the tmux session claudesquad_fix.',
      hint: `Attach to it with \`tmux -S ${socket} attach -t claudesquad_fix\`.`,
    })
    const terminal = spawn('tmux', ['-S', socket, '-C', 'attach', '-t', 'main'], { stdio: 'pipe' })
    const shown = () => tmux('list-clients', '-F', '#{client_session}')
    await until(() => shown() === 'main', shown)
    await panes.show(pane, '')
    await until(() => shown() === 'claudesquad_fix', shown)
    terminal.kill()
  })
})
