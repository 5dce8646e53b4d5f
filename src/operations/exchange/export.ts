import { MailError } from '../../domain/errors.ts'
import { requireTime } from '../../domain/moment.ts'
import type { FormatName, Piece } from '../../formats/format.ts'
import type { Skipped } from '../../formats/gather.ts'
import { flag, time } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { refuseBackup } from '../../services/exchange/completing.ts'
import { debatesOut } from '../../services/exchange/debates-out.ts'
import { all } from '../../services/exchange/directory.ts'
import { openOutgoing, parted } from '../../services/exchange/outgoing.ts'
import { printedAgents, printedPlaces } from '../../services/exchange/roster-out.ts'
import {
  loadFormat,
  openFolder,
  pathField,
  pathOf,
  writtenFormatField,
} from '../../services/exchange/value.ts'
import { Writer } from '../../services/exchange/write-out.ts'
import type { ExchangeValue } from '../../values/exchange-schema.ts'
import { operation } from '../operation.ts'

const pageSize = 200

export const exportMail = operation({
  summary: "Export mail in another system's format; messages already there are not written again",
  access: 'write',
  needs: 'own',
  unregistered: true,
  input: {
    path: pathField('The folder, or a .json or .jsonl file'),
    format: writtenFormatField,
    graph: flag("Write the messages as triples of HAAK's entity graph instead"),
    since: time('Only mail sent since this time: 2h ago, yesterday, monday, 2027-01-31', { towards: 'past' }),
  },
  examples: [
    ['watchpost export data --format haak', 'appends new mail to data/agent-mailbox.jsonl'],
    ['watchpost export graph.txt --format haak --graph', "writes every message for HAAK's librarian"],
  ],
  tells: true,
  value: 'exchanged',
  async run(context, { path: written, format: name, graph = false, since }): Promise<ExchangeValue> {
    const path = pathOf(context, written, name)
    if (graph && name !== 'haak')
      throw new MailError('usage', '--graph works with the format haak only.', 'Use --format haak --graph.')
    const from = since === undefined ? 0 : requireTime(since, context.now(), '--since')
    return graph ? exportGraph(context, path, from) : exportTo(context, name, path, from)
  },
})

async function exportTo(
  context: Context,
  name: FormatName,
  path: string,
  since: number,
): Promise<ExchangeValue> {
  const format = await loadFormat(name)
  const folder = await openFolder(context, path, 'write', format)
  refuseBackup(format, folder, path)
  const writer = new Writer(format, folder)
  const outgoing = openOutgoing(context, format)
  const { exchange } = context.store
  let read = 0
  for (let after: string | null = null; ; ) {
    const page = await exchange.departures(name, { sentSince: since }, { limit: pageSize, after })
    const ready = []
    const [sound, damaged] = parted(page.rows)
    for (const departure of sound) ready.push(await outgoing(departure))
    writer.skipped.push(...damaged)
    // Named before they are there: what comes back from the folder is known to be ours.
    await exchange.name(
      name,
      ready.flatMap(({ names }) => names),
    )
    for (const parcel of ready.flatMap(({ parcels }) => parcels))
      writer.add(piecesFor(folder.single, format.print(parcel)))
    read += page.rows.length
    context.progress?.(read, page.next === null ? read : read + pageSize)
    after = page.next
    if (after === null) break
  }
  if (folder.single === null) {
    writer.add(
      printedAgents(format, await all((next) => context.store.roster.list({}, { limit: 500, after: next }))),
    )
    writer.add(await printedPlaces(format, context))
    writer.add((await debatesOut(context, format)).pieces)
  }
  writer.flush()
  return { read, written: writer.written, skipped: writer.skipped }
}

/** One file has room for the messages alone, in the shape that fits its name. */
function piecesFor(single: string | null, pieces: readonly Piece[]): readonly Piece[] {
  if (single === null) return pieces
  const ending = single.slice(single.lastIndexOf('.'))
  const fitting = pieces.find(({ path }) => path.endsWith(ending)) ?? pieces[0]
  return fitting === undefined ? [] : [fitting]
}

async function exportGraph(context: Context, path: string, since: number): Promise<ExchangeValue> {
  const { printTriples } = await import('../../formats/haak/graph.ts')
  const format = await loadFormat('haak')
  const folder = await openFolder(context, path, 'write', format)
  const outgoing = openOutgoing(context, format)
  const blocks: string[] = []
  const skipped: Skipped[] = []
  for (let after: string | null = null; ; ) {
    const page = await context.store.exchange.departures(
      'haak',
      { sentSince: since },
      { limit: pageSize, after },
    )
    const [sound, damaged] = parted(page.rows)
    skipped.push(...damaged)
    for (const departure of sound)
      for (const parcel of (await outgoing(departure)).parcels) blocks.push(printTriples(parcel))
    after = page.next
    if (after === null) break
  }
  folder.put(folder.single ?? 'agent-mailbox-graph.txt', blocks.join('\n'))
  return { read: blocks.length, written: blocks.length, skipped }
}
