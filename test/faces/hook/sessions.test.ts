import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { type CodingAgent, startCodingAgent } from '../../support/coding-agent.ts'
import { recorded } from '../../support/recorded.ts'

let desk: Desk
const started: CodingAgent[] = []
beforeEach(() => {
  desk = openDesk(['lead', 'scout'])
})
afterEach(async () => {
  for (const agent of started.splice(0)) await agent.kill()
  desk.close()
})

function begin(session: string): CodingAgent {
  const agent = startCodingAgent(desk.folder, desk.store, 'scout', session)
  started.push(agent)
  return agent
}
const send = (subject: string): string =>
  desk.batch([{ command: 'send', as: 'lead', input: { to: ['scout'], subject, body: 'do it' } }])[0].id
const parsed = (out: string | null): Answer => JSON.parse(out ?? 'null')
const taken = async (agent: CodingAgent): Promise<string> =>
  parsed(await agent.run(['next', '--take', '--json'])).message.id
const unread = async (agent: CodingAgent): Promise<readonly Answer[]> =>
  parsed(await agent.run(['inbox', '--unread', '--json'])).messages

test('a session that says that it ends gives its work back at once, and only its own', async () => {
  const [first, second] = [send('one'), send('two')]
  const [one, two] = [begin('s1'), begin('s2')]
  expect(await taken(one)).toBe(first)
  expect(await taken(two)).toBe(second)
  await one.run(
    ['hook'],
    JSON.stringify({ hook_event_name: 'SessionEnd', session_id: 's1', reason: 'clear' }),
  )
  expect((await unread(two)).map(({ id, returned }) => [id, returned.session])).toEqual([[first, 's1']])
})

test('without any hook the first command of a new session finds the work of a killed one', async () => {
  const id = send('one')
  const one = begin('s1')
  expect(await taken(one)).toBe(id)
  expect(await unread(one)).toEqual([])
  await one.kill()
  const two = begin('s2')
  expect((await unread(two)).map((message) => message.id)).toEqual([id])
  expect(await two.run(['inbox', '--unread'])).toContain('taken by your earlier session')
  expect(await two.run(['next'])).toContain('taken by your earlier session')
})

test('a session begins with what the one before left open, and hears of it once', async () => {
  const id = send('one')
  const one = begin('s1')
  await one.run(['read', id])
  await one.kill()
  const two = begin('s2')
  const text = await two.hook('SessionStart')
  expect(text).toContain('## Left open by your earlier session')
  expect(text).toContain(`watchpost reply ${id} -b TEXT`)
  expect(await two.hook('UserPromptSubmit')).toBe('')
  expect(await two.run(['prime'])).toContain('Left open by your earlier session')
})

test('a supervisor sees which session works on what, and that it is gone', async () => {
  const id = send('one')
  const one = begin('s1')
  await taken(one)
  const shown = () => desk.json('agents', 'show', 'scout').sessions as readonly Answer[]
  expect(shown()).toMatchObject([{ session: 's1', life: 'alive', work: [{ message: id, owner: 'scout' }] }])
  await one.kill()
  expect(shown()).toMatchObject([{ session: 's1', life: 'ended', work: [{ message: id }] }])
  const troubles = desk.json('attention').attention as readonly Answer[]
  expect(troubles.map(({ why, agent, message }) => [why, agent, message?.id])).toEqual([
    ['abandoned', 'scout', id],
  ])
  expect(desk.run(['agents', 'show', 'scout']).out).toMatch(/s1: ended.*\n.*works on/u)
})

test('a second session is told at its start that another one shares its mailbox, and who has what', async () => {
  const id = send('one')
  const one = begin('s1')
  expect(await one.hook('SessionStart')).not.toContain('share one mailbox')
  expect(await one.hook('UserPromptSubmit')).toBe('')
  const two = begin('s2')
  const text = await two.hook('SessionStart')
  expect(text).toMatch(
    new RegExp(`Another session is alive as scout: s1, heard from \\w+ ago, has ${id}\\.`, 'u'),
  )
  expect(text).toContain('You share one mailbox')
  expect(await two.hook('UserPromptSubmit')).toBe('')
  const sessions = desk.json('agents', 'show', 'scout').sessions as readonly Answer[]
  expect(sessions.map(({ session, has }) => [session, has])).toEqual(
    expect.arrayContaining([
      ['s1', [id]],
      ['s2', []],
    ]),
  )
  expect(desk.run(['agents', 'show', 'scout']).out).toMatch(new RegExp(`s1: alive.*\\n +has ${id}\\n`, 'u'))
})

test.each(['claude-code-2.1.331/SessionEnd', 'codex-0.169.0/SessionEnd', 'gemini-cli-0.61.0/SessionEnd'])(
  '%s ends the session before it looks at drafts, and once however often it comes',
  (name) => {
    const env = { WATCHPOST_AGENT: 'scout' }
    const event = recorded(name)
    const { session_id } = JSON.parse(event)
    desk.run(['hook'], { input: JSON.stringify({ hook_event_name: 'SessionStart', session_id }), env })
    const { id } = desk.json(
      'draft',
      'save',
      'send',
      'lead',
      '-s',
      'Due',
      '-b',
      'x',
      '--send-in',
      '1h',
      '--as',
      'scout',
    )
    const end = () => desk.run(['hook'], { input: event, env: { ...env, WATCHPOST_CLOCK: '+2h' } })
    expect(end().out).toContain(`Sent the draft ${id}`)
    const [sent] = desk.json('inbox', 'lead').messages as readonly Answer[]
    const shown = () => desk.json('agents', 'show', 'scout') as Answer
    const [{ endedAt }] = shown().sessions
    expect([endedAt, sent.sentAt].toSorted()).toEqual([endedAt, sent.sentAt])
    const before = changes()
    for (const again of [end(), end()]) expect(again).toEqual({ code: 0, out: '', err: '' })
    expect(changes()).toBe(before)
    expect(shown()).toMatchObject({ state: 'frozen', sessions: [{ life: 'ended', endedAt }] })
  },
)

/** How many changes the log has. */
function changes(): unknown {
  const database = new Database(join(desk.store, 'mail.db'), { readonly: true })
  const count = database.prepare('SELECT count(*) FROM deeds').pluck().get()
  database.close()
  return count
}

test('a session is told of none that is gone, or that went on as this one', async () => {
  const one = begin('s1')
  await one.hook('SessionStart')
  expect(
    await one.run(['hook'], recorded('claude-code-2.1.331/SessionStart-resume', { session_id: 's2' })),
  ).toBe('')
  await one.kill()
  expect(await begin('s3').hook('SessionStart')).toBe('')
})

test('a command in the shell of Gemini CLI, which names no session, belongs to the session of its process', async () => {
  const id = send('one')
  const event = recorded('gemini-cli-0.61.0/SessionStart-startup')
  const { session_id: session } = JSON.parse(event)
  const gemini = startCodingAgent(desk.folder, desk.store, 'scout', session, 'gemini')
  started.push(gemini)
  const whoami = async () => parsed(await gemini.run(['whoami', '--json']))
  expect(await whoami()).toMatchObject({ actor: 'scout', session: null })
  await gemini.run(['hook'], event)
  expect(await whoami()).toMatchObject({ actor: 'scout', session })
  await gemini.run(['process', id])
  expect(desk.json('agents', 'show', 'scout').sessions).toMatchObject([{ session, work: [{ message: id }] }])
  await gemini.run(['hook'], recorded('gemini-cli-0.61.0/SessionEnd'))
  expect(await whoami()).toMatchObject({ session: null })
})
