import { normalName } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import { parseId, shortId } from '../../domain/id.ts'
import {
  checkInput,
  choice,
  type Fields,
  flag,
  type Input,
  number,
  requiredText,
  requiredTexts,
  text,
  texts,
} from '../../input/input.ts'
import type { OperationName } from '../../operations/catalogue.ts'
import { carryOut, type Raw } from './door.ts'
import type { ToolGroup } from './groups.ts'
import type { Calling, Tool } from './tool.ts'
import { schemaOf } from './tools.ts'

type Step = readonly [operation: OperationName, input: Raw]
/** A step that needs what the step before it found; `null` leaves it out. */
type NextStep = (before: unknown) => Step | null
/** Operations one after the other; the last one answers. */
type Steps = readonly [Step, ...(Step | NextStep)[]]

/** A tool of MCP Agent Mail in our operations. */
type ForeignTool = {
  readonly name: string
  readonly description: string
  readonly input: Fields
  /** Our commands, for the table in the documents. */
  readonly ours: string
  readonly steps: (given: never, me: string) => Steps
}

function tool<F extends Fields>(described: {
  readonly name: string
  readonly description: string
  readonly input: F
  readonly ours: string
  readonly steps: (given: Input<F>, me: string) => Steps
}): ForeignTool {
  return { ...described, steps: described.steps as ForeignTool['steps'] }
}

/**
 * Parameters without a meaning here, which its callers send all the same: the store is the project, who calls is known, and nothing
 * is converted or summarised.
 */
const ignored: ReadonlySet<string> = new Set([
  'project_key',
  'human_key',
  'program',
  'model',
  'task_description',
  'attachments_policy',
  'format',
  'registration_token',
  'sender_token',
  'convert_images',
  'auto_contact_if_blocked',
  'subject_prefix',
  'include_recent_commits',
  'commit_limit',
  'reason',
  'file_reservation_reason',
  'include_examples',
  'llm_mode',
  'llm_model',
  'per_thread_limit',
  'identity_mode',
  'file_reservation_ids',
])

const ownName = text('Your own name')
const messageId = requiredText('The message')
const importance = choice(['low', 'normal', 'high', 'urgent'], 'Its priority')
const recipients = texts('More recipients of a copy')
const inboxFields = {
  limit: number('At most this many (20)'),
  urgent_only: flag('Only high and urgent'),
  include_bodies: flag('With bodies'),
  since_ts: text('Only newer mail than this time'),
  topic: text('Only with this topic'),
} as const

/** The tools of MCP Agent Mail that its prompts teach, by their names and parameters. */
export const agentMailTools: readonly ForeignTool[] = [
  tool({
    name: 'health_check',
    description: 'Say who you are here.',
    ours: '`whoami`',
    input: {},
    steps: () => [['whoami', {}]],
  }),
  tool({
    name: 'ensure_project',
    description: 'Say who you are here; the store is the project.',
    ours: '`whoami`: the store is the project',
    input: {},
    steps: () => [['whoami', {}]],
  }),
  tool({
    name: 'register_agent',
    description: 'Register yourself under the name that you have here.',
    ours: '`agents register`, under the name that the server was started with',
    input: { name: ownName },
    steps: (_, me) => [['registerAgent', { agent: me }]],
  }),
  tool({
    name: 'macro_start_session',
    description: 'Register yourself, reserve paths, and list your inbox.',
    ours: '`agents register`, `reserve`, `search` for open mail, newest first',
    input: {
      agent_name: ownName,
      file_reservation_paths: texts('Paths to reserve'),
      file_reservation_ttl_seconds: number('For how long (3600)'),
      inbox_limit: number('At most this many messages (10)'),
    },
    steps: (given, me) => [
      ['registerAgent', { agent: me }],
      ...reservationOf(given.file_reservation_paths, given.file_reservation_ttl_seconds),
      newestFirst({ limit: given.inbox_limit ?? 10 }),
    ],
  }),
  tool({
    name: 'whois',
    description: 'Show an agent.',
    ours: '`agents show`',
    input: { agent_name: requiredText('The agent') },
    steps: ({ agent_name }) => [['showAgent', { agent: agent_name }]],
  }),
  tool({
    name: 'send_message',
    description: 'Send a message. With ack_required an answer is owed.',
    ours: '`send`; a `thread_id` that is no message is a task, `topic` a tag',
    input: {
      sender_name: ownName,
      to: texts('Recipients'),
      subject: requiredText('Its subject'),
      body_md: requiredText('Markdown'),
      cc: recipients,
      importance,
      attachment_paths: texts('Paths'),
      ack_required: flag('Ask for an answer'),
      thread_id: text('A message of the thread, or a name such as FEAT-123'),
      broadcast: flag('To all agents'),
      topic: text('A topic'),
    },
    steps: (given) => [
      [
        'send',
        {
          to: given.broadcast === true ? ['all'] : (given.to ?? []),
          subject: given.subject,
          body: given.body_md,
          kind: given.ack_required === true ? 'request' : 'notification',
          ...(given.cc && { cc: given.cc }),
          ...(given.importance && { priority: given.importance }),
          ...(given.attachment_paths && { attach: given.attachment_paths }),
          ...(given.topic !== undefined && { tag: [given.topic] }),
          ...threadOf(given.thread_id),
        },
      ],
    ],
  }),
  tool({
    name: 'reply_message',
    description: 'Answer a message, in its thread.',
    ours: '`reply`; further recipients get a copy',
    input: {
      message_id: messageId,
      sender_name: ownName,
      body_md: requiredText('Markdown'),
      to: recipients,
      cc: recipients,
    },
    steps: ({ message_id, body_md, to = [], cc = [] }) => [
      [
        'reply',
        {
          message: message_id,
          body: body_md,
          ...(to.length + cc.length > 0 && { cc: [...to, ...cc] }),
        },
      ],
    ],
  }),
  tool({
    name: 'fetch_inbox',
    description: 'List your open mail, newest first. Listing changes nothing.',
    ours: '`search` for open mail, newest first; with `include_bodies` `read --peek`',
    input: { agent_name: ownName, ...inboxFields },
    steps: (given) => [newestFirst(given), ...(given.include_bodies === true ? [withBodies] : [])],
  }),
  tool({
    name: 'mark_message_read',
    description: 'Read a message whole. It becomes read once you have it.',
    ours: '`read`, which prints it',
    input: { agent_name: ownName, message_id: messageId },
    steps: ({ message_id }) => [['read', { messages: [message_id] }]],
  }),
  tool({
    name: 'acknowledge_message',
    description: 'Acknowledge a message. It becomes read, too.',
    ours: '`ack`',
    input: { agent_name: ownName, message_id: messageId },
    steps: ({ message_id }) => [['ack', { messages: [message_id] }]],
  }),
  tool({
    name: 'search_messages',
    description: 'Find messages by words, "phrases", and, or, not.',
    ours: '`search`',
    input: {
      query: requiredText('Words'),
      limit: number('At most this many (20)'),
      agent_name: ownName,
    },
    steps: ({ query, limit }) => [['search', { query: [inOurWords(query)], limit: limit ?? 20 }]],
  }),
  tool({
    name: 'summarize_thread',
    description: 'Print a thread. It is not summarised.',
    ours: '`thread`, or `search task:`; nothing is summarised',
    input: {
      thread_id: requiredText('A message of the thread, or a name such as FEAT-123'),
      agent_name: ownName,
    },
    steps: ({ thread_id }) => [
      isMessage(thread_id)
        ? ['thread', { message: thread_id }]
        : ['search', { query: [`task:${quoted(thread_id)}`], limit: 50 }],
    ],
  }),
  tool({
    name: 'file_reservation_paths',
    description: 'Reserve paths before you edit them: all, or none if another has one of them.',
    ours: '`reserve`: all paths, or none',
    input: {
      agent_name: ownName,
      paths: requiredTexts('Files, folders or patterns'),
      ttl_seconds: number('For how long (3600)'),
      exclusive: flag('Nobody else may reserve them (true)'),
    },
    steps: ({ paths, ttl_seconds, exclusive }) => reservation(paths, ttl_seconds, exclusive),
  }),
  tool({
    name: 'renew_file_reservations',
    description: 'Reserve paths that you have for longer.',
    ours: '`reserve`, of paths that are named',
    input: {
      agent_name: ownName,
      paths: requiredTexts('The paths'),
      extend_seconds: number('For how long from now (1800)'),
    },
    steps: ({ paths, extend_seconds }) => reservation(paths, extend_seconds ?? 1800),
  }),
  tool({
    name: 'release_file_reservations',
    description: 'Give back paths that you reserved; without paths all of them.',
    ours: '`unreserve`',
    input: { agent_name: ownName, paths: texts('The paths') },
    steps: ({ paths }) => [['unreserve', { ...(paths && { paths }) }]],
  }),
]

/** Tools that are refused, with the reason, for the table in the documents. */
export const refusedAgentMailTools: readonly (readonly [tools: string, why: string])[] = [
  [
    '`request_contact`, `respond_contact`, `list_contacts`, `set_contact_policy`, `macro_contact_handshake`',
    'agents may write to each other unless `--talks-to` says otherwise',
  ],
  ['`force_release_file_reservation`', 'only a person takes back what others reserved'],
  [
    '`deregister_agent`, `retire_agent`, `hard_delete_agent`, `archive_project`, `hard_delete_project`, `purge_old_messages`',
    'nothing is deleted by an agent; see `watchpost agents retire`',
  ],
  ['`install_precommit_guard`', 'see `watchpost setup`, whose hooks guard reserved paths'],
  ['`summarize_recent`, `fetch_summary`', 'nothing is summarised; see `watchpost away`'],
  ['products, build slots, window identities', 'there is one store for each project'],
  [
    'another `sender_name` or `agent_name` than your own',
    'the server acts as the agent that it was started for',
  ],
  ['`bcc`', 'everybody sees who else gets a message'],
]

type InboxGiven = Partial<Input<typeof inboxFields>>

/** The caller's own copies, as its inbox has them. The words of one key mean any of them. */
const openMail = 'is:unread is:read is:processing -is:expired -is:snoozed -is:dead -is:retracted -is:withheld'

/** MCP Agent Mail lists the newest mail first, so that acknowledged mail never crowds out what is new. */
function newestFirst({ limit, urgent_only, since_ts, topic }: InboxGiven): Step {
  const terms = [
    openMail,
    ...(since_ts === undefined ? [] : [`after:${quoted(since_ts)}`]),
    ...(urgent_only === true ? ['priority:high priority:urgent'] : []),
    ...(topic === undefined ? [] : [`tag:${quoted(topic)}`]),
  ]
  return ['search', { query: [terms.join(' ')], limit: limit ?? 20 }]
}

const withBodies: NextStep = (before) => {
  const { messages } = before as { readonly messages: readonly { readonly id: string }[] }
  return messages.length === 0 ? null : ['read', { messages: messages.map(({ id }) => id), peek: true }]
}

function reservation(paths: readonly string[], seconds = 3600, exclusive = true): readonly [Step] {
  return [['reserve', { paths, for: `${seconds}s`, shared: !exclusive }]]
}

function reservationOf(paths: readonly string[] | undefined, seconds: number | undefined): readonly Step[] {
  return paths === undefined || paths.length === 0 ? [] : reservation(paths, seconds)
}

/**
 * Ids of ours as we print them; a thread of MCP Agent Mail has any name, and such mail is a task here. The check character
 * tells a message from a name in capitals.
 */
function isMessage(id: string): boolean {
  const written = parseId(id)
  return written.form === 'short' && shortId(written.id) === id
}

function threadOf(id: string | undefined): Raw {
  if (id === undefined) return {}
  return isMessage(id) ? { thread: id } : { task: id }
}

/** FTS5 writes its operators in capitals. */
function inOurWords(query: string): string {
  return query.replace(/\b(?:AND|OR|NOT)\b/gu, (word) => word.toLowerCase())
}

function quoted(words: string): string {
  return `"${words.replaceAll('"', '')}"`
}

export async function toolsOfAgentMail(groups: ReadonlySet<ToolGroup>): Promise<readonly Tool[]> {
  return Promise.all(agentMailTools.map((one) => toolOf(one, groups)))
}

async function toolOf(described: ForeignTool, groups: ReadonlySet<ToolGroup>): Promise<Tool> {
  const { name, description, input, steps } = described
  const isRead = /^(?:health|ensure|whois|fetch|search|summarize)/u.test(name)
  return {
    name,
    description,
    title: name,
    inputSchema: schemaOf(
      Object.fromEntries(Object.entries(input).map(([field, wanted]) => [field, [wanted, wanted.help]])),
    ),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: false,
      openWorldHint: false,
      idempotentHint: isRead || !/send|reply/u.test(name),
    },
    async call({ open }: Calling, raw) {
      const kept = Object.fromEntries(Object.entries(raw).filter(([key]) => !ignored.has(key)))
      const given = checkInput(input, kept)
      const { actor } = await open({ command: `mcp ${name}`, unregistered: true })
      requireOwnName(actor.address, input, given)
      const done = steps(given as never, actor.address)
      const carry = ([operation, values]: Step) =>
        carryOut(open, { tool: name, operation, empty: undefined, groups }, values)
      const [first, ...later] = done
      let answered = await carry(first)
      for (const step of later) {
        const next = typeof step === 'function' ? step(answered.told.value) : step
        if (next !== null) answered = await carry(next)
      }
      return answered
    },
  }
}

/** @throws MailError `not-allowed`: nobody acts for another through this server */
function requireOwnName(me: string, input: Fields, given: Raw): void {
  for (const [key, field] of Object.entries(input)) {
    const name = given[key]
    if (field !== ownName || typeof name !== 'string' || normalName(name) === me) continue
    throw new MailError('not-allowed', `You are ${me} here, not ${name}.`, `Use ${me} as your name.`)
  }
}
