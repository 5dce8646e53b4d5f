import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk, personAt } from '../../support/cli.ts'
import { type Behaviour, prompting } from '../../support/prompting.ts'
import { until } from '../../support/soon.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

let desk: Desk
let folder: string
let harness: ReturnType<typeof prompting>
beforeAll(() => {
  desk = openDesk(['critic', 'bare'])
  folder = mkdtempSync(join(tmpdir(), 'watchpost-tmux-'))
  harness = prompting(folder)
})
afterAll(() => {
  desk.close()
  rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({ TMUX_TMPDIR: folder })
const nudge = (...args: readonly string[]) => desk.run(['nudge', ...args], { env: environment() })

describe('is refused', () => {
  test.each([
    ['an unknown agent', ['nobody', 'x'], 3, 'There is no agent nobody'],
    ['an empty text', ['bare', ' '], 2, 'The text of the nudge is missing'],
    ['no pane', ['bare', 'x'], 3, 'watchpost send bare'],
  ] as const)('%s', (_, args, code, said) => {
    const done = nudge(...args)
    expect([done.code, done.out]).toEqual([code, ''])
    expect(done.err).toContain(said)
  })
})

describe.skipIf(!hasTmux)('in a tmux of its own', () => {
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', args, { env: { ...quietEnvironment(), ...environment() }, encoding: 'utf8' }).trim()
  const typed = () => harness.entered()
  const screen = (pane: string) => tmux('capture-pane', '-p', '-t', pane)
  /** A program that keeps what is typed; its pane is the agent's. */
  function openPane(command: string): string {
    const pane = tmux('new-window', '-d', '-P', '-F', '#{pane_id}', command)
    desk.json('agents', 'update', 'critic', '--pane', pane)
    return pane
  }
  async function openHarness(behaviour: Behaviour = 'prompt'): Promise<string> {
    harness.forget()
    const pane = openPane(`exec bash --norc -i -c '${harness.command(behaviour)}; exec bash --norc'`)
    await until(() => harness.isReady(screen(pane)))
    return pane
  }

  beforeAll(() => {
    tmux('-f', '/dev/null', 'new-session', '-d', '-x', '80', '-y', '24', 'cat')
    tmux('set-option', '-g', 'remain-on-exit', 'on')
  })
  afterAll(() => {
    tmux('kill-server')
  })

  test.each([
    ['plain', 'Look at your inbox'],
    ['what tmux would read', 'Enter ; kill-server \\; -t $HOME `id` \'q\' "d" #{pane_id};'],
    ['what begins like a flag', '-l -R'],
    ['other scripts', 'Grüße, 日本'],
  ])('types literally: %s', async (_, text) => {
    const pane = await openHarness()
    const done = nudge('critic', '--json', '--', text)
    expect(done.err).toBe('')
    expect(JSON.parse(done.out)).toEqual({ pane })
    await until(() => typed() === `[watchpost: ${personAt(desk)}] ${text}\n`)
  })

  test('leaves copy mode first', async () => {
    const pane = await openHarness()
    tmux('copy-mode', '-t', pane)
    expect(nudge('critic', 'q after all').code).toBe(0)
    await until(() => typed() === `[watchpost: ${personAt(desk)}] q after all\n`)
    expect(tmux('display-message', '-p', '-t', pane, '#{pane_in_mode}')).toBe('0')
  })

  test('a pane whose program ended, or that is gone, suggests mail', async () => {
    const pane = openPane('true')
    await until(() => tmux('display-message', '-p', '-t', pane, '#{pane_dead}') === '1')
    expect(nudge('critic', 'x')).toMatchObject({
      code: 4,
      err: expect.stringContaining('watchpost send critic'),
    })
    tmux('kill-pane', '-t', pane)
    expect(nudge('critic', 'x')).toMatchObject({
      code: 3,
      err: expect.stringContaining('watchpost send critic'),
    })
  })

  test('a shell would run it, so it takes --force', async () => {
    const pane = openPane('sh')
    await until(() => tmux('display-message', '-p', '-t', pane, '#{pane_current_command}') === 'sh')
    const text = `x; echo ran > ${join(folder, 'ran')}`
    expect(nudge('critic', text)).toMatchObject({
      code: 4,
      err: expect.stringContaining('would run the text'),
    })
    expect(nudge('critic', text, '--force').code).toBe(0)
    await until(() => spawnSync('test', ['-s', join(folder, 'ran')]).status === 0)
  })

  test('an agent may not insist, into whatever program', async () => {
    const pane = openPane('exec cat > /dev/null')
    await until(() => tmux('display-message', '-p', '-t', pane, '#{pane_current_command}') === 'cat')
    expect(nudge('critic', 'hello')).toMatchObject({ code: 4, err: expect.stringContaining('shows cat') })
    const insisted = desk.run(['nudge', 'critic', 'hello', '--force'], {
      env: { ...environment(), WATCHPOST_AGENT: 'bare' },
    })
    expect(insisted).toMatchObject({ code: 7, err: expect.stringContaining('Only a person') })
    expect(nudge('critic', 'hello', '--force').code).toBe(0)
  })

  test('an interpreter is no coding agent by itself', async () => {
    const plain = openPane(`exec ${process.execPath} -e 'process.stdin.resume()'`)
    await until(() => /node/u.test(tmux('display-message', '-p', '-t', plain, '#{pane_current_command}')))
    expect(nudge('critic', 'hello').code).toBe(4)
  })

  test('many at once arrive as a line each', async () => {
    await openHarness()
    const said = ['one', 'two', 'three', 'four']
    const runs = said.map((text) => desk.start(['nudge', 'critic', text.repeat(40)], environment()))
    expect(await Promise.all(runs.map(async (run) => (await once(run, 'exit'))[0]))).toEqual([0, 0, 0, 0])
    await until(() => typed().split('\n').length === 5)
    const name = personAt(desk)
    expect(typed().trimEnd().split('\n').sort()).toEqual(
      said.map((text) => `[watchpost: ${name}] ${text.repeat(40)}`).sort(),
    )
  })

  test('one who died while typing keeps nobody waiting', async () => {
    await openHarness()
    const pane = desk.json('agents', 'show', 'critic').pane as string
    const lock = `${tmux('display-message', '-p', '#{socket_path}')}.watchpost${pane.replace(/\W/gu, '-')}.lock`
    const holder = desk.start(['nudge', 'critic', 'killed'], environment())
    await until(() => existsSync(lock))
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(existsSync(lock)).toBe(true)
    expect(nudge('critic', 'next').code).toBe(0)
    expect(existsSync(lock)).toBe(false)
  })

  test('is noted, with how it went, and in the history of what it is about', async () => {
    await openHarness()
    const { id } = desk.json('send', 'critic', '-s', 'Plan', '-b', 'Look', '--kind', 'request')
    expect(nudge('critic', 'please look', '--about', id).code).toBe(0)
    openPane('exec cat > /dev/null')
    expect(nudge('critic', 'still?').code).toBe(4)
    const name = personAt(desk)
    expect(desk.json('agents', 'show', 'critic').nudges.slice(0, 2)).toEqual([
      {
        at: expect.any(String),
        from: name,
        actor: name,
        text: 'still?',
        outcome: expect.stringMatching(/shows (?:cat|sh)/u),
      },
      { at: expect.any(String), from: name, actor: name, text: 'please look', outcome: 'typed' },
    ])
    expect(desk.run(['agents', 'show', 'critic']).out).toMatch(/Nudged: +\S+ ago by \S+, typed: please look/u)
    expect(desk.json('history', id).events.at(-1)).toMatchObject({
      what: 'nudged',
      detail: { text: 'please look', outcome: 'typed' },
    })
    expect(desk.run(['history', id]).out).toContain('nudged')
  })

  test('goes to the server that the pane was registered in', async () => {
    await openHarness()
    const socket = join(folder, 'other')
    const other = (...args: readonly string[]) =>
      execFileSync('tmux', ['-S', socket, ...args], { env: quietEnvironment(), encoding: 'utf8' }).trim()
    other('-f', '/dev/null', 'new-session', '-d', '-x', '80', '-y', '24', 'exec cat')
    const [pane = '', pid = ''] = other('display-message', '-p', '#{pane_id} #{pid}').split(' ')
    desk.run(['agents', 'update', 'critic', '--pane', pane], { env: { TMUX: `${socket},${pid},0` } })
    expect(nudge('critic', 'x', '--force').code).toBe(0)
    await until(() => other('capture-pane', '-p', '-t', pane).includes('] x'))
    other('kill-server')
    expect(nudge('critic', 'x', '--force')).toMatchObject({
      code: 3,
      err: expect.stringContaining('has ended'),
    })
  })

  /** Any agent may nudge; a person may insist. Neither answers a dialog. */
  const nudgers = [
    ['an agent', { WATCHPOST_AGENT: 'bare' }, []],
    ['a person', {}, []],
    ['a person who insists', {}, ['--force']],
  ] as const
  const notAnswered = [
    ['dialog', 'its screen asks something; nothing was typed'],
    ['asks-then', 'its screen asks something; the text was typed, and Enter was not pressed'],
  ] as const
  test.each(
    nudgers.flatMap(([who, env, flags]) =>
      notAnswered.map(([behaviour, said]) => [who, behaviour, said, env, flags] as const),
    ),
  )('%s does not answer a permission: %s', async (_, behaviour, said, env, flags) => {
    const pane = await openHarness(behaviour)
    const done = desk.run(['nudge', 'critic', 'please look', '--json', ...flags], {
      env: { ...environment(), ...env },
    })
    expect(done.code).toBe(4)
    expect(JSON.parse(done.out || done.err).error).toMatchObject({
      code: 'conflict',
      message: `Pane ${pane} cannot be typed into: ${said}.`,
    })
    expect(screen(pane)).toContain('❯ 1. Yes')
    expect(typed()).toBe('')
  })

  test.each([
    ['leaves', 'its program has changed; the text was typed, and Enter was not pressed'],
    ['deaf', 'its prompt does not show the text alone; it was taken out again'],
    ['interrupted', 'its prompt does not show the text alone; the text was typed, and Enter was not pressed'],
  ] as const)('Enter is not pressed where the screen changed meanwhile: %s', async (behaviour, said) => {
    const pane = await openHarness(behaviour)
    expect(nudge('critic', 'please look here')).toMatchObject({ code: 4, err: expect.stringContaining(said) })
    expect(typed()).toBe('')
    if (behaviour === 'interrupted') expect(screen(pane)).toContain('please look here wait')
  })

  test('a draft of a person is left alone', async () => {
    const pane = await openHarness()
    tmux('send-keys', '-t', pane, '-l', 'half a word')
    await until(() => screen(pane).includes('half a word'))
    expect(nudge('critic', 'x')).toMatchObject({
      code: 4,
      err: expect.stringContaining('its prompt is not empty; nothing was typed'),
    })
    tmux('send-keys', '-t', pane, 'Enter')
    await until(() => typed() === 'half a word\n')
  })

  test('panes that share their keys are not typed into', async () => {
    const pane = await openHarness()
    tmux('set-option', '-w', '-t', pane, 'synchronize-panes', 'on')
    expect(nudge('critic', 'x')).toMatchObject({ code: 4, err: expect.stringContaining('synchronize-panes') })
    expect(typed()).toBe('')
  })

  test('is no mail', () => {
    expect(desk.json('inbox', 'bare', '--all').messages).toEqual([])
  })
})
