import type { MailboxFilter } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { Letter } from '../../domain/message.ts'
import { isQueueAddress, isTag } from '../../domain/places.ts'
import { flag, type Input, text } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import type { Context } from '../../services/context.ts'
import { requireId } from '../../services/lookup.ts'
import { filterFields, filterOf, openBoxes } from '../../services/mail/filter.ts'
import { marksOf } from '../../services/mail/marks.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { isStream, streamOf } from '../../services/mail/stream.ts'
import { messageValue } from '../../services/mail/value.ts'
import { requireOwner } from '../../services/owner.ts'
import { opened } from '../../services/sealing/opened.ts'
import type { InboxRow } from '../../values/mail-schema.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

const inboxFields = {
  owner: text('The mailbox of this agent, queue:NAME, channel:NAME or tag; listing consumes nothing', {
    positional: true,
    completes: 'agent',
    placeholder: 'ADDRESS',
  }),
  unread: flag('Only unread mail'),
  all: flag('Include completed and archived mail that has not expired'),
  everyone: flag('The mail of all agents, with all copies of a message in one row'),
  marks: flag('Say which messages you answered, began to answer, or assigned'),
  threads: flag('One row for each thread, with its participants'),
  dead: flag('Dead letters'),
  snoozed: flag('Snoozed mail'),
  archived: flag('Archived mail'),
  sent: flag('Sent mail, newest first'),
  body: flag('Include bodies'),
  since: text('Only mail that arrived after this message', { completes: 'message', placeholder: 'ID' }),
  ...filterFields,
  ...pageFields,
} as const

export const inbox = operation({
  summary: 'List a mailbox by priority, then arrival; listing changes nothing',
  access: 'read',
  input: inboxFields,
  value: 'inbox',
  examples: [
    ['watchpost inbox', 'your open mail, most urgent first'],
    ['watchpost inbox channel:alerts', 'the newest posts of a channel'],
    ['watchpost inbox project:inscription', 'the newest mail to a tag'],
    ['watchpost inbox critic --unread --json', 'the unread mail of another agent, without consuming it'],
  ],
  async run(context, input): Promise<Values['inbox']> {
    const owner = isTag(input.owner?.trim() ?? '')
      ? await (await import('../../services/mail/tag.ts')).requireTag(context, input.owner?.trim() ?? '')
      : await requireOwner(context, input.owner)
    const { rows, next, newest, unread } = await listOf(context, owner, input)
    const bodies = input.body ? await bodiesOf(context, rows) : null
    const values = rows.map((row, at) => rowValue(row, bodies?.[at] ?? null))
    const marks = input.marks ? await marksOf(context, owner, rows) : null
    const marked = marks === null ? values : values.map((value, at) => ({ ...value, marks: marks[at] }))
    const messages = input.sent ? await withOutcomes(context, rows, marked) : marked
    const mark = { newest: newest === null ? null : shortId(newest) }
    return { owner: input.everyone ? 'all' : owner, messages, unread, next, ...mark }
  },
})

async function withOutcomes(
  context: Context,
  rows: readonly Row[],
  values: readonly InboxRow[],
): Promise<readonly InboxRow[]> {
  const { outcomesFor } = await import('../../services/log/outcomes.ts')
  const found = await outcomesFor(
    context,
    rows.map(({ message }) => message),
  )
  return values.map((value, at) => {
    const outcomes = found.get(rows[at]?.message.id ?? -1)
    return outcomes === undefined ? value : { ...value, outcomes }
  })
}

type Row = Letter & {
  readonly copies?: number
  readonly unread?: number
  readonly pinned?: boolean
  readonly messages?: readonly number[]
  readonly participants?: readonly string[]
}

type List = {
  readonly rows: readonly (Row & { readonly threadSize: number })[]
  readonly next: string | null
  readonly newest: number | null
  readonly unread: number
}

/** A mailbox comes with one call of the store; all else is asked for one after the other. */
async function listOf(context: Context, owner: string, input: Input<typeof inboxFields>): Promise<List> {
  const { messages, deliveries, roster } = context.store
  const isMailbox = !(input.sent || input.threads || input.everyone) && !isStream(owner)
  if (isMailbox)
    return deliveries.list(owner, await mailboxFilter(context, owner, input), context.now(), pageOf(input))
  const { message: newest } = await messages.newest()
  const { rows, next } = (await streamOf(context, owner, input)) ?? (await page(context, owner, input))
  const sizes = await messages.threadSizes(rows.map(({ message }) => message.thread))
  const unread = input.everyone
    ? await roster.unreadOfAll(context.now())
    : (await deliveries.count(owner, context.now())).total
  return { rows: rows.map((row, at) => ({ ...row, threadSize: sizes[at] ?? 1 })), next, newest, unread }
}

/** What is no mailbox: sent mail, threads, and the mail of all agents. */
async function page(
  context: Context,
  owner: string,
  input: Input<typeof inboxFields>,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const { messages, deliveries } = context.store
  const request = pageOf(input)
  if (input.threads && (input.sent || input.everyone))
    throw new MailError(
      'usage',
      `--threads cannot be combined with --${input.sent ? 'sent' : 'everyone'}.`,
      'Use it with one mailbox.',
    )
  if (input.sent) return messages.sent(owner, request)
  const filter = await mailboxFilter(context, owner, input)
  return input.everyone
    ? deliveries.everyone(owner, filter, context.now(), request)
    : deliveries.threads(owner, filter, context.now(), request)
}

async function mailboxFilter(
  context: Context,
  owner: string,
  input: Input<typeof inboxFields>,
): Promise<MailboxFilter> {
  const { messages } = context.store
  const since =
    input.since === undefined ? null : await messages.cursorAt(await requireId(context, input.since), 'after')
  return {
    ...filterOf(input, boxesOf(input, owner)),
    ...(input.all ? { unexpired: true as const } : {}),
    ...(since === null ? {} : { since }),
  }
}

function boxesOf(input: Input<typeof inboxFields>, owner: string) {
  const chosen = [
    input.dead && 'dead',
    input.snoozed && 'snoozed',
    input.archived && 'archived',
    input.unread && 'unread',
  ] as const
  const boxes = chosen.filter((box) => typeof box === 'string')
  if (boxes.length > 1)
    throw new MailError('usage', `--${boxes.join(' and --')} cannot be combined.`, 'Use one of them.')
  if (boxes.length === 1) return boxes
  if (input.all) return [...openBoxes, 'completed', 'archived'] as const
  // Items that failed too often still need attention.
  return isQueueAddress(owner) ? ([...openBoxes, 'dead'] as const) : openBoxes
}

function bodiesOf(context: Context, rows: readonly Row[]): Promise<readonly (string | null)[]> {
  const read = async ({ message }: Row) => {
    const letter = await readAnyway(context.store, message.id, null)
    return letter?.problem === null ? (await opened(context, letter)).message.body : null
  }
  return Promise.all(rows.map(read))
}

/** Adds fields in place, for the same reason as in `messageValue`. */
function rowValue(row: List['rows'][number], body: string | null): InboxRow {
  const { threadSize, pinned, copies, unread = 0, messages, participants } = row
  const value = Object.assign(messageValue(row), body === null ? { threadSize } : { body, threadSize })
  if (messages !== undefined && participants !== undefined)
    return { ...value, conversation: { participants, unread, messages: messages.map(shortId) } }
  if (pinned === undefined && copies === undefined) return value
  return {
    ...value,
    ...(pinned === undefined ? {} : { pinned }),
    ...(copies === undefined ? {} : { copies, unreadCopies: unread }),
  }
}
