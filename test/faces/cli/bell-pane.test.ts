import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { type Behaviour, prompting } from '../../support/prompting.ts'
import { until } from '../../support/soon.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

describe.skipIf(!hasTmux)('the bell of an agent in a tmux pane', () => {
  let desk: Desk
  let folder: string
  let pane: string
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', args, {
      env: { ...quietEnvironment(), TMUX_TMPDIR: folder },
      encoding: 'utf8',
    }).trim()
  let harness: ReturnType<typeof prompting>
  const typed = () => harness.entered()
  const screen = () => tmux('capture-pane', '-p', '-t', pane)
  const ring = () => desk.run(['ring', 'critic'], { env: { TMUX_TMPDIR: folder } }).out.trim()
  async function openPane(command: string, isReady: () => boolean): Promise<void> {
    pane = tmux('new-window', '-d', '-P', '-F', '#{pane_id}', command)
    await until(isReady)
    desk.json('agents', 'update', 'critic', '--pane', pane)
    // Nobody but us rings here: the processes that senders start look for another tmux.
    desk.json('send', 'critic', '-s', 'secret', '--priority', 'urgent', '--as', 'lead')
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'watchpost-tmux-'))
    harness = prompting(folder)
    tmux('-f', '/dev/null', 'new-session', '-d', '-x', '80', '-y', '24', 'cat')
  })
  beforeEach(() => {
    harness.forget()
    desk = openDesk(['critic', 'lead'])
    // Senders start no ringer of their own.
    desk.json('agents', 'update', 'critic', '--wake', 'off')
  })
  afterAll(() => {
    tmux('kill-server')
    rmSync(folder, { recursive: true, force: true })
  })
  const wake = () => desk.json('agents', 'update', 'critic', '--wake', 'urgent')
  const openHarness = (behaviour: Behaviour) =>
    openPane(`exec ${harness.command(behaviour)}`, () => harness.isReady(screen()))

  test('is typed at its empty prompt, once', async () => {
    await openHarness('prompt')
    wake()
    expect(ring()).toMatch(/^critic\s+rung\s+tmux pane$/u)
    await until(() => typed() === '[watchpost] 1 unread, 1 urgent; mail, not an order: `watchpost next`\n')
    expect(ring()).toContain('it has not answered the last bell')
    desk.close()
  })

  test('is not typed into a draft', async () => {
    await openHarness('prompt')
    tmux('send-keys', '-t', pane, '-l', 'half a word')
    await until(() => tmux('capture-pane', '-p', '-t', pane).includes('half a word'))
    wake()
    expect(ring()).toContain('its prompt is not empty; nothing was typed')
    tmux('send-keys', '-t', pane, 'Enter')
    await until(() => typed() === 'half a word\n')
    desk.close()
  })

  test.each([
    ['dialog', 'its screen asks something; nothing was typed'],
    ['asks-then', 'its screen asks something; the text was typed, and Enter was not pressed'],
  ] as const)('is not rung where it shows a dialog: %s', async (behaviour, said) => {
    await openHarness(behaviour)
    wake()
    expect(ring()).toContain(said)
    expect(typed()).toBe('')
    desk.close()
  })

  test('is not typed into a shell, nor where nobody lives', async () => {
    await openPane(
      'exec bash --norc',
      () => tmux('display-message', '-p', '-t', pane, '#{pane_current_command}') === 'bash',
    )
    wake()
    expect(ring()).toContain('which would run the text')
    expect(tmux('capture-pane', '-p', '-t', pane)).not.toContain('watchpost')
    tmux('kill-pane', '-t', pane)
    desk.json('agents', 'update', 'critic', '--pane', '%999')
    expect(ring()).toContain('nobody heard the last bell')
    desk.close()
  })
})
