import type { Field, Fields } from '../../../src/input/input.ts'
import { agents, channels, everybody, groups, newcomers, person, queues, roles, tags, tasks } from './cast.ts'
import type { Dice } from './dice.ts'
import type { Seen } from './seen.ts'
import { json, object, text, word } from './words.ts'

type Input = Readonly<Record<string, unknown>>
type Draw = (dice: Dice, seen: Seen) => unknown

const formats = ['haak', 'adr003', 'cccc', 'gastown', 'mail']

function message(dice: Dice, { messages }: Seen): string {
  if (messages.length === 0 || dice.chance(0.02))
    return dice.pick(['Q8Y7X', 'zz', '', '\u0000', 'ABCD', 'no-such-id'])
  const recent = messages.slice(-25)
  const id = dice.pick(dice.chance(0.8) ? recent : messages)
  return dice.chance(0.03) ? id.slice(0, dice.whole(2, 4)).toLowerCase() : id
}

function agent(dice: Dice): string {
  return dice.chance(0.9) ? dice.pick(everybody) : dice.pick([...newcomers, 'nobody', 'system', word(dice)])
}

const places: readonly (readonly [string, readonly string[]])[] = [
  ['queue:', queues],
  ['channel:', channels],
  ['group:', groups],
  ['role:', roles],
  ['best:', roles],
]

function address(dice: Dice): string {
  if (dice.chance(0.6)) return agent(dice)
  if (dice.chance(0.3))
    return dice.pick(['all', 'rig/*', '@town', '@here', 'project:backend', 'swarm:*', '--human', '*'])
  const [prefix, names] = dice.pick(places)
  return `${prefix}${dice.pick(names)}`
}

const duration: Draw = (dice) => dice.pick(['10m', '1h', '2d', 5_000, 90_000, '30s'])
const moment: Draw = (dice) => dice.pick(['2h', '30m', 'tomorrow 9am', '2099-01-31T09:00:00Z', '2027-06-01'])
const past: Draw = (dice) => dice.pick(['2h', '2027-01-31T12:00:00Z', '7d'])

function query(dice: Dice, seen: Seen): string {
  return dice.pick([
    () => text(dice, 2),
    () => word(dice),
    () => `${word(dice).slice(0, 3)}*`,
    () => `"${word(dice)} ${word(dice)}"`,
    () => `-${word(dice)}`,
    () => `${dice.pick(['from', 'to'])}:${agent(dice)}`,
    () =>
      `is:${dice.pick(['unread', 'read', 'open', 'dead', 'pinned', 'archived', 'failed', 'mine', 'owed'])}`,
    () => `kind:${dice.pick(['request', 'claim', 'broadcast'])}`,
    () => `priority:${dice.pick(['urgent', 'high', 'low'])}`,
    () => `tag:${dice.pick(tags)}`,
    () => `task:${dice.pick(tasks)}`,
    () => `has:${dice.pick(['payload', 'attachment', 'task'])}`,
    () => `${dice.pick(['before', 'after'])}:${dice.pick(['2027-02-01', '2027-01-31'])}`,
    () => `in:${dice.pick(['queue:work', 'channel:news', message(dice, seen)])}`,
    () => 'OR',
  ])()
}

/** Fields whose name says more than their kind. */
const named: Readonly<Record<string, Draw>> = {
  task: (dice) => dice.pick(tasks),
  swarm: (dice) => dice.pick(['swarm_x', 'swarm_dev', word(dice)]),
  role: (dice) => dice.pick(roles),
  tag: (dice) => dice.pick(tags),
  untag: (dice) => dice.pick(tags),
  key: (dice) => `k${dice.whole(1, 12)}`,
  query,
  limit: (dice) => dice.whole(1, 12),
  draft: (dice, { drafts }) => dice.pick(drafts.length > 0 ? drafts : ['D1']),
  change: (dice, { changes }) => dice.pick(changes.length > 0 ? changes.slice(-12) : [1]),
  token: (dice, { keys }) => dice.pick(keys.length > 0 ? keys : ['0']),
  path: (dice) => `<folder>/${dice.pick(formats)}`,
  out: () => '<folder>/debates.md',
  file: (dice) => dice.pick(['a.ts', 'src/b.ts', word(dice)]),
  paths: (dice) => dice.pick(['src/a.ts', 'src', 'src/*', 'docs/**', 'x.md', word(dice)]),
  since: past,
  session: (dice) => dice.pick(['s-1', 's-2', word(dice)]),
  talksTo: (dice) => dice.pick(['*', 'alice', 'rig/*']),
  claimers: (dice) => dice.pick(['*', ...agents]),
  terminal: (dice) => dice.pick(['t1', 't2']),
  attempt: (dice) => dice.whole(0, 3),
  option: (dice) => text(dice, 2),
  retainCount: (dice) => dice.whole(1, 5),
  maxSteps: (dice) => dice.whole(1, 5),
  calls: (dice) => object(dice),
  fields: (dice, seen) => ({ to: [address(dice)], subject: text(dice, 3), message: message(dice, seen) }),
  name: (dice) => dice.pick(['mine', 'v2', word(dice)]),
  maxChars: (dice) => dice.whole(200, 4_000),
  payload: (dice) => object(dice),
  context: (dice) => object(dice),
}

/** The same name means another thing in these. */
const special: Readonly<Record<string, Draw>> = {
  'inbox.since': message,
  'inbox.owner': (dice) => dice.pick([...everybody, 'queue:work', 'channel:news', 'channel:brief']),
  'stats.since': duration,
  'reply.option': (dice) => dice.whole(0, 2),
  'continueLoop.loop': (dice) => String(dice.whole(1, 5)),
  'stopLoop.loop': (dice) => String(dice.whole(1, 5)),
  'escalate.default': (dice) => dice.whole(0, 2),
  'registerAgent.agent': (dice) => dice.pick(newcomers),
  'registerAgent.kind': () => 'agent',
  'retireAgent.agent': (dice) => dice.pick([...newcomers, agent(dice)]),
  'createQueue.queue': (dice) => dice.pick([...queues, 'extra', word(dice)]),
  'createChannel.channel': (dice) => dice.pick([...channels, 'extra', word(dice)]),
  'createGroup.group': (dice) => dice.pick([...groups, 'extra', word(dice)]),
  'assign.supervisor': (dice) => dice.pick(['coo', person]),
  'createToken.id': (dice) => dice.pick(['lea', 'swarm_b', 'bob']),
  'parse.mail': (dice) => dice.pick(['MERGED nux\n\nBranch: b\nodd: y', 'HELP: me', text(dice)]),
  'previewTemplate.field': (dice) => `polecat=${word(dice)}`,
  'handoff.state': (dice) => JSON.stringify(object(dice)),
  'patrol.watch': () => undefined,
  'fleet.text': (dice) => word(dice),
}

const completions: Readonly<Partial<Record<NonNullable<Field<unknown>['completes']>, Draw>>> = {
  message,
  agent,
  address,
  queue: (dice) => dice.pick([...queues, 'extra']),
  channel: (dice) => dice.pick([...channels, 'extra']),
  group: (dice) => dice.pick([...groups, 'extra']),
  view: (dice) => dice.pick(['mine', 'v2']),
  template: (dice) => dice.pick(['merged', 'handoff', 'bug', 'none']),
  file: (dice) => dice.pick(['a.ts', 'src/b.ts', word(dice)]),
}

function ofKind({ kind, words, towards }: Field<unknown>, dice: Dice): unknown {
  switch (kind) {
    case 'flag':
      return true
    case 'number':
      return dice.whole(0, 20)
    case 'choice':
      return dice.pick(words)
    case 'duration':
      return duration(dice, undefined as never)
    case 'time':
      return towards === 'past' ? past(dice, undefined as never) : moment(dice, undefined as never)
    case 'json':
      return json(dice)
    case 'text':
      return text(dice)
  }
}

/** How often an optional field is given, where it matters. */
const shares: Readonly<Record<string, number>> = {
  'send.to': 1,
  'send.subject': 0.95,
  'send.body': 0.8,
  'reply.body': 0.95,
  'handoff.done': 0.95,
  'send.again': 0.4,
  'saveDraft.operation': 0.3,
  'fail.reason': 0.7,
  'escalate.subject': 0.95,
  'escalate.message': 0.4,
  'changeAll.box': 0.8,
  'archive.messages': 0.9,
  'snooze.until': 0.95,
  'importMail.path': 1,
  'exportMail.path': 1,
  'sync.path': 1,
  'sync.once': 1,
  'validate.path': 1,
  // These ask for more than a mailbox has here, or refuse most of it.
  'send.seal': 0.01,
  'reply.seal': 0.01,
  'forward.seal': 0.01,
  'handoff.seal': 0.01,
  'send.template': 0.03,
  'send.field': 0.01,
  'send.attach': 0.05,
  'handoff.stateFile': 0,
  'patrol.watch': 0,
}

/** Only parts of a debate have these. */
const ofDebates = ['statement', 'rationale', 'decision', 'evidence']

function shareOf(path: string, key: string, { required }: Field<unknown>, debates: boolean): number {
  if (ofDebates.includes(key)) return debates ? 0.4 : 0
  return shares[path] ?? (required ? 0.995 : key === 'after' ? 0 : 0.12)
}

/** An input of an operation: what it must have, and some of what it may have. */
export function inputOf(operation: string, fields: Fields, dice: Dice, seen: Seen): Input {
  const page = seen.pages.get(operation)
  if (page !== undefined && dice.chance(0.5)) return { ...page.input, after: page.next }
  const given: Record<string, unknown> = {}
  const debates = dice.chance(0.1)
  for (const [key, field] of Object.entries(fields)) {
    const path = `${operation}.${key}`
    if (!dice.chance(shareOf(path, key, field, debates))) continue
    const draw =
      special[path] ?? named[key] ?? (field.completes === null ? undefined : completions[field.completes])
    const one = () => (draw === undefined ? ofKind(field, dice) : draw(dice, seen))
    given[key] = field.many ? dice.several(dice.chance(0.7) ? 1 : 3, one) : one()
  }
  return given
}
