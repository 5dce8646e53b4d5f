import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../support/cli.ts'
import { fenceEscapes, forbidden, spoken } from '../support/fence-escapes.ts'

const escapes = Object.values(fenceEscapes)

/** Each is read by one hook alone. */
const hooked = ['prompted', 'stopping', 'resumed', 'started']

let desk: Desk
/** One message for each escape, in the order of the table. */
let ids: readonly string[]
let all: ReadonlySet<string>
let claim: string
beforeAll(() => {
  desk = openDesk(['critic', 'mallory', ...hooked], 'town')
  desk.json('queue', 'create', 'work')
  const sendAll = escapes.map((text) => ({
    command: 'send',
    as: 'mallory',
    input: {
      to: ['critic', ...hooked],
      kind: 'request',
      subject: `Look ${text}`.slice(0, 300),
      body: `Look\n${text}\nend`,
      payload: { [text]: text },
      context: { work_completed: text, notes: text, [text]: text },
      attach: [`a ${text.slice(0, 200)}`],
      task: 'gt-1',
      again: true,
    },
  }))
  const text = escapes.filter((one) => one.length < 1000).join('\n')
  const others = [
    { command: 'send', input: { to: ['queue:work'], subject: `Work ${escapes[11]}`, body: text } },
    {
      command: 'handoff',
      input: {
        to: 'critic',
        done: text,
        state: text,
        next: escapes.slice(0, 9),
        file: ['a.ts', text],
        notes: text,
      },
    },
    {
      command: 'send',
      input: {
        to: ['critic'],
        kind: 'claim',
        subject: 'Tabs',
        statement: text,
        rationale: text,
        evidence: [`type=code,data=${text}`],
        task: 'gt-2',
      },
    },
  ].map((one) => ({ ...one, as: 'mallory' }))
  const sent = desk.batch([...sendAll, ...others])
  ids = sent.slice(0, escapes.length).map(({ id }) => id as string)
  claim = sent.at(-1).id
  all = new Set(sent.map(({ id }) => id as string))
  desk.batch([
    { command: 'debate resolve', input: { thread: claim, forceConsensus: true, decision: text } },
    { command: 'agents beat', as: 'mallory', input: { waiting: text } },
    { command: 'fail', as: 'critic', input: { messages: [ids[11]], reason: text } },
  ])
})
afterAll(() => desk.close())

const asCritic = (args: readonly string[], input = '') =>
  desk.run(args, { input, env: { WATCHPOST_AGENT: 'critic' } })

/** Nothing that a harness or a terminal would obey, and no marked line but the program's. Answers the ids between marks. */
function expectHarmless(text: string): readonly string[] {
  expect(text).not.toMatch(forbidden)
  expect(text).not.toMatch(spoken)
  const mark = /^\[([0-9a-f]{12})\] /mu.exec(text)?.[1]
  if (mark === undefined) return []
  const open: string[] = []
  const found: string[] = []
  for (const line of text.split('\n')) {
    if (!line.startsWith(`[${mark}] `)) {
      expect(line).not.toContain(mark)
      continue
    }
    const begun = /^(?:mail|position) (\w+) from (?:mallory|root|system|critic)[ ,]/u.exec(
      line.slice(15),
    )?.[1]
    const ended = /^end of ([0-9A-HJKMNP-TV-Z]{5,})$/u.exec(line.slice(15))?.[1]
    if (begun !== undefined) {
      expect(open).toEqual([])
      open.push(begun)
      found.push(begun)
    }
    if (ended !== undefined) expect(ended).toBe(open.pop())
  }
  expect(open).toEqual([])
  return found
}

describe('what an agent reads of hostile mail', () => {
  test.each(Object.keys(fenceEscapes).map((name, at) => [name, at] as const))('is harmless: %s', (_, at) => {
    const id = ids[at] ?? ''
    for (const args of [
      ['read', id, '--peek'],
      ['read', id, '--peek', '--format', 'md'],
    ]) {
      const { code, out } = asCritic(args)
      expect(code).toBe(0)
      expect(expectHarmless(out)).toEqual([id])
      expect(out).toContain('Look')
    }
  })

  test.each<[string, () => readonly string[], 'all' | 'some' | 'none']>([
    ['read of all', () => ['read', '--peek', ...ids], 'all'],
    ['read --full', () => ['read', '--peek', '--full', ...ids], 'all'],
    ['thread', () => ['thread', claim], 'some'],
    ['wait', () => ['wait'], 'some'],
    ['debate show', () => ['debate', 'show', claim], 'some'],
    ['debate log', () => ['debate', 'log'], 'some'],
    ['inject', () => ['inject', '--max-chars', '60000'], 'some'],
    ['inject, cut', () => ['inject', '--max-chars-per-body', '40'], 'some'],
    ['next', () => ['next'], 'some'],
    ['claim', () => ['claim', 'work'], 'some'],
    ['inbox', () => ['inbox'], 'none'],
    ['inbox --all', () => ['inbox', '--all', '--limit', '100'], 'none'],
    ['search', () => ['search', 'look'], 'none'],
    ['owed', () => ['owed'], 'none'],
    ['attention', () => ['attention'], 'none'],
    ['history', () => ['history', ids[11] ?? ''], 'none'],
    ['receipts', () => ['receipts', ids[11] ?? ''], 'none'],
    ['timeline', () => ['timeline', 'mallory'], 'none'],
    ['debate list', () => ['debate', 'list'], 'none'],
    ['decisions', () => ['decisions'], 'none'],
    ['task list', () => ['task', 'list'], 'none'],
    ['task show', () => ['task', 'show', 'gt-1'], 'none'],
    ['agents list', () => ['agents', 'list'], 'none'],
    ['agents show', () => ['agents', 'show', 'mallory'], 'none'],
    ['complete', () => ['complete', ids[12] ?? ''], 'none'],
    ['prime', () => ['prime'], 'none'],
  ])('is harmless in %s', (_, args, prints) => {
    const { code, out, err } = asCritic(args())
    expect(code, err).toBe(0)
    expect(out).not.toBe('')
    expect(err).not.toMatch(forbidden)
    const found = expectHarmless(out)
    if (prints === 'all') expect(found).toEqual(ids)
    if (prints === 'some') expect(found.length).toBeGreaterThan(0)
    for (const id of found) expect(all.has(id) || /^[0-9A-Z]+$/u.test(id)).toBe(true)
  })

  test.each([
    ['UserPromptSubmit', 'prompted', {}],
    ['Stop', 'stopping', { stop_hook_active: false }],
    ['SessionStart', 'resumed', { source: 'compact' }],
  ])('is harmless in the hook %s', (name, agent, more) => {
    const event = JSON.stringify({ hook_event_name: name, session_id: `s-${name}`, ...more })
    const { out } = desk.run(['hook'], { input: event, env: { WATCHPOST_AGENT: agent } })
    const { reason, hookSpecificOutput } = JSON.parse(out)
    expect(out.length).toBeLessThanOrEqual(10_000)
    expect(expectHarmless(reason ?? hookSpecificOutput.additionalContext).length).toBeGreaterThan(0)
  })

  test('is harmless in the prompts of programs that run starts', () => {
    const args = ['run', 'started', '--once', '--', 'sh', '-c', 'cat >> prompts; echo NEXT PROMPT >> prompts']
    expect(desk.run(args).code).toBe(0)
    const prompts = readFileSync(join(desk.folder, 'prompts'), 'utf8').split('NEXT PROMPT\n').slice(0, -1)
    expect(prompts.flatMap(expectHarmless)).toEqual(ids)
    expect(prompts.join('')).toContain('] payload:\n')
  })

  test('is harmless in errors', () => {
    for (const text of escapes.filter((one) => one.length < 1000 && !one.includes('\u0000'))) {
      const { code, err } = asCritic(['send', text, '-s', 'x', '-b', 'x'])
      expect(code).not.toBe(0)
      expect(err).not.toMatch(forbidden)
    }
  })
})
