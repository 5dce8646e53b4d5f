import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic', 'architect', 'gastown/polecats/nux'])
})
afterAll(() => desk.close())

const settings = (text: string) => writeFileSync(join(desk.store, 'config.yaml'), text)

describe('patrol', () => {
  test('says what it would do, does it, and has nothing left', () => {
    const send = { command: 'send', input: { to: ['critic'], subject: 'Knives', kind: 'notification' } }
    const sent = desk.batch(
      [1, 2, 3].map((at) => ({ ...send, input: { ...send.input, body: `cutter ${at}` }, as: 'architect' })),
    )
    const ids = sent.map(({ id }) => id as string)
    desk.json('archive', ...ids, '--as', 'critic')
    settings('archive:\n  beyond: 1\n')
    const planned = desk.run(['patrol', '--dry-run'])
    expect(planned.out).toMatch(/^cold +would move 2 messages to archive\/ .*newest 1\. +\w+ \w+$/mu)
    expect(readdirSync(desk.store)).not.toContain('archive')
    expect(desk.json('patrol')).toMatchObject({
      dryRun: false,
      acts: expect.arrayContaining([expect.objectContaining({ act: 'cold', messages: ids.slice(0, 2) })]),
    })
    expect(readdirSync(join(desk.store, 'archive'))).toHaveLength(1)
    const again = desk.run(['patrol'])
    expect([again.code, again.out, again.err.trim()]).toEqual([0, '', 'Nothing to do.'])
  })

  test('what it put away is found by its id, its thread and search --cold', () => {
    const found = desk.json('search', 'cutter', '--cold')
    expect(found.messages).toHaveLength(2)
    const [{ id }] = found.messages
    expect(desk.json('search', 'cutter').messages).toHaveLength(1)
    expect(desk.json('read', id, '--peek').messages[0].body).toMatch(/^cutter \d$/u)
    expect(desk.json('thread', id).messages[0].body).toMatch(/^cutter \d$/u)
    expect(desk.run(['read', id]).out).toContain('cutter')
    expect(desk.run(['search', 'cutter', '--cold', '--best']).code).toBe(2)
  })

  test('goes round until it is interrupted', async () => {
    const child = desk.start(['patrol', '--watch', '1s', '--json'])
    let out = ''
    child.stdout?.on('data', (piece: Buffer) => {
      out += piece
      if (out.trim().split('\n').length === 2) child.kill('SIGINT')
    })
    const signal = await new Promise((resolve) => child.on('exit', (_code, by) => resolve(by)))
    expect(signal).toBe('SIGINT')
    const rounds = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(rounds).toMatchObject([{ dryRun: false }, { dryRun: false }])
    expect(desk.run(['patrol', '--watch', '10']).code).toBe(2)
    expect(desk.run(['patrol', '--watch', '0s']).code).toBe(2)
  })
})

test('redispatch tells what was decided and why', () => {
  const sent = desk.run(['redispatch', 'gt-7', '--as', 'architect'])
  expect(sent.out).toMatch(/^sent +gt-7 +→ gastown\/nux +\w+ +gastown\/nux of gastown is idle\.$/mu)
  expect(desk.json('redispatch', 'gt-7', '--failed')).toMatchObject({ decision: 'cooldown', failures: 1 })
  expect(desk.json('redispatch', 'gt-7', '--done')).toMatchObject({ decision: 'done' })
  expect(desk.run(['redispatch', 'zz-7']).code).toBe(3)
  expect(desk.run(['redispatch', 'gt-7', '--failed', '--done']).code).toBe(2)
})

test('settings of the store reach what needs them', () => {
  settings('mailbox:\n  max_queue_size: 1\n')
  desk.json('send', 'architect', '-s', 'one', '--as', 'critic')
  const refused = desk.run(['send', 'architect', '-s', 'two', '--as', 'critic'])
  expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('mailbox.max_queue_size')])
  settings('mailbox:\n  max_queue_sice: 1\n')
  const mistaken = desk.run(['send', 'architect', '-s', 'three', '--as', 'critic'])
  expect(mistaken.err).toContain('config.yaml:2: unknown setting mailbox.max_queue_sice')
  expect(desk.run(['count']).code).toBe(0)
  settings('editor: vi\n')
  expect(desk.run(['doctor']).out).toContain('config.yaml:1: editor names a program to start')
})

test('senders go on while a patrol works through a full store', async () => {
  const full = openDesk(['critic', 'architect'])
  const { fillStore } = await import('../../../src/dev/bench/fill.ts')
  fillStore(full.store, { messages: 3000, agents: 10 }, Date.now() - 48 * 3_600_000)
  writeFileSync(join(full.store, 'config.yaml'), 'archive:\n  beyond: 10\nmailbox:\n  archive_after: 1h\n')
  const patrol = full.start(['patrol', '--json'])
  const sender = full.start(['batch'])
  const ended = [patrol, sender].map((child) => new Promise((resolve) => child.on('exit', resolve)))
  const out = [patrol, sender].map(() => '')
  for (const [at, child] of [patrol, sender].entries())
    child.stdout?.on('data', (piece: Buffer) => {
      out[at] += String(piece)
    })
  for (let count = 0; count < 200; count += 1)
    sender.stdin?.write(
      `${JSON.stringify({ command: 'send', input: { to: ['critic'], subject: `${count}` }, as: 'architect' })}\n`,
    )
  sender.stdin?.end()
  expect(await Promise.all(ended)).toEqual([0, 0])
  const answers = (out[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ok: boolean })
  expect(answers.filter(({ ok }) => ok)).toHaveLength(200)
  expect(full.json('count', 'critic').total).toBeGreaterThanOrEqual(200)
  expect(JSON.parse(out[0] ?? '')).toMatchObject({ dryRun: false })
  full.close()
})
