import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DebatePolicy, defaultDebatePolicy } from '../../src/domain/debates/debate-policy.ts'
import { parseId } from '../../src/domain/id.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { lexed } from '../../src/faces/tui/text/body-blocks.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { post } from '../store/fixture.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let peera: Mailbox
let peerb: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  peera = await room.join('peera')
  peerb = await room.join('peerb')
})
afterEach(() => room.close())

const decided = () => join(room.location, 'SUBPOR.md')
const entries = () =>
  existsSync(decided()) ? readFileSync(decided(), 'utf8').match(/^### Decision:/gmu)?.length : 0
const as = (who: string, more: Partial<DebatePolicy> = {}) =>
  room.as(who, { settings: { ...defaultSettings, debate: { ...defaultDebatePolicy, ...more } } })
const claim = async (more: object = {}) =>
  (
    await peera.send({
      to: ['peerb'],
      subject: 'Sessions',
      kind: 'claim',
      statement: 'Use sessions',
      ...more,
    })
  ).id
const subjects = async (box: Mailbox) => (await box.inbox({})).messages.map(({ subject }) => subject)
const numberOf = (id: string) => {
  const reference = parseId(id)
  return reference.form === 'short' ? reference.id : 0
}

/** Counter upon counter until nobody can move. */
async function lock(policy: Partial<DebatePolicy> = {}): Promise<string> {
  let message = await claim()
  for (const who of ['peerb', 'peera', 'peerb'])
    message = (await (await as(who, policy)).reply({ message, kind: 'counter', body: 'No' })).id
  return message
}

describe('what may be answered', () => {
  test.each([
    ['concede', 'agree, counter, query, escalation'],
    ['evidence', 'agree, counter, query, escalation'],
    ['response', 'agree, counter, query, escalation'],
  ] as const)('a claim is not answered by %s, and the error names what is allowed', async (kind, allowed) => {
    const message = await claim()
    await expect(peerb.reply({ message, kind, body: 'x' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(allowed),
    })
    expect((await peera.thread({ message })).messages).toHaveLength(1)
  })

  test('an answer to a position says what it is', async () => {
    await expect(peerb.reply({ message: await claim(), body: 'Hm' })).rejects.toMatchObject({ code: 'usage' })
  })

  test('joining the thread instead of answering is no way around', async () => {
    const thread = await claim()
    await expect(peerb.send({ to: ['peera'], thread, kind: 'concede' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await peerb.send({ to: ['peera'], thread, kind: 'counter', statement: 'JWT' })
    expect((await peera.showDebate({ thread })).stances).toEqual({ peera: 'claim', peerb: 'counter' })
  })

  test('nobody agrees with themselves', async () => {
    await expect(peera.reply({ message: await claim(), kind: 'agree' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('a question and its answer are mail like any other', async () => {
    const message = await claim()
    const question = await peerb.reply({ message, kind: 'query', body: 'How many servers?' })
    const answer = await peera.reply({ message: question.id, body: 'Three' })
    await peerb.reply({ message: answer.id, kind: 'agree' })
    expect(await peera.showDebate({ thread: message })).toMatchObject({ rounds: 2, consensus: true })
  })

  test('a question is no position: what was claimed can still be answered in the thread', async () => {
    const thread = await claim()
    await peerb.send({ to: ['peera'], thread, kind: 'query', body: 'How many servers?' })
    await peerb.send({ to: ['peera'], thread, kind: 'counter', statement: 'JWT' })
    expect((await peera.showDebate({ thread })).stances).toEqual({ peera: 'claim', peerb: 'counter' })
  })

  test('what is decided takes no more stances, but work goes on', async () => {
    const message = await claim()
    const { id } = await peerb.reply({ message, kind: 'agree' })
    const body = 'No.'
    await expect(peera.reply({ message, kind: 'counter', body })).rejects.toMatchObject({ code: 'conflict' })
    expect((await peera.reply({ message: id, body: 'Starting' })).warnings).toEqual([])
  })

  test('the same key again is answered with the first, whatever may be said by now', async () => {
    const message = await claim()
    const input = { message, kind: 'agree', statement: 'Yes', key: 'k' } as const
    const { id } = await peerb.reply(input)
    expect(await peerb.reply(input)).toMatchObject({ id, duplicate: true })
    expect(entries()).toBe(1)
  })

  test('of two who answer at one time the second is judged by what the first said', async () => {
    const peerc = await room.join('peerc')
    const message = await claim({ to: ['peerb'] })
    const agree = { message, kind: 'agree' } as const
    const answers = await Promise.allSettled([peerb.reply(agree), peerc.reply({ ...agree, kind: 'counter' })])
    const { rounds, consensus } = await peera.showDebate({ thread: message })
    const stored = answers.filter(({ status }) => status === 'fulfilled').length
    expect(rounds).toBe(1 + stored)
    if (stored === 1) expect(consensus).toBe(true)
  })
})

describe('evidence', () => {
  const strict = {
    evidence: { forClaims: 'optional', forCounters: 'required', minimumStrength: 'moderate' },
  } as const

  test('stands in the payload under the names of the source, and in the body where none is given', async () => {
    const message = await claim({
      rationale: 'Simple',
      evidence: ['RFC 7519', 'type=code,source=a.ts:1,data=x'],
    })
    const [shown] = (await peerb.thread({ message })).messages
    expect(shown?.payload).toEqual({
      statement: 'Use sessions',
      rationale: 'Simple',
      evidence: ['RFC 7519', { type: 'code', source: 'a.ts:1', data: 'x' }],
    })
    expect(shown?.body).toBe(
      'Use sessions\n\n**Rationale:**\n- Simple\n\n**Evidence:**\n- RFC 7519\n- code: x (a.ts:1)',
    )
  })

  test('that is required must be there and strong enough', async () => {
    const message = await claim()
    const box = await as('peerb', strict)
    await expect(box.reply({ message, kind: 'counter', body: 'No' })).rejects.toMatchObject({ code: 'usage' })
    await expect(box.reply({ message, kind: 'counter', evidence: ['Everyone does'] })).rejects.toMatchObject({
      code: 'usage',
    })
    await box.reply({ message, kind: 'counter', rationale: 'Scales' })
    await box.reply({ message, kind: 'counter', evidence: ['type=test,data=t.ts,result=PASS'] })
    expect((await peera.showDebate({ thread: message })).positions.map(({ strength }) => strength)).toEqual([
      'weak',
      'moderate',
      'strong',
    ])
  })

  test('beside a payload that is no object is refused', async () => {
    await expect(claim({ payload: [1] })).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('a decision', () => {
  test('is filed by itself, once, and listed', async () => {
    const message = await claim()
    await peerb.reply({ message, kind: 'agree', statement: 'Sessions it is' })
    await (await room.as('peera')).patrol({})
    expect(entries()).toBe(1)
    expect((await peera.decisions({})).decisions).toMatchObject([
      {
        decision: 'Sessions it is',
        approach: 'Use sessions',
        task: 'Sessions',
        participants: ['peera', 'peerb'],
        rounds: 2,
      },
    ])
    expect((await peera.listDebates({ verdict: 'consensus' })).debates).toMatchObject([
      { thread: message, consensus: true },
    ])
  })

  test('of two debates of one task has two entries below what people wrote', async () => {
    writeFileSync(decided(), '# Ours, without a newline')
    for (const subject of ['One', 'Two'])
      await peerb.reply({ message: await claim({ subject, task: 'T' }), kind: 'agree' })
    expect(readFileSync(decided(), 'utf8')).toMatch(/^# Ours, without a newline\n\n## Task: T\n/u)
    expect(entries()).toBe(2)
  })

  test.each(['after the message', 'after the decision', 'after the entry'])(
    'whose writer died %s is filed once by patrol',
    async (when) => {
      const message = await claim()
      const thread = numberOf(message)
      const { id } = await room.store.messages.deliver(
        post({ from: 'peerb', to: ['peera'], kind: 'agree', replyTo: thread, thread, sentAt: room.now }),
      )
      const entry = { text: '### Decision: x\nmark\n', mark: 'mark' }
      const decision = {
        task: 'T',
        title: 'x',
        approach: 'x',
        decidedAt: room.now,
        participants: [],
        rounds: 2,
        agreement: 1,
        forcedBy: null,
        summary: [],
      }
      if (when !== 'after the message')
        await room.store.debates.decide({ message: id, thread, decision }, entry)
      if (when === 'after the entry') writeFileSync(decided(), entry.text)
      for (let round = 0; round < 2; round += 1) await peera.patrol({})
      expect(entries()).toBe(1)
      expect(await peera.debateHealth({})).toMatchObject({ decided: 1, unfiled: 0, healthy: true })
    },
  )

  test('that cannot be filed is sent and kept all the same, never through a link, and filed later', async () => {
    symlinkSync('/etc/passwd', decided())
    const { warnings } = await peerb.reply({ message: await claim(), kind: 'agree' })
    expect(warnings.join()).toContain('SUBPOR.md cannot be written')
    expect(await peera.debateHealth({})).toMatchObject({ unfiled: 1, healthy: false })
    expect((await peera.patrol({})).acts.map(({ what }) => what)).toContain('could not record 1 decision')
    rmSync(decided())
    expect((await peera.patrol({ dryRun: true })).acts.map(({ what }) => what)).toContain(
      'would record 1 decision',
    )
    await peera.patrol({})
    expect(entries()).toBe(1)
  })

  test('can be forced, which everybody is told and SUBPOR.md says', async () => {
    const lea = await room.join('lea', { kind: 'user' })
    const message = await lock()
    await expect(lea.resolveDebate({ thread: message })).rejects.toMatchObject({ code: 'usage' })
    const resolved = await lea.resolveDebate({ thread: message, forceConsensus: true, decision: 'Redis' })
    expect(resolved).toMatchObject({ consensus: true, forced: true, deadlock: false, allowed: [] })
    expect(await subjects(peerb)).toContain('Decided: Redis')
    expect((await lea.owed({ toMe: true })).owed).toEqual([])
    expect(readFileSync(decided(), 'utf8')).toContain('- **Consensus**: decided by lea after 4 rounds')
    expect((await lea.blockers({})).blockers).toEqual([])
    await expect(
      lea.resolveDebate({ thread: message, forceConsensus: true, decision: 'x' }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a ruling', () => {
  test('carries its rationale and tells others beside the participants', async () => {
    const lea = await room.join('lea', { kind: 'user' })
    const coo = await room.join('coo')
    const thread = await lock()
    const ruled = await lea.resolveDebate({
      thread,
      forceConsensus: true,
      decision: 'Redis',
      rationale: 'It scales',
      inform: ['coo'],
    })
    expect(ruled.ruling).toMatchObject({
      by: 'lea',
      decision: 'Redis',
      rationale: 'It scales',
      informed: ['coo'],
    })
    expect(await subjects(coo)).toEqual(['Decided: Redis'])
    const { messages } = await peera.inbox({})
    const told = messages.find(({ subject }) => subject === 'Decided: Redis')
    expect(told).toMatchObject({ to: ['agent:peera', 'agent:peerb'], cc: ['coo'], owes: false })
    expect((await peera.read({ messages: [told?.id ?? ''] })).value.messages[0]?.body).toBe(
      'Decision:\n\nRedis\n\n**Rationale:** It scales',
    )
    expect(readFileSync(decided(), 'utf8')).toContain('- **Rationale**: It scales')
    expect((await lea.decisions({})).decisions[0]).toMatchObject({ rationale: 'It scales' })
  })

  test('under one key is given once', async () => {
    const lea = await room.join('lea', { kind: 'user' })
    const input = { thread: await lock(), forceConsensus: true, decision: 'Redis', key: 'k' }
    await lea.resolveDebate(input)
    expect((await lea.resolveDebate(input)).ruling?.decision).toBe('Redis')
    expect((await peera.inbox({})).messages.filter(({ kind }) => kind === 'directive')).toHaveLength(1)
  })

  test('is drafted, and goes like all that is written in forms', async () => {
    const lea = await room.join('lea', { kind: 'user' })
    const thread = await lock()
    const fields = { thread, forceConsensus: true, decision: 'Redis', inform: [] }
    const { id } = await lea.saveDraft({ operation: 'ruling', fields })
    const sent = await lea.sendDraft({ draft: id })
    expect(sent.recipients.map(({ address }) => address)).toEqual(['peera', 'peerb'])
    expect((await lea.showDebate({ thread })).ruling?.message).toBe(sent.id)
  })

  test('without a decision is refused', async () => {
    const lea = await room.join('lea', { kind: 'user' })
    const { id } = await lea.saveDraft({ operation: 'ruling', fields: { thread: await lock() } })
    await expect(lea.sendDraft({ draft: id })).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('the positions', () => {
  test('stand side by side, each with its evidence and how strong its case is', async () => {
    await room.join('peerc')
    const message = await claim({ to: ['peerb', 'peerc'], evidence: ['Everybody does it'] })
    const strong = 'type=code,source=auth.ts:45,data=revoke()'
    await peerb.reply({
      message,
      kind: 'counter',
      statement: 'JWT',
      rationale: 'Stateless',
      evidence: [strong],
    })
    const { cases } = await peera.showDebate({ thread: message })
    expect(cases).toMatchObject([
      {
        who: 'peera',
        stance: 'claim',
        claim: 'Use sessions',
        strength: 'weak',
        evidence: [{ strength: 'weak' }],
      },
      { who: 'peerb', stance: 'counter', claim: 'JWT', rationale: ['Stateless'], strength: 'strong' },
      { who: 'peerc', stance: null },
    ])
  })

  test('a silent participant has none', async () => {
    const { cases } = await peera.showDebate({ thread: await claim() })
    expect(cases[1]).toEqual({
      who: 'peerb',
      stance: null,
      claim: null,
      rationale: [],
      evidence: [],
      strength: null,
    })
  })

  test('an answer to all reaches everybody in the debate, whomever it answers', async () => {
    const peerc = await room.join('peerc')
    const message = await claim({ to: ['peerb', 'peerc'] })
    const { id } = await peerb.reply({ message, kind: 'counter', statement: 'JWT' })
    await peera.reply({ message: id, kind: 'evidence', body: 'See auth.ts:45' })
    expect((await peerc.inbox({})).messages).toHaveLength(1)
    await peera.reply({ message: id, all: true, kind: 'counter', statement: 'No' })
    expect((await peerc.inbox({})).messages).toHaveLength(2)
  })
})

describe('the board', () => {
  const board = async (input = {}) => (await peera.debateBoard(input)).debates

  test('lists the deadlocked, then the open, then those decided in the last day', async () => {
    const agreed = await claim({ subject: 'Agreed' })
    await peerb.reply({ message: agreed, kind: 'agree', statement: 'Sessions it is' })
    await lock()
    await claim({ subject: 'Open', task: 'T-1' })
    expect(await board()).toMatchObject([
      { topic: 'Sessions', verdict: 'deadlock', rounds: 4 },
      { topic: 'Open', verdict: 'open', task: 'T-1', participants: ['peera'], rounds: 1, decision: null },
      { topic: 'Agreed', verdict: 'consensus', participants: ['peera', 'peerb'], decision: 'Sessions it is' },
    ])
    expect((await peera.debateBoard({})).counts).toEqual({ deadlock: 1, open: 1, consensus: 1 })
    room.now += 25 * 3_600_000
    await claim({ subject: 'Later' })
    expect((await board()).map(({ topic }) => topic)).toEqual(['Sessions', 'Later', 'Open'])
    expect((await board({ decidedIn: 48 * 3_600_000 })).at(-1)).toMatchObject({ topic: 'Agreed' })
  })
})

describe('a deadlock', () => {
  test('is told to foreman, auxiliary and human at once, once, and lists as a blocker', async () => {
    const boxes = [
      await room.join('foreman'),
      await room.join('helper', { role: 'auxiliary' }),
      await room.join('lea', { kind: 'user' }),
    ]
    const message = await lock()
    for (const box of boxes) expect(await subjects(box)).toEqual(['Deadlock: Sessions'])
    await peera.patrol({})
    for (const box of boxes) expect(await subjects(box)).toHaveLength(1)
    expect((await peera.blockers({})).blockers).toMatchObject([
      { deadlock: true, deadlockReason: 'counters', rounds: 4 },
    ])
    expect(await peera.debateHealth({})).toMatchObject({
      deadlocked: 1,
      counters: 3,
      counterRatio: 3,
      healthy: false,
    })
    expect((await peera.debateLog({ thread: message, last: 2 })).positions.map(({ kind }) => kind)).toEqual([
      'counter',
      'counter',
    ])
  })

  test('with nobody there is told by patrol once somebody is', async () => {
    await lock()
    const lea = await room.join('lea', { kind: 'user' })
    for (let round = 0; round < 2; round += 1) await peera.patrol({})
    expect(await subjects(lea)).toEqual(['Deadlock: Sessions'])
  })

  // Two lists with nothing between them are one list with blank lines between its items.
  test('is told in a notice whose lists Markdown keeps apart', async () => {
    const lea = await room.join('lea', { kind: 'user' })
    await lock()
    const [notice] = (await lea.inbox({})).messages
    const { value } = await lea.read({ messages: [notice?.id ?? ''] })
    const blocks = lexed(value.messages[0]?.body ?? '') ?? []
    expect(blocks.flatMap((block) => (block.type === 'list' ? [block.loose] : []))).toEqual([false, false])
  })

  test('is told to nobody where the settings say so', async () => {
    const lea = await room.join('lea', { kind: 'user' })
    await lock({ escalateOnDeadlock: false })
    expect(await subjects(lea)).toEqual([])
    expect((await lea.blockers({})).blockers).toHaveLength(1)
  })

  test('ends with a directive, and another one is told again', async () => {
    const foreman = await room.join('foreman')
    const message = await lock()
    const { id } = await foreman.send({
      to: ['peera', 'peerb'],
      thread: message,
      kind: 'directive',
      body: 'Refocus',
    })
    expect((await foreman.blockers({})).blockers).toEqual([])
    let next = (await peera.reply({ message: id, kind: 'claim', statement: 'B' })).id
    for (const box of [peerb, peera, peerb])
      next = (await box.reply({ message: next, kind: 'counter', body: 'No' })).id
    expect((await subjects(foreman)).filter((subject) => subject.startsWith('Deadlock'))).toHaveLength(2)
  })
})

test('a debate that moved on and is stuck again is told again, without a directive between', async () => {
  const lea = await room.join('lea', { kind: 'user' })
  let message = await lock()
  const next = async (box: Mailbox, kind: 'evidence' | 'counter') => {
    message = (await box.reply({ message, kind, statement: kind })).id
  }
  await next(peera, 'counter')
  const told = async () => (await subjects(lea)).filter((subject) => subject.startsWith('Deadlock')).length
  // Each further round of one deadlock tells nobody.
  expect(await told()).toBe(1)
  const roomy = { mostRounds: 50 }
  ;[peera, peerb] = [await as('peera', roomy), await as('peerb', roomy)]
  await next(peerb, 'evidence')
  expect((await peera.blockers({})).blockers).toEqual([])
  for (const box of [peera, peerb, peera]) await next(box, 'counter')
  expect(await told()).toBe(2)
})

describe('who may speak', () => {
  test.each(['counter', 'agree', 'concede'] as const)('nobody answers themselves with %s', async (kind) => {
    const message = await claim()
    const answer = { message, kind, statement: 'x', rationale: 'y' }
    await expect(peera.reply(answer)).rejects.toMatchObject({ code: 'conflict' })
    await expect(peera.send({ to: ['peerb'], thread: message, kind })).rejects.toMatchObject({
      code: 'conflict',
    })
    const [shown] = (await peera.thread({ message })).messages
    expect(shown?.id).toBe(message)
  })

  test('only the foreman and people direct and force', async () => {
    const [foreman, lead] = [await room.join('foreman'), await room.join('lead', { role: 'foreman' })]
    const lea = await room.join('lea', { kind: 'user' })
    const thread = await lock()
    const directive = { to: ['peerb'], thread, kind: 'directive', body: 'Stop' } as const
    const ruling = { thread, forceConsensus: true, decision: 'x' }
    await expect(peera.send(directive)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(peera.resolveDebate(ruling)).rejects.toMatchObject({ code: 'not-allowed' })
    for (const box of [foreman, lead, lea]) await box.send(directive)
    expect((await lead.resolveDebate(ruling)).forced).toBe(true)
  })

  test('who is asked for a decision may answer with a directive', async () => {
    const { id } = await peera.send({ to: ['peerb'], kind: 'escalation', body: 'Which key?' })
    expect((await peerb.reply({ message: id, kind: 'directive', body: 'Mine' })).warnings).toEqual([])
  })
})

test('an agreement in the thread closes what its sender owed there', async () => {
  const peerc = await room.join('peerc')
  const thread = await claim({ to: ['peerb', 'peerc'] })
  await peerc.reply({ message: thread, kind: 'counter', statement: 'No', all: true })
  expect((await peerb.owed({ byMe: true })).owed).toHaveLength(1)
  await peera.send({ to: ['peerb', 'peerc'], thread, kind: 'evidence', statement: 'See auth.ts:45' })
  expect((await peera.owed({ byMe: true })).owed).toEqual([])
  await peerb.send({ to: ['peera'], thread, kind: 'agree' })
  expect((await peerb.owed({ byMe: true })).owed).toEqual([])
  expect((await peerc.owed({ byMe: true })).owed).toHaveLength(1)
})

describe('the decision agreed on', () => {
  test('is the approach in SUBPOR.md', async () => {
    await peerb.reply({
      message: await claim(),
      kind: 'agree',
      statement: 'Hybrid',
      decision: 'Redis and JWT',
    })
    expect(readFileSync(decided(), 'utf8')).toContain('### Decision: Hybrid')
    expect(readFileSync(decided(), 'utf8')).toContain('- **Approach**: Redis and JWT')
    const [agreed] = (await peera.inbox({})).messages
    expect((await peera.read({ messages: [agreed?.id ?? ''] })).value.messages[0]?.body).toBe(
      'Hybrid\n\n**Decision:** Redis and JWT',
    )
  })

  test('is what convinced says, not the opening claim', async () => {
    const message = await claim()
    const counter = await peerb.reply({ message, kind: 'counter', statement: 'JWT' })
    const evidence = await peera.reply({
      message: counter.id,
      kind: 'evidence',
      statement: 'Redis holds them',
    })
    await peerb.reply({ message: evidence.id, kind: 'agree', statement: 'Sessions in Redis' })
    expect((await peera.decisions({})).decisions).toMatchObject([{ approach: 'Sessions in Redis' }])
  })

  test('goes with an agreement alone', async () => {
    await expect(claim({ decision: 'x' })).rejects.toMatchObject({ code: 'usage' })
  })
})

test('a debate on a topic that people want to decide is told to them at its claim', async () => {
  const lea = await room.join('lea', { kind: 'user' })
  const box = await as('peera', { escalateTopics: ['security'] })
  const { id } = await box.send({
    to: ['peerb'],
    subject: 'Login',
    tag: ['security'],
    kind: 'claim',
    statement: 'x',
  })
  expect(await subjects(lea)).toEqual(['Debate on security: Login'])
  expect((await box.showDebate({ thread: id })).escalates).toEqual(['security'])
})

test('a thread without stances is no debate', async () => {
  const { id } = await peera.send({ to: ['peerb'], subject: 'Mail' })
  expect((await peera.listDebates({})).debates).toEqual([])
  expect(await peera.showDebate({ thread: id })).toMatchObject({
    rounds: 0,
    participants: [],
    allowed: ['claim'],
  })
  await expect(
    peera.resolveDebate({ thread: id, forceConsensus: true, decision: 'x' }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test('an answer to all participants names each of them once', async () => {
  const peerc = await room.join('peerc')
  const { id } = await peera.send({
    to: ['peerb', 'peerc'],
    subject: 'Sessions',
    kind: 'claim',
    statement: 'Yes',
  })
  await peerb.reply({ message: id, all: true, kind: 'counter', statement: 'No' })
  const [counter] = (await peera.inbox({})).messages
  expect(counter).toMatchObject({ to: ['peera'], cc: ['peerc'] })
  // One who is no recipient of the answered message hears of it, too.
  await peerc.reply({ message: counter?.id ?? '', kind: 'counter', statement: 'Perhaps' })
  const last = (await peerb.thread({ message: id })).messages.at(-1)
  await peerb.reply({ message: last?.id ?? '', all: true, kind: 'counter', statement: 'No' })
  const answers = (await peera.inbox({})).messages.filter(({ from }) => from === 'peerb')
  expect(answers.map(({ to, cc }) => [...to, ...cc].length)).toEqual(answers.map(() => 2))
})
