import type { JournalEntry } from '../../../store/mail-store.ts'
import { doingOf, whyFinal } from '../../domain/change.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { requireTime } from '../../domain/moment.ts'
import { flag, time } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { iso } from '../../services/values.ts'
import type { JournalValue } from '../../values/log-schema.ts'
import type { Values } from '../../values/schemas.ts'
import { type Operation, operation } from '../operation.ts'
import { followJournal } from './follow.ts'

export const journal = operation({
  summary: 'List your changes, newest first: what, when, how many messages, and whether undo reverses it',
  access: 'read',
  input: {
    since: time('Only changes since this time: 2h ago, yesterday, monday, 2027-01-31', { towards: 'past' }),
    follow: flag(
      "Print every change of the store by anyone, as it comes, until interrupted; with --json for an audit log's collector",
    ),
    ...pageFields,
  },
  value: 'journal',
  followed: followJournal as unknown as Operation,
  examples: [
    ['watchpost journal --since "2h ago"', 'your changes of the last two hours'],
    [
      'watchpost journal --follow --json --after "$cursor"',
      'the audit log of the store, from the last line that you have on',
    ],
  ],
  async run(context, { since, follow, ...page }): Promise<Values['journal']> {
    if (follow === true)
      throw new MailError(
        'usage',
        '--follow needs a command of its own.',
        'Run `watchpost journal --follow`.',
      )
    const from = since === undefined ? null : requireTime(since, context.now(), '--since')
    const { rows, next } = await context.store.log.journal(context.actor.address, from, pageOf(page))
    return { changes: rows.map(entryValue), next }
  },
})

function entryValue(entry: JournalEntry): JournalValue {
  const { change, at, what, principal, messages, count, subject, about, undoable, undone } = entry
  return {
    change,
    at: iso(at),
    what,
    doing: doingOf(what),
    actor: principal ?? undefined,
    messages: messages.map(shortId),
    count,
    subject,
    about,
    undoable: undoable && !undone,
    undone,
    why: undone ? 'already undone' : whyFinal(what),
  }
}
