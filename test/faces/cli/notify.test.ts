import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk, personAt, type Ran } from '../../support/cli.ts'
import { openRecorder } from '../../support/recorder.ts'
import { until } from '../../support/soon.ts'

let desk: Desk
let recorder: ReturnType<typeof openRecorder>
beforeEach(() => {
  desk = openDesk(['al'], 'dev')
  recorder = openRecorder(desk.folder)
})
afterEach(() => desk.close())

const settings = (text: string, folder = join(desk.folder, '.config/watchpost')) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.yaml'), text)
}
const usual = (more = '') => settings(`notify:\n  programs:\n    own: [tell, "{subject}"]\n${more}`)
const env = () => ({ PATH: recorder.PATH })
const send = (subject: string): Ran =>
  desk.run(['send', personAt(desk), '-s', subject, '-b', 'Now', '-p', 'urgent', '--as', 'al'], { env: env() })
const told = () => recorder.starts().map(({ args }) => args[0])

test('of several processes that look at one moment one tells each item', async () => {
  recorder.standIn('tell')
  usual('  most_an_hour: 50\n')
  for (const subject of ['One', 'Two', 'Three']) expect(send(subject).code).toBe(0)
  const codes = await Promise.all(
    Array.from({ length: 4 }, () => {
      const child = desk.start(['notify'], env())
      return new Promise<number | null>((resolve) => void child.once('close', resolve))
    }),
  )
  expect(codes).toEqual([0, 0, 0, 0])
  expect(told().toSorted()).toEqual(['One', 'Three', 'Two'])
  const after = desk.run(['notify'], { env: env() })
  expect([after.code, after.out, after.err]).toEqual([0, '', 'There is nothing new to notify you of.\n'])
})

test('a send starts no program', () => {
  recorder.standIn('tell', 'sleep 600')
  usual()
  expect(send('Stop').code).toBe(0)
  expect(told()).toEqual([])
})

test('nothing is started below a coding agent, even where agents may act for the person', () => {
  recorder.standIn('tell')
  usual()
  send('Stop')
  const below = { ...env(), WATCHPOST_IDENTITY: 'agent' }
  const me = personAt(desk)
  const notify = (...more: readonly string[]) => desk.run(['notify', '--as', me, ...more], { env: below })
  expect([notify().code, notify('--test').code]).toEqual([7, 7])
  usual('agents_may_act_for_me: true\n')
  for (const refused of [notify(), notify('--test')]) {
    expect(refused.code).toBe(7)
    expect(refused.err).toContain("A person's own programs are not started here")
  }
  expect(told()).toEqual([])
  expect(desk.run(['notify'], { env: { ...env(), WATCHPOST_IDENTITY: 'unproven' } }).code).toBe(0)
  expect(told()).toEqual(['Stop'])
})

test('a trial says of each program how it went, and doctor tells what fails', () => {
  recorder.standIn('tell')
  recorder.standIn('broken', "echo 'no network' >&2; exit 3")
  settings(
    'notify:\n  programs:\n    own: [tell, "{title}"]\n    phone: [broken]\n    lost: [no-such-program]\n',
  )
  const tried = desk.run(['notify', '--test'], { env: env() })
  expect(tried.code).toBe(8)
  expect(tried.out).toMatch(/^own +took the test item\n$/u)
  expect(tried.err).toContain('phone: exit code 3: no network')
  expect(tried.err).toContain('lost: no-such-program cannot be started: program not found.')
  expect(told()).toContain('Watchpost dev: a test')
  // What was only tried is nobody's failure.
  expect(desk.json('doctor').findings).toEqual([])
  send('Stop')
  expect(desk.run(['notify'], { env: env() }).code).toBe(8)
  const whys = desk.json('doctor').findings.map(({ why }: { why: string }) => why)
  expect(whys).toEqual([
    `The program lost did not notify ${personAt(desk)}: no-such-program cannot be started: program not found.`,
    `The program phone did not notify ${personAt(desk)}: exit code 3: no network`,
  ])
})

test('a project names no programs', () => {
  recorder.standIn('tell')
  settings('notify:\n  programs:\n    own: [tell]\n', desk.store)
  send('Stop')
  const { code, err } = desk.run(['notify'], { env: env() })
  expect(code).toBe(2)
  expect(err).toContain("notify names programs to start, so a store's settings may not contain it")
  expect(told()).toEqual([])
})

test.each([['watch'], ['serve', '--port', '0']])('a long %s tells what comes meanwhile', async (...args) => {
  recorder.standIn('tell')
  usual()
  const child = desk.start([...args], env())
  send('Stop')
  await until(() => told().length > 0)
  child.kill()
  await new Promise((resolve) => child.once('close', resolve))
  expect(told()).toEqual(['Stop'])
})

test('a link tells the person at its near end what needs them in a store elsewhere', async () => {
  recorder.standIn('tell')
  usual()
  const far = openDesk(['al'], 'dev')
  const exec = `exec:'${process.execPath}' '${programFile}' door '${far.store}'`
  const child = desk.start(['link', exec], env())
  far.run(['send', personAt(far), '-s', 'Far', '-b', 'Now', '-p', 'urgent', '--as', 'al'])
  await until(() => told().length > 0)
  child.kill()
  await new Promise((resolve) => child.once('close', resolve))
  far.close()
  expect(told()).toEqual(['Far'])
})

test('a long command tells nothing below a coding agent, and goes on', async () => {
  recorder.standIn('tell')
  usual('agents_may_act_for_me: true\n')
  send('Before')
  const below = { ...env(), WATCHPOST_IDENTITY: 'agent' }
  const child = desk.start(['watch', '--json', '--as', personAt(desk)], below)
  let out = ''
  child.stdout?.on('data', (data) => (out += data))
  // A look has come and gone: the first comes after two seconds.
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  const before = out
  send('Stop')
  await until(() => out.length > before.length)
  child.kill()
  await new Promise((resolve) => child.once('close', resolve))
  expect(told()).toEqual([])
})
