import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk, personAt } from '../../support/cli.ts'
import { until } from '../../support/soon.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

let desk: Desk
let folder: string
beforeAll(() => {
  desk = openDesk(['critic', 'bare'])
  folder = mkdtempSync(join(tmpdir(), 'watchpost-tmux-'))
  copyFileSync('/bin/cat', join(folder, 'claude'))
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
  const typed = () => readFileSync(join(folder, 'typed'), 'utf8')
  /** A program that keeps what is typed; its pane is the agent's. */
  function openPane(command: string): string {
    const pane = tmux('new-window', '-d', '-P', '-F', '#{pane_id}', command)
    desk.json('agents', 'update', 'critic', '--pane', pane)
    return pane
  }
  async function openListener(): Promise<string> {
    const pane = openPane(`exec ${join(folder, 'claude')} > ${join(folder, 'typed')}`)
    await until(() => tmux('display-message', '-p', '-t', pane, '#{pane_current_command}') === 'claude')
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
    const pane = await openListener()
    const done = nudge('critic', '--json', '--', text)
    expect(done.err).toBe('')
    expect(JSON.parse(done.out)).toEqual({ pane })
    await until(() => typed() === `[watchpost: ${personAt(desk)}] ${text}\n`)
  })

  test('leaves copy mode first', async () => {
    const pane = await openListener()
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

  test('a program is known by what an interpreter runs', async () => {
    const script = join(folder, 'codex.js')
    writeFileSync(
      script,
      `process.stdin.pipe(require('fs').createWriteStream('${join(folder, 'scripted')}'))`,
    )
    const pane = openPane(`exec ${process.execPath} ${script}`)
    await until(() => /node/u.test(tmux('display-message', '-p', '-t', pane, '#{pane_current_command}')))
    expect(nudge('critic', 'hello').err).toBe('')
    const plain = openPane(`exec ${process.execPath} -e 'process.stdin.resume()'`)
    await until(() => /node/u.test(tmux('display-message', '-p', '-t', plain, '#{pane_current_command}')))
    expect(nudge('critic', 'hello').code).toBe(4)
  })

  test('many at once arrive as a line each', async () => {
    await openListener()
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
    await openListener()
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
    await openListener()
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
    await openListener()
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

  test('is no mail', () => {
    expect(desk.json('inbox', 'bare', '--all').messages).toEqual([])
  })
})
