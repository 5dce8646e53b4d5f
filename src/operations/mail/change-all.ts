import type { MessageCursor, Moved } from '../../../store/mail-store.ts'
import type { Box } from '../../domain/delivery.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { Move } from '../../domain/lifecycle.ts'
import { limits } from '../../domain/limits.ts'
import type { Letter } from '../../domain/message.ts'
import { requireTime } from '../../domain/moment.ts'
import { type Query, readQuery } from '../../domain/query/query.ts'
import { matches } from '../../domain/query/query-match.ts'
import { choice, flag, type Input, requiredChoice, text, time } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { requireAgent, requireId } from '../../services/lookup.ts'
import { filterFields, filterOf, openBoxes } from '../../services/mail/filter.ts'
import { tellRequesters } from '../../services/posting/tell-requesters.ts'
import { leaseOf } from '../../services/taking/take.ts'
import { messageValue } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

/** A change of more copies would keep other writers waiting: the rest takes another call. */
const mostChanged = 2_000
const pageSize = 500
const bodiesAtOnce = 100
const mostProblems = 20

const verbs = [
  'archive',
  'restore',
  'ack',
  'process',
  'complete',
  'fail',
  'unread',
  'snooze',
  'pin',
  'unpin',
] as const
const boxes = {
  inbox: openBoxes,
  snoozed: ['snoozed'],
  dead: ['dead'],
  archived: ['archived'],
} as const satisfies Record<string, readonly Box[]>

const fields = {
  verb: requiredChoice(verbs, 'The change', { positional: true, placeholder: 'CHANGE' }),
  box: choice(['inbox', 'snoozed', 'dead', 'archived'], 'Only mail in this box'),
  query: text('Only what this search finds; without --box it looks everywhere', { placeholder: 'QUERY' }),
  ...filterFields,
  of: text('Act on the copies of this agent, as its supervisor; the log records who acted', {
    completes: 'agent',
    placeholder: 'ADDRESS',
  }),
  through: text('Leave out messages that are newer than this one', {
    completes: 'message',
    placeholder: 'ID',
  }),
  until: time('With snooze: the time to return them, such as 2h or tomorrow 9am'),
  reason: text('With fail: the reason, for the log and the requesters', { longest: limits.note }),
  dryRun: flag('Count the messages, and change nothing'),
} as const

export const changeAll = operation({
  summary: 'Change every message that matches, as one change that undo reverses',
  access: 'write',
  needs: 'inside',
  input: fields,
  value: 'changedAll',
  lookingOnly: (input) => (input.dryRun ? input : null),
  examples: [
    ['watchpost change-all archive --box inbox --from ci', 'archives the open mail of ci'],
    ['watchpost change-all ack --query "subject:nightly is:unread" --dry-run', 'counts what it would change'],
  ],
  async run(context, input): Promise<Values['changedAll']> {
    const owner =
      input.of === undefined ? context.actor.address : (await requireAgent(context, input.of)).address
    const move = moveOf(context, input)
    const until =
      input.through === undefined
        ? null
        : await context.store.messages.cursorAt(await requireId(context, input.through), 'after')
    const { ids, more } = await matching(context, owner, input, until)
    const through = ids.length === 0 ? null : shortId(Math.max(...ids))
    const told = { verb: input.verb, matched: ids.length, through, more }
    if (input.dryRun || ids.length === 0) return { ...told, changed: 0, unchanged: 0, problems: [] }
    const note = input.reason === undefined ? {} : { reason: input.reason }
    const targets = ids.map((message) => ({ message }))
    const { deliveries } = context.store
    const moved = await deliveries.move(doerOf(context), owner, targets, { ...move, at: context.now() }, note)
    if (input.verb === 'fail') await tellRequesters(context, owner)
    return { ...told, ...resultOf(moved) }
  },
})

type Asked = Input<typeof fields>

/** @throws MailError `usage` */
function moveOf(context: Context, { verb, until, reason, of }: Asked): Omit<Move, 'at'> {
  if (reason !== undefined && verb !== 'fail')
    throw new MailError('usage', '--reason works only with fail.', '')
  if (verb === 'snooze') {
    if (until === undefined)
      throw new MailError('usage', 'The time to return is missing.', 'Add --until, such as --until 2h.')
    return { verb, until: requireTime(until, context.now(), '--until') }
  }
  if (until !== undefined) throw new MailError('usage', '--until works only with snooze.', '')
  if (verb === 'process') return { verb, lease: leaseOf(context) }
  if (verb !== 'restore') return { verb }
  const lease = leaseOf(context)
  return { verb, lease: of === undefined ? lease : { ...lease, by: of } }
}

const narrowing = Object.keys(filterFields) as (keyof typeof filterFields)[]

/** The mail that matches now, without mail that arrives later. */
async function matching(
  context: Context,
  owner: string,
  input: Asked,
  until: MessageCursor | null,
): Promise<{ readonly ids: readonly number[]; readonly more: boolean }> {
  const query = input.query === undefined ? null : await readQuery(input.query, context.now())
  if (query === null && input.box === undefined)
    throw new MailError('usage', 'Say which messages: with --box or --query.', 'Example: --box inbox')
  if (input.box === undefined && narrowing.some((name) => input[name] !== undefined))
    throw new MailError(
      'usage',
      `--${narrowing.join(', --')} need --box.`,
      'Write them in the query: from:ci kind:request',
    )
  const ids: number[] = []
  let after: string | null = null
  do {
    const page = await pageOfMail(context, owner, input, query, after)
    const copies = page.rows.filter(({ delivery }) => delivery?.owner === owner)
    const own = until === null ? copies : await thatHadArrived(context, copies, until)
    for await (const letter of query === null || input.box === undefined
      ? own
      : thatGoWith(context, query, own)) {
      if (ids.length === mostChanged) return { ids, more: true }
      ids.push(letter.message.id)
    }
    after = page.next
  } while (after !== null)
  return { ids, more: false }
}

async function thatHadArrived({ store }: Context, letters: readonly Letter[], until: MessageCursor) {
  const ids = letters.map(({ message }) => message.id)
  const later = new Set(await store.messages.arrivedAfter(until, ids))
  return letters.filter(({ message }) => !later.has(message.id))
}

function pageOfMail(
  context: Context,
  owner: string,
  input: Asked,
  query: Query | null,
  after: string | null,
) {
  const { deliveries, messages } = context.store
  const page = { limit: pageSize, after }
  const now = context.now()
  if (input.box !== undefined) return deliveries.page(owner, filterOf(input, boxes[input.box]), now, page)
  return messages.search(query ?? { terms: [] }, owner, now, { ...page, best: false })
}

/** Bodies are read many at a time, and as far as search looks through them. */
async function* thatGoWith(
  context: Context,
  query: Query,
  letters: readonly Letter[],
): AsyncGenerator<Letter> {
  const needsBodies = query.terms.some(({ type }) => type === 'text')
  for (let from = 0; from < letters.length; from += bodiesAtOnce) {
    const batch = letters.slice(from, from + bodiesAtOnce)
    const ids = batch.map(({ message }) => message.id)
    const bodies = needsBodies ? await context.store.messages.searchedBodies(ids) : []
    for (const [at, letter] of batch.entries())
      if (matches(query, { ...messageValue(letter), body: bodies[at] ?? '' }, context.now())) yield letter
  }
}

function resultOf(moved: readonly Moved[]) {
  const problems = moved.flatMap(({ message, problem }) =>
    problem === null ? [] : [{ id: shortId(message), error: problem }],
  )
  const changed = moved.filter((one) => one.changed).length
  return {
    changed,
    unchanged: moved.length - changed - problems.length,
    problems: problems.slice(0, mostProblems),
  }
}
