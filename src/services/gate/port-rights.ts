import type { Draft, ItemName, MailStore, Post, Registration } from '../../../store/mail-store.ts'
import { isSubscribingMany } from '../../domain/channel.ts'
import { placeAddress, placeOf } from '../../domain/places.ts'
import { givesPowers, hasPowers } from '../../domain/registration-rights.ts'
import type { Need, Right, Subject, Who } from '../../domain/rights.ts'
import { readAnyway } from '../mail/read-anyway.ts'

/** Parts of the port: everything but its own methods. */
type Part = Exclude<
  keyof MailStore,
  'location' | 'now' | 'ahead' | 'isCurrent' | 'gather' | 'commit' | 'close'
>

/**
 * What a method of the port needs, by its arguments. `look` changes nothing. `rule` does only what a rule of mail says for
 * everybody: time, the end of a process, what follows from messages. `own` writes what is nobody's but the caller's: it needs the
 * name that is acted under.
 */
export type Row<A extends readonly unknown[] = readonly never[]> =
  | 'look'
  | 'rule'
  | 'own'
  | ((args: A, store: MailStore, who: Who) => readonly Need[] | Promise<readonly Need[]>)

type Method = (...args: never) => unknown
type Rows = {
  readonly [P in Part]: {
    readonly [M in keyof MailStore[P]]: MailStore[P][M] extends Method
      ? Row<Parameters<MailStore[P][M]>>
      : never
  }
}

function each<K extends string, R extends Row>(row: R, ...names: readonly K[]): Readonly<Record<K, R>> {
  return Object.fromEntries(names.map((name) => [name, row])) as Record<K, R>
}
const looks = <K extends string>(...names: readonly K[]) => each('look', ...names)
const rules = <K extends string>(...names: readonly K[]) => each('rule', ...names)
const owns = <K extends string>(...names: readonly K[]) => each('own', ...names)

/** An owner of mail: an agent, a queue or a channel. */
function owned(right: Right, owner: string): readonly Need[] {
  return [[right, subjectOf(owner)]]
}

function subjectOf(owner: string): Subject {
  return placeOf(owner) === null ? { agent: owner } : { place: owner }
}

const place = (type: 'group' | 'queue' | 'channel', name: string): readonly Need[] => [
  ['place', { place: placeAddress(type, name) }],
]
const agent = (right: Right, address: string): readonly Need[] => [[right, { agent: address }]]

const admin: readonly Need[] = [['admin', 'store']]

/** Itself in a session that has no name yet: a name that is free, or an agent that comes back. */
async function registering(wanted: Registration, store: MailStore, { by }: Who): Promise<readonly Need[]> {
  const known = await store.roster.find(wanted.address)
  const own = known === null || by === 'nobody' ? [] : agent('facts', wanted.address)
  // A name that is meant to look like another is a person's to give.
  const facts = wanted.lookalike === 'allow' ? [...own, ...admin] : own
  if (!givesPowers(known, wanted)) return facts
  const giver = typeof by === 'object' ? await store.roster.find(by.address) : null
  // An agent gives nobody powers that it does not have itself: that is a person's.
  const lacks = giver !== null && !hasPowers(giver, wanted)
  return [...facts, ...(lacks ? admin : agent('powers', wanted.address))]
}

/** Every method of the port, so that a new one does not compile without its row. */
export const portRights: Rows = {
  facts: {
    ...looks('swarm', 'read', 'isForTests', 'remembered'),
    ...rules('swap'),
    remember: ([name]) =>
      name === 'swarm-definition' || name === 'definition-members' || name === 'keys' ? admin : [],
    setSwarm: () => admin,
  },
  roster: {
    ...looks(
      'version',
      'lookUp',
      'find',
      'kindOf',
      'findBySession',
      'findByPane',
      'list',
      'unread',
      'unreadOfAll',
      'nearest',
    ),
    register: ([registration], store, who) => registering(registration, store, who),
    update: ([registration], store, who) => registering(registration, store, who),
    setState: ([address]) => agent('facts', address),
    beat: ([address]) => agent('facts', address),
    // A first key is made for whom mail is sealed for.
    listKeys: async ([, { holder, expect }], _store, { as }) => {
      const { readPublicKeys } = await import('../../domain/public-keys.ts')
      return readPublicKeys(expect).has(holder) ? agent('key', holder) : agent('actAs', as)
    },
  },
  fleet: looks('survey', 'duties', 'pulse'),
  messages: {
    ...looks(
      'find',
      'read',
      'thread',
      'threadSizes',
      'sent',
      'search',
      'searchCold',
      'alike',
      'keyed',
      'searchedBodies',
    ),
    ...looks('newest', 'cursorAt', 'arrivedAfter', 'answeredBy', 'sentSince', 'sealers', 'uuid', 'newer'),
    ...rules('index'),
    deliver: ([{ from }]: [Post]) => (from === 'system' ? [] : agent('actAs', from)),
    replace: async ([{ from, replaces }], store) => [
      ...agent('actAs', from),
      ...(await sendersOf([replaces], store)),
    ],
  },
  deliveries: {
    ...looks(
      'page',
      'list',
      'threads',
      'everyone',
      'newestUnread',
      'count',
      'of',
      'ofEach',
      'find',
      'owed',
      'untold',
      'unwarned',
      'unreported',
      'failedRequests',
    ),
    ...looks('olderThan'),
    ...rules('bury', 'warned'),
    retract: ([, messages], store) => sendersOf(messages, store),
    move: ([, owner]) => owned('settle', owner),
    hold: ([, owner]) => owned('settle', owner),
    holdNext: ([, owner]) => owned('settle', owner),
    settle: ([, owner]) => owned('settle', owner),
    renew: ([owner]) => owned('settle', owner),
    release: ([, owner]) => owned('settle', owner),
    redeliver: ([, { message }], store, { as }) => sending(message, store, as),
  },
  groups: {
    ...looks('find', 'list', 'held'),
    ...rules('deliverHeld'),
    create: 'own',
    change: ([name, { remove }], _store, { as }) =>
      remove.every((one) => one === as) ? agent('actAs', as) : place('group', name),
    remove: ([name]) => place('group', name),
  },
  queues: {
    ...looks('find', 'list', 'board', 'boardCounts', 'lapsed'),
    // A claim is the claimant's: the store compares them.
    ...owns('create', 'claim', 'renew', 'release', 'finish', 'finishAndClaim'),
    ...rules('returnLapsed'),
    setStatus: ([name]) => place('queue', name),
    requeue: ([, item], store, { as }) => claimed(item, store, as),
    giveUp: ([, item], store, { as }) => claimed(item, store, as),
  },
  channels: {
    ...looks('find', 'list', 'posts', 'prunable'),
    ...owns('create', 'pin'),
    ...rules('prune'),
    close: ([name]) => place('channel', name),
    reopen: ([name]) => place('channel', name),
    retain: ([name]) => place('channel', name),
    remove: ([name]) => place('channel', name),
    subscribe: ([, who]) => subscribing(who),
    unsubscribe: ([, who]) => subscribing(who),
  },
  places: looks('list', 'tagged', 'maker'),
  log: {
    ...looks(
      'history',
      'receipts',
      'outcomes',
      'told',
      'tasksHanded',
      'messagesHanded',
      'undoable',
      'journal',
    ),
    ...looks('nudges', 'since', 'newest', 'recorded', 'newestRecord'),
    reverse: 'own',
    noteNudge: 'own',
  },
  debates: {
    ...looks('find', 'list', 'board', 'boardCounts', 'unjudged', 'tally', 'deadlocked', 'countDeadlocked'),
    ...looks('unfiled', 'decisions', 'recent'),
    ...rules('judge', 'decide', 'file'),
  },
  tasks: looks(
    'find',
    'list',
    'board',
    'boardCounts',
    'facts',
    'messages',
    'history',
    'traffic',
    'participants',
    'hasWrittenTo',
    'steps',
    'exchange',
  ),
  drafts: {
    ...looks('find', 'list', 'due'),
    save: ([{ owner }]: [Draft]) => owned('settle', owner),
    remove: ([owner]) => owned('settle', owner),
    take: ([owner]) => owned('settle', owner),
  },
  views: {
    ...looks('list', 'tally'),
    save: ([{ owner }]) => owned('settle', owner),
    remove: ([owner]) => owned('settle', owner),
  },
  presence: { ...looks('list'), ...owns('put', 'leave') },
  sessions: {
    ...looks('find', 'list', 'inProcesses', 'work', 'returned', 'leftOpen', 'isBriefed', 'unbriefed'),
    // The store compares the process that has ended.
    ...rules('takeBack'),
    beat: ([of], _store, who) => living(of, who),
    reach: ([of], _store, who) => living(of, who),
    end: ([of], _store, who) => living(of, who),
    brief: ([of], _store, who) => living(of, who),
  },
  asks: {
    ...looks('list'),
    note: ([asked]) => agent('facts', asked.agent),
    clear: ([of]) => agent('facts', of),
  },
  bells: { ...looks('due', 'judge', 'standing', 'list', 'unanswered', 'ways'), ...rules('claim', 'settle') },
  requests: {
    ...looks('find', 'of', 'decisions', 'approvals'),
    // A refused decision is noted, too: the operation itself judges it.
    ...owns('note', 'take', 'close'),
    open: ([{ agent: of }]) => agent('facts', of),
  },
  // Agents do not let their own loops go on.
  loops: { ...looks('list', 'find', 'wasLetGo', 'letGo'), end: () => [['loop', 'store']] },
  reservations: {
    ...looks('list'),
    ...owns('reserve', 'release'),
    end: ([, of]) => agent('facts', of),
  },
  assignments: { ...looks('find'), ...owns('assign') },
  alerts: {
    ...rules('prune'),
    take: ([{ person }]) => owned('settle', person),
    settle: ([{ person }]) => owned('settle', person),
  },
  attention: looks('tally', 'page', 'unattended', 'queues'),
  statistics: looks('read', 'timeline', 'happened', 'active'),
  live: { ...looks('changed', 'mail', 'signals'), ...rules('tend', 'tidy') },
  upkeep: {
    ...looks(
      'chillable',
      'due',
      'silent',
      'overdue',
      'undecided',
      'foresee',
      'sentKeys',
      'findRedispatch',
      'givenOut',
    ),
    ...rules('chill', 'seal', 'compressCold', 'endDue', 'checkpoint', 'hurry', 'putRedispatch'),
  },
  backups: { make: 'own' },
  exchange: {
    ...looks('known', 'placeOf', 'synced', 'departures', 'departuresOf'),
    ...owns('take', 'name', 'noteSynced'),
    enrol: 'own',
  },
  commissions: {
    ...looks('find', 'list', 'running', 'quiet', 'standing', 'standings'),
    ...owns('open', 'contribute', 'limit'),
  },
  tokens: { ...looks('find', 'list'), add: () => admin, revoke: () => admin },
  peers: {
    ...looks('find', 'list'),
    // Whether a server answers.
    ...rules('saw', 'forgetVolatile'),
    put: () => admin,
    remove: () => admin,
  },
  outbox: {
    ...looks('due', 'swarmsDue', 'lanes', 'bound', 'late', 'backlog', 'waiting'),
    ...rules('drop', 'again', 'hasten'),
  },
}

/** A session that had no name has just taken one, and says that it is there. */
function living(of: string, { by }: Who): readonly Need[] {
  return by === 'nobody' ? [] : agent('facts', of)
}

/** A pattern, a set, a role or a tag is nobody's. */
function subscribing(who: string): readonly Need[] {
  return isSubscribingMany(who) ? [] : agent('facts', who)
}

/** Mail is sent again by somebody who has a copy of it, or by its sender. */
async function sending(message: number, store: MailStore, as: string): Promise<readonly Need[]> {
  if ((await store.deliveries.find(as, message)) !== null) return []
  const letter = await store.messages.read(message, as)
  return letter === null ? [] : agent('settle', letter.message.from)
}

/** What was sent is its sender's to take back. */
async function sendersOf(messages: readonly number[], store: MailStore): Promise<readonly Need[]> {
  const letters = await Promise.all(
    messages.map((message) => readAnyway({ messages: store.messages }, message, null)),
  )
  const senders = new Set(letters.flatMap((letter) => (letter === null ? [] : [letter.message.from])))
  return [...senders].flatMap((sender) => agent('retract', sender))
}

/** An item of a queue is its claimant's, else the queue's. */
async function claimed({ queue, message }: ItemName, store: MailStore, as: string): Promise<readonly Need[]> {
  const copy = await store.deliveries.find(placeAddress('queue', queue), message)
  return copy === null || copy.heldBy === as ? [] : place('queue', queue)
}
