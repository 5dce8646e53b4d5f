import { createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decisionText, requestText } from '../../src/domain/approval.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { awaitDecision, type Decided } from '../../src/services/approvals/await-decision.ts'
import type { Context } from '../../src/services/context.ts'
import type { MailStore, StoredRequest } from '../../store/mail-store.ts'
import { approvalsOn, atScreen, keyIn } from '../support/approvals.ts'
import { identityOf } from '../support/identities.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let folder: string
let lea: Mailbox
const waits: Promise<unknown>[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-key-'))
  room = await openMailRoom()
  room.now = Date.now()
  await room.join('nux', { pane: '%7' })
  await room.join('lea', { kind: 'user' })
  lea = await room.as('lea', atScreen(keyIn(folder), { now: Date.now }))
})
afterEach(async () => {
  await Promise.allSettled(waits.splice(0))
  await room.close()
})

const input = { command: 'rm -rf build' }
const asked = { kind: 'permission', reason: 'Bash rm -rf build', isNotice: false, helper: null } as const
/** A hook that waits, as the real one does. */
async function asks(
  wait = 2_500,
): Promise<{ readonly decided: Promise<Decided | null>; readonly open: StoredRequest }> {
  const context = await seat(room.store, 'nux', {
    session: 's1',
    now: Date.now,
    approvals: keyIn(folder),
    settings: approvalsOn(wait),
  })
  const since = Date.now()
  const decided = awaitDecision(context, {
    since,
    asked,
    request: { tool: 'Bash', input, folder: null },
  })
  waits.push(decided)
  for (;;) {
    const open = await room.store.requests.of({ agent: 'nux', session: 's1', helper: null, since })
    if (open !== null) return { decided, open }
    await new Promise((next) => setTimeout(next, 5))
  }
}
const shown = async (request: string) => (await lea.showRequest({ request })).digest ?? ''
const outcomes = async () =>
  (await room.store.requests.approvals('nux', 50)).map(({ verdict, by, principal, outcome }) => [
    verdict,
    principal ?? by,
    outcome,
  ])

test.each(['allow', 'deny'] as const)(
  'a person decides what they were shown, and the hook takes it: %s',
  async (verdict) => {
    const { decided, open } = await asks()
    const { attention } = await lea.attention({})
    expect(attention).toMatchObject([{ agent: 'nux', why: 'asks', request: open.id }])
    const whole = await lea.showRequest({ request: open.id })
    expect(whole).toMatchObject({ agent: 'nux', asked: { tool: 'Bash', input }, isOpen: true })
    const done = await lea.decideRequest({ request: open.id, verdict, digest: whole.digest ?? '' })
    expect(done).toEqual({ request: open.id, agent: 'nux', verdict, taken: true })
    expect(await decided).toEqual({ verdict, by: 'lea' })
    expect(await outcomes()).toEqual([[verdict, 'lea', 'given']])
    expect((await lea.showAgent({ agent: 'nux' })).approvals).toMatchObject([
      { verdict, by: 'lea', outcome: 'given' },
    ])
    expect((await lea.showRequest({ request: open.id })).isOpen).toBe(false)
  },
)

test('nobody decides: the hook answers nothing, and the request can only be read any more', async () => {
  const { decided, open } = await asks(300)
  expect(await decided).toBeNull()
  const digest = await shown(open.id)
  await expect(lea.decideRequest({ request: open.id, verdict: 'allow', digest })).rejects.toMatchObject({
    code: 'not-allowed',
    message: expect.stringContaining('its time is over'),
  })
  expect(await outcomes()).toEqual([['allow', 'lea', 'its time is over']])
})

test('a decision counts once', async () => {
  const { decided, open } = await asks()
  const digest = await shown(open.id)
  await lea.decideRequest({ request: open.id, verdict: 'deny', digest })
  await expect(lea.decideRequest({ request: open.id, verdict: 'allow', digest })).rejects.toThrow(
    'decided already',
  )
  expect((await decided)?.verdict).toBe('deny')
  // What was given for one request is nothing for the next.
  const [given] = await room.store.requests.decisions(open.id)
  const next = await asks(600)
  await room.store.requests.note({
    request: next.open.id,
    agent: 'nux',
    principal: null,
    outcome: 'given',
    ...(given ?? { verdict: '', digest: '', by: '', at: 0, signature: '' }),
  })
  expect(await next.decided).toBeNull()
})

describe('a decision is refused and noted', () => {
  const agent = { address: 'nux', kind: 'agent' } as const
  test.each<[string, (key: string) => Partial<Context>, string]>([
    ['by --as', () => ({ how: 'flag' }), 'decisions by --as do not count'],
    ['of an agent in the name of a person', () => ({ principal: agent }), 'an agent cannot decide'],
    ['of an agent that may only look', () => ({ onlyLooks: true }), 'an agent cannot decide'],
    ['by a command', () => ({ command: 'request decide' }), 'only be decided in the terminal inbox'],
    [
      'where there is no key',
      () => ({ approvals: undefined as never }),
      'only be decided in the terminal inbox',
    ],
    [
      'of a process under an agent',
      () => ({ identity: identityOf({ is: 'agent', why: 'Claude Code started this program' }) }),
      'and Claude Code started this program',
    ],
    [
      'where approvals are off',
      () => ({ settings: { ...approvalsOn(), approvals: { ...approvalsOn(1).approvals, on: false } } }),
      '`approvals: on`',
    ],
  ])('%s', async (_, more, why) => {
    const { decided, open } = await asks(1_000)
    const digest = await shown(open.id)
    const other = await room.as('lea', atScreen(keyIn(folder), { now: Date.now, ...more(folder) }))
    await expect(other.decideRequest({ request: open.id, verdict: 'allow', digest })).rejects.toMatchObject({
      code: 'not-allowed',
      message: expect.stringContaining(why),
    })
    expect(await outcomes()).toMatchObject([['allow', expect.any(String), expect.stringContaining(why)]])
    expect(await decided).toBeNull()
  })

  test('by the agent itself', async () => {
    const { decided, open } = await asks(600)
    const nux = await room.as('nux', atScreen(keyIn(folder), { now: Date.now }))
    const digest = await shown(open.id)
    await expect(nux.decideRequest({ request: open.id, verdict: 'allow', digest })).rejects.toThrow(
      'an agent',
    )
    expect(await decided).toBeNull()
  })

  test('of another request than was shown', async () => {
    const { decided, open } = await asks(600)
    await expect(
      lea.decideRequest({ request: open.id, verdict: 'allow', digest: '0'.repeat(64) }),
    ).rejects.toThrow('not the request that was shown')
    expect(await decided).toBeNull()
  })
})

describe('a row in the store decides nothing', () => {
  const plant = async (open: StoredRequest, signature: string, digest?: string) => {
    const known = digest ?? (await shown(open.id))
    const decision = { verdict: 'allow', digest: known, by: 'lea', at: Date.now() }
    await room.store.requests.note({
      ...decision,
      request: open.id,
      agent: 'nux',
      principal: null,
      outcome: 'given',
      signature,
    })
  }

  test('without the key', async () => {
    const { decided, open } = await asks(800)
    const digest = await shown(open.id)
    const text = decisionText(open.id, { verdict: 'allow', digest, by: 'lea', at: Date.now() })
    await plant(open, createHmac('sha256', 'guessed').update(text).digest('hex'))
    await plant(open, '')
    await plant(open, '0'.repeat(64))
    expect(await decided).toBeNull()
  })

  test('and does not stand in the way of the person', async () => {
    const { decided, open } = await asks()
    await plant(open, '0'.repeat(64))
    await lea.decideRequest({ request: open.id, verdict: 'deny', digest: await shown(open.id) })
    expect(await decided).toEqual({ verdict: 'deny', by: 'lea' })
  })

  test('for a request that was changed there: the person signs what they saw', async () => {
    const { decided, open } = await asks(1_500)
    // Somebody shows a harmless request under the id of the one that waits.
    const harmless = { ...open, request: JSON.stringify({ tool: 'Bash', input: { command: 'ls' } }) }
    const key = await keyIn(folder).open(approvalsOn().approvals)
    const digest = key.digest(requestText(harmless))
    const decision = { verdict: 'allow', digest, by: 'lea', at: Date.now() }
    await plant(open, await key.sign(decisionText(open.id, decision)), digest)
    expect(await decided).toBeNull()
  })
})

test('a request too long to be read is not waited for', async () => {
  const context = await seat(room.store, 'nux', {
    session: 's1',
    now: Date.now,
    approvals: keyIn(folder),
    settings: approvalsOn(),
  })
  const request = { tool: 'Write', input: { content: 'x'.repeat(70_000) } }
  expect(await awaitDecision(context, { since: Date.now(), asked, request })).toBeNull()
})

test('nobody sees that an agent waits before its request can be opened', async () => {
  let seen: readonly unknown[] = []
  const note = async (one: Parameters<MailStore['asks']['note']>[0]) => {
    const isNoted = await room.store.asks.note(one)
    ;({ attention: seen } = await lea.attention({}))
    return isNoted
  }
  const context = await seat({ ...room.store, asks: { ...room.store.asks, note } }, 'nux', {
    session: 's1',
    now: Date.now,
    approvals: keyIn(folder),
    settings: approvalsOn(0),
  })
  const request = { tool: 'Bash', input, folder: null }
  expect(await awaitDecision(context, { since: Date.now(), asked, request })).toBeNull()
  expect(seen).toMatchObject([{ why: 'asks', request: expect.any(String) }])
})
