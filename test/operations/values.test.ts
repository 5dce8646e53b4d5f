import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '../../src/config.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { network } from '../../src/drivers/network.ts'
import { programs as ownPrograms } from '../../src/drivers/programs.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { makeStore } from '../../src/entry/new-stores.ts'
import { definitions } from '../../src/faces/cli/schemas.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { loadOperation, type OperationName, operationNames } from '../../src/operations/catalogue.ts'
import { awaitDecision } from '../../src/services/approvals/await-decision.ts'
import type { Offer } from '../../src/services/offer.ts'
import type { StoreDriver } from '../../src/services/store-driver.ts'
import type { Values } from '../../src/values/schemas.ts'
import { approvalsOn, atScreen, keyIn } from '../support/approvals.ts'
import { keysIn } from '../support/keys.ts'
import { openPeer, peerOf } from '../support/mail-peer.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

/** Callers accept new fields. Here a field that its schema does not describe is an error. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner
}

const schemas = definitions()
const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })

function expectShape(shape: string, value: unknown): void {
  const validate = ajv.compile(closed(schemas[shape]) as object)
  // What a face prints has been through JSON: `undefined` is nothing.
  const valid = validate(JSON.parse(JSON.stringify(value)))
  expect(validate.errors ?? [], shape).toEqual([])
  expect(valid).toBe(true)
}

let room: MailRoom
let critic: Mailbox
let architect: Mailbox
let asking: Mailbox
beforeAll(async () => {
  room = await openMailRoom('swarm_dev')
  critic = await room.join('critic', { role: 'reviewer', tag: ['project:x'], session: 's-1', watched: true })
  asking = await room.join('asker', { kind: 'admin' }).then(() => room.as('asker', { network }))
  architect = await room.join('architect', { kind: 'admin', reportsTo: 'critic', talksTo: ['*'] })
})
/** The number of a loop of one who sends too much. */
async function loop(from: string): Promise<string> {
  await room.join(from)
  const loud = await room.as(from, { settings: { ...defaultSettings, loops: { exchanged: null, sent: 3 } } })
  for (let at = 0; at < 3; at += 1) await loud.send({ to: ['critic'], subject: `Note ${at}` })
  expectShape('sent', await loud.send({ to: ['critic'], subject: 'Held back' }))
  return String((await architect.listLoops({})).loops.at(-1)?.id)
}
/** Hooks that wait for a person's answer look into the store until they have it. */
const waiting: Promise<unknown>[] = []

afterAll(async () => {
  await Promise.all(waiting)
  await room.close()
})

const paneDriver = {
  nudge: async () => {},
  show: async () => {},
  capture: async () => 'one\ntwo\n',
  titles: async () => new Map([[' %7', 'Reads the log']]),
}
const transcripts = {
  uses: async (sessions: readonly string[]) =>
    new Map(sessions.map((session) => [session, { tokens: 9_000, window: null }])),
}

/** Runs one thing after another, in one line of a table. */
async function after<T>(first: () => Promise<unknown>, then: () => Promise<T>): Promise<T> {
  await first()
  return then()
}

async function sent(more: object = {}): Promise<string> {
  const { id } = await architect.send({
    to: ['critic'],
    subject: 'S',
    body: 'B',
    payload: { a: [1, null] },
    context: { b: 'c' },
    attach: ['x.md'],
    tag: ['t'],
    task: 'T-1',
    ttl: 60 * minute,
    priority: 'high',
    ...more,
  })
  return id
}

/** A message in a queue. */
async function queued(): Promise<string> {
  if ((await room.store.queues.find('work', room.now)) === null) await critic.createQueue({ queue: 'work' })
  await critic.resumeQueue({ queue: 'work' })
  return (await architect.send({ to: ['queue:work'], subject: 'Do it' })).id
}

async function claimed(): Promise<string> {
  await queued()
  const offer = await critic.claim({ queue: 'work' })
  await offer.settle()
  return offer.value.message.id
}

const keys = keysIn()

let places = 0
async function channelled(): Promise<string> {
  const channel = `stream-${(places += 1)}`
  await critic.createChannel({ channel })
  await architect.send({ to: [`channel:${channel}`], subject: 'News' })
  expectShape('inbox', await critic.inbox({ owner: `channel:${channel}`, body: true }))
  return channel
}

async function viewed(): Promise<string> {
  return (await critic.saveView({ name: 'mine', query: ['from:architect'] })).name
}

async function grouped(): Promise<string> {
  const group = `team-${(places += 1)}`
  await critic.createGroup({ group, members: ['critic', 'role:reviewer'] })
  return group
}

/** A debate that is decided, as its thread; `open` leaves it at the claim. */
async function debated(open = false): Promise<string> {
  const { id } = await architect.send({
    to: ['critic'],
    subject: 'D',
    kind: 'claim',
    evidence: ['type=code,data=x', 'RFC 1'],
  })
  if (!open) await critic.reply({ message: id, kind: 'agree', statement: 'Yes' })
  return id
}

async function deadlocked(): Promise<string> {
  let message = await debated(true)
  for (const who of [critic, architect, critic])
    message = (await who.reply({ message, kind: 'counter', body: 'No' })).id
  return message
}

async function peered(): Promise<string> {
  await room.store.peers.put(peerOf('swarm-b', 'http://127.0.0.1:9'))
  return 'swarm-b'
}

/** A request whose hook waits, and the person who was shown it. */
async function requested(): Promise<{ readonly person: Mailbox; readonly request: string }> {
  const approvals = keyIn()
  const context = await seat(room.store, 'critic', { now: Date.now, approvals, settings: approvalsOn(5_000) })
  const since = Date.now()
  const request = { tool: 'Bash', input: { command: 'ls' } }
  const asked = { kind: 'permission', reason: 'Bash ls', isNotice: false, helper: null } as const
  waiting.push(awaitDecision(context, { since, asked, request }))
  if ((await room.store.roster.find('lea')) === null) await room.join('lea', { kind: 'user' })
  const person = await room.as('lea', atScreen(approvals, { now: Date.now }))
  for (;;) {
    const open = await room.store.requests.of({ agent: 'critic', session: null, helper: null, since })
    if (open !== null) return { person, request: open.id }
    await new Promise((next) => setTimeout(next, 5))
  }
}

/** The mailbox of an agent that is in a folder of a project. */
const inFolder = (agent: string) =>
  room.as(agent, {
    worktrees: { folder: '/p', kindOf: () => null, of: () => ({ root: '/p', project: '/p' }) },
  })

/** One way to call each operation that shows all of its value. */
const calls: {
  readonly [K in Exclude<OperationName, 'watch' | 'run' | 'sync' | 'ask'>]: () => Promise<unknown>
} = {
  send: () => architect.send({ to: ['critic', 'role:pilot'], cc: ['architect'], subject: 'x' }),
  reply: async () => critic.reply({ message: await sent(), body: 'Yes' }),
  forward: async () => critic.forward({ message: await sent(), to: ['architect'], body: 'See' }),
  handoff: () => architect.handoff({ to: 'critic', done: 'All of it' }),
  inbox: () => after(sent, () => critic.inbox({ everyone: true, body: true })),
  count: () => critic.count({}),
  read: async () => critic.read({ messages: [await sent(), 'Q8Y7X'] }),
  next: () => after(sent, () => critic.next({ take: true })),
  showRequest: async () => {
    const { person, request } = await requested()
    return person.showRequest({ request })
  },
  decideRequest: async () => {
    const { person, request } = await requested()
    const { digest } = await person.showRequest({ request })
    return person.decideRequest({ request, verdict: 'deny', digest: digest ?? '' })
  },
  statusLine: () => after(sent, () => critic.statusLine({ owner: 'critic' })),
  prime: () => critic.prime({}),
  wait: () => after(sent, () => critic.wait({})),
  inject: () => after(sent, () => critic.inject({ again: true })),
  thread: async () => {
    const { id } = await architect.send({ to: ['critic'], subject: 'HELP: me', body: 'Tried: all' })
    expectShape('thread', await critic.thread({ message: id }))
    return critic.thread({ message: await sent() })
  },
  search: () =>
    after(
      () => sent({ subject: 'Findable', body: 'To be findable' }),
      () => critic.search({ query: ['findable'] }),
    ),
  route: async () => {
    await critic.route({ to: ['best:nothing', 'architect'] })
    return architect.route({ to: ['best:reviewer', 'architect'], subject: 'S', explain: true })
  },
  resolve: () => critic.resolve({ to: ['architect', 'role:reviewer', 'nobody'] }),
  ack: async () => critic.ack({ messages: [await sent()], note: 'Seen' }),
  process: async () => critic.process({ messages: [await sent()] }),
  complete: async () => {
    const complete = critic.complete as (input: object) => Promise<unknown>
    const first = await claimed()
    await queued()
    for (let id: string | undefined = first; id !== undefined; ) {
      const offer = (await complete({ messages: [id], next: true })) as Offer<Values['finished']>
      expectShape('finished', offer.value)
      id = offer.value.next?.message.id
    }
    return critic.complete({ messages: [await sent()] })
  },
  fail: async () => critic.fail({ messages: [await sent()], reason: 'No' }),
  retry: async () => {
    const id = await sent()
    await critic.fail({ messages: [id] })
    return critic.retry({ messages: [id] })
  },
  archive: async () => critic.archive({ messages: [await sent(), 'Q8Y7X'] }),
  restore: async () => {
    const id = await sent()
    await critic.archive({ messages: [id] })
    return critic.restore({ messages: [id] })
  },
  unread: async () => {
    const id = await sent()
    await critic.ack({ messages: [id] })
    return critic.unread({ messages: [id] })
  },
  snooze: async () => critic.snooze({ messages: [await sent()], until: '30m' }),
  pin: async () => critic.pin({ messages: [await sent()] }),
  unpin: async () => critic.unpin({ messages: [await sent()] }),
  undo: async () => {
    await critic.archive({ messages: [await sent()] })
    expectShape('reversed', await critic.undo({ list: true }))
    return critic.undo({})
  },
  journal: async () => {
    await architect.send({ to: ['critic'], subject: 'S', body: 'B' })
    await critic.archive({ messages: [await sent()] })
    await critic.createChannel({ channel: 'noted' })
    return critic.journal({})
  },
  changeAll: async () => {
    await critic.archive({ messages: [await sent()] })
    return critic.changeAll({ verb: 'pin', box: 'archived' })
  },
  redo: async () => {
    await critic.archive({ messages: [await sent()] })
    await critic.undo({})
    expectShape('reversed', await critic.redo({ list: true }))
    return critic.redo({})
  },
  escalate: () => architect.escalate({ subject: 'Stuck', severity: 'low' }),
  nudge: async () => {
    await critic.updateAgent({ agent: 'architect', pane: '%7' })
    const panes = paneDriver
    return (await room.as('critic', { panes })).nudge({ agent: 'architect', text: 'Hello' })
  },
  jump: async () => {
    await critic.updateAgent({ agent: 'architect', pane: '%7' })
    const panes = paneDriver
    return (await room.as('critic', { panes })).jump({ agent: 'architect' })
  },
  ring: async () => {
    await critic.updateAgent({ agent: 'critic', pane: '%7' })
    await architect.send({ to: ['critic'], subject: 'Now', priority: 'urgent' })
    const bells = {
      inbox: null,
      ring: async (_: unknown, line: () => Promise<string | null>) =>
        (await line()) === null ? 'silent' : 'rung',
      later: () => {},
      flush: async () => {},
    }
    const ringing = await room.as('critic', { bells })
    const value = await ringing.ring({ agent: ['critic'] })
    expect(value.bells).toEqual([{ agent: 'critic', way: 'pane', outcome: 'rung' }])
    expectShape('shownAgent', await ringing.showAgent({ agent: 'critic' }))
    return value
  },
  peek: async () => {
    await critic.updateAgent({ agent: 'architect', pane: '%7' })
    return (await room.as('architect', { panes: paneDriver })).peek({ agent: 'architect' })
  },
  places: async () => {
    await critic.createGroup({ group: 'listed', members: ['critic'] })
    const value = await critic.places({})
    expect(value.tags).toEqual([{ tag: 'project:x', bearers: 1, posts: 0 }])
    return value
  },
  attention: async () => {
    await sent({ priority: 'urgent' })
    const value = await critic.attention({})
    expect(value.attention.map(({ why }) => why)).toContain('urgent')
    return value
  },
  owed: async () => {
    await sent()
    const value = await architect.owed({ toMe: true })
    expect(value.owed).not.toEqual([])
    return value
  },
  reserve: async () => (await inFolder('critic')).reserve({ paths: ['src/a.ts'], shared: true }),
  unreserve: async () => {
    const box = await inFolder('critic')
    await box.reserve({ paths: ['src/b.ts'] })
    return box.unreserve({ paths: ['src/b.ts'] })
  },
  reservations: async () => {
    const box = await inFolder('critic')
    await box.reserve({ paths: ['src/c.ts'] })
    const value = await box.reservations({ paths: ['src'] })
    expect(value.reservations).not.toEqual([])
    return value
  },
  listLoops: async () => {
    await loop('ann')
    const value = await architect.listLoops({})
    expect(value.loops).not.toEqual([])
    return value
  },
  continueLoop: async () => architect.continueLoop({ loop: await loop('ben') }),
  stopLoop: async () => architect.stopLoop({ loop: await loop('cem') }),
  redeliver: async () => {
    await room.join('lost')
    const { id } = await architect.send({ to: ['lost'], subject: 'Lost' })
    await room.person.retireAgent({ agent: 'lost' })
    expectShape('inbox', await critic.inbox({ everyone: true, dead: true }))
    expectShape('inbox', await critic.inbox({ threads: true, marks: true }))
    return critic.redeliver({ message: id, to: ['critic'] })
  },
  retract: async () => {
    const id = await sent()
    await critic.read({ messages: [id] })
    return architect.retract({ messages: [id, 'Q8Y7X'], reason: 'Wrong branch' })
  },
  claim: () => after(queued, () => critic.claim({ queue: 'work', lease: minute })),
  renew: async () => critic.renew({ message: await claimed() }),
  release: async () => critic.release({ message: await claimed() }),
  queueBoard: () => after(queued, () => critic.queueBoard({})),
  requeue: async () => critic.requeue({ queue: 'work', message: await claimed() }),
  giveUp: async () =>
    critic.giveUp({ queue: 'work', message: await claimed(), reason: 'The branch is gone.' }),
  listQueues: () => after(queued, () => critic.listQueues({})),
  showQueue: () => after(queued, () => critic.showQueue({ queue: 'queue:work' })),
  createQueue: () =>
    critic.createQueue({ queue: 'swarm_dev/work', claimers: ['*'], order: 'priority', maxConcurrency: 2 }),
  pauseQueue: () => after(queued, () => critic.pauseQueue({ queue: 'work' })),
  resumeQueue: () => after(queued, () => critic.resumeQueue({ queue: 'work' })),
  closeQueue: () =>
    after(
      () => critic.createQueue({ queue: 'done' }),
      () => critic.closeQueue({ queue: 'done' }),
    ),
  listChannels: () => after(channelled, () => critic.listChannels({})),
  showChannel: async () => critic.showChannel({ channel: await channelled() }),
  createChannel: () => critic.createChannel({ channel: 'limited', retainCount: 9, retainHours: 24 }),
  subscribe: async () => critic.subscribe({ channel: await channelled() }),
  unsubscribe: async () => critic.unsubscribe({ channel: await channelled() }),
  closeChannel: async () => critic.closeChannel({ channel: await channelled() }),
  reopenChannel: async () => critic.reopenChannel({ channel: await channelled() }),
  updateChannel: async () => critic.updateChannel({ channel: await channelled(), retainCount: 3 }),
  deleteChannel: async () => critic.deleteChannel({ channel: await channelled() }),
  listGroups: () => after(grouped, () => critic.listGroups({})),
  showGroup: async () => critic.showGroup({ group: await grouped() }),
  createGroup: () => critic.createGroup({ group: 'empty' }),
  addMembers: async () => critic.addMembers({ group: await grouped(), members: ['@town'] }),
  removeMembers: async () => critic.removeMembers({ group: await grouped(), members: ['critic'] }),
  deleteGroup: async () => critic.deleteGroup({ group: await grouped() }),
  debateBoard: () => after(debated, () => critic.debateBoard({})),
  listDebates: () => after(debated, () => critic.listDebates({})),
  showDebate: async () => {
    expectShape('debate', await critic.showDebate({ thread: await debated(true) }))
    return critic.showDebate({ thread: await debated() })
  },
  debateHealth: () => after(deadlocked, () => critic.debateHealth({})),
  resolveDebate: async () => {
    const foreman = await room.join('foreman')
    return foreman.resolveDebate({ thread: await deadlocked(), forceConsensus: true, decision: 'Take A' })
  },
  debateLog: () => after(debated, () => critic.debateLog({ last: 3 })),
  blockers: () => after(deadlocked, () => critic.blockers({})),
  decisions: () => after(debated, () => critic.decisions({})),
  taskBoard: () => after(sent, () => critic.taskBoard({})),
  stopTask: async () => {
    await room.join('worker')
    await critic.send({ to: ['worker'], subject: 'Work', task: 'T-8' })
    return critic.stopTask({ task: 'T-8', body: 'The design changed.' })
  },
  listTasks: () => after(sent, () => critic.listTasks({})),
  showTask: () => after(sent, () => critic.showTask({ task: 'T-1' })),
  completeTask: async () => {
    await room.person.updateAgent({ agent: 'architect', canComplete: true })
    await architect.send({ to: ['critic'], subject: 'Work', task: 'T-9' })
    const box = await room.as('architect')
    expectShape('completedTask', await box.completeTask({ task: 'T-9', body: 'Done' }))
    expectShape('task', await critic.showTask({ task: 'T-9' }))
    return box.completeTask({ task: 'T-9', body: 'Done' })
  },
  breakTask: async () => {
    await architect.send({ to: ['critic'], subject: 'Work', task: 'T-10' })
    return critic.breakTask({ task: 'T-10', calls: { name: 'deploy' } })
  },
  listTemplates: () => critic.listTemplates({}),
  showTemplate: () => critic.showTemplate({ template: 'handoff' }),
  previewTemplate: () => critic.previewTemplate({ template: 'merged', field: ['polecat=nux'] }),
  parse: async () => {
    expectShape('parsed', await critic.parse({ mail: 'Hello\n\nKey: x' }))
    return critic.parse({ mail: 'MERGED nux\n\nBranch: b\nodd: y\ntext', from: 'gastown/refinery' })
  },
  saveDraft: () =>
    critic.saveDraft({ operation: 'send', fields: { to: ['architect'], subject: 'Later' }, sendIn: '1m' }),
  saveView: () => critic.saveView({ name: 'red', query: ['is:unread', 'priority:urgent'] }),
  countViews: () => after(viewed, () => critic.countViews({})),
  listViews: () => after(viewed, () => critic.listViews({})),
  deleteView: async () => critic.deleteView({ view: await viewed() }),
  listDrafts: () => critic.listDrafts({}),
  sendDraft: async () =>
    critic.sendDraft({
      draft: (await critic.saveDraft({ fields: { to: ['architect'], subject: 'Now' } })).id,
    }),
  deleteDraft: async () =>
    critic.deleteDraft({ draft: (await critic.saveDraft({ fields: { to: ['architect'] } })).id }),
  listAgents: () => critic.listAgents({}),
  showAgent: () => critic.showAgent({ agent: 'critic' }),
  registerAgent: () =>
    room.person.registerAgent({ agent: 'gastown/crew/max', pane: '%1', canComplete: true }),
  updateAgent: () => critic.updateAgent({ agent: 'architect', budget: 10 }),
  freezeAgent: () => critic.freezeAgent({ agent: 'architect' }),
  resumeAgent: () => critic.resumeAgent({ agent: 'architect' }),
  retireAgent: () =>
    after(
      () => room.join('leaver'),
      () => room.person.retireAgent({ agent: 'leaver' }),
    ),
  beat: () => critic.beat({ session: 's-2' }),
  whoami: () => critic.whoami({}),
  stats: async () => {
    const id = await sent()
    await critic.reply({ message: id, body: 'Yes' })
    await queued()
    return critic.stats({ since: 60 * minute })
  },
  away: async () => {
    const id = await sent()
    await critic.fail({ messages: [id], reason: 'No tests' })
    return architect.away({ since: 60 * minute })
  },
  notify: async () => {
    const programs = [{ name: 'own', run: ['false'], input: 'json' as const }]
    const settings = { ...defaultSettings, notify: { ...defaultSettings.notify, programs } }
    const asked = await room.as('asker', { settings, programs: ownPrograms })
    const value = await asked.notify({ test: true })
    expect(value.problems).toHaveLength(1)
    return value
  },
  timeline: async () => {
    await critic.ack({ messages: [await sent()] })
    return critic.timeline({})
  },
  here: async () => critic.here({ terminal: 't1', thread: await sent(), replying: true }),
  fleet: async () => {
    const box = await room.as('critic', { panes: paneDriver, transcripts })
    return box.fleet({ limit: 500, titles: true, pulse: true, context: true })
  },
  glance: () => critic.glance({ agents: true }),
  presence: async () => {
    await critic.here({ terminal: 't1', thread: await sent() })
    const value = await critic.presence({})
    expect(value.presence).toHaveLength(1)
    return value
  },
  leave: () => critic.leave({ terminal: 't1' }),
  assign: async () => {
    const thread = await sent()
    await critic.assign({ thread, supervisor: 'critic' })
    expectShape('thread', await critic.thread({ message: thread }))
    return critic.assign({ thread, supervisor: 'architect' })
  },
  history: async () => {
    const id = await sent()
    await critic.ack({ messages: [id], note: 'Seen' })
    return critic.history({ message: id })
  },
  compressArchive: () => architect.compressArchive({ all: true }),
  backup: async () => {
    const body = 'x'.repeat(300_000)
    await architect.send({ to: ['critic'], subject: 'Long', body })
    rmSync(join(room.location, 'bodies'), { recursive: true })
    const made = await critic.backup({ file: join(room.location, 'x.backup') })
    expect(made.problems).toHaveLength(1)
    return made
  },
  copy: async () => {
    const stores: StoreDriver = {
      make: (name, backUp) => makeStore(name, backUp, readEnvironment()),
    }
    const copying = await room.as('critic', { stores })
    return copying.copy({ to: join(room.location, '../copied') })
  },
  patrol: async () => {
    const { id } = await architect.send({ to: ['critic'], subject: 'Soon', ttl: minute })
    expect(await critic.patrol({ dryRun: true })).toMatchObject({ dryRun: true })
    expectShape('patrolled', await critic.patrol({ dryRun: true }))
    const { acts } = await critic.patrol({})
    expect(id).not.toBe('')
    expect(acts).not.toEqual([])
    return { acts, dryRun: false }
  },
  redispatch: async () => {
    await critic.registerAgent({ agent: 'gastown/polecats/nux' })
    expectShape('redispatched', await critic.redispatch({ bead: 'gt-1' }))
    return critic.redispatch({ bead: 'gt-1', done: true })
  },
  exportMail: async () => {
    await sent()
    return critic.exportMail({ path: join(room.location, '../haak'), format: 'haak' })
  },
  adopt: async () => {
    await critic.exportMail({ path: join(room.location, '../haak'), format: 'haak' })
    appendFileSync(join(room.location, '../haak/agent-mailbox.jsonl'), 'no JSON\n')
    return room.person.adopt({ folders: [join(room.location, '../haak')], yes: true })
  },
  importMail: async () => {
    await critic.exportMail({ path: join(room.location, '../haak'), format: 'haak' })
    appendFileSync(join(room.location, '../haak/agent-mailbox.jsonl'), 'no JSON\n')
    return critic.importMail({ path: join(room.location, '../haak'), format: 'haak' })
  },
  validate: () => critic.validate({ path: join(room.location, '../haak'), format: 'haak' }),
  listSwarms: () => after(peered, () => critic.listSwarms({})),
  removeSwarm: async () => room.person.removeSwarm({ name: await peered() }),
  registerSwarm: async () => {
    const server = await openPeer('swarm-c')
    const value = await asking.registerSwarm({ name: 'swarm-c', url: server.url, metadata: { a: 1 } })
    await server.close()
    return value
  },
  pingSwarm: async () => {
    const server = await openPeer()
    const value = await asking.pingSwarm({ swarm: server.url })
    await server.close()
    return value
  },
  describeSwarm: () => critic.describeSwarm({}),
  dropDefinition: async () => {
    await room.store.facts.remember('swarm-definition', JSON.stringify(defaultSettings.serving))
    const member = { agent: 'critic', set: { talksTo: [] }, before: { talksTo: [] } }
    await room.store.facts.remember('definition-members', JSON.stringify([member]))
    return room.person.dropDefinition({})
  },
  createToken: () => room.person.createToken({ role: 'agent', id: 'swarm-b' }),
  listTokens: () =>
    after(
      () => room.person.createToken({ role: 'user', id: 'lea' }),
      () => critic.listTokens({}),
    ),
  revokeToken: async () => {
    const { key } = await room.person.createToken({ role: 'user', id: 'lea' })
    return room.person.revokeToken({ token: key })
  },
  listKeys: async () => {
    await room.as('critic', { keys }).then((box) => box.makeKey({}))
    return room.as('critic', { keys }).then((box) => box.listKeys({}))
  },
  makeKey: () => room.as('critic', { keys }).then((box) => box.makeKey({})),
  rotateKey: () => room.as('critic', { keys }).then((box) => box.rotateKey({})),
  receipts: async () => {
    const id = await sent()
    await (await critic.read({ messages: [id] })).settle()
    await critic.ack({ messages: [id] })
    await critic.reply({ message: id, body: 'Done' })
    return critic.receipts({ message: id })
  },
}

describe('values have the shape that describe tells', () => {
  test.each(
    operationNames.filter((name) => name !== 'watch' && name !== 'run' && name !== 'sync' && name !== 'ask'),
  )('%s', async (name) => {
    const { value: shape, yields } = await loadOperation(name)
    const answer = await calls[name as keyof typeof calls]()
    if (yields === 'once') return expectShape(shape, answer)
    const offer = answer as Offer<unknown>
    expectShape(shape, offer.value)
    await offer.settle()
  })

  test('watch', async () => {
    const stop = new AbortController()
    // Again and again: who is still loading does not hear the first.
    const sending = setInterval(() => void sent(), 50)
    for await (const value of critic.watch({}, stop.signal)) {
      expectShape('changed', value)
      clearInterval(sending)
      stop.abort()
    }
  })

  test('sync', async () => {
    const path = join(room.location, '../synced')
    const told = critic.sync({ path, format: 'haak', once: true }, new AbortController().signal)
    for await (const value of told) expectShape('exchanged', value)
  })
})
