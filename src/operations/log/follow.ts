import type { RecordCursor } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { requireTime } from '../../domain/moment.ts'
import { flag, time } from '../../input/input.ts'
import { pageFields } from '../../input/paging.ts'
import { followRecords, otherStore } from '../../services/log/follow-records.ts'
import { recordValue } from '../../services/log/value.ts'
import { streaming } from '../operation.ts'

/** `journal --follow`. */
export const followJournal = streaming({
  summary: 'Print every change of the store, by anyone, as it comes',
  access: 'read',
  unregistered: true,
  input: {
    since: time('Begin with the changes since this time', { towards: 'past' }),
    follow: flag('Follow'),
    ...pageFields,
  },
  value: 'record',
  async *run(context, { since, after, limit }, signal) {
    if (context.resumed === true) throw otherStore()
    if (limit !== undefined)
      throw new MailError('usage', '--limit goes with pages, not with --follow.', 'Leave it out.')
    const first = since === undefined ? null : requireTime(since, context.now(), '--since')
    if (first !== null && after !== undefined)
      throw new MailError('usage', '--since and --after both say where to begin.', 'Give one of them.')
    const { store } = context
    const from =
      first === null ? ((after as RecordCursor | undefined) ?? (await store.log.newestRecord())) : null
    for await (const record of followRecords(store, from, signal))
      if (first === null || record.at >= first) yield recordValue(record)
  },
})
