import type { Skipped } from '../../../formats/gather.ts'
import type { AdoptedStore, AdoptedValue } from '../../../values/exchange-schema.ts'
import type { Context } from '../../context.ts'
import { settleAll } from '../debates-out.ts'
import { readFolder } from '../read-folder.ts'
import { takeIn } from '../take-in.ts'
import { canSync } from '../value.ts'
import { compare } from './compare.ts'
import type { FoundStore } from './find.ts'
import { survey } from './survey.ts'

/** Of what is left out, so many places are named for each store; the rest is counted. */
const mostNamed = 50
const mostMailboxes = 200

type Adopting = {
  readonly store: AdoptedStore
  readonly skipped: AdoptedValue['skipped']
  readonly differences: AdoptedValue['differences']
}

/**
 * Says what stores of other systems hold, and takes it: by the ways of `import`, and then compared with the source.
 * @param taking without it nothing changes
 */
export async function adoptStores(
  context: Context,
  stores: readonly FoundStore[],
  taking: boolean,
): Promise<AdoptedValue> {
  const done: Adopting[] = []
  for (const store of stores) done.push(await adoptStore(context, store, taking))
  const unsettled = taking ? await settleAll(context) : []
  return {
    taken: taking,
    stores: done.map(({ store }) => store),
    differences: done.flatMap(({ differences }) => differences),
    skipped: [...done.flatMap(({ skipped }) => skipped), ...unsettled.map((one) => ({ path: null, ...one }))],
  }
}

async function adoptStore(context: Context, found: FoundStore, taking: boolean): Promise<Adopting> {
  const { path, folder, format } = found
  const { messages, known, fresh, agents, unread, newest, ...looked } = await survey(context, found)
  const taken = taking ? await takeIn(context, format, folder, readFolder(format, folder)) : null
  const compared = taking ? await compare(context, found, known === 0) : null
  const { mailboxes = [], differences = [] } = compared ?? {}
  const skipped: readonly Skipped[] = taken?.skipped ?? looked.skipped
  return {
    store: {
      format: format.name,
      path,
      messages,
      known,
      fresh,
      agents,
      unread,
      newest: newest === null ? null : new Date(newest).toISOString(),
      written: taken?.written ?? 0,
      skipped: skipped.length,
      mailboxes: mailboxes.slice(0, mostMailboxes),
      moreMailboxes: Math.max(0, mailboxes.length - mostMailboxes),
      syncs: canSync(format, folder),
    },
    skipped: skipped.slice(0, mostNamed).map((one) => ({ path, ...one })),
    differences: differences.map((one) => ({ path, ...one })),
  }
}
