import { describe, expect, it } from 'vitest'
import {
  isLeftWaiting,
  mayEndTurn,
  type TaskCopy,
  type TaskLife,
  type TaskWord,
  type TurnEnd,
  turnOf,
  turnsOf,
  unansweredIn,
} from '../../src/domain/task-end.ts'

type Said = Partial<TaskWord> & Pick<TaskWord, 'id' | 'from'>
type Lies = Partial<TaskCopy> & Pick<TaskCopy, 'message' | 'owner'>

const word = ({ to = ['lea'], ...said }: Said): TaskWord => ({
  thread: 1,
  cc: [],
  kind: 'response',
  subject: '',
  replyTo: null,
  awaitsAnswer: false,
  to,
  ...said,
})
const copy = (lies: Lies): TaskCopy => ({
  box: 'read',
  was: null,
  owes: true,
  readAt: 1,
  deadReason: null,
  endedAt: null,
  reason: null,
  ...lies,
})
const request = (id = 1, to = 'boss') => word({ id, from: 'lea', to: [`agent:${to}`], kind: 'request' })
const done = { box: 'archived', was: 'completed', owes: false, endedAt: 10 } as const
const life = (words: readonly TaskWord[], copies: readonly TaskCopy[], more: Partial<TaskLife> = {}) => ({
  owner: 'lea',
  entrypoint: 'boss',
  words,
  copies,
  gone: new Set<string>(),
  answerEnds: false,
  ...more,
})

const boss = (lies: Partial<TaskCopy>) => copy({ message: 1, owner: 'boss', ...lies })
const answer = word({ id: 2, from: 'boss', replyTo: 1 })
const asks = word({ id: 3, from: 'boss', kind: 'request', replyTo: 1 })
const part = word({ id: 2, from: 'boss', to: ['worker'], kind: 'request' })
const worker = (lies: Partial<TaskCopy> = {}) => copy({ message: 2, owner: 'worker', ...lies })
const found = word({ id: 3, from: 'worker', to: ['boss'], replyTo: 2 })

type Case = readonly [name: string, life: TaskLife, end: TurnEnd]
const silent = { is: 'silent' } as const
const failed = (why: string): TurnEnd => ({ is: 'failed', why })

const cases: readonly Case[] = [
  [
    'its agent sends a query',
    life([request(), word({ id: 3, from: 'boss', kind: 'query' })], [boss({})]),
    { is: 'asks', question: 3, by: 'boss' },
  ],
  [
    'its agent asks something beside the work',
    life([request(), { ...asks, replyTo: null }], [boss({})]),
    silent,
  ],
  ['nobody has seen it', life([request()], [boss({ box: 'unread', readAt: null })]), silent],
  ['it was read', life([request()], [boss({})]), silent],
  [
    'it is being worked on',
    life([request()], [boss({ box: 'processing' })]),
    { is: 'goes-on', with: ['boss'] },
  ],
  ['an answer alone settles nothing', life([request(), answer], [boss({ owes: false })]), silent],
  [
    'an answer alone, where nobody may complete tasks',
    life([request(), answer], [boss({ owes: false })], { answerEnds: true }),
    { is: 'answered', answer: 2 },
  ],
  ['completed without an answer', life([request()], [boss(done)]), { is: 'done' }],
  ['archived', life([request()], [boss({ box: 'archived', was: 'read' })]), { is: 'done' }],
  ['kept, and completed', life([request()], [boss({ box: 'completed', owes: false })]), { is: 'done' }],
  ['ignored', life([request()], [boss({ owes: false })]), { is: 'done' }],
  ['answered and completed', life([request(), answer], [boss(done)]), { is: 'answered', answer: 2 }],
  [
    'answered twice and completed',
    life([request(), answer, word({ id: 5, from: 'boss', replyTo: 1 })], [boss(done)]),
    { is: 'answered', answer: 5 },
  ],
  ['failed', life([request()], [boss({ box: 'failed' })]), failed('boss failed the request')],
  [
    'failed with a reason, after an answer, and put away',
    life([request(), answer], [boss({ box: 'archived', was: 'failed', reason: 'no\ntime' })]),
    failed('boss failed the request: no time'),
  ],
  [
    'lapsed for the last time',
    life([request()], [boss({ box: 'dead', deadReason: 'attempts', reason: 'exit code 1' })]),
    failed('boss failed the request: gave up after too many attempts: exit code 1'),
  ],
  [
    'never shown',
    life([request()], [boss({ box: 'dead', deadReason: 'expired-unseen', reason: 'expired-unseen' })]),
    failed('boss failed the request: was not shown it before it expired'),
  ],
  [
    'expired in silence',
    life([request()], [boss({ box: 'expired' })]),
    failed('boss failed the request: it expired'),
  ],
  ['taken back', life([request()], [boss({ box: 'retracted' })]), failed('The request was taken back.')],
  [
    'its agent is retired',
    life([request()], [boss({})], { gone: new Set(['boss']) }),
    failed('The agent boss is retired.'),
  ],
  [
    'its agent answered, and is retired',
    life([request(), answer], [boss({ owes: false })], { gone: new Set(['boss']) }),
    { is: 'answered', answer: 2 },
  ],
  [
    'its agent asks',
    life([request(), asks], [boss({ owes: false })]),
    { is: 'asks', question: 3, by: 'boss' },
  ],
  [
    'it asks after an answer',
    life([request(), answer, asks], [boss(done)]),
    { is: 'asks', question: 3, by: 'boss' },
  ],
  [
    'it answers after a question',
    life([request(), asks, word({ id: 4, from: 'boss' })], [boss(done)]),
    { is: 'answered', answer: 4 },
  ],
  [
    'it fails after a question',
    life([request(), asks], [boss({ box: 'failed' })]),
    failed('boss failed the request'),
  ],
  [
    'somebody else owes a part',
    life([request(), part], [boss(done), worker()]),
    { is: 'goes-on', with: ['worker'] },
  ],
  [
    'an agent of another swarm owes a part',
    life([request(), part], [boss(done), worker({ owner: 'w@b', box: 'unread', readAt: null })]),
    { is: 'goes-on', with: ['w@b'] },
  ],
  [
    'a part waits in a queue',
    life([request(), part], [boss(done), worker({ owner: 'queue:q', owes: false, box: 'unread' })]),
    { is: 'goes-on', with: ['queue:q'] },
  ],
  [
    'who owed a part is retired',
    life([request(), part], [boss(done), worker()], { gone: new Set(['worker']) }),
    { is: 'done' },
  ],
  ['a part failed', life([request(), part], [boss(done), worker({ box: 'failed' })]), { is: 'done' }],
  [
    'the answer to a part was not read before the request was completed',
    life(
      [request(), part, found],
      [
        boss(done),
        worker({ owes: false }),
        copy({ message: 3, owner: 'boss', box: 'unread', readAt: null, owes: false }),
      ],
    ),
    { is: 'goes-on', with: ['boss'] },
  ],
  [
    'it was read after that, and not dealt with',
    life(
      [request(), part, found],
      [boss(done), worker({ owes: false }), copy({ message: 3, owner: 'boss', readAt: 11, owes: false })],
    ),
    { is: 'goes-on', with: ['boss'] },
  ],
  [
    'it was read before that',
    life(
      [request(), part, found],
      [boss(done), worker({ owes: false }), copy({ message: 3, owner: 'boss', readAt: 9, owes: false })],
    ),
    { is: 'done' },
  ],
  [
    'it was handed on, and is done there',
    life(
      [
        request(),
        word({ id: 2, from: 'boss', to: ['worker'], kind: 'handoff' }),
        word({ id: 3, from: 'worker' }),
      ],
      [boss(done), worker(done)],
    ),
    { is: 'answered', answer: 3 },
  ],
  [
    'it was handed on, and is open there',
    life([request(), word({ id: 2, from: 'boss', to: ['worker'], kind: 'handoff' })], [boss(done), worker()]),
    silent,
  ],
  [
    'its owner broadcast it: the entrypoint counts',
    life(
      [word({ id: 1, from: 'lea', to: ['all'], kind: 'broadcast' })],
      [boss({ ...done }), copy({ message: 1, owner: 'worker', owes: false })],
    ),
    { is: 'done' },
  ],
]

describe('what the owner of a task asked', () => {
  it.each(cases)('%s', (_, task, end) => {
    expect(turnsOf(task).map((turn) => turn.end)).toEqual([end])
  })

  it('is nothing where the owner waits in another swarm', () => {
    expect(turnsOf(life([request()], [boss(done)], { owner: null }))).toEqual([])
  })

  it('twice at once has an end each', () => {
    const words = [request(1), request(2, 'worker'), word({ id: 3, from: 'worker', replyTo: 2 })]
    const copies = [boss({}), worker(done)]
    expect(turnsOf(life(words, copies))).toMatchObject([
      { request: 1, holder: 'boss', end: silent },
      { request: 2, holder: 'worker', end: { is: 'answered', answer: 3 } },
    ])
    const finish = word({ id: 4, from: 'system', replyTo: 2, subject: '::task_complete::' })
    expect(turnsOf(life([...words, finish], copies))).toMatchObject([{ request: 1 }])
    // Only the system ends what was asked.
    const forged = { ...finish, from: 'worker' }
    expect(turnsOf(life([...words, forged], copies))).toHaveLength(2)
  })

  it.each([
    [
      'an answer',
      'boss',
      word({ id: 3, from: 'boss', replyTo: 2 }),
      boss({ box: 'processing' }),
      { answerEnds: true },
      { is: 'goes-on', with: ['boss'] },
    ],
    [
      'an answer, where the other is done without one',
      'worker',
      word({ id: 3, from: 'worker', replyTo: 2 }),
      boss(done),
      {},
      { is: 'done' },
    ],
    [
      'a question',
      'worker',
      word({ id: 3, from: 'worker', kind: 'request', replyTo: 2 }),
      boss({ box: 'processing' }),
      {},
      { is: 'goes-on', with: ['boss'] },
    ],
    [
      'a part that is still open',
      'worker',
      word({ id: 3, from: 'worker', to: ['critic'], kind: 'request' }),
      boss(done),
      {},
      { is: 'done' },
    ],
  ] as const)('has nothing of a turn that has its end: %s', (_, to, said, first, more, end) => {
    const finish = word({ id: 4, from: 'system', replyTo: 2, subject: '::task_complete::' })
    const part = said.to.includes('critic') ? [copy({ message: 3, owner: 'critic' })] : []
    const copies = [first, copy({ message: 2, owner: to, ...done }), ...part]
    expect(turnsOf(life([request(1), request(2, to), said, finish], copies, more))).toEqual([
      { request: 1, holder: 'boss', given: 1, earlier: [], end },
    ])
  })

  it('goes on with its own parts, not with those of the other', () => {
    const words = [
      request(1),
      request(2, 'worker'),
      word({ id: 3, from: 'worker', to: ['critic'], kind: 'request' }),
    ]
    const copies = [boss(done), worker(done), copy({ message: 3, owner: 'critic' })]
    expect(turnsOf(life(words, copies)).map(({ end }) => end)).toEqual([
      { is: 'done' },
      { is: 'goes-on', with: ['critic'] },
    ])
  })
})

describe('a question of which its owner was told', () => {
  const told = word({
    id: 4,
    from: 'system',
    replyTo: 1,
    kind: 'complete',
    subject: '::breakpoint_tool_call::',
  })
  const said = [request(), asks, told]
  const news = word({ id: 5, from: 'lea', to: ['agent:boss'], kind: 'request', replyTo: 3 })
  const late = word({ id: 6, from: 'boss', replyTo: 1 })
  const held = boss({ box: 'processing', owes: false })
  const helper = word({ id: 3, from: 'worker', kind: 'query', replyTo: 1 })
  const unseen = worker({ box: 'unread', readAt: null, owes: false })
  const helped = word({ id: 7, from: 'worker', replyTo: 5 })
  const result: TurnEnd = { is: 'answered', answer: 7 }
  const by = (holder: string) => ({ holder, given: holder === 'boss' ? 1 : 5 })
  const waits: TurnEnd = { is: 'waits', question: 3, by: 'boss', isIdle: true }
  it.each<readonly [string, readonly TaskWord[], readonly TaskCopy[], number, TurnEnd]>([
    ['waits for its owner', said, [held], 1, waits],
    ['waits, though its agent completed the request', said, [boss(done)], 1, waits],
    ['waits, though its request is lost', said, [boss({ box: 'dead' })], 1, waits],
    ['ends by a result', [...said, late], [boss(done)], 1, { is: 'answered', answer: 6 }],
    [
      'ends by a failure',
      said,
      [boss({ box: 'failed', reason: 'no time' })],
      1,
      failed('boss failed the request: no time'),
    ],
    [
      'waits, where its caller alone was told',
      [request(), asks, { ...told, kind: 'response' }],
      [held],
      1,
      waits,
    ],
    ['is told again', [...said, { ...asks, id: 7 }], [held], 1, { is: 'asks', question: 7, by: 'boss' }],
    ['goes on with the answer', [...said, news], [held], 5, silent],
    [
      'goes on, and what answers the first request is the result',
      [...said, news, late],
      [boss(done), copy({ message: 5, owner: 'boss', ...done })],
      5,
      { is: 'answered', answer: 6 },
    ],
  ])('%s', (_, words, copies, at, end) => {
    const lies = words.includes(news) ? [copy({ message: 5, owner: 'boss' })] : []
    expect(turnsOf(life(words, [...copies, ...lies]))).toMatchObject([{ request: at, end }])
  })

  it('goes on while others hold a part from before it', () => {
    const words = [request(), part, asks, told, news, late]
    const copies = [boss(done), worker(), copy({ message: 5, owner: 'boss', ...done })]
    expect(turnsOf(life(words, copies))).toMatchObject([
      { request: 5, end: { is: 'goes-on', with: ['worker'] } },
    ])
  })

  it('is answered too late: its request has its end already, and the answer is asked for itself', () => {
    const finish = word({ id: 4, from: 'system', replyTo: 1, subject: '::task_complete::' })
    const words = [
      request(),
      asks,
      { ...told, kind: 'response' as const },
      { ...finish, id: 5 },
      { ...news, id: 6 },
    ]
    const turns = turnsOf(life(words, [boss(done), copy({ message: 6, owner: 'boss' })]))
    expect(turns).toMatchObject([{ request: 6, earlier: [], end: silent }])
  })

  it('is of the request that was asked about, though its agent asks about another one', () => {
    const other = word({ id: 7, from: 'boss', kind: 'request', replyTo: 6 })
    const words = [request(), asks, request(6), other, { ...told, id: 8 }, { ...told, id: 9, replyTo: 6 }]
    const copies = [held, copy({ message: 6, owner: 'boss' })]
    expect(turnsOf(life(words, copies)).map(({ end }) => end)).toEqual([
      waits,
      { is: 'waits', question: 7, by: 'boss', isIdle: true },
    ])
  })

  it('is of an agent that is gone: the task fails', () => {
    const turns = turnsOf(life(said, [boss({ box: 'dead' })], { gone: new Set(['boss']) }))
    expect(turns).toMatchObject([{ request: 1, end: { is: 'failed' } }])
  })

  it('of two is answered by either: the work is of one turn', () => {
    const more = [
      { ...asks, id: 5 },
      { ...told, id: 6 },
    ]
    const answers = [3, 5].map((replyTo, at) => ({ ...news, id: 7 + at, replyTo }))
    const words = [...said, ...more, ...answers]
    const copies = [held, ...[7, 8].map((message) => copy({ message, owner: 'boss' }))]
    expect(turnsOf(life(words, copies)).map(({ request: at, earlier }) => [at, earlier])).toEqual([
      [8, [1, 7]],
    ])
  })

  it.each<[string, boolean, readonly TaskWord[], readonly TaskCopy[]]>([
    ['a question was told to all', false, said, [held]],
    ['its caller alone was told', true, [request(), asks, { ...told, kind: 'response' }], [held]],
    [
      'its owner asked something else since, which has its end',
      true,
      [...said, request(7), word({ id: 8, from: 'system', replyTo: 7, subject: '::task_complete::' })],
      [held],
    ],
    ['that goes on', false, [...said, request(7)], [held, copy({ message: 7, owner: 'boss' })]],
    [
      'agents wrote to each other since',
      false,
      [...said, { ...part, id: 7 }],
      [held, copy({ message: 7, owner: 'worker', ...done })],
    ],
    ['nothing is asked', false, [], []],
  ])('leaves the task waiting, untold: %s', (_, isLeft, words, copies) => {
    const one = life(words, copies)
    expect(isLeftWaiting(one, turnsOf(one))).toBe(isLeft)
  })

  it('is answered to the agent that asked, which may hand the answer on', () => {
    const handed = word({ id: 6, from: 'boss', to: ['worker'], kind: 'handoff', replyTo: 5 })
    const copies = [held, copy({ message: 5, owner: 'boss', ...done }), copy({ message: 6, owner: 'worker' })]
    expect(turnsOf(life([...said, news, handed], copies))).toMatchObject([
      { request: 5, holder: 'worker', given: 6, end: silent },
    ])
  })

  it.each<readonly [string, readonly TaskWord[], readonly TaskCopy[], string, TurnEnd]>([
    ['its holder works still', [], [held, worker()], 'boss', { is: 'goes-on', with: ['worker'] }],
    ['it completed that', [], [held, worker(done)], 'boss', { is: 'goes-on', with: ['boss'] }],
    ['it answered that', [helped], [held, worker(done)], 'boss', { is: 'goes-on', with: ['boss'] }],
    ['the holder is done first', [late], [boss(done), worker()], 'boss', { is: 'goes-on', with: ['worker'] }],
    ['it has not read the answer', [late], [boss(done), unseen], 'boss', { is: 'goes-on', with: ['worker'] }],
    ['both are done', [late, helped], [boss(done), worker(done)], 'boss', result],
    ['the holder fails', [], [boss({ box: 'failed' }), worker()], 'boss', failed('boss failed the request')],
    ['the work of the holder is lost', [], [boss({ box: 'dead' }), worker()], 'worker', silent],
    ['it has a result, that work is lost', [helped], [boss({ box: 'dead' }), worker(done)], 'worker', result],
  ])('of a helper is answered to it, and the work is its holder’s: %s', (_, more, copies, holder, end) => {
    const words = [request(), helper, told, { ...news, to: ['agent:worker'] }, ...more]
    const lies = copies.map((one) => (one.owner === 'worker' ? { ...one, message: 5 } : one))
    expect(turnsOf(life(words, lies))).toEqual([{ request: 5, earlier: [1], ...by(holder), end }])
  })

  it('is not answered by what its owner asks another agent', () => {
    const elsewhere = { ...news, to: ['agent:worker'] }
    const copies = [boss(done), copy({ message: 5, owner: 'worker', ...done })]
    const turns = (words: readonly TaskWord[]) =>
      turnsOf(life(words, copies)).map(({ request: at, end }) => [at, end.is])
    expect(turns([...said, elsewhere])).toEqual([
      [1, 'waits'],
      [5, 'done'],
    ])
    expect(turns([...said, elsewhere, late])).toEqual([
      [1, 'answered'],
      [5, 'done'],
    ])
  })

  it('is answered by the work on the request that it was about', () => {
    const turns = turnsOf(life([...said, news], [held, copy({ message: 5, owner: 'boss' })]))
    expect(turnOf(turns, request(), 'boss')).toMatchObject({ request: 5, earlier: [1] })
    expect(turnOf(turns, request(), 'worker')).toBe(null)
  })
})

describe('whose work on a message ends it', () => {
  const turns = turnsOf(life([request(), part], [boss({}), worker()]))
  it.each([
    ['who was asked', request(), 'boss', true],
    ['nobody else', request(), 'worker', false],
    ['not by a part of it', part, 'worker', false],
    ['who was asked, by an answer that came to it', found, 'boss', true],
    [
      'not by what somebody asks it',
      word({ id: 4, from: 'worker', to: ['boss'], kind: 'request' }),
      'boss',
      false,
    ],
    ['not by the end itself', word({ id: 4, from: 'system', kind: 'complete' }), 'boss', false],
  ] as const)('%s', (_, message, agent, isIt) => {
    expect(turnOf(turns, message, agent) !== null).toBe(isIt)
  })
})

describe('a request of another swarm, or of a caller who waits for its answer,', () => {
  const far = word({ id: 1, from: 'a@far', to: ['agent:boss'], kind: 'request' })
  it.each([
    ['completed without an answer', [far], boss(done), [{ request: 1, owner: 'boss' }]],
    ['open', [far], boss({}), []],
    ['answered', [far, word({ id: 2, from: 'boss', to: ['a@far'], replyTo: 1 })], boss(done), []],
    ['failed, which is told already', [far], boss({ box: 'failed' }), []],
    ['of this swarm', [request()], boss(done), []],
    ['of such a caller', [{ ...request(), awaitsAnswer: true }], boss(done), [{ request: 1, owner: 'boss' }]],
  ] as const)('is left without one: %s', (_, words, lies, left) => {
    expect(unansweredIn(life(words, [lies], { owner: null }))).toEqual(left)
  })
})

describe('a message may be what a turn waits for', () => {
  it.each<[string, boolean, Partial<TaskWord>, Partial<TaskWord> | null]>([
    ['it goes to the owner', true, { to: ['lea'] }, null],
    ['it goes to the owner by the name of an agent', true, { to: ['agent:lea'] }, null],
    ['a copy of it goes to the owner', true, { to: ['boss'], cc: ['lea'] }, null],
    ['it answers a request', true, { to: ['boss'] }, { kind: 'request' }],
    ['it tells an agent something', false, { to: ['boss'] }, null],
    ['it goes on with what was told', false, { to: ['boss'] }, { kind: 'response' }],
  ])('%s: %s', (_, expected, said, answered) => {
    const of = (more: Partial<TaskWord>) => word({ id: 2, from: 'worker', ...more })
    expect(mayEndTurn('lea', of(said), answered === null ? null : of(answered))).toBe(expected)
    expect(mayEndTurn(null, of(said), null)).toBe(false)
  })
})
