import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { projectFolder } from '../../src/dev/documents.ts'
import { trialAlert } from '../../src/domain/alerts/alert.ts'
import type { NotifySettings } from '../../src/domain/settings/settings.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { programs } from '../../src/drivers/programs.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { keepAlerting } from '../../src/services/alerts/keep-alerting.ts'
import { startProgram } from '../../src/services/alerts/start-program.ts'
import type { Context } from '../../src/services/context.ts'
import { settingsOf } from '../../src/settings.ts'
import { identityOf, person } from '../support/identities.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'
import { openRecorder } from '../support/recorder.ts'
import { until } from '../support/soon.ts'

let room: MailRoom
let folder: string
let recorder: ReturnType<typeof openRecorder>
let al: Mailbox
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-notify-'))
  recorder = openRecorder(folder)
  vi.stubEnv('PATH', recorder.PATH)
  room = await openMailRoom('dev')
  al = await room.join('al')
  await room.join('lea', { kind: 'user' })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

const own = { name: 'own', run: ['tell', '{subject}'], input: 'json' } as const
const settingsWith = (more: Partial<NotifySettings> = {}) => ({
  ...defaultSettings,
  notify: { ...defaultSettings.notify, programs: [own], ...more },
})
const lea = (more: Partial<NotifySettings> = {}, context: Partial<Context> = {}) =>
  room.as('lea', { programs, identity: person, settings: settingsWith(more), ...context })
const urgent = async (subject: string, more: Partial<Parameters<Mailbox['send']>[0]> = {}) =>
  (await al.send({ to: ['lea'], subject, priority: 'urgent', ...more })).id
const told = () => recorder.starts().map(({ args }) => args[0])

describe('a pass', () => {
  it('tells each item once, with its fields', async () => {
    recorder.standIn('tell')
    const id = await urgent('Stop')
    const box = await lea()
    expect(await box.notify({})).toEqual({
      notified: [{ program: 'own', items: 1, error: null }],
      test: false,
    })
    expect(await box.notify({})).toMatchObject({ notified: [{ items: 0 }] })
    const [start, ...more] = recorder.starts()
    expect(more).toEqual([])
    expect(start?.args).toEqual(['Stop'])
    expect(JSON.parse(start?.input ?? '')).toMatchObject({
      reason: 'urgent',
      id,
      from: 'al',
      subject: 'Stop',
      priority: 'urgent',
      count: 1,
      swarm: 'dev',
      store: room.location,
      command: `watchpost read ${id}`,
      items: [],
    })
    await urgent('Another')
    await box.notify({})
    expect(told().toSorted()).toEqual(['Another', 'Stop'])
  })

  it('tells nothing of what the settings leave out', async () => {
    recorder.standIn('tell')
    await urgent('Stop', { kind: 'notification' })
    await (await lea({ reasons: ['asks', 'escalation'] })).notify({})
    expect(told()).toEqual([])
    await al.send({ to: ['lea'], subject: 'Asked', kind: 'request' })
    room.now += 25 * hour
    await (await lea({ leastPriority: 'high', reasons: ['overdue'] })).notify({})
    expect(told()).toEqual([])
    await (await lea({ reasons: ['overdue'] })).notify({})
    expect(told()).toEqual(['Asked'])
  })

  it('gathers in quiet hours, and sends one digest after them', async () => {
    recorder.standIn('tell')
    const at = new Date(room.now)
    const clock = (date: Date) => `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`
    const quietHours = settingsOf([
      {
        path: 'own.yaml',
        text: `notify:\n  quiet_hours: ${clock(at)}-${clock(new Date(room.now + hour))}`,
        own: true,
      },
    ]).notify.quietHours
    await urgent('One')
    expect(await (await lea({ quietHours })).notify({})).toMatchObject({ notified: [{ items: 0 }] })
    const gone = await urgent('Gone')
    await urgent('Two')
    await (await lea({ quietHours })).notify({})
    await (await room.as('lea')).read({ messages: [gone] }).then((offer) => offer.settle())
    expect(told()).toEqual([])
    room.now += hour
    expect(await (await lea({ quietHours })).notify({})).toMatchObject({ notified: [{ items: 2 }] })
    const [digest] = recorder.starts()
    expect(JSON.parse(digest?.input ?? '')).toMatchObject({
      reason: 'digest',
      count: 2,
      title: 'Watchpost dev: 2 things wait for you',
      items: [{ subject: 'One' }, { subject: 'Two' }],
    })
    expect(recorder.starts()).toHaveLength(1)
  })

  it('is silent at a screen that had a key, and then tells what came after that key', async () => {
    recorder.standIn('tell')
    const screen = await room.as('lea')
    const box = await lea()
    await urgent('Seen')
    await screen.here({ terminal: 't1', idle: minute })
    expect(await box.notify({})).toMatchObject({ notified: [{ items: 0 }] })
    room.now += minute
    await screen.here({ terminal: 't1', idle: 1 })
    await box.notify({})
    room.now += minute
    await urgent('Later')
    await screen.here({ terminal: 't1', idle: minute })
    await box.notify({})
    expect(told()).toEqual([])
    room.now += minute
    await screen.here({ terminal: 't1', idle: 2 * minute })
    await box.notify({})
    expect(told()).toEqual(['Later'])
  })

  it('is not silenced by somebody else’s screen, nor by one that no key was pressed at', async () => {
    recorder.standIn('tell')
    await room.join('max', { kind: 'user' })
    await (await room.as('max')).here({ terminal: 't2', idle: 1 })
    await (await room.as('lea')).here({ terminal: 't1' })
    await urgent('Stop')
    await (await lea()).notify({})
    expect(told()).toEqual(['Stop'])
  })

  it('tries a program that failed again, and says why', async () => {
    const file = join(folder, 'works')
    recorder.standIn('tell', `test -e '${file}' && exit 0; echo 'no network' >&2; exit 3`)
    await urgent('Stop')
    const box = await lea()
    const failed = await box.notify({})
    expect(failed).toMatchObject({
      notified: [{ items: 0, error: 'exit code 3: no network' }],
      problems: [{ id: 'own', error: { message: 'exit code 3: no network' } }],
    })
    await box.notify({})
    expect(told()).toHaveLength(1)
    writeFileSync(file, '')
    room.now += minute
    expect(await box.notify({})).toMatchObject({ notified: [{ items: 1, error: null }] })
    expect(told()).toEqual(['Stop', 'Stop'])
  })

  it('does not try each item with a program that fails for the first', async () => {
    recorder.standIn('tell', 'exit 1')
    for (const subject of ['One', 'Two', 'Three']) await urgent(subject)
    const box = await lea()
    await box.notify({})
    expect(told()).toHaveLength(1)
    room.now += minute
    await box.notify({})
    const counts = recorder.starts().map(({ input }) => JSON.parse(input).count)
    expect(counts.toSorted()).toEqual([1, 3])
  })

  it('says that a program is missing', async () => {
    await urgent('Stop')
    const box = await lea({ programs: [{ ...own, run: ['no-such-program'] }] })
    expect(await box.notify({})).toMatchObject({
      notified: [{ error: 'no-such-program cannot be started: program not found.' }],
    })
  })

  it('goes on with the other programs where one fails', async () => {
    recorder.standIn('tell')
    await urgent('Stop')
    const box = await lea({ programs: [{ ...own, name: 'broken', run: ['false'] }, own] })
    expect(await box.notify({})).toMatchObject({ notified: [{ items: 0 }, { items: 1 }] })
    expect(told()).toEqual(['Stop'])
  })

  it.each([
    '$(touch pwned)',
    '`touch pwned`',
    '; touch pwned',
    "'; touch pwned; '",
    'two\nlines',
    '-x',
    '--exec=touch pwned',
    '@/etc/passwd',
    '{id}',
    '%s%n',
    '\u001b]0;owned\u0007',
  ])('hands over the subject %j as text', async (subject) => {
    recorder.standIn('tell')
    const run = ['tell', '{subject}', '--', '{text}', '{id}']
    const id = await urgent(subject)
    await (await lea({ programs: [{ ...own, run }] })).notify({})
    const [start] = recorder.starts()
    expect(start?.args).toHaveLength(4)
    const [said = '', dashes, text = '', number] = start?.args ?? []
    expect([dashes, number]).toEqual(['--', id])
    expect(said).not.toMatch(/^[-@]|[\u0000-\u001f]/u)
    const plain = subject.replaceAll('\n', ' ').replaceAll('\u001b]0;owned\u0007', '')
    expect(said.trim()).toBe(plain.trim())
    expect(text).toContain(plain.trim())
    expect(JSON.parse(start?.input ?? '')).toMatchObject({ subject })
    expect(existsSync('pwned')).toBe(false)
  })
})

describe('nothing is started', () => {
  const refused = { code: 'not-allowed' }
  it.each<[string, Partial<Context>]>([
    ['below a coding agent', { identity: identityOf({ is: 'agent', why: 'Codex started this program' }) }],
    ['where nobody can see who runs it', { identity: undefined as never }],
    ['where programs cannot be started', { programs: undefined as never }],
    ['for somebody who acts as the person', { principal: { address: 'al', kind: 'agent' } as never }],
    ['where an agent may only look', { onlyLooks: true }],
  ])('%s', async (_, more) => {
    recorder.standIn('tell')
    await urgent('Stop')
    const box = await lea({}, more)
    await expect(box.notify({})).rejects.toMatchObject(refused)
    await expect(box.notify({ test: true })).rejects.toMatchObject(refused)
    expect(told()).toEqual([])
  })

  it('below a coding agent, although agents may act for the person', async () => {
    const identity = identityOf({ is: 'agent', why: 'Codex started this program' })
    const settings = { ...settingsWith(), agentsMayActForMe: true }
    await expect((await lea({}, { identity, settings })).notify({})).rejects.toMatchObject(refused)
  })

  it('for an agent', async () => {
    const box = await room.as('al', { programs, identity: person, settings: settingsWith() })
    await expect(box.notify({})).rejects.toMatchObject(refused)
  })

  it('without a program in the settings', async () => {
    await expect((await lea({ programs: [] })).notify({})).rejects.toMatchObject({ code: 'usage' })
  })
})

it('starts a program from a timer, which has no terminal', async () => {
  recorder.standIn('tell')
  await urgent('Stop')
  const identity = identityOf({ is: 'unproven', why: 'there is no terminal' })
  await (await lea({}, { identity })).notify({})
  expect(told()).toEqual(['Stop'])
})

describe('a program', () => {
  const alert = trialAlert({ swarm: 'dev', store: '/s' })
  const never = new AbortController().signal
  const start = (name: string, stop = never, limit?: number) =>
    startProgram({ ...own, run: [name] }, alert, { programs, stop, ...(limit !== undefined && { limit }) })

  it('that hangs is ended', async () => {
    recorder.standIn('hang', 'sleep 600')
    expect(await start('hang', never, 500)).toEqual({ error: 'timed out after 0.5s' })
  })

  it('is ended with the process that started it', async () => {
    recorder.standIn('hang', 'sleep 600')
    const stop = new AbortController()
    const ended = start('hang', stop.signal)
    await until(() => recorder.starts().length > 0)
    stop.abort()
    expect(await ended).toBe('stopped')
    expect(await start('hang', stop.signal)).toBe('stopped')
    expect(recorder.starts()).toHaveLength(1)
  })

  it('that floods is cut', async () => {
    recorder.standIn(
      'flood',
      'head -c 50000000 /dev/zero; head -c 50000000 /dev/zero | tr "\\0" x >&2; exit 1',
    )
    const ended = await start('flood')
    expect(ended).toMatchObject({ error: expect.stringMatching(/^exit code 1: … x+$/u) })
    expect((ended as { error: string }).error.length).toBeLessThanOrEqual(300)
  })

  it('that reads nothing is told all the same', async () => {
    expect(await start('true')).toBeNull()
  })
})

it('keeps no mail waiting, and tells beside the work of a long process', async () => {
  const go = join(folder, 'go')
  recorder.standIn('tell', `until test -e '${go}'; do sleep 0.05; done`)
  await urgent('Stop')
  const context = await seat(room.store, 'lea', {
    programs,
    identity: person,
    settings: settingsWith(),
    swarm: 'dev',
    now: () => room.now,
  })
  const stop = keepAlerting(context)
  await until(() => told().length > 0)
  // The program runs on, and mail comes and goes.
  const box = await room.as('lea')
  const sent = await box.send({ to: ['al'], subject: 'Meanwhile' })
  expect((await al.inbox({})).messages.map(({ id }) => id)).toContain(sent.id)
  expect(existsSync(go)).toBe(false)
  writeFileSync(go, '')
  await stop()
  expect(told()).toEqual(['Stop'])
})

describe('the recipes of docs/notify.md', () => {
  const text = readFileSync(join(projectFolder, 'docs/notify.md'), 'utf8')
  const blocks = [...text.matchAll(/^```yaml config\.yaml\n([\s\S]*?)^```/gmu)].map(([, block = '']) => block)
  const said = blocks.flatMap(
    (block) => settingsOf([{ path: 'own.yaml', text: block, own: true }]).notify.programs,
  )

  it('are all tried here', () => {
    expect(said.map(({ name }) => name)).toEqual([
      'desktop',
      'notifier',
      'script',
      'phone',
      'slack',
      'discord',
      'letter',
      'own',
    ])
  })

  const title = 'Watchpost dev: urgent and unread'
  const lineOf = (id: string) => `al: -x $(id) <!channel> · ${id}`
  const forms: Readonly<Record<string, (id: string) => { args: readonly string[]; input: string | object }>> =
    {
      desktop: (id) => ({ args: ['--app-name=Watchpost', '--', title, lineOf(id)], input: { id } }),
      notifier: (id) => ({ args: ['-title', title, '-message', lineOf(id)], input: { id } }),
      script: (id) => ({
        args: [
          '-e',
          'on run argv',
          '-e',
          'display notification (item 2 of argv) with title (item 1 of argv)',
          '-e',
          'end run',
          '--',
          title,
          lineOf(id),
        ],
        input: { id },
      }),
      phone: (id) => ({
        args: [
          '--silent',
          '--show-error',
          '--fail',
          '--max-time',
          '20',
          '--data-binary',
          '@-',
          'https://ntfy.sh/YOUR-TOPIC',
        ],
        input: `${title}\n${lineOf(id)}\n`,
      }),
      slack: (id) => ({
        args: [
          '--silent',
          '--show-error',
          '--fail',
          '--max-time',
          '20',
          '--config',
          '/home/you/.config/watchpost/slack.curl',
        ],
        input: { text: `${title}\n${lineOf(id).replace('<', '&lt;').replace('>', '&gt;')}` },
      }),
      discord: (id) => ({
        args: [
          '--silent',
          '--show-error',
          '--fail',
          '--max-time',
          '20',
          '--config',
          '/home/you/.config/watchpost/discord.curl',
        ],
        input: { content: `${title}\n${lineOf(id)}`, allowed_mentions: { parse: [] } },
      }),
      letter: (id) => ({
        args: ['-i', 'you@example.com'],
        input: [
          `Subject: ${title}`,
          'Auto-Submitted: auto-generated',
          'MIME-Version: 1.0',
          'Content-Type: text/plain; charset=utf-8',
          'Content-Transfer-Encoding: 8bit',
          '',
          lineOf(id),
          '',
          `watchpost read ${id}`,
          '',
        ].join('\n'),
      }),
      own: (id) => ({ args: [], input: { id } }),
    }

  it.each(said)('$name', async (program) => {
    const [file = '', ...words] = program.run
    const name = file.slice(file.lastIndexOf('/') + 1)
    recorder.standIn(name)
    const id = await urgent('-x $(id) <!channel>')
    const run = [name, ...words]
    expect(await (await lea({ programs: [{ ...program, run }] })).notify({})).toMatchObject({
      notified: [{ items: 1, error: null }],
    })
    const [start] = recorder.starts()
    const wanted = forms[program.name]?.(id)
    expect(start?.args).toEqual(wanted?.args)
    if (typeof wanted?.input === 'string') expect(start?.input).toBe(wanted.input)
    else expect(JSON.parse(start?.input ?? '')).toMatchObject(wanted?.input ?? {})
  })
})
