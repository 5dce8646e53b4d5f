import { isBest } from '../../../domain/addressing/address.ts'
import { titleOf } from '../../../domain/message.ts'
import { clockText } from '../../../domain/moment.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { actorNote, listedSender } from '../../../domain/sender.ts'
import { waysOf } from '../../../domain/ways.ts'
import type { MessageValue } from '../../../services/values.ts'
import type { FoundRow, InboxRow, SentValue } from '../../../values/mail-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import {
  addressList,
  age,
  counted,
  deadWord,
  outcomeSummary,
  priorityMark,
  returnedWord,
  statusLabel,
  statusMark,
  statusWord,
} from '../../present.ts'
import type { Raw } from '../flags.ts'
import { type Cell, type Colour, cut, cutAll, type Printed, type Sheet, table } from '../sheet.ts'

const titleColumn = 6
const columns = [
  {},
  {},
  {},
  { most: 28 },
  {},
  { most: 48 },
  {},
  { from: 'right' },
  { from: 'right' },
] as const

export function printInbox(value: Values['inbox'], sheet: Sheet, input: Raw): Printed {
  const { messages, next } = value
  if (messages.length === 0) return { lines: [], notes: [emptyInbox(value, input)] }
  const sent = input['sent'] === true
  const notes = [sent ? counted(messages.length, 'message') : amountOf(value), ...more(next)]
  const lines = rowsOf(messages, sheet, (message) =>
    sent ? `to ${addressList(message.to)}${actorNote(message)}` : whoOf(message),
  )
  return { lines, notes }
}

function whoOf(row: InboxRow): string {
  return row.conversation === undefined ? listedSender(row) : addressList(row.conversation.participants, 3)
}

/** A stream has posts; a queue has what is available; a mailbox has what is unread. */
function amountOf({ owner, messages, unread }: Values['inbox']): string {
  const whose = sanitizeLine(owner)
  if (owner.startsWith('channel:')) return `${counted(messages.length, 'post')} of ${whose}.`
  return owner.startsWith('queue:') ? `${unread} available in ${whose}.` : `${unread} unread for ${whose}.`
}

function emptyInbox({ owner, unread }: Values['inbox'], input: Raw): string {
  const whose = sanitizeLine(owner)
  if (/^(?:queue|channel):/u.test(owner)) return `${whose} is empty.`
  if (input['sent'] === true) return `${whose} has not sent any mail. Send some with \`watchpost send\`.`
  if (unread > 0) return `No matches; ${whose} has ${unread} unread. List all mail with \`watchpost inbox\`.`
  return `No open mail for ${whose}. For handled mail, run \`watchpost inbox --all\`.`
}

export async function printFound(
  { messages, next }: Values['found'],
  sheet: Sheet,
  { query }: Raw,
): Promise<Printed> {
  const unknown = await unknownFields([query].flat())
  if (messages.length === 0) {
    const hint = 'No matches. Use fewer words, or a final * to match beginnings of words.'
    return { lines: [], notes: unknown.length === 0 ? [hint] : unknown }
  }
  const rows = rowsOf(messages, sheet, listedSender)
  const lines = rows.flatMap((row, at) => [row, ...snippetLines(messages[at]?.snippet, sheet)])
  return { lines, notes: [...unknown, ...more(next)] }
}

/** Words before a colon that are no field. Few searches have any, so the rule is loaded for those alone. */
async function unknownFields(query: readonly unknown[]): Promise<readonly string[]> {
  const text = query.filter((part) => typeof part === 'string').join(' ')
  if (!text.includes(':')) return []
  const { unknownIn } = await import('../../../domain/query/unknown.ts')
  return unknownIn(text, null).map((sentence) => sanitizeLine(sentence))
}

const indent = '      '

/** Where the words stand, for a person at a terminal. Elsewhere each message is one line. */
function snippetLines(snippet: FoundRow['snippet'], sheet: Sheet): readonly string[] {
  if (snippet === undefined || sheet.width === Number.POSITIVE_INFINITY) return []
  let left = sheet.width - indent.length
  const parts = snippet.map(({ text, hit }) => {
    const shown = cut(sanitizeLine(text), left, sheet)
    left -= sheet.measure(shown)
    return sheet.ink(hit ? 'bold' : 'dim', shown)
  })
  return [indent + parts.join('')]
}

export function more(next: string | null): readonly string[] {
  return next === null ? [] : [`For the next page, add --after ${next}`]
}

/** One line a message: priority, status, what it is, and its age. */
function rowsOf(
  messages: readonly (MessageValue & Partial<InboxRow>)[],
  sheet: Sheet,
  who: (message: InboxRow) => string,
): readonly string[] {
  const rows = messages.map((message): readonly Cell[] => {
    const label = statusLabel(message, sheet.now)
    const fresh = label === 'unread'
    const { copies, unreadCopies = 0, threadSize = 1, conversation } = message
    return [
      { text: priorityMark(message.priority), colour: urgency(message) },
      { text: statusMark(label), colour: fresh ? 'cyan' : 'dim' },
      { text: message.id, colour: 'dim' },
      { text: sanitizeLine(who({ ...message, threadSize })), colour: fresh ? 'bold' : undefined },
      { text: message.kind === 'request' ? '' : message.kind, colour: 'dim' },
      {
        text: sanitizeLine(
          deadWord(message) || returnedWord(message, sheet.now) || outcomeSummary(message.outcomes),
        ),
        colour: outcomeColour(message),
      },
      { text: sanitizeLine(listedTitle(message)), colour: fresh ? 'bold' : undefined },
      {
        text:
          conversation !== undefined
            ? `${conversation.unread}/${threadText(threadSize) || 1} unread`
            : copies === undefined
              ? threadText(threadSize)
              : `${copies - unreadCopies}/${copies} read`,
      },
      { text: age(message.sentAt, sheet.now), colour: 'dim' },
    ]
  })
  return table(rows, sheet, titleColumn, columns)
}

function listedTitle(message: MessageValue): string {
  return message.sealed && message.subject !== '' ? `${message.preview} ${message.subject}` : titleOf(message)
}

function outcomeColour({ outcomes = [] }: MessageValue): Colour {
  return outcomes[0]?.state === 'failed' ? 'red' : 'dim'
}

function threadText(size: number): string {
  if (size < 2) return ''
  return size > 99 ? '99+' : `${size}`
}

function urgency({ priority }: MessageValue): Colour | undefined {
  if (priority === 'urgent') return 'red'
  return priority === 'high' ? 'yellow' : 'dim'
}

export function printSent({ id, recipients, duplicate, warnings }: SentValue, sheet: Sheet): Printed {
  const reached = recipients.filter(({ state }) => state === 'delivered').map(({ address }) => address)
  const others = recipients
    .filter(({ state }) => state !== 'delivered')
    .map(({ address, state }) => `${address} (${state === 'withheld' ? 'held back' : state})`)
  const list = sanitizeLine(addressList([...reached, ...others], 8))
  const line = duplicate ? `${id} was already sent to ${list}` : `${id} sent to ${list}`
  return {
    lines: cutAll([line], sheet),
    notes: warnings.map((warning) => `Warning: ${sanitizeLine(warning)}`),
  }
}

export function printMoved(done: string): (value: Values['moved'], sheet: Sheet) => Printed {
  return ({ messages, unchanged = [] }, sheet) => {
    if (messages.length === 0) return { lines: [], notes: ['Nothing to do.'] }
    const standing = new Map(unchanged.map(({ id, why }) => [id, why]))
    const rows = messages.map((message): readonly Cell[] => {
      const label = statusLabel(message, sheet.now)
      const word = statusWord(label)
      return [
        { text: message.id, colour: 'dim' },
        {
          text:
            standing.get(message.id) ?? (word === done ? done : `${done}, now ${word}`) + untilOf(message),
        },
        { text: sheet.titles === false ? '' : sanitizeLine(titleOf(message)) },
      ]
    })
    return { lines: table(rows, sheet, 2), notes: [], isOwn: sheet.titles === false }
  }
}

export function printRetracted({ messages }: Values['retracted'], sheet: Sheet): Printed {
  const rows = messages.map(({ id, subject, withdrawn, seenBy, already }): readonly Cell[] => {
    const gone =
      withdrawn.length === 0
        ? []
        : [`${withdrawn.length === 1 ? '1 copy' : `${withdrawn.length} copies`} withdrawn`]
    const told =
      seenBy.length === 0
        ? []
        : [`${seenBy.join(', ')} had seen it, and ${seenBy.length === 1 ? 'is' : 'are'} notified`]
    const what = already ? 'was taken back before' : ['taken back', ...gone, ...told].join('; ')
    return [{ text: id, colour: 'dim' }, { text: sanitizeLine(what) }, { text: sanitizeLine(subject) }]
  })
  return { lines: table(rows, sheet, 2), notes: [] }
}

/** A snooze says the time that it came to, however it was written. */
function untilOf({ snoozedUntil }: MessageValue): string {
  return snoozedUntil === null ? '' : ` until ${clockText(Date.parse(snoozedUntil))}`
}

export function printChangedAll(value: Values['changedAll']): Printed {
  const { verb, matched, changed, unchanged, problems, more } = value
  const left = more ? ['There are more: run it again for the rest.'] : []
  if (matched === 0) return { lines: [], notes: ['No message matches.'] }
  const parts = [
    changed === 0 && unchanged === 0 ? `${verb}: ${counted(matched, 'message')} would change` : '',
    changed > 0 ? `${verb}: ${counted(changed, 'message')}` : '',
    unchanged > 0 ? `${counted(unchanged, 'message')} already so` : '',
  ].filter((part) => part !== '')
  const refused = problems.map(({ id, error }) => sanitizeLine(`${id}: ${error.message}`))
  return { lines: [parts.join(', ')], notes: [...refused, ...left] }
}

export function printCounts({ urgent, high, normal, low, total }: Values['counts']): Printed {
  const line = `${total} unread: ${urgent} urgent, ${high} high, ${normal} normal, ${low} low`
  return { lines: [total === 0 ? '0 unread' : line], notes: [] }
}

export function printResolved(
  { recipients, how, unknown, problems = [] }: Values['resolved'],
  sheet: Sheet,
): Printed {
  const absent = unknown.filter((name) => !problems.some(({ id }) => id === name))
  const rows = recipients.map((recipient): readonly Cell[] => {
    const ways = waysOf(recipient).filter((way) => way !== 'to')
    return [
      { text: sanitizeLine(recipient.address) },
      { text: ways.length === 0 ? '' : `by ${sanitizeLine(ways.join(', '))}`, colour: 'dim' },
    ]
  })
  const waiting = how.filter((selector) => !recipients.some((one) => waysOf(one).includes(selector)))
  return {
    lines: rows.length === 0 ? [] : table(rows, sheet, 0),
    notes: [
      ...waiting.map((selector) =>
        isBest(selector)
          ? `${sanitizeLine(selector)} chooses by the message: see \`watchpost route\`.`
          : `${sanitizeLine(selector)} has no recipients now; mail to it would wait.`,
      ),
      ...absent.map((name) => `There is no agent ${sanitizeLine(name)}.`),
    ],
  }
}
