import type { MailStore } from '../../store/mail-store.ts'
import { arrival } from './conformance-exchange.ts'
import { act, doer, enroll, firstPage, minute, move, openMail, post, send, start, system } from './fixture.ts'

/** A change of each kind: what it needs first, and the change itself. */
export type Change = {
  readonly name: string
  /** The short run has those with the most rules. */
  readonly isShort: boolean
  /** Answers the change, ready to be tried. */
  prepare(store: MailStore): Promise<() => Promise<unknown>>
}

const by = doer('reader', { session: 's1' })
const author = { doer: by, at: start }
const queue = {
  ...({ name: 'q', status: 'active', order: 'fifo' } as const),
  maxConcurrency: null,
  claimers: ['*'],
  lease: minute,
  attempts: 3,
}

const claim = (store: MailStore) =>
  store.queues.claim(by, { queue: 'q', forms: ['reader'], lease: null }, start)
const hold = (store: MailStore) => store.deliveries.holdNext(by, 'reader', openMail, start + minute, start)
const answer = (to: number, kind: 'response' | 'counter' = 'response') =>
  post({ from: 'reader', to: ['writer'], kind, replyTo: to, thread: to, answers: kind === 'response' })

async function claimed(store: MailStore) {
  await send(store, { to: ['queue:q'] })
  const item = await claim(store)
  if (item === null) throw new Error('Nothing was claimed.')
  return { message: item.letter.message.id, attempt: item.attempt }
}

async function held(store: MailStore) {
  await send(store)
  const found = await hold(store)
  if (found?.hold == null) throw new Error('Nothing is held.')
  return found.hold
}

async function failed(store: MailStore): Promise<number> {
  const id = await send(store)
  await act(store, 'reader', 'process', id)
  await act(store, 'reader', 'fail', id)
  return id
}

const commission = {
  id: 't',
  wire: '3f2b8c1e-0000-4000-8000-000000000001',
  owner: 'lea',
  contributors: ['lea'],
  entrypoint: null,
  startedAt: start,
  maxSteps: null,
}
const nothing = async () => undefined
let made = 0

function change<T>(
  name: string,
  ready: (store: MailStore) => Promise<T>,
  run: (store: MailStore, prepared: T) => Promise<unknown>,
  isShort = true,
): Change {
  return {
    name,
    isShort,
    async prepare(store) {
      const prepared = await ready(store)
      return () => run(store, prepared)
    },
  }
}

export const changes: readonly Change[] = [
  change('send to several, under a new name', nothing, (store) =>
    store.messages.deliver(
      post({ from: 'late', to: ['reader', 'other', 'queue:q', 'far@away'], key: 'k', channels: ['news'] }),
    ),
  ),
  change('answer', send, (store, id) => store.messages.deliver(answer(id)), false),
  change(
    'decide for all who were asked',
    (store) => send(store, { kind: 'escalation', to: ['reader', 'other'] }),
    (store, id) => store.messages.deliver(answer(id)),
  ),
  change(
    'open a task',
    nothing,
    (store) => store.messages.deliver(post({ task: 't', begins: commission })),
    false,
  ),
  change(
    'end a task',
    (store) => send(store, { task: 't' }),
    (store) => store.messages.deliver(post({ task: 't', kind: 'complete' })),
  ),
  change(
    'take a stance',
    (store) => send(store, { kind: 'claim' }),
    (store, id) => store.messages.deliver(answer(id, 'counter')),
    false,
  ),
  change(
    'move several',
    async (store) => [await send(store), await send(store), await send(store)],
    (store, ids) => {
      const targets = ids.map((message) => ({ message }))
      return store.deliveries.move(by, 'reader', targets, move('archive', start))
    },
  ),
  change('hold', send, hold, false),
  change('settle', held, (store, one) =>
    store.deliveries.settle(by, 'reader', [one], { verb: 'read' }, start),
  ),
  change('claim', (store) => send(store, { to: ['queue:q'] }), claim),
  change('complete a claim', claimed, (store, one) =>
    store.queues.finish(by, [one], { verb: 'complete', keep: false }, start),
  ),
  change(
    'fail a claim',
    claimed,
    (store, one) => store.queues.finish(by, [one], { verb: 'fail' }, start),
    false,
  ),
  change('give a claim back', claimed, (store, one) => store.queues.release(by, one, start), false),
  change('send a failed request again', failed, (store, message) => {
    const to = [{ address: 'other', via: 'to', owes: true }]
    return store.deliveries.redeliver(doer('writer'), { message, to, held: [] }, start)
  }),
  change(
    'take a message back',
    async (store) => {
      const id = await send(store, { to: ['reader', 'other'] })
      await store.deliveries.move(by, 'reader', [{ message: id }], move('read', start))
      return id
    },
    (store, id) => store.deliveries.retract(doer('writer'), [id], 'wrong branch', start),
  ),
  change('replace a message', send, (store, id) => store.messages.replace({ ...post({}), replaces: id })),
  change(
    'bury',
    (store) => send(store, { to: [{ address: 'reader', expiresAt: start + 1 }] }),
    (store) => store.deliveries.bury(start + minute, 50),
    false,
  ),
  change(
    'register a new agent for whom mail waits',
    (store) => send(store, { to: [], selectors: [{ selector: 'agent:new', expiresAt: null }] }),
    (store) =>
      store.roster.register({ address: 'new', longForm: null, role: 'pilot', addTags: ['x'] }, system, start),
  ),
  change(
    'change an agent',
    nothing,
    (store) => store.roster.update({ address: 'other', longForm: null, role: 'pilot' }, system, start),
    false,
  ),
  change(
    'retire an agent',
    async (store) => {
      await store.roster.setState('other', 'alive', system, start)
      return send(store, { to: ['other'] })
    },
    (store) => store.roster.setState('other', 'dead', system, start),
    false,
  ),
  change('take in', nothing, (store) => {
    const arrivals = [arrival('a', { from: 'afar' }), arrival('b', { replyTo: 'a' })]
    return store.exchange.take('haak', arrivals, system, start)
  }),
  change(
    'undo',
    async (store) => act(store, 'reader', 'archive', await send(store)),
    (store) => store.log.reverse(doer('reader'), 'undo', start),
  ),
  change('create a queue', nothing, (store) =>
    store.queues.create({ ...queue, name: `queue-${(made += 1)}` }, system, start),
  ),
  change(
    'create a group',
    async (store) => {
      if ((await store.groups.find('team')) !== null) await store.groups.remove('team', author)
    },
    (store) => store.groups.create({ name: 'team', members: ['reader'] }, author),
    false,
  ),
  change('subscribe', nothing, (store) => store.channels.subscribe('news', 'other', start, author), false),
  change(
    'reserve',
    nothing,
    (store) => {
      const wanted = { project: '/p', shared: false, until: start + minute, paths: ['a', 'b'] }
      return store.reservations.reserve(author, wanted)
    },
    false,
  ),
  change(
    'hear of a session',
    nothing,
    (store) => store.sessions.beat('reader', 's1', 'p1', start + minute, true),
    false,
  ),
  change(
    'wait for a person',
    nothing,
    (store) =>
      store.asks.note({
        agent: 'reader',
        session: 's1',
        helper: null,
        kind: 'permission',
        reason: 'Bash',
        isNotice: false,
        at: start,
      }),
    false,
  ),
]

/** The mail room that the changes are made in. */
export async function furnish(store: MailStore): Promise<void> {
  await enroll(store, 'writer', 'reader', 'other')
  await store.queues.create(queue, system, start)
  await store.channels.create({ name: 'news', retainCount: null, retainHours: null }, start)
  await store.channels.subscribe('news', 'reader', start)
}

const agents = ['writer', 'reader', 'other', 'late', 'new', 'afar', 'queue:q', 'queue:second', 'far@away']
const boxes = [
  'unread',
  'read',
  'processing',
  'completed',
  'failed',
  'archived',
  'snoozed',
  'dead',
  'expired',
  'retracted',
] as const
const nobody = { names: [], roles: [], tags: [], swarms: [], people: false, everyone: false }

/** What callers see of the changes, also by what a store remembers. */
export async function told(store: MailStore): Promise<unknown> {
  const page = firstPage()
  const ofEach = async (ask: (agent: string) => Promise<unknown>) => {
    const answers: unknown[] = []
    for (const agent of agents) answers.push(await ask(agent))
    return answers
  }
  return {
    everybody: unseen(await store.roster.lookUp({ ...nobody, everyone: true })),
    roles: unseen(await store.roster.lookUp({ ...nobody, roles: ['pilot'] })),
    found: await ofEach((agent) => store.roster.find(agent)),
    counts: await ofEach((agent) => store.deliveries.count(agent, start)),
    mail: await ofEach((agent) => store.deliveries.page(agent, { boxes }, start, page)),
    sent: await ofEach((agent) => store.messages.sent(agent, page)),
    journals: await ofEach((agent) => store.log.journal(agent, null, page)),
    queues: await store.queues.list(page, start),
    tasks: await store.tasks.list(null, page),
    debates: await store.debates.list(null, page),
    groups: await store.groups.list(page),
    reservations: await store.reservations.list(null, start),
    waits: await store.asks.list(),
    newest: (await store.messages.newest()).message,
  }
}

/** A sign of life is no change of the roster: what a store remembers of it may be older than what another finds. */
function unseen(roster: object): unknown {
  return JSON.parse(JSON.stringify(roster, (name, value) => (name === 'lastSeen' ? undefined : value)))
}
