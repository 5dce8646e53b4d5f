import { MailError } from '../../../domain/errors.ts'
import {
  choice,
  duration,
  flag,
  number,
  requiredText,
  requiredTexts,
  text,
  texts,
} from '../../../input/input.ts'
import { bare, type Desk, foreign, line, type Ours, option, type System } from './foreign.ts'

const json = {}
const address = (help: string) => text(help, { positional: true, placeholder: 'ADDRESS' })
const ids = requiredTexts('The messages', { positional: true, placeholder: 'ID' })
const name = requiredText('Its name', { positional: true, placeholder: 'NAME' })
const optionalName = text('Its name', { positional: true, placeholder: 'NAME' })
const identity = {
  identity: text('The mailbox', { placeholder: 'ADDRESS' }),
  address: text('The same', { placeholder: 'ADDRESS' }),
}
const body = {
  message: text('The body', { short: 'm' }),
  body: text('The same'),
}

/** As many as a page of ours has: `gt` has no pages. */
const wholePage = '--limit=500'

/** Gas Town's numbers, the most urgent first. */
const priorities = ['urgent', 'high', 'normal', 'low', 'low'] as const

/** Gas Town's types. `scavenge` is optional work. */
const kinds = {
  task: 'request',
  scavenge: 'request',
  notification: 'notification',
  reply: 'response',
} as const
const types = ['task', 'scavenge', 'notification', 'reply'] as const

/** The protocol mail that `gt mail drain` archives: news that grows stale. */
const drained = [
  'CRASHED_POLECAT',
  'POLECAT_DONE',
  'POLECAT_STARTED',
  'LIFECYCLE:',
  'MERGED',
  'MERGE_READY',
  'MERGE_FAILED',
  'SWARM_START',
]
const drainAge = 30 * 60_000

const unpinned = 'It is not pinned: only its reader can do that, with `watchpost pin ID`.'

/** `gt`, as far as it is about mail. */
export const gastown: System = {
  program: 'gt',
  commands: [
    foreign({
      command: 'mail send',
      ours: '`send`; `--pinned` says that only the reader pins mail',
      input: {
        recipient: address('The recipient'),
        to: text('The recipient', { placeholder: 'ADDRESS' }),
        human: flag('The people'),
        self: flag('Yourself'),
        from: text('The sender', { placeholder: 'ADDRESS' }),
        subject: text('The subject', { short: 's' }),
        ...body,
        stdin: flag('Read the body from standard input'),
        type: choice(types, 'The type'),
        priority: number('0 (urgent) to 4 (backlog)'),
        urgent: flag('Priority 0'),
        notify: flag('At least priority 1', { short: 'n' }),
        noNotify: flag('Has no effect: nothing is typed into a pane'),
        pinned: flag('Has no effect: only its reader pins mail'),
        wisp: flag('Has no effect: all mail is kept until it is pruned'),
        permanent: flag('Has no effect: all mail is kept until it is pruned'),
        replyTo: text('The message that it answers', { placeholder: 'ID' }),
        cc: texts('A recipient of a copy', { placeholder: 'ADDRESS' }),
      },
      translate: async (given, desk) => {
        const to = await recipientOf(given, desk)
        const sent = [
          'send',
          ...(given.cc ?? []).map((one) => `--cc=${one}`),
          ...option('as', given.from),
          ...option('subject', given.subject),
          `--body=${bodyOf(given)}`,
          `--kind=${kinds[given.type ?? 'notification']}`,
          ...option('priority', priorityOf(given)),
          ...option('reply-to', given.replyTo),
          ...bare(to),
        ]
        return given.pinned === true ? { lines: [sent], note: unpinned } : { lines: [sent] }
      },
    }),
    foreign({
      command: 'mail inbox',
      ours: '`inbox`, up to 500 messages',
      input: {
        owner: address('The mailbox'),
        ...identity,
        unread: flag('Only unread mail', { short: 'u' }),
        all: flag('Read mail, too', { short: 'a' }),
        ...json,
      },
      translate: (given) =>
        line('inbox', ...(given.unread === true ? ['--unread'] : []), wholePage, ...bare(...ownerOf(given))),
    }),
    foreign({
      command: 'mail read',
      aliases: ['mail show'],
      ours: '`read --peek`: as in Gas Town it stays unread',
      input: {
        id: requiredText('The message, or its row in the inbox', { positional: true, placeholder: 'ID' }),
      },
      translate: async ({ id }, desk) => line('read', '--peek', ...bare(await idAt(id, desk))),
    }),
    foreign({
      command: 'mail peek',
      ours: '`read --peek` of the first unread message; exit code 1 if there is none',
      input: {},
      translate: async (_, desk) => {
        const { messages } = await (await desk.mailbox()).inbox({ unread: true, limit: 1 })
        const [first] = messages
        return first === undefined ? { lines: [], exit: 1 } : line('read', '--peek', ...bare(first.id))
      },
    }),
    foreign({
      command: 'mail mark-read',
      aliases: ['mail ack'],
      ours: '`ack`; with `--all` of all unread mail',
      input: {
        ids: texts('The messages', { positional: true, placeholder: 'ID' }),
        all: flag('All unread mail'),
      },
      translate: ({ ids, all }) =>
        all === true
          ? line('change-all', 'ack', '--box=inbox', '--query=is:unread')
          : line('ack', ...bare(...some(ids, 'a message, or --all'))),
    }),
    foreign({
      command: 'mail mark-unread',
      ours: '`unread`',
      input: { ids },
      translate: ({ ids }) => line('unread', ...bare(...ids)),
    }),
    foreign({
      command: 'mail archive',
      ours: '`archive`',
      input: {
        ids: texts('The messages', { positional: true, placeholder: 'ID' }),
        dryRun: flag('Change nothing', { short: 'n' }),
      },
      translate: ({ ids, dryRun }) =>
        dryRun === true
          ? line('read', '--peek', ...bare(...some(ids, 'a message')))
          : line('archive', ...bare(...some(ids, 'a message'))),
    }),
    foreign({
      command: 'mail delete',
      ours: '`archive`: nothing is deleted',
      input: { ids },
      translate: ({ ids }) => line('archive', ...bare(...ids)),
    }),
    foreign({
      command: 'mail clear',
      ours: '`change-all archive --box inbox`, of another agent by its supervisor alone',
      input: {
        target: address('The mailbox'),
        all: flag('Has no effect'),
        archive: flag('Has no effect: mail is always archived'),
      },
      translate: ({ target }) => line('change-all', 'archive', '--box=inbox', ...option('of', target)),
    }),
    foreign({
      command: 'mail drain',
      ours: '`archive` of open protocol mail that is older than `--max-age`',
      input: {
        ...identity,
        maxAge: duration('Only older mail (30m)'),
        all: flag('Of any age'),
        dryRun: flag('Only list it', { short: 'n' }),
      },
      translate: drain,
    }),
    foreign({
      command: 'mail check',
      ours: '`count`, with exit code 1 if nothing is unread; with `--inject` `inject`',
      input: { inject: flag('For a hook'), ...identity, ...json },
      translate: async (given, desk) => {
        const [owner] = ownerOf(given)
        if (given.inject === true) return line('inject', ...option('as', owner))
        const { total } = await (await desk.mailbox()).count(owner === undefined ? {} : { owner })
        return { lines: [['count', ...bare(...ownerOf(given))]], exit: total > 0 ? 0 : 1 }
      },
    }),
    foreign({
      command: 'mail thread',
      ours: '`thread`',
      input: {
        id: requiredText('A message of the thread', { positional: true, placeholder: 'ID' }),
        ...json,
      },
      translate: ({ id }) => line('thread', ...bare(id)),
    }),
    foreign({
      command: 'mail reply',
      ours: '`reply`',
      input: {
        id: requiredText('The message', { positional: true, placeholder: 'ID' }),
        text: text('The body', { positional: true }),
        subject: text('The subject', { short: 's' }),
        ...body,
      },
      translate: async (given, desk) =>
        line(
          'reply',
          ...option('subject', given.subject),
          `--body=${bodyOf({ ...given, message: given.text ?? given.message })}`,
          ...bare(await idAt(given.id, desk)),
        ),
    }),
    foreign({
      command: 'mail claim',
      ours: '`claim`',
      input: { queue: optionalName },
      translate: ({ queue }) => line('claim', ...(queue === undefined ? [] : bare(queue))),
    }),
    foreign({
      command: 'mail release',
      ours: '`release`',
      input: { id: requiredText('The item', { positional: true, placeholder: 'ID' }) },
      translate: ({ id }) => line('release', ...bare(id)),
    }),
    foreign({
      command: 'mail search',
      ours: '`search` for words; `.*` stands between words',
      input: {
        query: requiredText('Words', { positional: true }),
        from: text('The sender, or a part of it', { placeholder: 'ADDRESS' }),
        subject: flag('Only in subjects'),
        body: flag('Only in bodies'),
        archive: flag('Archived mail, too'),
        ...json,
      },
      translate: search,
    }),
    foreign({
      command: 'mail announces',
      ours: '`channel list`, `inbox channel:NAME`',
      input: { channel: optionalName, ...json },
      translate: ({ channel }) => channelOf(channel),
    }),
    foreign({
      command: 'mail channel list',
      ours: '`channel list`',
      input: json,
      translate: () => line('channel', 'list'),
    }),
    foreign({
      command: 'mail channel show',
      ours: '`inbox channel:NAME`',
      input: { name, ...json },
      translate: ({ name }) => channelOf(name),
    }),
    foreign({
      command: 'mail channel create',
      ours: '`channel create`; 0 keeps all posts',
      input: {
        name,
        retainCount: number('Keep at most N posts'),
        retainHours: number('Keep posts for N hours'),
      },
      translate: ({ name, retainCount, retainHours }) =>
        line(
          'channel',
          'create',
          ...option('retain-count', retainCount || undefined),
          ...option('retain-hours', retainHours || undefined),
          ...bare(name),
        ),
    }),
    ...(['delete', 'subscribe', 'unsubscribe'] as const).map((act) =>
      foreign({
        command: `mail channel ${act}`,
        ours: `\`channel ${act}\``,
        input: { name },
        translate: ({ name }) => line('channel', act, ...bare(name)),
      }),
    ),
    foreign({
      command: 'mail channel subscribers',
      ours: '`channel show`',
      input: { name, ...json },
      translate: ({ name }) => line('channel', 'show', ...bare(name)),
    }),
    foreign({
      command: 'mail channel',
      ours: '`channel list`, `inbox channel:NAME`',
      input: { name: optionalName, ...json },
      translate: ({ name }) => channelOf(name),
    }),
    foreign({
      command: 'mail queue create',
      ours: '`queue create`',
      input: { name, claimers: text('Who may claim', { placeholder: 'PATTERN' }) },
      translate: ({ name, claimers }) =>
        line('queue', 'create', ...option('claimers', claimers), ...bare(name)),
    }),
    foreign({
      command: 'mail queue show',
      ours: '`queue show`',
      input: { name, ...json },
      translate: ({ name }) => line('queue', 'show', ...bare(name)),
    }),
    foreign({
      command: 'mail queue list',
      aliases: ['mail queue'],
      ours: '`queue list`',
      input: json,
      translate: () => line('queue', 'list'),
    }),
    foreign({
      command: 'mail queue delete',
      ours: '`queue close`: its items stay',
      input: { name },
      translate: ({ name }) => line('queue', 'close', ...bare(name)),
    }),
    foreign({
      command: 'mail group list',
      aliases: ['mail group'],
      ours: '`group list`',
      input: json,
      translate: () => line('group', 'list'),
    }),
    foreign({
      command: 'mail group create',
      ours: '`group create`',
      input: {
        name,
        members: texts('Its members', { positional: true, placeholder: 'ADDRESS' }),
        member: texts('A member', { placeholder: 'ADDRESS' }),
      },
      translate: ({ name, members, member }) =>
        line('group', 'create', ...bare(name, ...(members ?? []), ...(member ?? []))),
    }),
    ...(['add', 'remove'] as const).map((act) =>
      foreign({
        command: `mail group ${act}`,
        ours: `\`group ${act}\``,
        input: { name, member: requiredText('The member', { positional: true, placeholder: 'ADDRESS' }) },
        translate: ({ name, member }) => line('group', act, ...bare(name, member)),
      }),
    ),
    ...(['show', 'delete'] as const).map((act) =>
      foreign({
        command: `mail group ${act}`,
        ours: `\`group ${act}\``,
        input: { name, ...json },
        translate: ({ name }) => line('group', act, ...bare(name)),
      }),
    ),
    foreign({
      command: 'mail directory',
      aliases: ['mail dir', 'mail addresses'],
      ours: '`agents list`, up to 500 agents',
      input: json,
      translate: () => line('agents', 'list', wholePage),
    }),
    foreign({
      command: 'nudge',
      ours: '`nudge`; with `--mode queue` `send` for as long as Gas Town keeps a nudge',
      input: {
        target: requiredText('The agent', { positional: true, placeholder: 'ADDRESS' }),
        text: text('The text', { positional: true }),
        message: text('The text', { short: 'm' }),
        stdin: flag('Read the text from standard input'),
        mode: choice(['wait-idle', 'queue', 'immediate'], 'How it is delivered'),
        priority: choice(['normal', 'urgent'], 'Of a queued nudge'),
        force: flag('Also if it is frozen', { short: 'f' }),
      },
      translate: nudge,
    }),
    foreign({
      command: 'deacon redispatch',
      ours: '`redispatch`: after three failures it escalates to the mayor',
      input: { bead: requiredText('The bead', { positional: true, placeholder: 'BEAD' }) },
      translate: ({ bead }) => line('redispatch', ...bare(bead)),
    }),
  ],
  refused: [
    {
      words: 'mail hook',
      why: 'there are no hooked beads; take work with `gt mail claim` or `watchpost next --take`',
    },
    { words: 'mail archive --stale', why: 'use `watchpost archive --older-than DURATION`' },
    { words: 'deacon redispatch --rig', why: 'work stays in its rig' },
    { words: 'deacon redispatch --max-attempts', why: 'it is always three' },
    { words: 'deacon redispatch --cooldown', why: 'it is always five minutes' },
    { words: 'deacon redispatch-state', why: 'attempts are counted, not listed' },
    { words: 'nudge channel:NAME', why: 'a channel has no panes; mail it, or nudge each agent' },
    { words: 'nudge --if-fresh', why: "a session's age is not known" },
    { words: 'handoff', why: 'use `watchpost handoff`, or `gt mail send --self -s "🤝 HANDOFF: …"`' },
  ],
}

type Addressed = {
  readonly recipient: string | undefined
  readonly to: string | undefined
  readonly human: boolean | undefined
  readonly self: boolean | undefined
}

async function recipientOf({ recipient, to, human, self }: Addressed, desk: Desk): Promise<string> {
  const named = recipient ?? to
  if (human === true) return 'overseer'
  if (self === true) return ownName(desk)
  if (named === undefined)
    throw usage('Give the recipient.', 'Example: gt mail send mayor/ -s "Subject" -m "Body"')
  if (named.startsWith('list:')) return `group:${named.slice(5)}`
  // `mayor/` and `deacon/` are agents; any other name with a final slash is a rig.
  return /^[^/]+\/$/u.test(named) && !/^(?:mayor|deacon)\/$/u.test(named) ? `${named}*` : named
}

async function ownName(desk: Desk): Promise<string> {
  const { address } = await (await desk.mailbox()).whoami({})
  if (address === null) throw usage('You have no name here.', 'Set WATCHPOST_AGENT to it.')
  return address
}

type Texts = {
  readonly message: string | undefined
  readonly body?: string | undefined
  readonly stdin?: boolean | undefined
}

function bodyOf({ message, body, stdin }: Texts): string {
  return stdin === true ? '-' : literal(message ?? body ?? '')
}

/** A lone dash is standard input for our `--body`; as a line of its own it is text. */
function literal(text: string): string {
  return text === '-' ? '-\n' : text
}

function priorityOf(given: {
  readonly priority: number | undefined
  readonly urgent: boolean | undefined
  readonly notify: boolean | undefined
}): string | undefined {
  if (given.urgent === true) return 'urgent'
  const wanted = given.priority ?? 2
  const word = priorities[wanted]
  if (word === undefined) throw usage(`There is no priority ${wanted}.`, 'Use 0 (urgent) to 4 (backlog).')
  return given.notify === true && wanted > 1 ? 'high' : word
}

type Owner = {
  readonly owner?: string | undefined
  readonly identity: string | undefined
  readonly address: string | undefined
}

function ownerOf({ owner, identity, address }: Owner): readonly string[] {
  const named = owner ?? identity ?? address
  return named === undefined ? [] : [named]
}

function some(ids: readonly string[] | undefined, what: string): readonly string[] {
  if (ids === undefined || ids.length === 0) throw usage(`Give ${what}.`, 'See `gt mail inbox` for ids.')
  return ids
}

/** A number is the row of the inbox, as `gt mail inbox` shows it. */
async function idAt(word: string, desk: Desk): Promise<string> {
  if (!/^\d{1,3}$/u.test(word)) return word
  const { messages } = await (await desk.mailbox()).inbox({ limit: 500 })
  const found = messages[Number(word) - 1]
  if (found === undefined)
    throw new MailError('not-found', `The inbox has no row ${word}.`, `It has ${messages.length} messages.`)
  return found.id
}

type Drained = Owner & {
  readonly maxAge: number | undefined
  readonly all: boolean | undefined
  readonly dryRun: boolean | undefined
}

async function drain(given: Drained, desk: Desk): Promise<Ours> {
  const [owner] = ownerOf(given)
  const { messages } = await (await desk.mailbox()).inbox({
    ...(owner === undefined ? {} : { owner }),
    limit: 500,
  })
  const newest =
    given.all === true ? Number.POSITIVE_INFINITY : (await desk.now()) - (given.maxAge ?? drainAge)
  const stale = messages
    .filter(({ subject }) => drained.some((type) => subject.startsWith(type)))
    .filter(({ sentAt }) => Date.parse(sentAt) <= newest)
    .map(({ id }) => id)
  if (stale.length === 0) return { lines: [], note: 'There is no stale protocol mail.' }
  if (given.dryRun === true) return line('read', '--peek', ...bare(...stale))
  return line('archive', ...option('of', owner), ...bare(...stale))
}

type Search = {
  readonly query: string
  readonly from: string | undefined
  readonly subject: boolean | undefined
  readonly body: boolean | undefined
  readonly archive: boolean | undefined
}

/** Gas Town's query is a pattern; ours has words, which is what its examples look for. */
function search({ query, from, subject, body, archive }: Search): Ours {
  const words = query
    .split('.*')
    .flatMap((part) => part.trim().split(/\s+/u))
    .filter((word) => word !== '')
  const pattern = words.find((word) => /[[\](){}|^$*+?\\"]/u.test(word))
  if (pattern !== undefined)
    throw usage(
      `A search takes words, not a pattern: ${pattern}`,
      'Write words, with .* between them if you like.',
    )
  const key =
    subject === true && body !== true ? 'subject:' : body === true && subject !== true ? 'body:' : ''
  const terms = [
    ...words.map((word) => `${key}"${word}"`),
    ...(from === undefined ? [] : [`from:"${from.replaceAll('"', '')}"`]),
    ...(archive === true ? [] : ['not is:archived']),
  ]
  return line('search', wholePage, ...bare(terms.join(' ')))
}

function channelOf(name: string | undefined): Ours {
  return name === undefined ? line('channel', 'list') : line('inbox', wholePage, ...bare(`channel:${name}`))
}

type Nudge = {
  readonly target: string
  readonly text: string | undefined
  readonly message: string | undefined
  readonly stdin: boolean | undefined
  readonly mode: 'wait-idle' | 'queue' | 'immediate' | undefined
  readonly priority: 'normal' | 'urgent' | undefined
  readonly force: boolean | undefined
}

/** A queued nudge waits for the end of a turn, for half an hour, or for two hours if it is urgent. */
async function nudge(given: Nudge, desk: Desk): Promise<Ours> {
  const text = given.stdin === true ? desk.input() : (given.text ?? given.message)
  if (text === undefined || text.trim() === '')
    throw usage('Give the text of the nudge.', 'Example: gt nudge mayor "Status?"')
  if (given.target.startsWith('channel:'))
    throw usage(`${given.target} is no agent.`, 'Mail the channel, or nudge each agent.')
  const target = await inRig(given.target, desk)
  if (given.mode !== 'queue')
    return line(
      'nudge',
      ...option('text', text),
      ...(given.force === true ? ['--force'] : []),
      ...bare(target),
    )
  const urgent = given.priority === 'urgent'
  return line(
    'send',
    '--kind=notification',
    '--subject=Nudge',
    `--body=${literal(text)}`,
    ...(urgent ? ['--priority=high', '--ttl=2h'] : ['--ttl=30m']),
    ...bare(target),
  )
}

/** `witness` and `refinery` alone are those of one's own rig. */
async function inRig(target: string, desk: Desk): Promise<string> {
  if (target !== 'witness' && target !== 'refinery') return target
  const [rig = '', ...rest] = (await ownName(desk)).split('/')
  if (rest.join('') === '')
    throw usage(`You belong to no rig, so it is not known which ${target} you mean.`, `Write RIG/${target}.`)
  return `${rig}/${target}`
}

function usage(message: string, hint: string): MailError {
  return new MailError('usage', message, hint)
}
