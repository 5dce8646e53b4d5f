import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { AdoptedStore, AdoptedValue } from '../../../values/exchange-schema.ts'
import { counted } from '../../present.ts'
import type { Printed } from '../sheet.ts'
import { mostTold } from './print-exchange.ts'

const howDiffers: Readonly<Record<AdoptedValue['differences'][number]['what'], string>> = {
  missing: 'missing here',
  behind: 'further there than here',
  ahead: 'further here than there',
  sent: 'sent at another time',
}

const goingBack =
  'An import cannot be undone as a whole. To be able to go back, run `watchpost backup FILE` first.'

/** Each store with what it holds; once it was imported, how what is here compares with it. */
export function printAdopted({ taken, stores, differences, skipped }: AdoptedValue): Printed {
  const lines = stores.flatMap((store) => {
    const own = differences.filter(({ path }) => path === store.path)
    return [...storeLines(store, taken), ...(taken ? comparedLines(store, own) : [])]
  })
  const told = skipped
    .slice(0, mostTold)
    .map(({ path, where, why }) => sanitizeLine(`${path === null ? '' : `${path}: `}${where}: ${why}`))
  const count = stores.reduce((sum, store) => sum + store.skipped, 0)
  const more = count > told.length ? [`… and ${count - told.length} more cannot be imported`] : []
  const kept = stores.filter(({ syncs, messages }) => syncs && messages > 0).map(syncNote)
  return { lines, notes: [...told, ...more, ...(taken ? kept : [goingBack])] }
}

function storeLines(store: AdoptedStore, taken: boolean): readonly string[] {
  const { format, path, messages, agents, unread, newest, written, skipped } = store
  const holds = [
    counted(messages, 'message'),
    counted(agents, 'agent'),
    `${unread} unread`,
    ...(newest === null ? [] : [`newest ${newest.slice(0, 10)}`]),
  ]
  const news = taken
    ? `imported: ${written} ${written === 1 ? 'message or state' : 'messages and states'}`
    : `would be imported: ${freshIn(store)}`
  const left = skipped === 0 ? '' : ` · ${skipped} cannot be imported`
  return [sanitizeLine(`${format}  ${path}: ${holds.join(' · ')}`), `  ${news}${left}`]
}

function freshIn({ messages, known, fresh }: AdoptedStore): string {
  const here = known === 0 ? '' : ` (${known} ${known === 1 ? 'is' : 'are'} here)`
  if (fresh === 0) return `nothing${here}`
  return fresh === messages ? 'all' : `${fresh}${here}`
}

function comparedLines(
  { messages, mailboxes, moreMailboxes }: AdoptedStore,
  differences: AdoptedValue['differences'],
): readonly string[] {
  const total = mailboxes.length + moreMailboxes
  const compared = `${counted(messages, 'message')} and ${total} mailbox${total === 1 ? '' : 'es'}`
  if (differences.length === 0) return [`  compared: ${compared}, no difference`]
  return [
    `  compared: ${compared}, ${counted(differences.length, 'difference')}`,
    ...differences.map(({ mailbox, what, count, where }) =>
      sanitizeLine(`    ${mailbox ?? 'messages'}: ${count} ${howDiffers[what]}, the first at ${where}`),
    ),
  ]
}

function syncNote({ path, format }: AdoptedStore): string {
  const place = /^[\w./~+-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
  return sanitizeLine(`To keep it in step: watchpost sync ${place} --format ${format}`)
}
